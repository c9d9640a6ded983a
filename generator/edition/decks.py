"""The names of decks: never changed once an edition is out, since Anki knows a deck by its name."""

from generator.model import Book, Chapter
from generator.plaintext import line_text


def deck_name(chapter: Chapter, book: Book) -> str:
    """Return the full name of a chapter's deck; in a trial, chapters stand below the book's title in order."""
    edition = book.edition
    if not edition.trial:
        return (
            f"{root_name(book)}::{deck_part(edition.deck_names.get(chapter.id, f'{chapter.number:02} {chapter.id}'))}"
        )
    if chapter.deck:
        return _levels(chapter.deck)
    if len(book.chapters) == 1:
        return root_name(book)
    return f"{root_name(book)}::{chapter.number:02} {deck_part(line_text(chapter.title))}"


def cloze_deck_name(book: Book) -> str:
    """Return the full name of the deck for what has to be known by heart."""
    return f"{root_name(book)}::{deck_part(book.edition.cloze_deck)}"


def root_name(book: Book) -> str:
    """Return the name of the deck above all others; a title is one level, a name that was given may have several."""
    edition = book.edition
    return _levels(edition.deck) if edition.deck and edition.deck != edition.title else deck_part(edition.title)


def deck_part(name: str) -> str:
    """Return *name* as one level of a deck's name: without `::`, which would open a level, and never empty."""
    return " ".join(name.replace("::", "∷").split()) or "cardpress"


def _levels(name: str) -> str:
    return "::".join(deck_part(part) for part in name.split("::") if part.strip()) or "cardpress"
