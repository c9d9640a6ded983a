"""The step from one edition to the next: which notes get a new time, and what the ledger then holds."""

from collections.abc import Iterable, Set
from dataclasses import dataclass, replace

from generator.edition.abi import shapes
from generator.edition.changes import Changes, View, compare
from generator.edition.facts import Fact, card_of
from generator.edition.ledger import Entry, Ledger
from generator.model import Edition


@dataclass(frozen=True, slots=True)
class Print:
    """A note as it is about to be sent: its facts and a hash of its fields and tags."""

    fact: Fact
    markup: str


@dataclass(frozen=True, slots=True)
class Step:
    """What the next edition changes, and the ledger once it is out."""

    changes: Changes
    ledger: Ledger


def views_of_ledger(ledger: Ledger) -> dict[str, View]:
    """Return the notes that learners have, by key."""
    return {
        key: View(key, entry.deck, entry.question, (entry.question, entry.answer, _numbers(entry)), entry.markup)
        for key, entry in ledger.live.items()
    }


def views_of_prints(prints: Iterable[Print], ledger: Ledger) -> tuple[View, ...]:
    """Return the notes of the book, to be compared with those of *ledger*."""
    return tuple(
        View(
            one.fact.key,
            one.fact.deck,
            one.fact.question,
            (one.fact.question, one.fact.answer, _kept_numbers(one.fact, ledger)),
            one.markup,
            one.fact.location,
        )
        for one in prints
    )


def empty_ledger(edition: Edition) -> Ledger:
    """Return the ledger of a book that was never released."""
    return Ledger(edition.namespace, tuple(map(str, shapes(edition))), 0, "", {})


def next_step(
    ledger: Ledger, prints: tuple[Print, ...], look: str, *, edition: int, now: int, markup: bool, revive: Set[str]
) -> Step:
    """Return what *edition* changes: *look* is the hash of style and templates, *now* the clock in Unix seconds.

    A note whose words changed gets the time `max(old + 1, now)`; so do all with changed markup if *markup*. A card that
    is gone is retired; those in *revive* come back.
    """
    retired = {key for key, entry in ledger.entries.items() if entry.retired}
    changes = compare(
        views_of_ledger(ledger),
        views_of_prints(prints, ledger),
        retired={key for key in retired if card_of(key) in revive},
        markup=markup,
        restyled=bool(ledger.look) and look != ledger.look,
    )
    entries = dict(ledger.entries)
    for one in prints:
        entries[one.fact.key] = _next_entry(one, ledger.entries.get(one.fact.key), changes, now)
    for view in changes.retired:
        old = entries[view.key]
        entries[view.key] = replace(old, mod=max(old.mod + 1, now), retired=edition)
    style = ledger.style if look == ledger.look else max(ledger.style + 1, now)
    return Step(changes, replace(ledger, style=style, look=look, entries=entries))


def _next_entry(one: Print, old: Entry | None, changes: Changes, now: int) -> Entry:
    fact = one.fact
    if old is not None and fact.key not in changes.sent:
        return replace(old, deck=fact.deck)
    mod = now if old is None else max(old.mod + 1, now)
    cloze = {**(old.cloze if old else {}), **fact.cloze}
    return Entry(fact.key, fact.deck, mod, fact.answer, one.markup, fact.question, cloze)


def _numbers(entry: Entry) -> tuple[tuple[int, tuple[str, ...]], ...]:
    return tuple(sorted(entry.cloze.items()))


def _kept_numbers(fact: Fact, ledger: Ledger) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return the deletions of *fact* and, of earlier ones that are gone, the words they had."""
    entry = ledger.entries.get(fact.key)
    return tuple(sorted({**(entry.cloze if entry else {}), **fact.cloze}.items()))
