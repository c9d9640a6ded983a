"""How to study for a date: what to learn in the days that are left, how much a day, what to paste into Anki."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Final

from generator.document import KeyWord
from generator.edition.decks import recall_deck_name, root_name
from generator.edition.names import clean_tag
from generator.edition.notes import Kind
from generator.edition.recipes import in_deck
from generator.language.tables import word
from generator.model import Book, Card
from generator.render.reading_paths import cards_on
from generator.rewriting import inlines_in

DAYS: Final = (3, 7, 14, 30)

_MOST_QUESTIONS: Final = 30
_MOST_RECALL: Final = 10
"""New cards a day: with these, reviews in Anki's own simulator stay below two for each new one."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What one can set out to learn: *count* cards, which *search* finds in Anki's Browser.

    *follow_ups* says whether the questions that go on from the cards belong to it.
    """

    title: str
    count: int
    search: str
    follow_ups: bool = False

    def a_day(self, days: int) -> int:
        """Return how many new cards a day it takes with *days* left, the last of which are for repeating."""
        return ceil(self.count / days_for_new(days))


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do with *days* left: learn *questions*, and *recall* (formulas, clozes) if there is time for it.

    *aside* finds the new cards to suspend, *back* those to bring back once the date is past.
    """

    days: int
    questions: Scope
    recall: Scope | None
    aside: str
    back: str


def days_for_new(days: int) -> int:
    """Return on how many of *days* new cards are learnt: the last fifth is for repeating."""
    return max(1, days - days // 5)


def plans(book: Book, days: tuple[int, ...] = DAYS) -> tuple[Plan, ...]:
    """Return a plan for each number of days: the most that can be learnt in them.

    Offered are, from least to most: the questions of the first reading path, those asked most with their follow-ups,
    all questions, all with their follow-ups. None for a trial, whose decks and tags are nobody's yet.
    """
    if book.edition.trial or not any(card.is_answered for card in book.cards()):
        return ()
    offered = [scope for scope in _offered(book) if scope.count]
    recalled = [scope for scope in _recalled(book) if scope.count]
    return tuple(_plan(number, offered, recalled, book) for number in days)


def paths_to_learn(book: Book) -> tuple[Scope, ...]:
    """Return each reading path with the follow-ups of its cards, in the book's order."""
    if book.edition.trial:
        return ()
    scopes = (
        _scope(path.title, cards_on(path, book), _tag(book, "path", path.id), book, follow_ups=True)
        for path in book.edition.paths
    )
    return tuple(scope for scope in scopes if scope.count)


def _plan(days: int, offered: list[Scope], recalled: list[Scope], book: Book) -> Plan:
    questions = [scope for scope in offered if scope.a_day(days) <= _MOST_QUESTIONS] or offered[:1]
    recall = [scope for scope in recalled if scope.a_day(days) <= _MOST_RECALL]
    chosen = questions[-1]
    rest = f"{in_deck(root_name(book))} -({chosen.search})"
    if recall:
        rest += f" -({recall[-1].search})"
    return Plan(days, chosen, recall[-1] if recall else None, f"{rest} is:new", f"{rest} is:new is:suspended")


def _offered(book: Book) -> Iterator[Scope]:
    language, cards = book.edition.language, tuple(book.cards())
    core, everything = word("core questions", language), word("all questions", language)
    for path in book.edition.paths[:1]:
        yield _scope(path.title, cards_on(path, book), _tag(book, "path", path.id), book)
    yield _scope(core, tuple(card for card in cards if card.core), _tag(book, "core"), book, follow_ups=True)
    yield _scope(everything, cards, "", book)
    yield _scope(everything, cards, "", book, follow_ups=True)


def _scope(title: str, cards: tuple[Card, ...], tag: str, book: Book, *, follow_ups: bool = False) -> Scope:
    count = sum(card.is_answered for card in cards)
    kind = _tag(book, "kind", Kind.QUESTION.value)
    if follow_ups:
        count += sum(follow_up.is_answered for card in cards for follow_up in card.follow_ups)
        kind = f"({kind} OR {_tag(book, 'kind', Kind.FOLLOW_UP.value)})"
        title = word("with follow-ups", book.edition.language).format(title)
    return Scope(title, count, f"{tag} {kind}".strip(), follow_ups)


def _recalled(book: Book) -> Iterator[Scope]:
    language, cards = book.edition.language, tuple(book.cards())
    deck = in_deck(recall_deck_name(book))
    core = tuple(card for card in cards if card.core)
    yield Scope(word("core recall", language), sum(map(_recall_cards, core)), f"{deck} {_tag(book, 'core')}")
    yield Scope(word("all recall", language), sum(map(_recall_cards, cards)), deck)


def _recall_cards(card: Card) -> int:
    """Return how many cards of *card* ask for something by heart: its formula, each number of its deletions."""
    nodes = inlines_in(card.short) if card.cloze else ()
    return bool(card.prompt) + len({node.number for node in nodes if isinstance(node, KeyWord) and node.number})


def _tag(book: Book, *levels: str) -> str:
    return "tag:" + "::".join(filter(None, (clean_tag(book.edition.tag_root), *levels)))
