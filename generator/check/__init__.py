"""Checking the book as a whole, one pure function a rule."""
