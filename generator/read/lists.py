"""The small lists beside the chapters: the glossary and the syllabus."""

import tomllib
from pathlib import Path

from generator.diagnostics import Diagnostic, Location
from generator.model import SyllabusRow, Term
from generator.read.folder import place, read_text

_LEAST_PHRASE = 8
"""Characters that a syllabus phrase must have, so that it says something."""


def read_terms(folder: Path, language: str) -> tuple[tuple[Term, ...], tuple[Diagnostic, ...]]:
    """Return the glossary `terms.toml`, empty where there is none; a term of an English book needs no other English."""
    path = folder / "terms.toml"
    if not path.exists():
        return (), ()
    text = read_text(folder, path)
    if isinstance(text, Diagnostic):
        return (), (text,)
    location = Location(place(folder, path), 0)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return (), (Diagnostic(location, "glossary-file", f"is not TOML: {error}; mend the syntax"),)
    terms, faults = [], []
    entries = table.get("term", [])
    for entry in entries if isinstance(entries, list) else [entries]:
        term = _term(entry, language)
        if term is None:
            shown = entry.get("term", entry) if isinstance(entry, dict) else entry
            message = (
                f"term {shown!r}: write [[term]] with the texts term, english, note and the lists forbidden and aliases"
            )
            faults.append(Diagnostic(location, "glossary-file", message))
        else:
            terms.append(term)
    return tuple(terms), tuple(faults)


def _term(entry: object, language: str) -> Term | None:
    """Return the term that a table of the file says, or None if it has other keys or kinds of value."""
    if not isinstance(entry, dict) or set(entry) - {"term", "english", "forbidden", "aliases", "note"}:
        return None
    english = entry.get("english", entry.get("term") if language == "en" else None)
    texts, lists = (entry.get("term"), english), (entry.get("forbidden", []), entry.get("aliases", []))
    if not all(isinstance(text, str) and text for text in texts) or not all(isinstance(one, list) for one in lists):
        return None
    forbidden, aliases = (tuple(map(str, one)) for one in lists)
    return Term(str(texts[0]), str(texts[1]), forbidden, aliases)


def read_syllabus(folder: Path) -> tuple[tuple[SyllabusRow, ...], tuple[Diagnostic, ...]]:
    """Return the rows of `syllabus.tsv` (question, card, phrase), empty where there is none."""
    path = folder / "syllabus.tsv"
    if not path.exists():
        return (), ()
    text = read_text(folder, path)
    if isinstance(text, Diagnostic):
        return (), (text,)
    rows, faults = [], []
    for number, line in enumerate(text.split("\n"), start=1):
        location = Location(place(folder, path), number)
        cells = line.split("\t")
        if not line.strip() or line.startswith("#"):
            continue
        if len(cells) != 3 or len(cells[2]) < _LEAST_PHRASE:
            message = f"is no row of question, card id and a phrase of {_LEAST_PHRASE} characters; write three columns"
            faults.append(Diagnostic(location, "syllabus-file", message))
        else:
            rows.append(SyllabusRow(*cells, location=location))
    return tuple(rows), tuple(faults)
