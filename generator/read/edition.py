"""`book.toml`: what the edition is called and how its outputs are named."""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from generator.codes import CODES
from generator.diagnostics import Diagnostic, Location, Severity
from generator.language.tables import LANGUAGES, ShortAnswer, language
from generator.model import Edition, Paper, ReadingPath, Rules
from generator.read.encoding import without_controls
from generator.read.folder import place, read_text
from generator.suggestions import did_you_mean

Value = object
"""What tomllib gives for a key: a string, number, date, list or table."""

_TOP: Final[dict[str, type]] = {
    "title": str,
    "subtitle": str,
    "namespace": str,
    "language": str,
    "authors": list,
    "licence": str,
    "edition": int,
    "released": date,
    "deck": dict,
    "path": list,
    "sheet": dict,
    "print": dict,
    "rules": dict,
}
_DECK: Final[dict[str, type]] = {
    "name": str,
    "description": str,
    "tags": str,
    "note_type": int,
    "cloze_note_type": int,
    "chapters": dict,
    "report": str,
}
_PATH: Final[dict[str, type]] = {"id": str, "title": str, "description": str, "items": list}
_PRINT: Final[dict[str, type]] = {"paper": str}
_SHEET: Final[dict[str, type]] = {"detail": bool, "address": str}
_REQUIRED: Final[tuple[tuple[str, ...], ...]] = (
    ("title",),
    ("namespace",),
    ("deck",),
    ("deck", "name"),
    ("deck", "note_type"),
    ("deck", "cloze_note_type"),
)
_ADDRESS = re.compile(r"https?://[^\s<>\"'{}#]+")
_NAMESPACE = re.compile(r"[a-z0-9]+")
_ITEM = re.compile(r"(chapter|tag|card):.+")


@dataclass(frozen=True, slots=True)
class _File:
    """The file being read, for messages with a line."""

    location: Location
    text: str

    def fault(self, message: str, key: str = "") -> Diagnostic:
        """Return a diagnostic at the line that first names *key*."""
        found = (
            re.search(rf"(?:^\s*(?:\[+[\w.]*)?|[{{,]\s*)\"?{re.escape(key)}\b", self.text, re.MULTILINE)
            if key
            else None
        )
        line = self.text.count("\n", 0, found.end()) + 1 if found else 0
        return Diagnostic(Location(self.location.path, line), "book-toml", message)


def read_edition(folder: Path) -> tuple[Edition, tuple[Diagnostic, ...]]:
    """Return what `book.toml` says, or for a folder without one a trial edition, and what is wrong with it."""
    path = folder / "book.toml"
    if not path.exists():
        return Edition(title="", namespace="trial", trial=True), ()
    text = read_text(folder, path)
    if isinstance(text, Diagnostic):
        return _BROKEN, (text,)
    file = _File(Location(place(folder, path), 0), text)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        location = Location(file.location.path, int(line[1]) if line else text.rstrip().count("\n") + 1)
        return _BROKEN, (Diagnostic(location, "book-toml", f"is not TOML: {error}; mend the syntax"),)
    faults = tuple(_faults(table, file))
    return (_BROKEN if faults else _edition(table)), faults


_BROKEN = Edition(title="", namespace="trial", trial=True)
"""Stands in for what can't be read, so that no rule complains of what follows from that."""


def _edition(table: Mapping[str, Value]) -> Edition:
    deck, code = _table(table.get("deck")), _text(table.get("language", "zh-CN"))
    return Edition(
        title=_text(table["title"]),
        namespace=_text(table["namespace"]),
        language=code,
        subtitle=_text(table.get("subtitle", "")),
        authors=_texts(table.get("authors", [])),
        number=_whole(table.get("edition", 0)),
        released=released if isinstance(released := table.get("released"), date) else None,
        licence=_text(table.get("licence", "")),
        deck=_text(deck["name"]),
        deck_description=_text(deck.get("description", "")),
        deck_names={key: _text(name) for key, name in _table(deck.get("chapters")).items()},
        note_type=_whole(deck["note_type"]),
        cloze_note_type=_whole(deck["cloze_note_type"]),
        tag_root=_text(deck.get("tags", "")),
        paths=tuple(_path(_table(entry)) for entry in _list(table.get("path", []))),
        paper=Paper(_text(_table(table.get("print")).get("paper", Paper.A4.value))),
        sheet_detail=bool(_table(table.get("sheet")).get("detail", True)),
        sheet_address=_text(_table(table.get("sheet")).get("address", "")),
        report_address=_text(deck.get("report", "")),
        rules=_rules(_table(table.get("rules")), language(code).short_answer),
    )


