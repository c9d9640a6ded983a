"""The book as an Anki deck."""

from generator.model import Book
from generator.output import Press, Rendering
from generator.render.deck.media import media_of
from generator.render.deck.note_types import note_types
from generator.render.deck.notes import notes_of
from generator.render.deck.package import package


def render(book: Book, press: Press) -> Rendering:
    """Return `deck.apkg`: a note a card, a second one for a cloze card, in one deck a chapter."""
    notes, diagnostics = notes_of(book, press.stamps)
    types = note_types(book.edition, press.templates / "deck", press.style_stamp)
    return Rendering(package(book, notes, types, media_of(book)), diagnostics)
