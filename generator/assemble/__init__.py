"""Chapters made into one book."""