def _rules(table: Mapping[str, Value], default: ShortAnswer) -> Rules:
    bounds = table.get("short_answer", True)
    least, most = (default.least, default.most) if isinstance(bounds, bool) else map(_whole, _list(bounds))
    return Rules(
        short_answer=(least, most) if bounds else None,
        bare_figures=bool(table.get("bare_figures", False)),
        evidence=_chapters(table.get("evidence", False)),
        recall=_chapters(table.get("recall", False)),
        severities={
            code: None if word == "off" else Severity(word) for code, word in _table(table.get("severity")).items()
        },
    )


def _chapters(value: Value) -> tuple[str, ...] | bool:
    return value if isinstance(value, bool) else _texts(value)


def _path(entry: Mapping[str, Value]) -> ReadingPath:
    return ReadingPath(
        id=_text(entry["id"]),
        title=_text(entry["title"]),
        description=_text(entry.get("description", "")),
        items=_texts(entry["items"]),
    )


def _faults(table: Mapping[str, Value], file: _File) -> list[Diagnostic]:
    faults = [*_wrong_keys(table, _TOP, "", file)]
    for name, keys in (("deck", _DECK), ("sheet", _SHEET), ("print", _PRINT)):
        if isinstance(inner := table.get(name), dict):
            faults += _wrong_keys(inner, keys, f"{name}.", file)
    if isinstance(rules := table.get("rules"), dict):
        faults += _rule_faults(rules, file)
    for entry in _list(table.get("path", [])):
        faults += _path_faults(entry, file)
    faults += [
        file.fault(f"lacks '{'.'.join(keys)}'; add it", keys[0] if len(keys) > 1 else "")
        for keys in _REQUIRED
        if not _has(table, keys)
    ]
    namespace = table.get("namespace")
    if isinstance(namespace, str) and not _NAMESPACE.fullmatch(namespace):
        faults.append(
            file.fault(
                f"namespace '{namespace}' may hold a–z and 0–9 only; choose a word of your own, such as 'mybook7'",
                "namespace",
            )
        )
    language = table.get("language")
    if isinstance(language, str) and language not in LANGUAGES:
        hint = did_you_mean(language, LANGUAGES, f"the outputs speak {', '.join(LANGUAGES)}")
        faults.append(file.fault(f"no language is called '{language}'; {hint}", "language"))
    paper = _table(table.get("print")).get("paper", Paper.A4.value)
    if isinstance(paper, str) and paper not in (papers := [known.value for known in Paper]):
        hint = did_you_mean(paper, papers, f"write one of {', '.join(papers)}")
        faults.append(file.fault(f"no paper is called '{paper}'; {hint}", "paper"))
    if isinstance(deck := table.get("deck"), dict):
        faults += _deck_faults(deck, file)
        faults += _address_faults("report", deck.get("report", ""), file, "{id}")
    if isinstance(sheet := table.get("sheet"), dict):
        faults += _address_faults("address", sheet.get("address", ""), file)
    return faults


def _path_faults(entry: Value, file: _File) -> list[Diagnostic]:
    if not isinstance(entry, dict):
        return [file.fault("'path' is no table; write [[path]]", "path")]
    faults = _wrong_keys(entry, _PATH, "path.", file)
    faults += [
        file.fault(f"a path lacks '{key}'; add it", "path") for key in ("id", "title", "items") if key not in entry
    ]
    return faults + [
        file.fault(f"path item '{item}' is of no kind; write chapter:ID, tag:NAME or card:ID", "items")
        for item in _list(entry.get("items", []))
        if not (isinstance(item, str) and _ITEM.fullmatch(item))
    ]


def _rule_faults(rules: Mapping[str, Value], file: _File) -> list[Diagnostic]:
    faults = []
    for key, value in rules.items():
        if key not in _RULES:
            hint = did_you_mean(key, _RULES, f"the keys known here are {', '.join(_RULES)}")
            faults.append(file.fault(f"unknown key 'rules.{key}'; {hint}", key))
        elif not _RULES[key].allows(value):
            faults.append(file.fault(f"'rules.{key}' can't be used; write {_RULES[key].wanted}", key))
        elif isinstance(value, dict):
            faults += _severity_faults(value, file)
    return faults


