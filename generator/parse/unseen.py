"""Tokens that show nothing themselves: comments, wrapping tags, the ends of folded text, mistakes that rules saw."""

from markdown_it.token import Token

from generator.document import Anchor, Paragraph
from generator.parse.joining import DetailsBegin, DetailsEnd, Piece
from generator.parse.reading import Reading, line_of


def comment_block(reading: Reading, tokens: list[Token]) -> list[Piece]:
    """Return nothing; tell of a comment that does not end."""
    meta = tokens[0].meta
    if "unclosed" in meta:
        lost = f", and hides {meta['lost']} heading{'s' * (meta['lost'] > 1)} after it" if meta["lost"] else ""
        message = (
            f"the comment '{meta['unclosed']}' under '{reading.heading}' does not end{lost}; write '-->' where it does"
        )
        reading.tell(line_of(tokens[0]), "unclosed", message)
    return []


def wrapper(reading: Reading, tokens: list[Token]) -> list[Piece]:
    """Return the names that wrapping tags give to their place."""
    names = tuple(Anchor(name) for name in tokens[0].meta["names"])
    return [Paragraph(names, location=reading.at(line_of(tokens[0])))] if names else []


def details_begin(reading: Reading, tokens: list[Token]) -> list[Piece]:
    """Return the beginning of folded text."""
    return [DetailsBegin((), line_of(tokens[0]), tokens[0].level)]


def details_end(reading: Reading, tokens: list[Token]) -> list[Piece]:
    """Return the end of folded text."""
    return [DetailsEnd(line_of(tokens[0]))]


def trouble(reading: Reading, tokens: list[Token]) -> list[Piece]:
    """Return nothing; tell what a rule found wrong."""
    reading.tell(line_of(tokens[0]), tokens[0].meta["code"], tokens[0].meta["message"])
    return []
