"""The notes that a book makes: which fields, which deck, which tags, in which order."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Final

from generator.diagnostics import Diagnostic
from generator.document import KeyWord
from generator.edition.abi import CLOZE_FIELDS, QUESTION_FIELDS
from generator.edition.decks import deck_name, recall_deck_name, recall_start
from generator.edition.notes import Kind, Note, key_of
from generator.language.tables import Names, names_in, word
from generator.model import Book, Card, Chapter, FollowUp
from generator.output import NOT_RELEASED, Stamps
from generator.render.citations import cited_places
from generator.render.deck.cloze import cloze_text
from generator.render.deck.fields import block_field, finished, line_field, source_line
from generator.render.deck.tags import Stops, stops_of, tags_of
from generator.rewriting import inlines_in

_MOST_DELETIONS = 499
"""The highest cloze number that Anki takes."""

_STEP: Final = 10
"""Between the places of two new cards, so that a later edition's card finds room."""


def notes_of(book: Book, stamps: Stamps = NOT_RELEASED) -> tuple[tuple[Note, ...], tuple[Diagnostic, ...]]:
    """Return the notes of *book* in its order, and what is wrong with its tags and deletions.

    *stamps* say what released editions have settled: places, and in which note a cloze number is asked.
    """
    notes: list[Note] = []
    starts: dict[str, int] = {}
    stops = stops_of(book)
    for chapter in book.chapters:
        maker = _Maker(book, chapter, names_in(book.edition.language), stops)
        for card in chapter.cards:
            made = [*maker.questions(card), *maker.recall(card, stamps.numbers)]
            starts |= {note.key: maker.start for note in made if note.deck == maker.recall_deck}
            notes += made
    return _placed(notes, starts, stamps.dues), note_faults(book)


def note_faults(book: Book) -> tuple[Diagnostic, ...]:
    """Return what is wrong with the tags and deletions of *book*."""
    stops = stops_of(book)
    makers = ((chapter, _Maker(book, chapter, names_in(book.edition.language), stops)) for chapter in book.chapters)
    return tuple(fault for chapter, maker in makers for card in chapter.cards for fault in maker.faults(card))


@dataclass(frozen=True, slots=True)
class _Maker:
    """What makes notes of the cards of one chapter."""

    book: Book
    chapter: Chapter
    names: Names
    stops: Stops

    @property
    def recall_deck(self) -> str:
        return recall_deck_name(self.book)

    @property
    def start(self) -> int:
        return recall_start(self.chapter, self.book)

    def questions(self, card: Card) -> Iterator[Note]:
        """Yield the note of *card*, then those of its follow-ups; what has no answer is none."""
        deck = deck_name(self.chapter, self.book)
        asked = [one for one in card.follow_ups if one.is_answered]
        if card.is_answered:
            listed = "".join(f"<li>{line_field(one.question, self.book)}</li>" for one in asked)
            fields = self._answer(card) | {"FollowUps": f"<ul>{listed}</ul>" if listed else ""}
            yield self._note(card, card, Kind.QUESTION, fields, deck)
        for one in asked:
            fields = self._answer(one) | {
                "Kind": self.names.follow_up,
                "Parent": line_field(card.question, self.book),
            }
            yield self._note(card, one, Kind.FOLLOW_UP, fields, deck)

    def recall(self, card: Card, numbers: Mapping[str, frozenset[int]]) -> Iterator[Note]:
        """Yield the formula note of *card*, and its cloze notes: a second one asks what came after the first was sent."""
        formula = block_field(card.short[1:], self.book)
        if card.prompt and formula:
            fields = {"Question": line_field(card.prompt, self.book), "Formula": formula, "Kind": self.names.formula}
            yield self._note(card, card, Kind.FORMULA, fields, self.recall_deck)
        for place, asked in _cloze_groups(card, numbers):
            fields = {
                "Text": finished(cloze_text(card, self.book, asked)),
                "Question": line_field(card.question, self.book),
                "Formula": formula,
                "Kind": self.names.cloze,
                "Hide": "1" if card.cloze_list else "",
            }
            yield self._note(card, card, Kind.CLOZE, fields, self.recall_deck, place)

    def faults(self, card: Card) -> Iterator[Diagnostic]:
        """Yield what is wrong with the tags and deletions of *card*."""
        if card.is_answered:
            yield from tags_of(card, self.chapter, self.book, self.stops)[1]
        for number in sorted(_numbers(card)):
            if number > _MOST_DELETIONS:
                message = f"deletion {number} is more than Anki takes; number deletions from 1 to {_MOST_DELETIONS}"
                yield Diagnostic(card.location, "cloze", message)

    def _note(
        self, card: Card, asked: Card | FollowUp, kind: Kind, fields: dict[str, str], deck: str, place: int = 1
    ) -> Note:
        names = CLOZE_FIELDS if kind is Kind.CLOZE else QUESTION_FIELDS
        common = {
            "Chapter": line_field(self.chapter.title, self.book),
            "Core": word("core", self.book.edition.language) if card.core else "",
            "CardID": asked.id,
        }
        return Note(
            key_of(asked.id, kind, place),
            dict.fromkeys(names, "") | common | fields,
            tags_of(card, self.chapter, self.book, self.stops, kind)[0],
            deck,
            location=asked.location,
        )

    def _answer(self, asked: Card | FollowUp) -> dict[str, str]:
        return {
            "Question": line_field(asked.question, self.book),
            "Short": block_field(asked.short[:1], self.book),
            "Formula": block_field(asked.short[1:], self.book),
            "Detail": _detail(asked, self.book),
            "Sources": _sources(asked, self.book),
        }


