"""The rules of the dialect that CommonMark does not have, or has otherwise: one small file a subject."""
