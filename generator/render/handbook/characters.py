"""Which characters a book needs glyphs for."""

import re
from collections.abc import Iterable
from html import unescape
from typing import Final

from generator.model import Book
from generator.render.handbook.pictures import letters
from generator.render.handbook.typesetting import without_invisibles

_CODE: Final = re.compile(
    r'<code\b[^>]*>.*?</code>|<code-block .*?</code-block>|<div class="calc">.*?</div>', re.DOTALL
)
_FURNITURE: Final = "↪→\u2009\u2003\u2002\N{EN DASH}\N{NO-BREAK SPACE}•◦▪算例·"
"""What the style sheet and the layout put in."""


def text_characters(pages: Iterable[str], book: Book) -> frozenset[str]:
    """Return every character on *pages* and in the book's pictures."""
    return (
        frozenset(without_invisibles("".join(set().union(*(unescape(page) for page in pages)))))
        | letters(book)
        | set(_FURNITURE)
    )


def code_characters(pages: Iterable[str]) -> frozenset[str]:
    """Return every character that stands in code on *pages*."""
    code = (unescape(match[0]) for page in pages for match in _CODE.finditer(page))
    return frozenset(without_invisibles("".join(set().union(*code)))) | set(_FURNITURE)
