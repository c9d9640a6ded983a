"""Anki's collection database, schema 11: the form that every version of every client reads.

The same input gives the same bytes with any version of SQLite.
"""

import hashlib
import html
import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from generator.edition.abi import Part
from generator.render.deck.note_types import NoteType
from generator.render.deck.notes import Note

EPOCH: Final = 1_700_000_000
"""Unix time in seconds, of the collection and of the first note's id. Anki matches notes by GUID: ids need only be the
same in every build."""

_SCHEMA: Final = """
create table col (id integer primary key, crt integer not null, mod integer not null, scm integer not null,
  ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null,
  models text not null, decks text not null, dconf text not null, tags text not null);
create table notes (id integer primary key, guid text not null, mid integer not null, mod integer not null,
  usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null,
  flags integer not null, data text not null);
create table cards (id integer primary key, nid integer not null, did integer not null, ord integer not null,
  mod integer not null, usn integer not null, type integer not null, queue integer not null, due integer not null,
  ivl integer not null, factor integer not null, reps integer not null, lapses integer not null,
  left integer not null, odue integer not null, odid integer not null, flags integer not null, data text not null);
create table revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null,
  ivl integer not null, lastIvl integer not null, factor integer not null, time integer not null,
  type integer not null);
create table graves (usn integer not null, oid integer not null, type integer not null);
create index ix_notes_usn on notes (usn);
create index ix_cards_usn on cards (usn);
create index ix_revlog_usn on revlog (usn);
create index ix_cards_nid on cards (nid);
create index ix_cards_sched on cards (did, queue, due);
create index ix_revlog_cid on revlog (cid);
create index ix_notes_csum on notes (csum);
"""
_VERSION_AT: Final = slice(96, 100)
"""Where a database file says which SQLite wrote it last."""

_DAY: Final = (0, 0)
_SETTINGS: Final = {
    "activeDecks": [1],
    "addToCur": True,
    "collapseTime": 1200,
    "curDeck": 1,
    "curModel": None,
    "dueCounts": True,
    "estTimes": True,
    "newSpread": 0,
    "nextPos": 1,
    "sortBackwards": False,
    "sortType": "noteFld",
    "timeLim": 0,
}
_PRESET: Final = {
    "id": 1,
    "name": "Default",
    "mod": 0,
    "usn": 0,
    "autoplay": True,
    "maxTaken": 60,
    "replayq": True,
    "timer": 0,
    "new": {"bury": True, "delays": [1, 10], "initialFactor": 2500, "ints": [1, 4, 7], "order": 1, "perDay": 20},
    "rev": {"bury": True, "ease4": 1.3, "ivlFct": 1, "maxIvl": 36500, "perDay": 100},
    "lapse": {"delays": [10], "leechAction": 0, "leechFails": 8, "minInt": 1, "mult": 0},
}
"""Never taken over: an import leaves a learner's presets alone unless told otherwise."""


def collection(
    notes: Sequence[Note],
    times: Mapping[str, int],
    types: tuple[tuple[NoteType, int], ...],
    decks: Mapping[str, str],
    namespace: str,
) -> bytes:
    """Return the database file.

    *times* gives each note's time by its key, *types* each note type with its time, *decks* each deck's description.
    """
    database = sqlite3.connect(":memory:")
    try:
        database.executescript(_SCHEMA)
        deck_ids = {name: _deck_id(name) for name in decks}
        models = {str(one.shape.id): _model(one, time) for one, time in types}
        table = {"1": _deck(1, "Default", "")}
        table |= {str(deck_ids[name]): _deck(deck_ids[name], name, text) for name, text in decks.items()}
        database.execute(
            "insert into col values (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, '{}')",
            (EPOCH, EPOCH * 1000, EPOCH * 1000, *map(_json, (_SETTINGS, models, table, {"1": _PRESET}))),
        )
        type_ids = {one.shape.kind: one.shape.id for one, _ in types}
        database.executemany(
            "insert into notes values (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, '')",
            (_note_row(place, note, times, type_ids, namespace) for place, note in enumerate(notes)),
        )
        database.executemany(
            "insert into cards values (?, ?, ?, ?, ?, -1, 0, 0, ?, 0, 0, 0, 0, 0, 0, 0, 0, '')",
            _card_rows(notes, times, deck_ids),
        )
        database.commit()
        data = bytearray(database.serialize())
    finally:
        database.close()
    data[_VERSION_AT] = b"\0\0\0\0"
    return bytes(data)


