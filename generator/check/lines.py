"""Every line of text of a book with its place, for rules that look at words."""

from collections.abc import Iterator
from dataclasses import dataclass

from generator.diagnostics import Location
from generator.document import Blocks, Inlines
from generator.model import Book
from generator.rewriting import lines_of, walk_blocks


@dataclass(frozen=True, slots=True)
class Line:
    """A heading, paragraph, cell or caption, and where it stands."""

    inlines: Inlines
    location: Location


def lines_of_book(book: Book) -> Iterator[Line]:
    """Yield every line of text of *book*, in reading order."""
    for chapter in book.chapters:
        yield Line(chapter.title, chapter.location)
        yield from lines_in(chapter.intro)
        for section in chapter.sections:
            yield Line(section.title, section.location)
            yield from lines_in(section.intro)
            for card in section.cards:
                yield Line(card.question, card.location)
                yield from lines_in(card.answer)
                for note in card.footnotes:
                    yield from lines_in(note.blocks)
        for note in chapter.footnotes:
            yield from lines_in(note.blocks)


def lines_in(blocks: Blocks) -> Iterator[Line]:
    """Yield every line of text of *blocks*, in reading order."""
    for block in walk_blocks(blocks):
        for line in lines_of(block):
            yield Line(line, block.location)
