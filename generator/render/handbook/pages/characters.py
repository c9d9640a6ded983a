"""Which characters a book needs glyphs for."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Final

from generator.language.tables import language
from generator.model import Book
from generator.render.handbook.pages.lines import without_invisibles
from generator.render.handbook.pages.pictures import letters

_CODE: Final = re.compile(
    r'<code\b[^>]*>.*?</code>|<code-block .*?</code-block>|<div class="calc">.*?</div>', re.DOTALL
)
_FURNITURE: Final = "↪→\u2009\u2003\u2002\N{EN DASH}\N{NO-BREAK SPACE}•◦▪·"
"""What the style sheet and the layout put in."""


def book_texts(book: Book, templates: Path) -> Iterator[str]:
    """Yield all texts from which the matter before and after the chapters is made."""
    yield str(book.edition)
    yield from (str(replace(source, places=())) for source in book.sources.values())
    yield from (str(term) for term in book.terms)
    yield from language(book.edition.language).words.values()
    yield from (file.read_text("utf-8") for file in sorted((templates / "handbook").glob("*.html")))
    yield from (
        " ".join((*chapter.tags, *(tag for card in chapter.cards for tag in card.tags))) for chapter in book.chapters
    )


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
