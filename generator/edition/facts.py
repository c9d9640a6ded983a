"""What the ledger wants to know of each note of a book."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from generator.diagnostics import Location
from generator.edition.decks import cloze_deck_name, deck_name
from generator.edition.words import deletions, words_of
from generator.model import Book, Card

CLOZE_SUFFIX = "_cloze"
"""What a cloze note's key has after its card's id; an id holds no underscore."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A note as it is now.

    *key* is its GUID without the namespace: the card's id, with `_cloze` for the second note of a cloze card.
    *answer* is a hash. *cloze* maps each deletion's number to its words.
    """

    key: str
    deck: str
    question: str
    answer: str
    cloze: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    location: Location = field(compare=False, kw_only=True)


def facts_of(book: Book) -> tuple[Fact, ...]:
    """Return a fact for each note that *book* makes, in book order."""
    return tuple(
        fact
        for chapter in book.chapters
        for card in chapter.cards
        if card.is_answered
        for fact in _facts(card, deck_name(chapter, book), book)
    )


def card_of(key: str) -> str:
    """Return the id of the card whose note has this *key*."""
    return key.removesuffix(CLOZE_SUFFIX)


def is_cloze(key: str) -> bool:
    """Return whether *key* is that of a cloze note."""
    return key.endswith(CLOZE_SUFFIX)


def _facts(card: Card, deck: str, book: Book) -> Iterator[Fact]:
    words = words_of(card, book)
    yield Fact(card.id, deck, words.question, words.answer, location=card.location)
    if deleted := deletions(card):
        key, deck = card.id + CLOZE_SUFFIX, cloze_deck_name(book)
        yield Fact(key, deck, words.question, words.answer, deleted, location=card.location)
