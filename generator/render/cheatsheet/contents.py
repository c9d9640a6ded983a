"""What of a book the sheet shows: all of it, or without the details."""

from collections.abc import Iterator

from generator.document import Blocks, Footnote, FootnoteReference, Inline, Inlines
from generator.model import Book, Card
from generator.rewriting import inlines_in, walk_inlines


def footnotes_shown(card: Card, *, detail: bool) -> tuple[Footnote, ...]:
    """Return the footnotes of *card*; without the detail, those to which its question or short answer refers."""
    if detail:
        return card.footnotes
    nodes = (*walk_inlines(card.question), *inlines_in(card.short))
    wanted = {node.label for node in nodes if isinstance(node, FootnoteReference)}
    return tuple(note for note in card.footnotes if note.label in wanted)


def texts_shown(book: Book) -> Iterator[Blocks]:
    """Yield every text that the sheet shows."""
    detail = book.edition.sheet_detail
    for chapter in book.chapters:
        if detail:
            yield chapter.intro
            yield from (note.blocks for note in chapter.footnotes)
            yield from (section.intro for section in chapter.sections)
        for card in chapter.cards:
            yield card.answer if detail else card.short
            yield from (note.blocks for note in footnotes_shown(card, detail=detail))


def inlines_shown(book: Book) -> Iterator[Inline]:
    """Yield every inline that the sheet shows."""
    for line in _lines(book):
        yield from walk_inlines(line)
    for blocks in texts_shown(book):
        yield from inlines_in(blocks)


def _lines(book: Book) -> Iterator[Inlines]:
    for chapter in book.chapters:
        yield chapter.title
        yield from (section.title for section in chapter.sections)
        yield from (card.question for card in chapter.cards)
