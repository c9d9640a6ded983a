"""A package as it was sent to learners, read back."""

import json
import re
import sqlite3
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from generator.diagnostics import BuildError
from generator.edition.abi import Part, Shape, look_hash
from generator.edition.changes import View
from generator.edition.reading import reading

_GUARD: Final = re.compile(r"\{\{#(_\w+)\}\}")
WORD_FIELDS: Final = 3
"""How many fields, from the first on, hold a card's words: question, short answer or text, detail."""


@dataclass(frozen=True, slots=True)
class SentNote:
    """A note of a package; *key* is its GUID without the namespace, *mod* its time, *deletions* its cloze numbers."""

    key: str
    fields: tuple[str, ...]
    tags: tuple[str, ...]
    deck: str
    mod: int
    deletions: tuple[int, ...] = ()

    @property
    def readings(self) -> tuple[str, ...]:
        """Return its words as a person reads them, a text a field."""
        return tuple(map(reading, self.fields[:WORD_FIELDS]))

    @property
    def question(self) -> str:
        """Return the question on one line."""
        return reading(self.fields[1 if self.deletions else 0]).replace("\n", " ")

    def view(self) -> View:
        """Return what editions are compared by."""
        return View(self.key, self.deck, self.question, self.readings, (self.fields, self.tags))


@dataclass(frozen=True, slots=True)
class Sent:
    """A package: its notes of one book by key, in order, its note types as `str(shape)`, and their time and look."""

    namespace: str
    notes: Mapping[str, SentNote]
    types: tuple[str, ...]
    style: int
    look: str

    @property
    def type_ids(self) -> tuple[int, int]:
        """Return the ids of the two note types, that of questions first."""
        question, cloze = (int(shape.split("\t")[0]) for shape in self.types)
        return question, cloze


def newest_time(package: Sent) -> int:
    """Return when the package's newest note or its style changed: later editions have later ones."""
    return max((package.style, *(note.mod for note in package.notes.values())))


def read_sent(path: Path, namespace: str = "") -> Sent:
    """Return the notes in the package *path* whose GUID opens with *namespace*; without one, that of its first note."""
    database = sqlite3.connect(":memory:")
    try:
        database.deserialize(_collection(path))
        models, decks = (json.loads(text) for text in database.execute("select models, decks from col").fetchone())
        first = database.execute("select guid from notes order by id limit 1").fetchone()
        opening = namespace or (str(first[0]).partition("_")[0] if first else "")
        notes = {note.key: note for note in _notes(database, decks, f"{opening}_")}
        used = {str(mid) for (mid,) in database.execute("select distinct mid from notes")}
    except (sqlite3.Error, ValueError) as error:
        raise BuildError(f"{path}: is no package that this program wrote: {error}") from error
    finally:
        database.close()
    types = sorted((models[mid] for mid in models if mid in used or len(models) == 2), key=lambda model: model["type"])
    if not notes:
        raise BuildError(f"{path}: holds no note of '{opening}'; give a deck.apkg of this book")
    if len(types) != 2:
        raise BuildError(f"{path}: does not hold the two note types of a book; give the deck.apkg of a release")
    return Sent(
        opening,
        notes,
        tuple(str(_shape(model)) for model in types),
        max((int(model["mod"]) for model in types), default=0),
        look_hash((model["name"], model["css"], _sides(model)) for model in types),
    )


def _collection(path: Path) -> bytes:
    try:
        with zipfile.ZipFile(path) as archive:
            if "collection.anki21b" in archive.namelist():
                raise BuildError(f"{path}: was exported by Anki; give the deck.apkg that this program wrote")
            return archive.read("collection.anki2")
    except (OSError, zipfile.BadZipFile, KeyError) as error:
        raise BuildError(f"{path}: is no Anki package: {error}") from error


def _notes(database: sqlite3.Connection, decks: Mapping[str, Any], prefix: str) -> Iterator[SentNote]:
    query = (
        "select n.guid, n.flds, n.tags, n.mod, c.did, group_concat(c.ord), n.mid from notes n join cards c on c.nid = n.id"
        " group by n.id order by n.id"
    )
    cloze = _cloze_types(database)
    for guid, fields, tags, mod, deck, ordinals, mid in database.execute(query):
        if str(guid).startswith(prefix):
            numbers = tuple(sorted(int(number) + 1 for number in str(ordinals).split(","))) if mid in cloze else ()
            key, name = str(guid).removeprefix(prefix), str(decks[str(deck)]["name"])
            yield SentNote(key, tuple(str(fields).split("\x1f")), tuple(str(tags).split()), name, int(mod), numbers)


def _cloze_types(database: sqlite3.Connection) -> frozenset[int]:
    (models,) = database.execute("select models from col").fetchone()
    return frozenset(int(mid) for mid, model in json.loads(models).items() if model["type"] == 1)


def _shape(model: Mapping[str, Any]) -> Shape:
    return Shape(
        int(model["id"]),
        "cloze" if model["type"] == 1 else "question",
        tuple(Part(field["name"], int(field.get("id") or 0)) for field in model["flds"]),
        tuple(
            Part(part["name"], int(part.get("id") or 0), guard[1] if (guard := _GUARD.match(part["qfmt"])) else "")
            for part in model["tmpls"]
        ),
    )


def _sides(model: Mapping[str, Any]) -> Iterator[str]:
    for part in model["tmpls"]:
        yield part["qfmt"]
        yield part["afmt"]
