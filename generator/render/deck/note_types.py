"""The two note types: an interface that learners' collections hold, frozen from the first edition on.

Anki matches a type by its id, and fields and templates by theirs; a change of their number, order or ids leaves every
existing note behind (measured on Anki 23.10 to 26.9). Text of templates and the style may change.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from generator.model import Edition

QUESTION_FIELDS: Final = ("Question", "Short", "Detail", "Sources", "Chapter", "Core", "CardID")
CLOZE_FIELDS: Final = ("Text", "Question", "Detail", "Sources", "Chapter", "Core", "CardID")
RESERVED_FIELDS: Final = ("_reserved1", "_reserved2", "_reserved3", "_reserved4")


@dataclass(frozen=True, slots=True)
class Part:
    """A field or a template with the id by which Anki knows it; *front* and *back* are a template's text."""

    name: str
    id: int
    front: str = ""
    back: str = ""


@dataclass(frozen=True, slots=True)
class NoteType:
    """A note type; *stamp* is the second its style or templates last changed."""

    id: int
    name: str
    cloze: bool
    fields: tuple[Part, ...]
    templates: tuple[Part, ...]
    style: str
    stamp: int


def note_types(edition: Edition, templates: Path, stamp: int) -> tuple[NoteType, NoteType]:
    """Return the type of question notes and that of cloze notes."""
    style = (templates / "card.css").read_text(encoding="utf-8")
    base = edition.title if not edition.trial else "Cardpress"
    question_id, cloze_id = edition.note_type or _TRIAL_ID, edition.cloze_note_type or _TRIAL_ID + 1
    question = NoteType(
        id=question_id,
        name=base,
        cloze=False,
        fields=_fields(question_id, QUESTION_FIELDS),
        templates=(
            _template(question_id, 1, "问答", templates, "question"),
            _spare(question_id, 2, "备用", templates),
        ),
        style=style,
        stamp=stamp,
    )
    cloze = NoteType(
        id=cloze_id,
        name=f"{base} 填空",
        cloze=True,
        fields=_fields(cloze_id, CLOZE_FIELDS),
        templates=(_template(cloze_id, 1, "填空", templates, "cloze"),),
        style=style,
        stamp=stamp,
    )
    return question, cloze


_TRIAL_ID = 1796000000001


def _fields(type_id: int, names: tuple[str, ...]) -> tuple[Part, ...]:
    return tuple(Part(name, _part_id(type_id, place)) for place, name in enumerate((*names, *RESERVED_FIELDS), start=1))


def _part_id(type_id: int, place: int) -> int:
    """Return an id that is unique among the parts of both types and fits a signed 64-bit number."""
    return type_id * 100 + place


def _template(type_id: int, place: int, name: str, folder: Path, stem: str) -> Part:
    front = (folder / f"{stem}-front.html").read_text(encoding="utf-8")
    back = (folder / f"{stem}-back.html").read_text(encoding="utf-8")
    return Part(name, _part_id(type_id, 50 + place), front, back)


def _spare(type_id: int, place: int, name: str, folder: Path) -> Part:
    """Return a template that makes no card until an edition fills `_reserved1`."""
    part = _template(type_id, place, name, folder, "question")
    guarded = "{{#_reserved1}}" + part.front + "{{/_reserved1}}"
    return Part(part.name, part.id, guarded, part.back)
