"""Cards as a reviewer shows them, read from the finished deck: front, back and style, formulas as MathML."""

import json
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape, unescape
from pathlib import Path
from typing import Any, Final

from generator.edition.archives import opened_package
from generator.formula.mathml import mark_up

_SECTION: Final = re.compile(r"\{\{([#^])(\w+)\}\}(.*?)\{\{/\2\}\}", re.DOTALL)
_FIELD: Final = re.compile(r"\{\{(?:(cloze|hint):)?(\w+)\}\}")
_DELETION: Final = re.compile(r"\{\{c(\d+)::(.*?)(?:::(.*?))?\}\}", re.DOTALL)
_FORMULA: Final = re.compile(r"\\\((.*?)\\\)|\\\[(.*?)\\\]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class CardView:
    """A card's sides as HTML, with the words that it is found by."""

    question: str
    front: str
    back: str
    style: str


def card_views(package: Path) -> Mapping[str, CardView]:
    """Return the first card of each note in *package*, by the note's key, in the deck's order."""
    database = opened_package(package)
    try:
        models = json.loads(database.execute("select models from col").fetchone()[0])
        query = "select n.guid, n.mid, n.flds from notes n join cards c on c.nid = n.id group by n.id order by n.id"
        rows = database.execute(query).fetchall()
    finally:
        database.close()
    return {
        str(guid).partition("_")[2]: _view(models[str(mid)], str(fields).split("\x1f")) for guid, mid, fields in rows
    }


def picture_in(package: Path, name: str) -> bytes | None:
    """Return the picture that cards in *package* call *name*, or None if there is none."""
    with zipfile.ZipFile(package) as archive:
        media = json.loads(archive.read("media"))
        member = next((number for number, called in media.items() if called == name), None)
        return None if member is None else archive.read(member)


def _view(model: Mapping[str, Any], values: list[str]) -> CardView:
    fields = dict(zip((str(field["name"]) for field in model["flds"]), values, strict=True))
    sides = model["tmpls"][0]
    front, back = (_filled(sides[name], fields, hides=hides) for name, hides in (("qfmt", True), ("afmt", False)))
    return CardView(re.sub(r"<[^>]*>", "", fields["Question"]), front, back, str(model["css"]))


def _filled(template: str, fields: Mapping[str, str], *, hides: bool) -> str:
    """Return one side: a template with the *fields* put in; *hides* leaves out what the first deletion asks for."""
    while (filled := _SECTION.sub(lambda match: _section(match, fields), template)) != template:
        template = filled
    whole = _FIELD.sub(lambda match: _field(match[1] or "", fields.get(match[2], ""), hides=hides), template)
    return _FORMULA.sub(_formula, whole)


def _section(match: re.Match[str], fields: Mapping[str, str]) -> str:
    return match[3] if bool(fields.get(match[2])) == (match[1] == "#") else ""


def _field(kind: str, value: str, *, hides: bool) -> str:
    if kind == "hint":
        return f"<details><summary>Hint</summary>{value}</details>" if value else ""
    if kind != "cloze":
        return value
    first = min((match[1] for match in _DELETION.finditer(value)), key=int, default="")

    def deletion(match: re.Match[str]) -> str:
        if match[1] != first:
            return match[2]
        asked = f"[{match[3] or '…'}]"
        return f'<span class="cloze">{asked if hides else match[2]}</span>'

    return _DELETION.sub(deletion, value)


def _formula(match: re.Match[str]) -> str:
    tex = unescape(re.sub(r"<[^>]*>", "", match[1] or match[2]))
    markup = mark_up(tex, display=match[1] is None)
    return markup.mathml if markup else f"<code>{escape(tex)}</code>"
