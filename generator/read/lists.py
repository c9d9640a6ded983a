"""The small lists beside the chapters: the glossary and the syllabus."""

import tomllib
from pathlib import Path

from generator.diagnostics import Diagnostic, Location
from generator.model import SyllabusRow, Term
from generator.read.folder import place, read_text

_LEAST_PHRASE = 8
"""Characters that a syllabus phrase must have, so that it says something."""


def read_terms(folder: Path) -> tuple[tuple[Term, ...], tuple[Diagnostic, ...]]:
    """Return the glossary `terms.toml`, empty where there is none."""
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
    for entry in table.get("term", []):
        unknown = set(entry) - {"term", "english", "forbidden", "note"}
        if unknown or not {"term", "english"} <= set(entry):
            shown = entry.get("term", entry)
            faults.append(
                Diagnostic(location, "glossary-file", f"term {shown!r}: the keys are term, english, forbidden, note")
            )
        else:
            terms.append(Term(entry["term"], entry["english"], tuple(entry.get("forbidden", ()))))
    return tuple(terms), tuple(faults)


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
