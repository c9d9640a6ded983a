"""Loose notes in; a chapter in our format, and what belongs to no question, out."""
