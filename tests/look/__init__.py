"""Pictures of what readers see, to be looked at by a person."""
