"""When each note last changed: what Anki compares to decide whether an import updates it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from generator.edition.words import words_hash
from generator.model import Book


@dataclass(frozen=True, slots=True)
class Stamps:
    """Unix times in seconds: of each card's note, by card id, and of the note types."""

    notes: Mapping[str, int]
    style: int


def stamps_for_build(book: Book, folder: Path, cache: Path, now: datetime) -> Stamps:
    """Return the stamps of a draft: a card keeps its stamp as long as its words stay the same.

    They are remembered in *cache*; a changed card gets `max(old + 1, now)`.
    """
    path = cache / "drafts.json"
    remembered: dict[str, list[object]] = json.loads(path.read_text()) if path.exists() else {}
    seconds = int(now.timestamp())
    entries = {card.id: _entry(remembered.get(card.id), words_hash(card, book), seconds) for card in book.cards()}
    cache.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**remembered, **entries}, sort_keys=True))
    notes = {name: int(str(entry[1])) for name, entry in entries.items()}
    return Stamps(notes, max(notes.values(), default=seconds))


def _entry(old: list[object] | None, words: str, seconds: int) -> list[object]:
    if old is None:
        return [words, seconds]
    return old if old[0] == words else [words, max(int(str(old[1])) + 1, seconds)]
