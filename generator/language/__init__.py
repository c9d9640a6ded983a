"""The languages that outputs speak: one file of words a language, and what reads it."""
