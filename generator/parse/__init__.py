"""Markdown text in, a chapter and what is wrong with it out."""
