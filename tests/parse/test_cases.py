"""The source format by example: see cases/*.md; --accept rewrites what is expected there."""

from pathlib import Path

import pytest

from tests.parse.casebook import accepted, outcome, read_cases, write_cases

FILES = sorted((Path(__file__).parent / "cases").glob("*.md"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_cases_are_read_as_written_beside_them(path: Path, request: pytest.FixtureRequest) -> None:
    cases = read_cases(path)
    if request.config.getoption("--accept"):
        cases = accepted(cases)
        write_cases(path, cases)

    outcomes = {case.title: outcome(case) for case in cases}

    assert outcomes == {case.title: case.expected for case in cases}
