"""Notes as the bytes of an `.apkg`: genanki makes the collection, times and sums are then set as Anki computes them."""

import hashlib
import html
import io
import json
import re
import sqlite3
import zipfile
from collections.abc import Mapping, Sequence
from itertools import groupby

import genanki

from generator.model import Book
from generator.render.deck.note_types import NoteType
from generator.render.deck.notes import Note

_ZIP_DATE = (1980, 1, 1, 0, 0, 0)
_EPOCH = 1_700_000_000
"""Seconds; where note and card ids start. Anki matches by GUID, so ids need only be the same in every build."""


def package(book: Book, notes: Sequence[Note], types: tuple[NoteType, NoteType], media: Mapping[str, bytes]) -> bytes:
    """Return the package; the same notes, types and media give the same bytes."""
    if len({note.guid for note in notes}) != len(notes):
        raise ValueError("two notes share a GUID")  # Anki would merge them; ids are checked to be unique before
    models = {note_type.cloze: _model(note_type) for note_type in types}
    decks = [genanki.Deck(_deck_id(book.edition.deck), book.edition.deck, book.edition.deck_description)]
    if book.edition.trial:
        decks = []
    for name, members in groupby(sorted(notes, key=lambda note: note.deck), key=lambda note: note.deck):
        deck = genanki.Deck(_deck_id(name), name)
        for note in members:
            deck.add_note(_genanki_note(note, models[note.cloze]))
        decks.append(deck)
    plain = io.BytesIO()
    genanki.Package(decks).write_to_file(plain, timestamp=_EPOCH)
    with zipfile.ZipFile(plain) as archive:
        collection = archive.read("collection.anki2")
    return _archive(_stamped(collection, notes, types), media)


def _genanki_note(note: Note, model: genanki.Model) -> genanki.Note:
    return genanki.Note(model=model, fields=list(note.fields), guid=note.guid, tags=list(note.tags), due=note.due)


def _model(note_type: NoteType) -> genanki.Model:
    return genanki.Model(
        note_type.id,
        note_type.name,
        fields=[{"name": field.name, "id": field.id} for field in note_type.fields],
        templates=[
            {"name": part.name, "id": part.id, "qfmt": part.front, "afmt": part.back} for part in note_type.templates
        ],
        css=note_type.style,
        model_type=genanki.Model.CLOZE if note_type.cloze else genanki.Model.FRONT_BACK,
        sort_field_index=0,
    )


def _deck_id(name: str) -> int:
    """Return an id made from the deck's name; Anki matches decks by name, and 1 is its default deck."""
    return 1_000_000_000_000 + int.from_bytes(hashlib.sha256(name.encode()).digest()[:5], "big")


def _stamped(collection: bytes, notes: Sequence[Note], types: tuple[NoteType, NoteType]) -> bytes:
    """Return the collection with each note's and note type's own time, and sums as Anki computes them."""
    database = sqlite3.connect(":memory:")
    try:
        database.deserialize(collection)
        database.executemany(
            "update notes set mod = ?, sfld = ?, csum = ? where guid = ?",
            [(note.stamp, _stripped(note.fields[0]), _checksum(note.fields[0]), note.guid) for note in notes],
        )
        (models,) = database.execute("select models from col").fetchone()
        table = json.loads(models)
        for note_type in types:
            if str(note_type.id) in table:
                table[str(note_type.id)]["mod"] = note_type.stamp
        database.execute("update col set models = ?", (json.dumps(table, ensure_ascii=False, sort_keys=True),))
        database.commit()
        database.execute("vacuum")
        return database.serialize()
    finally:
        database.close()


def _stripped(field: str) -> str:
    """Return a field's text as Anki strips it for sorting and for its first-field check."""
    return html.unescape(re.sub(r"<[^>]*>", "", re.sub(r"<!--.*?-->", "", field, flags=re.DOTALL)))


def _checksum(field: str) -> int:
    return int.from_bytes(hashlib.sha1(_stripped(field).encode(), usedforsecurity=False).digest()[:4], "big")


def _archive(collection: bytes, media: Mapping[str, bytes]) -> bytes:
    """Return the zip: the collection, the media under numbers, and the map of their names."""
    names = sorted(media)
    members = {
        "collection.anki2": collection,
        "media": json.dumps({str(number): name for number, name in enumerate(names)}, ensure_ascii=False).encode(),
        **{str(number): media[name] for number, name in enumerate(names)},
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in sorted(members.items()):
            entry = zipfile.ZipInfo(name, _ZIP_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return out.getvalue()
