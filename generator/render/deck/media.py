"""The files that travel with the deck."""

from collections.abc import Iterator, Mapping

from generator.document import Image, Inline
from generator.model import Book, Card
from generator.rewriting import inlines_in, walk_inlines

USER_STYLE = "_cardpress-user.css"
"""A learner's own style: Anki never overwrites a media file that opens with an underscore."""

_USER_STYLE_TEXT = b"/* Your own style for these cards. Later imports never overwrite this file. */\n"


def media_of(book: Book) -> Mapping[str, bytes]:
    """Return the pictures that cards show, and the learner's style sheet, by file name."""
    used = {node.source for card in book.cards() for node in _inlines(card) if isinstance(node, Image) and node.source}
    pictures = {book.assets[source].name: book.assets[source].data for source in used if source in book.assets}
    return {**pictures, USER_STYLE: _USER_STYLE_TEXT}


def _inlines(card: Card) -> Iterator[Inline]:
    yield from walk_inlines(card.question)
    yield from inlines_in(card.answer)
    for note in card.footnotes:
        yield from inlines_in(note.blocks)
