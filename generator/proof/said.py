"""What a book says, as runs of characters that an artifact has to show."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from generator.diagnostics import Location
from generator.document import (
    Calc,
    Citation,
    CodeBlock,
    CrossReference,
    Figure,
    FootnoteReference,
    Image,
    Inline,
    Inlines,
    Math,
    MathBlock,
    Table,
    Text,
)
from generator.model import Book, BookText, Card, Chapter, FollowUp, Role, Section
from generator.plaintext import calc_text, line_text
from generator.rewriting import lines_of, rewrite_inlines, walk_blocks, walk_inlines

BREAK: Final = "\0"
"""Where an artifact shows something of its own: a number, the mark of a footnote."""

FORMULA: Final = "\x01"
PICTURE: Final = "\x02"
DRAWN: Final = (FORMULA, PICTURE)
"""Where an artifact draws."""

_BEFORE: Final = 6
"""So many characters before a formula or a picture tell which one it is."""

_MARKS: Final = re.compile(f"([{BREAK}{FORMULA}{PICTURE}])")

_UNSEEN: Final = re.compile("[\\s\u00ad\u200b-\u200d\u2060\ufe0e\ufe0f\ufeff\ufdd0\ufdd1]+")


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of the book without white space, with the *role* and place of the text that they stand in.

    They are more than marks of punctuation, or a mark of `DRAWN` behind what stands before it in its line. *apart* says
    that a table or a figure holds them, which may change places with text. *tex* is that of a formula.
    """

    text: str
    role: Role
    location: Location
    apart: bool = False
    tex: str = ""

    @property
    def is_drawn(self) -> bool:
        """Return whether this is a formula or a picture."""
        return self.text.endswith(DRAWN)


@dataclass(frozen=True, slots=True)
class Said:
    """What is said under an *id*: that of a chapter with its sections' titles and introductions, a card, a follow-up."""

    id: str
    runs: tuple[Run, ...]


def without_unseen(text: str) -> str:
    """Return *text* without white space and without the marks that only set distances or choose a glyph."""
    return _UNSEEN.sub("", text)


def said_by(book: Book) -> Iterator[tuple[Chapter, tuple[Said, ...]]]:
    """Yield each chapter with what it says, part by part."""
    for chapter in book.chapters:
        own: dict[str, list[Run]] = {chapter.id: []}
        for text in chapter.texts():
            own.setdefault(_id(text, chapter), []).extend(_runs(text))
        yield chapter, tuple(Said(id, tuple(runs)) for id, runs in own.items())


def counted(book: Book) -> dict[str, int]:
    """Return how many runs of text, formulas and pictures are looked for in each artifact, as far as it shows them."""
    runs = [run for _, parts in said_by(book) for part in parts for run in part.runs]
    formulas, pictures = (sum(run.text.endswith(mark) for run in runs) for mark in DRAWN)
    return {"texts": len(runs) - formulas - pictures, "formulas": formulas, "pictures": pictures}


def _id(text: BookText, chapter: Chapter) -> str:
    match text.owner:
        case Card() | FollowUp() as asked:
            return asked.id
        case Chapter() | Section():
            return chapter.id


def _runs(text: BookText) -> Iterator[Run]:
    yield from _parted(text.line, text.role, text.location)
    for block in walk_blocks(text.blocks):
        for line in lines_of(block):
            yield from _parted(line, text.role, block.location, apart=isinstance(block, Table | Figure))
        if isinstance(block, MathBlock):
            yield Run(FORMULA, text.role, block.location, tex=block.tex)
        elif isinstance(block, CodeBlock):
            yield from _lines(block.text.split("\n"), text.role, block.location)
        elif isinstance(block, Calc):
            yield from _lines(map(calc_text, block.lines), text.role, block.location)


def _lines(lines: Iterable[str], role: Role, location: Location) -> Iterator[Run]:
    for one in map(without_unseen, lines):
        if any(map(str.isalnum, one)):
            yield Run(one, role, location)


def _parted(line: Inlines, role: Role, location: Location, *, apart: bool = False) -> Iterator[Run]:
    formulas = (node.tex for node in walk_inlines(line) if isinstance(node, Math))
    before = ""
    for part in _MARKS.split(without_unseen(line_text(rewrite_inlines(line, _marked)))):
        if part in DRAWN:
            tex = next(formulas) if part == FORMULA else ""
            yield Run(before[-_BEFORE:] + part, role, location, apart, tex)
        elif any(map(str.isalnum, part)):
            yield Run(part, role, location, apart)
        before = part if part != BREAK else ""


def _marked(node: Inline) -> Inlines:
    """Return *node* with a mark where an artifact shows it in a way of its own, or goes on with something of its own."""
    match node:
        case Math():
            return (Text(FORMULA),)
        case Image():
            return (Text(PICTURE),)
        case Citation() | FootnoteReference():
            return (Text(BREAK),)
        case CrossReference():
            return (node, Text(BREAK))
        case _:
            return (node,)
