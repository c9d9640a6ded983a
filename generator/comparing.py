"""A book against what learners have: the ledger, or a package of an older edition."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from pathlib import Path

from generator.diagnostics import BuildError
from generator.edition.changes import Changes, compare
from generator.edition.facts import facts_of
from generator.edition.ledger import Ledger
from generator.edition.reading import Passage, passages
from generator.edition.release import Print, Step, empty_ledger, next_step
from generator.edition.sent import SentNote, read_sent
from generator.model import Book
from generator.pipeline import TEMPLATES, Loaded
from generator.render.deck.note_types import look_of, note_types
from generator.render.deck.notes import notes_of


@dataclass(frozen=True, slots=True)
class Compared:
    """What changes for learners; *words* holds, by key, the passages of changed notes, where both texts are known."""

    changes: Changes
    words: Mapping[str, tuple[Passage, ...]] = field(default_factory=dict)


def next_changes(loaded: Loaded) -> Compared:
    """Return what the next edition will change, by the ledger."""
    ledger = loaded.standing.ledger
    if ledger is None and loaded.book.edition.trial:
        raise BuildError("a trial has no editions; compare it with a deck: --against OLD.apkg")
    return Compared(plan(loaded.book, ledger).changes)


def plan(
    book: Book,
    ledger: Ledger | None,
    *,
    now: int = 0,
    markup: bool = False,
    revive: Set[str] = frozenset(),
    templates: Path = TEMPLATES,
) -> Step:
    """Return what the next edition of *book* changes, see `next_step`; *ledger* is None before the first."""
    markups = {note.key: note.markup for note in notes_of(book)[0]}
    return next_step(
        ledger or empty_ledger(book.edition),
        tuple(Print(fact, markups[fact.key]) for fact in facts_of(book)),
        look_of(note_types(book.edition, templates)),
        edition=book.edition.number + 1,
        now=now,
        markup=markup,
        revive=revive,
    )


def sent_notes(book: Book) -> dict[str, SentNote]:
    """Return the notes of *book* by key, as if they had been sent."""
    return {
        note.key: SentNote(note.key, note.fields, note.tags, note.deck, 0, note.deletions) for note in notes_of(book)[0]
    }


def compared_with(book: Book, path: Path) -> Compared:
    """Return what changes for learners who have the package *path*."""
    sent = read_sent(path, book.edition.namespace)
    old = {key: note.view() for key, note in sent.notes.items()}
    new = sent_notes(book)
    places = {fact.key: fact.location for fact in facts_of(book)}
    views = [replace(note.view(), location=places[key]) for key, note in new.items()]
    changes = compare(old, views, restyled=sent.look != look_of(note_types(book.edition, TEMPLATES)))
    words = {now.key: words_between(sent.notes[now.key], new[now.key]) for _, now in changes.changed}
    return Compared(changes, words)


def words_between(old: SentNote, new: SentNote) -> tuple[Passage, ...]:
    """Return the passages in which the words of two notes differ, each once."""
    found = [
        passage
        for was, now in zip(old.readings, new.readings, strict=True)
        if was != now
        for passage in passages(was, now)
    ]
    return tuple(dict.fromkeys(found))
