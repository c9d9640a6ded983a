"""Loose notes by example: see cases/*.md; --accept rewrites what is expected there.

What is expected is the chapter that is written, then what is told. `{U+00A0}` in an input is that character.
"""

import re
from dataclasses import replace
from pathlib import Path, PurePosixPath

import pytest

from generator.loose.chapter import import_notes
from tests.parse.casebook import Case, read_cases, write_cases

FILES = sorted((Path(__file__).parent / "cases").glob("*.md"))
ESCAPE = re.compile(r"\{U\+([0-9A-F]{4,6})\}")


def outcome(case: Case) -> str:
    text = ESCAPE.sub(lambda match: chr(int(match[1], 16)), case.source.removesuffix("\n"))
    imported = import_notes(PurePosixPath("07_my-notes.txt"), text)
    return imported.text + "".join(f"{found}\n" for found in imported.diagnostics)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_notes_become_the_chapters_written_beside_them(path: Path, request: pytest.FixtureRequest) -> None:
    cases = read_cases(path)
    if request.config.getoption("--accept"):
        cases = [replace(case, expected=outcome(case)) for case in cases]
        write_cases(path, cases)

    outcomes = {case.title: outcome(case) for case in cases}

    assert outcomes == {case.title: case.expected for case in cases}
