"""The names of decks: never changed once an edition is out, since Anki knows a deck by its name."""

import re

from generator.language.tables import names_in
from generator.model import Book, Chapter
from generator.plaintext import line_text


def deck_name(chapter: Chapter, book: Book) -> str:
    """Return the full name of the deck of a chapter's questions; a trial's chapters stand below its title in order."""
    edition = book.edition
    if not edition.trial:
        name = edition.deck_names.get(chapter.id, f"{chapter.number:02} {chapter.id}")
        return f"{root_name(book)}::{names_in(edition.language).questions}::{deck_part(name)}"
    if chapter.deck:
        return _levels(chapter.deck)
    if len(book.chapters) == 1:
        return root_name(book)
    return f"{root_name(book)}::{chapter.number:02} {deck_part(line_text(chapter.title))}"


def recall_deck_name(book: Book) -> str:
    """Return the full name of the deck for what has to be known by heart: formulas and clozes."""
    return f"{root_name(book)}::{names_in(book.edition.language).recall}"


def recall_start(chapter: Chapter, book: Book) -> int:
    """Return the place among new cards at which those of a chapter to be known by heart begin.

    A chapter that is written later falls into its place: the number of its deck decides, not how many stand before it.
    """
    number = re.match(r"\d+", book.edition.deck_names.get(chapter.id, ""))
    return 1000 * (int(number[0]) if number else chapter.number)


def root_name(book: Book) -> str:
    """Return the name of the deck above all others; a title is one level, a name that was given may have several."""
    edition = book.edition
    return _levels(edition.deck) if edition.deck and edition.deck != edition.title else deck_part(edition.title)


def deck_part(name: str) -> str:
    """Return *name* as one level of a deck's name: without `::`, which would open a level, and never empty."""
    return " ".join(name.replace("::", "∷").split()) or "cardpress"


def _levels(name: str) -> str:
    return "::".join(deck_part(part) for part in name.split("::") if part.strip()) or "cardpress"
