"""Ids: each card and chapter has one, unique in the book."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace

from generator.diagnostics import Diagnostic, Location
from generator.model import Book, Card, Chapter
from generator.parse.identity import derived_id
from generator.plaintext import line_text, squeezed, text_of


def named(chapters: tuple[Chapter, ...]) -> tuple[tuple[Chapter, ...], tuple[Diagnostic, ...]]:
    """Return *chapters* with an id for every card, and what is wrong with the ids and the questions."""
    derived = Counter(_first_id(card) for card in _cards(chapters) if not card.id)
    written = {card.id for card in _cards(chapters) if card.id}
    taken = written | {name for name, count in derived.items() if count > 1}
    result = tuple(
        replace(
            chapter,
            sections=tuple(
                replace(section, cards=tuple(_named_card(card, taken) for card in section.cards))
                for section in chapter.sections
            ),
        )
        for chapter in chapters
    )
    return result, (*_duplicate_ids(result), *_duplicate_questions(result))


def missing_ids(book: Book) -> Iterator[Diagnostic]:
    """Yield the cards of a book (not of a trial) whose id is not written in the source."""
    if book.edition.trial:
        return
    for card in book.cards():
        if card.derived:
            message = f"the card has no id of its own; write {{#{card.id}}}, or run a build that may write it"
            yield Diagnostic(card.location, "missing-id", message)


def _named_card(card: Card, taken: set[str]) -> Card:
    if card.id:
        return card
    first = _first_id(card)
    name = first if first not in taken else derived_id(line_text(card.question), text_of(card.short))
    return replace(card, id=name, derived=True)


def _first_id(card: Card) -> str:
    return derived_id(line_text(card.question))


def _cards(chapters: tuple[Chapter, ...]) -> Iterator[Card]:
    return (card for chapter in chapters for card in chapter.cards)


def _duplicate_ids(chapters: tuple[Chapter, ...]) -> Iterator[Diagnostic]:
    first: dict[str, Location] = {}
    places = [(item.id, item.location, False) for item in chapters]
    places += [(card.id, card.location, card.derived) for card in _cards(chapters)]
    for name, location, derived in places:
        if name not in first:
            first[name] = location
        elif derived:
            message = f"same question and short answer as at {first[name]}; reword one, or give it an {{#id}}"
            yield Diagnostic(location, "derived-clash", message)
        else:
            yield Diagnostic(location, "duplicate-id", f"'{name}' is already used at {first[name]}; choose another id")


def _duplicate_questions(chapters: tuple[Chapter, ...]) -> Iterator[Diagnostic]:
    asked: dict[str, list[Card]] = defaultdict(list)
    for card in _cards(chapters):
        asked[_folded(line_text(card.question))].append(card)
    for question, cards in asked.items():
        for card in cards[1:] if question else ():
            message = f"the question is asked at {cards[0].location} too; make them one card, or reword one"
            yield Diagnostic(card.location, "duplicate-question", message)


def _folded(question: str) -> str:
    """Return *question* without what a reader would overlook: spaces, case, width and the closing mark."""
    return squeezed(question).replace(" ", "").replace("？", "?").rstrip("?").casefold()
