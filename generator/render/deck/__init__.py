"""The book as an Anki deck."""

from generator.edition.decks import root_name
from generator.model import Book
from generator.output import Press, Rendering
from generator.render.deck.collection import collection
from generator.render.deck.description import description
from generator.render.deck.drafts import times_of
from generator.render.deck.media import media_of
from generator.render.deck.note_types import look_of, note_types
from generator.render.deck.notes import note_faults, notes_of
from generator.render.deck.package import package

__all__ = ["note_faults", "render"]


def render(book: Book, press: Press) -> Rendering:
    """Return `deck.apkg`: questions and follow-ups in a deck a chapter, formulas and clozes in one deck of their own."""
    notes, diagnostics = notes_of(book, press.stamps)
    types = note_types(book.edition, press.templates)
    times = times_of(notes, look_of(types), press)
    decks = {note.deck: "" for note in notes} | {root_name(book): description(book)}
    data = collection(notes, times.notes, tuple((one, times.style) for one in types), decks, book.edition.namespace)
    return Rendering(package(data, media_of(book)), diagnostics)
