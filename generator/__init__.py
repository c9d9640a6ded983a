"""Cardpress: one Markdown source becomes an Anki deck, a printed handbook and a cheat sheet."""

__version__ = "0.1.0"
