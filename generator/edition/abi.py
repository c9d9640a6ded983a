"""The note types as learners' collections hold them: an interface, frozen from the first edition on.

Anki finds a note type by its id, and its fields and templates by theirs. A change of their number, order, names or
ids, of the sort field or of a template's guard leaves every note behind that a learner has, or gives it empty cards
(measured on Anki 23.10 to 26.9). The text of templates and the style may change.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from generator.diagnostics import Diagnostic, Location
from generator.language.tables import names_in
from generator.model import Edition

RESERVED_FIELDS: Final = tuple(f"_reserved{number}" for number in range(1, 7))
"""Empty until an edition needs one: a new field would leave every note behind."""

QUESTION_FIELDS: Final = (
    *("Question", "Short", "Formula", "Detail", "FollowUps", "Sources"),
    *("Chapter", "Core", "CardID", "Parent", "Kind", "Hint", *RESERVED_FIELDS),
)
CLOZE_FIELDS: Final = ("Text", "Question", "Formula", "Chapter", "Core", "CardID", "Kind", "Hide", *RESERVED_FIELDS)
_SPARE_TEMPLATES: Final = 2
"""Each is guarded by a spare field of its own, which then holds its prompt: without it, it makes no card."""

TRIAL_ID: Final = 1796000000001
"""The note types of all trials; those of a book are in its `book.toml`."""


@dataclass(frozen=True, slots=True)
class Part:
    """A field or a template with the id by which Anki knows it; a template with a *guard* needs that field filled."""

    name: str
    id: int
    guard: str = ""

    def __str__(self) -> str:
        return f"{self.name}={self.id}" + (f"?{self.guard}" if self.guard else "")


@dataclass(frozen=True, slots=True)
class Shape:
    """What of a note type may never change; the first field is the sort field."""

    id: int
    kind: str
    fields: tuple[Part, ...]
    templates: tuple[Part, ...]

    def __str__(self) -> str:
        return "\t".join((str(self.id), self.kind, _joined(self.fields), _joined(self.templates)))


def shapes(edition: Edition) -> tuple[Shape, Shape]:
    """Return the shape of question notes and that of cloze notes."""
    question, cloze = type_ids(edition)
    names = names_in(edition.language)
    spare = (
        Part(f"{names.spare} {place}", _part_id(question, 51 + place), guard=RESERVED_FIELDS[place - 1])
        for place in range(1, _SPARE_TEMPLATES + 1)
    )
    return (
        Shape(
            question,
            "question",
            _fields(question, QUESTION_FIELDS),
            (Part(names.question, _part_id(question, 51)), *spare),
        ),
        Shape(cloze, "cloze", _fields(cloze, CLOZE_FIELDS), (Part(names.cloze, _part_id(cloze, 51)),)),
    )


def type_ids(edition: Edition) -> tuple[int, int]:
    """Return the ids of the two note types, that of questions first."""
    return edition.note_type or TRIAL_ID, edition.cloze_note_type or TRIAL_ID + 1


def breaches(edition: Edition, released: tuple[str, ...], place: PurePosixPath) -> Iterator[Diagnostic]:
    """Yield what has changed in the note types since they were *released* (as `str(shape)` wrote them)."""
    for shape, old in zip(shapes(edition), released, strict=False):
        for what in _differences(str(shape), old):
            message = (
                f"note type {shape.kind}: {what}; restore it, and use a spare ({', '.join(RESERVED_FIELDS)}) for what "
                "is new: Anki would leave every learner's notes behind"
            )
            yield Diagnostic(Location(place, 0), "note-type", message)


def look_hash(types: Iterable[tuple[str, str, Iterable[str]]]) -> str:
    """Return a hash of what may change about note types: of each its name, style and the sides of its templates."""
    parts = [part for name, style, sides in types for part in (name, style, *sides)]
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:16]


def _differences(new: str, old: str) -> Iterator[str]:
    names = ("id", "kind", "fields", "templates")
    for name, now, then in zip(names, new.split("\t"), old.split("\t"), strict=False):
        if now != then:
            was, is_now = then.split(","), now.split(",")
            gone = [f"{part} is gone" for part in was if part not in is_now]
            more = [f"{part} is new" for part in is_now if part not in was]
            yield f"{name} changed: {', '.join(gone + more) or 'their order'}"


def _joined(parts: tuple[Part, ...]) -> str:
    return ",".join(map(str, parts))


def _fields(type_id: int, names: tuple[str, ...]) -> tuple[Part, ...]:
    return tuple(Part(name, _part_id(type_id, place)) for place, name in enumerate(names, start=1))


def _part_id(type_id: int, place: int) -> int:
    """Return an id that is unique among the parts of both types and fits a signed 64-bit number."""
    return type_id * 100 + place
