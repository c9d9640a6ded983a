"""Rendering: a book in, the bytes of an artifact out."""