@dataclass(frozen=True, slots=True)
class _Setting:
    """What a key of `[rules]` may say, and how that is asked for."""

    allows: Callable[[Value], bool]
    wanted: str


def _is_bounds(value: Value) -> bool:
    match value:
        case [int() as least, int() as most]:
            return 0 < least <= most
        case _:
            return isinstance(value, bool)


def _is_chapters(value: Value) -> bool:
    return isinstance(value, bool) or (isinstance(value, list) and all(isinstance(name, str) for name in value))


_RULES: Final = {
    "short_answer": _Setting(_is_bounds, "its least and greatest length, such as [30, 100], or false"),
    "bare_figures": _Setting(lambda value: isinstance(value, bool), "true or false"),
    "evidence": _Setting(_is_chapters, "a list of chapters, or true for all"),
    "recall": _Setting(_is_chapters, "a list of chapters, or true for all"),
    "severity": _Setting(lambda value: isinstance(value, dict), "a table, such as { glossary = 'notice' }"),
}


def _severity_faults(severities: Mapping[str, Value], file: _File) -> list[Diagnostic]:
    free = [name for name, code in CODES.items() if not code.fixed]
    words = [*(severity.value for severity in Severity), "off"]
    faults = []
    for code, word in severities.items():
        if code not in CODES:
            faults.append(
                file.fault(f"no rule is called '{code}'; {did_you_mean(code, free, 'see CONTRIBUTING')}", code)
            )
        elif code not in free:
            message = (
                f"'{code}' can't be judged otherwise: it is about identity, safety or what is broken; leave it out"
            )
            faults.append(file.fault(message, code))
        elif word not in words:
            faults.append(file.fault(f"'{code}' is given no severity; write one of {', '.join(words)}", code))
    return faults


def _deck_faults(deck: Mapping[str, Value], file: _File) -> list[Diagnostic]:
    names = _table(deck.get("chapters"))
    faults = [
        file.fault(f"deck name of '{key}' must be a text without '::'; write '10 数据'", key)
        for key, name in names.items()
        if not isinstance(name, str) or not name.strip() or "::" in name
    ]
    if len(set(map(str, names.values()))) < len(names):
        faults.append(file.fault("two chapters share a deck name; give each its own", "deck.chapters"))
    if deck.get("note_type") == deck.get("cloze_note_type"):
        faults.append(file.fault("both note types have one id; give each its own number", "note_type"))
    return faults


def _address_faults(key: str, value: Value, file: _File, part: str = "") -> list[Diagnostic]:
    """Return what is wrong with an address that cards link to; *part* may stand in it once."""
    if not isinstance(value, str) or not value or _ADDRESS.fullmatch(value.replace(part, "", 1) if part else value):
        return []
    example = f"https://example.org/new?title={part}" if part else "https://example.org/cheatsheet.html"
    return [file.fault(f"'{value}' is no address that a card can link to; write one such as {example}", key)]


def _wrong_keys(table: Mapping[str, Value], keys: Mapping[str, type], prefix: str, file: _File) -> list[Diagnostic]:
    faults = []
    for key, value in table.items():
        if key not in keys:
            hint = did_you_mean(key, keys, f"the keys known here are {', '.join(keys)}")
            faults.append(file.fault(f"unknown key '{prefix}{key}'; {hint}", key))
        elif not isinstance(value, keys[key]) or (keys[key] is int and isinstance(value, bool)):
            faults.append(file.fault(f"'{prefix}{key}' is no {_KINDS[keys[key]]}; write one", key))
    return faults


_KINDS: Final[dict[type, str]] = {
    str: "text",
    int: "whole number",
    bool: "true or false",
    list: "list",
    dict: "table",
    date: "date",
}


def _has(table: Mapping[str, Value], keys: tuple[str, ...]) -> bool:
    inner: Value = table
    for key in keys:
        if not isinstance(inner, dict) or key not in inner:
            return False
        inner = inner[key]
    return True


def _text(value: Value) -> str:
    return without_controls(str(value))


def _texts(value: Value) -> tuple[str, ...]:
    return tuple(_text(item) for item in _list(value))


def _whole(value: Value) -> int:
    return value if isinstance(value, int) else 0


def _table(value: Value) -> Mapping[str, Value]:
    return value if isinstance(value, dict) else {}


def _list(value: Value) -> list[Value]:
    return value if isinstance(value, list) else []
