"""Writing: artifacts into the build folder, and missing ids back into the source. Nobody else writes a file."""
