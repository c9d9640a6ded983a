"""The first law, through all outputs: nothing an author wrote vanishes, doubles or moves without a word."""
