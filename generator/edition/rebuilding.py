"""The ledger of a book whose own is lost, made from the packages that learners have."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from generator.edition.facts import Fact
from generator.edition.ledger import Entry, Ledger
from generator.edition.reading import reading
from generator.edition.sent import Sent, SentNote
from generator.edition.words import markup_hash
from generator.model import Edition

_DELETION: Final = re.compile(r"\{\{c(\d+)::(.*?)\}\}", re.DOTALL)
UNKNOWN: Final = "-"
"""Stands for the hash of words that the source no longer holds: they count as changed."""


def rebuilt_ledger(
    edition: Edition, facts: Iterable[Fact], rendered: Mapping[str, tuple[str, ...]], sent: tuple[Sent, ...]
) -> Ledger:
    """Return what learners have who imported the packages *sent*, oldest first.

    *rendered* holds, by key, the book's notes as `SentNote.readings` gives them: a note that still reads so is unchanged.
    What only an older package holds is retired.
    """
    now = {fact.key: fact for fact in facts}
    entries: dict[str, Entry] = {}
    for package in sent:
        for key, note in package.notes.items():
            entries[key] = _entry(note, now.get(key), rendered.get(key))
    latest = sent[-1]
    for key, entry in entries.items():
        if key not in latest.notes:
            entries[key] = replace(entry, retired=max(edition.number, 1))
    return Ledger(edition.namespace, latest.types, latest.style, latest.look, entries)


def _entry(note: SentNote, fact: Fact | None, rendered: tuple[str, ...] | None) -> Entry:
    markup = markup_hash(note.fields, note.tags)
    if fact is not None and rendered == note.readings:
        return Entry(note.key, note.deck, note.mod, fact.answer, markup, fact.question, fact.cloze)
    return Entry(note.key, note.deck, note.mod, UNKNOWN, markup, note.question, _deletions(note))


def _deletions(note: SentNote) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for number, words in _DELETION.findall(note.fields[0]) if note.deletions else ():
        found[int(number)] = (*found.get(int(number), ()), reading(words).replace("\n", " "))
    return found