def _numbers(card: Card) -> frozenset[int]:
    nodes = inlines_in(card.short) if card.cloze else ()
    return frozenset(node.number for node in nodes if isinstance(node, KeyWord) and node.number)


def _cloze_groups(card: Card, released: Mapping[str, frozenset[int]]) -> Iterator[tuple[int, frozenset[int]]]:
    """Yield the place of each cloze note of *card* and the numbers that it asks.

    A number stays in the note with which it was released. One that is new gets a note of its own beside those: as a card
    more of a note that a learner has edited, it would ask nothing (tried on Anki 23.10 to 26.9).
    """
    waiting = _numbers(card)
    place = 1
    while waiting:
        known = released.get(key_of(card.id, Kind.CLOZE, place))
        asked = waiting if known is None else waiting & known
        if asked:
            yield place, asked
        waiting -= asked
        place += 1


def _placed(notes: Sequence[Note], starts: Mapping[str, int], dues: Mapping[str, int]) -> tuple[Note, ...]:
    """Return *notes* with their places among the new cards of their decks; released ones keep theirs."""
    decks: dict[str, list[Note]] = defaultdict(list)
    for note in notes:
        decks[note.deck].append(note)
    places: dict[str, int] = {}
    for listed in decks.values():
        natural: list[int] = []
        last: dict[int, int] = {}
        for note in listed:
            start = starts.get(note.key, 0)
            last[start] = last.get(start, start) + _STEP
            natural.append(last[start])
        known = [dues.get(note.key) for note in listed]
        places |= dict(zip((note.key for note in listed), _fitted(natural, known), strict=True))
    return tuple(replace(note, due=places[note.key]) for note in notes)


def _fitted(natural: Sequence[int], known: Sequence[int | None]) -> list[int]:
    """Return places: those *known*, and between them the *natural* ones if they fit, else evenly spaced ones."""
    places: list[int] = []
    begin = 0
    while begin < len(known):
        settled = known[begin]
        if settled is not None:
            places.append(settled)
            begin += 1
            continue
        end = next((place for place in range(begin, len(known)) if known[place] is not None), len(known))
        before = places[-1] if places else 0
        after = known[end] if end < len(known) else None
        places += _between(natural[begin:end], before, after)
        begin = end
    return places


def _between(natural: Sequence[int], before: int, after: int | None) -> Iterator[int]:
    if natural[0] > before and (after is None or natural[-1] < after):
        yield from natural
        return
    room = _STEP * (len(natural) + 1) if after is None else max(0, after - before)
    for place in range(1, len(natural) + 1):
        yield before + room * place // (len(natural) + 1)


def _detail(asked: Card | FollowUp, book: Book) -> str:
    notes = "".join(
        f"<li>{'' if note.label.isdigit() else f'<sup>{escape(note.label)}</sup> '}{block_field(note.blocks, book)}</li>"
        for note in asked.footnotes
    )
    return block_field(asked.detail, book) + (f'<ol class="footnotes">{notes}</ol>' if notes else "")


def _sources(asked: Card | FollowUp, book: Book) -> str:
    nodes = (node for text in asked.texts() if text.owner is asked for node in text.inlines())
    lines = "".join(
        source_line(book.sources[key], places, book.edition.language)
        for key, places in cited_places(nodes).items()
        if key in book.sources
    )
    return finished(f"<ul>{lines}</ul>") if lines else ""
