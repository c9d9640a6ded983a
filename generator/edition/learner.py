"""A learner's notes of one book, with all that an import must not touch."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.edition.reading import reading
from generator.edition.sent import WORD_FIELDS

if TYPE_CHECKING:
    from anki.collection import Collection


@dataclass(frozen=True, slots=True)
class LearnerNote:
    """A note in a learner's collection; *key* is its GUID without the namespace, *mod* the second of its last change."""

    key: str
    mod: int
    fields: tuple[str, ...]
    tags: tuple[str, ...]

    @property
    def readings(self) -> tuple[str, ...]:
        """Return its words as a person reads them, a text a field."""
        return tuple(map(reading, self.fields[:WORD_FIELDS]))

    @property
    def question(self) -> str:
        """Return the question on one line."""
        return reading(self.fields[1 if self.key.endswith("_cloze") else 0]).replace("\n", " ")


@dataclass(frozen=True, slots=True)
class LearnerCard:
    """A card of such a note: *deck* is where its learner has it, *row* everything else that Anki keeps of it."""

    key: str
    ordinal: int
    deck: str
    row: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Learner:
    """A collection, as far as one book goes; *cards* are keyed by Anki's id."""

    notes: Mapping[str, LearnerNote]
    cards: Mapping[int, LearnerCard]
    reviews: int
    schema: int
    style: str


def learner_of(collection: "Collection", namespace: str, types: tuple[int, int]) -> Learner:
    """Return what *collection* holds of the book with *namespace* and the note types *types*."""
    database = collection.db
    if database is None:
        raise ValueError("the collection is closed")
    opening = f"{namespace}_"
    rows = database.all(
        "select id, guid, mod, tags, flds from notes where substr(guid, 1, ?) = ?", len(opening), opening
    )
    keys = {int(row[0]): str(row[1]).removeprefix(opening) for row in rows}
    cards = database.all("select id, nid, did, ord, odid, * from cards")
    return Learner(
        notes={
            keys[nid]: LearnerNote(keys[nid], mod, tuple(fields.split("\x1f")), tuple(tags.split()))
            for nid, _, mod, tags, fields in rows
        },
        cards={
            card: LearnerCard(keys[nid], ordinal, collection.decks.name(home or deck), tuple(row))
            for card, nid, deck, ordinal, home, *row in cards
            if nid in keys
        },
        reviews=database.scalar("select count() from revlog"),
        schema=database.scalar("select scm from col"),
        style=_style(collection, types[0]),
    )


def _style(collection: "Collection", note_type: int) -> str:
    """Return the style of a note type as it is now: the library's own table remembers what it read first."""
    from anki.errors import NotFoundError

    try:
        found = json.loads(collection._backend.get_notetype_legacy(note_type))
    except NotFoundError:
        return ""
    return str(found["css"])
