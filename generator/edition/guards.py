"""What may no longer change once learners have it: ids, retirements, cloze numbers, deck names, namespace, note types."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from difflib import SequenceMatcher, get_close_matches
from pathlib import PurePosixPath
from typing import Final

from generator.diagnostics import Diagnostic, Location
from generator.edition.abi import breaches
from generator.edition.facts import Fact, card_of, is_cloze
from generator.edition.ledger import FILE, Entry, Ledger
from generator.edition.words import hash_of
from generator.model import Edition

_ALIKE = 0.5
"""How much of a deletion's words must be left for it to count as mended rather than replaced."""


def missing_ledger(edition: Edition, book_file: PurePosixPath) -> Iterator[Diagnostic]:
    """Yield a fault for a book that was released and has no ledger."""
    if edition.number >= 1:
        message = (
            f"edition {edition.number} is out and {FILE} is missing: every note would count as changed; restore it from "
            "version control, or make it with 'cardpress ledger rebuild OLD.apkg'"
        )
        yield Diagnostic(Location(book_file, 0), "ledger", message)


def broken_promises(
    edition: Edition, facts: tuple[Fact, ...], ledger: Ledger, book_file: PurePosixPath, revived: Set[str] = frozenset()
) -> Iterator[Diagnostic]:
    """Yield everything in the book that contradicts what was released; cards in *revived* may come back."""
    if edition.namespace != ledger.namespace:
        message = (
            f"namespace '{edition.namespace}' was released as '{ledger.namespace}'; restore it: it opens every GUID"
        )
        yield Diagnostic(Location(book_file, 0), "ledger", message)
    yield from breaches(edition, ledger.types, book_file)
    yield from _renamed_ids(facts, ledger)
    yield from _returning(facts, ledger, revived)
    yield from _reused_numbers(facts, ledger)
    yield from _renamed_decks(facts, ledger, book_file)


def _renamed_ids(facts: Iterable[Fact], ledger: Ledger) -> Iterator[Diagnostic]:
    """Yield each new card that reads like a released one that is gone."""
    known = {fact.key for fact in facts}
    gone = [entry for entry in ledger.live.values() if entry.key not in known and not is_cloze(entry.key)]
    by_question = {entry.question: entry for entry in gone if entry.question}
    by_answer = {entry.answer: entry for entry in gone if entry.answer not in ("-", _EMPTY)}
    for fact in facts:
        if fact.key in ledger.entries or is_cloze(fact.key):
            continue
        entry = by_question.get(fact.question) or by_answer.get(fact.answer) or _nearest(fact.question, by_question)
        if entry is not None:
            message = (
                f"'{fact.key}' reads like the released card '{entry.key}' with another id; write {{#{entry.key}}} again, "
                "or learners lose its history"
            )
            yield Diagnostic(fact.location, "renamed-id", message)


def _nearest(question: str, gone: Mapping[str, Entry]) -> Entry | None:
    """Return the card that is gone whose question differs from *question* by a touch only."""
    near = get_close_matches(question, gone, n=1, cutoff=_SAME_QUESTION)
    return gone[near[0]] if near else None


_SAME_QUESTION: Final = 0.9
"""How alike two questions are that are one, reworded: 什么是乙？ and 什么是乙呢？, but not 什么是 PPO？ and 什么是 DPO？."""

_EMPTY = hash_of("\x1e")
"""The hash of no answer at all."""


def _returning(facts: Iterable[Fact], ledger: Ledger, revived: Set[str]) -> Iterator[Diagnostic]:
    for fact in facts:
        entry = ledger.entries.get(fact.key)
        name = card_of(fact.key)
        if entry is None or not entry.retired or name in revived:
            continue
        what = f"the cloze note of '{name}'" if is_cloze(fact.key) else f"card '{name}'"
        message = (
            f"{what} was retired in edition {entry.retired}; take another id, or bring it back with "
            f"'cardpress release --revive {name}'"
        )
        yield Diagnostic(fact.location, "retired-id", message)


def _reused_numbers(facts: Iterable[Fact], ledger: Ledger) -> Iterator[Diagnostic]:
    for fact in facts:
        entry = ledger.entries.get(fact.key)
        for number, words in fact.cloze.items():
            old = entry.cloze.get(number) if entry else None
            if old and not _is_mended(words, old):
                free = max((*fact.cloze, *(entry.cloze if entry else ())), default=0) + 1
                message = (
                    f"deletion {number} was released as '{'，'.join(old)}' and is now '{'，'.join(words)}'; write "
                    f"=={words[0]}=={{{free}}} for other words: the old card's history belongs to the old ones"
                )
                yield Diagnostic(fact.location, "cloze-number", message)


def _is_mended(new: tuple[str, ...], old: tuple[str, ...]) -> bool:
    """Return whether some of the *old* words are still there, perhaps reworded."""
    return any(a in b or b in a or SequenceMatcher(None, a, b).ratio() >= _ALIKE for a in new for b in old if a and b)


def _renamed_decks(facts: Iterable[Fact], ledger: Ledger, book_file: PurePosixPath) -> Iterator[Diagnostic]:
    """Yield each released deck that is gone while most of its notes stand together in a new one."""
    now = {fact.key: fact.deck for fact in facts}
    released = {entry.deck for entry in ledger.live.values()}
    for old, keys in sorted(_by_deck(ledger.live).items()):
        if old in now.values():
            continue
        moved = Counter(now[key] for key in keys if key in now)
        new, count = moved.most_common(1)[0] if moved else ("", 0)
        if new and new not in released and 2 * count > moved.total():
            message = (
                f"the released deck '{old}' is now called '{new}'; restore its name: Anki knows decks by name, and "
                "learners' cards would stay in the old one"
            )
            yield Diagnostic(Location(book_file, 0), "deck-name", message)


def _by_deck(entries: Mapping[str, Entry]) -> dict[str, list[str]]:
    decks = defaultdict(list)
    for key, entry in entries.items():
        decks[entry.deck].append(key)
    return decks