def _note_row(
    place: int, note: Note, times: Mapping[str, int], type_ids: Mapping[str, int], namespace: str
) -> tuple[int | str, ...]:
    kind = "cloze" if note.deletions else "question"
    first = _stripped(note.fields[0])
    return (
        EPOCH * 1000 + place,
        f"{namespace}_{note.key}",
        type_ids[kind],
        times[note.key],
        f" {' '.join(note.tags)} " if note.tags else "",
        "\x1f".join(note.fields),
        first,
        int.from_bytes(hashlib.sha1(first.encode(), usedforsecurity=False).digest()[:4], "big"),
    )


def _card_rows(
    notes: Iterable[Note], times: Mapping[str, int], deck_ids: Mapping[str, int]
) -> Iterator[tuple[int, ...]]:
    """Yield a row for each card: one a question note, one a number of a cloze note. An import makes none by itself."""
    number = EPOCH * 1000
    for place, note in enumerate(notes):
        for ordinal in [deletion - 1 for deletion in note.deletions] or [0]:
            yield number, EPOCH * 1000 + place, deck_ids[note.deck], ordinal, times[note.key], note.due
            number += 1


def _model(one: NoteType, time: int) -> dict[str, object]:
    shape = one.shape
    return {
        "id": shape.id,
        "name": one.name,
        "type": 1 if shape.kind == "cloze" else 0,
        "mod": time,
        "usn": -1,
        "sortf": 0,
        "did": None,
        "css": one.style,
        "latexPre": "\\documentclass[12pt]{article}\n\\begin{document}\n",
        "latexPost": "\\end{document}",
        "latexsvg": False,
        "req": [[place, "any", [0]] for place, part in enumerate(shape.templates) if not part.guard],
        "tags": [],
        "vers": [],
        "flds": [_field(place, part) for place, part in enumerate(shape.fields)],
        "tmpls": [
            {
                "name": part.name,
                "id": part.id,
                "ord": place,
                "qfmt": front,
                "afmt": back,
                "bqfmt": "",
                "bafmt": "",
                "bfont": "",
                "bsize": 0,
                "did": None,
            }
            for place, (part, (front, back)) in enumerate(zip(shape.templates, one.texts, strict=True))
        ],
    }


def _field(place: int, part: Part) -> dict[str, object]:
    spare = part.name.startswith("_")
    look = {"font": "sans-serif", "size": 16, "rtl": False, "sticky": False, "media": []}
    return {"name": part.name, "id": part.id, "ord": place, **look, "collapsed": spare, "excludeFromSearch": spare}


def _deck(id: int, name: str, description: str) -> dict[str, object]:
    days = dict.fromkeys(("newToday", "revToday", "lrnToday", "timeToday"), _DAY)
    fixed = {"collapsed": False, "browserCollapsed": False, "conf": 1, "dyn": 0, "extendNew": 0, "extendRev": 0}
    return {"id": id, "name": name, "desc": description, "mod": EPOCH, "usn": -1, **fixed, **days}


def _deck_id(name: str) -> int:
    """Return an id made from the deck's name; Anki matches decks by name, and 1 is its default deck."""
    return 1_000_000_000_000 + int.from_bytes(hashlib.sha256(name.encode()).digest()[:5], "big")


def _stripped(field: str) -> str:
    """Return a field's text as Anki strips it for sorting and for its first-field check."""
    return html.unescape(re.sub(r"<[^>]*>", "", re.sub(r"<!--.*?-->", "", field, flags=re.DOTALL)))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
