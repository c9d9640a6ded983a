"""The reference for authors: its files make a book without a fault, and it leaves out no key, unit, flag or code."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from generator.check.quantities import FUNCTIONS
from generator.codes import CODES
from generator.model import Sight
from generator.pipeline import Options, build, foretold, load
from generator.read import bibliography, edition
from generator.render.outputs import OUTPUTS
from tests.test_architecture import ROOT

DOCS = ROOT.parent / "docs"
ENGLISH = DOCS / "reference.md"
CHINESE = DOCS / "reference.zh-CN.md"
BOTH = pytest.mark.parametrize("page", [ENGLISH, CHINESE], ids=lambda page: page.stem)

FILE = re.compile(r"^`(source/[^`\n]+)`\n\n(?P<fence>`{3,})\w*\n(.*?)\n(?P=fence)$", re.MULTILINE | re.DOTALL)


def book_on(page: Path, folder: Path) -> Path:
    """Write the files that *page* shows below *folder*, and return their source folder."""
    files = FILE.findall(page.read_text(encoding="utf-8"))
    for name, _, text in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    assert len(files) > 8
    return folder / "source"


def code_table() -> str:
    rows = [
        f"| `{name}`{'*' if code.fixed else ''} | {code.severity} | {code.meaning} | {code.cure} |"
        for name, code in CODES.items()
    ]
    return "\n".join(["| Code | Severity | What is wrong | What to do |", "|---|---|---|---|", *rows])


@BOTH
def test_the_files_that_it_shows_make_a_book_without_a_fault(page: Path, tmp_path: Path) -> None:
    source = book_on(page, tmp_path)
    loaded = load(source)

    assert [str(found) for found in (*loaded.diagnostics, *foretold(loaded, OUTPUTS))] == []

    quick = [output for output in OUTPUTS if output.name != "handbook"]
    built = build(source, tmp_path / "build", quick, Options(now=datetime(2026, 1, 1, tzinfo=UTC), strict=True))
    assert (set(built.files), built.diagnostics) == ({"deck.apkg", "cheatsheet.html"}, ())


@pytest.mark.soak
@BOTH
def test_the_files_that_it_shows_can_be_printed_and_proven(page: Path, tmp_path: Path) -> None:
    options = Options(now=datetime(2026, 1, 1, tzinfo=UTC), strict=True, prove=True)
    built = build(book_on(page, tmp_path), tmp_path / "build", OUTPUTS, options)

    assert (len(built.files), built.diagnostics) == (3, ())


@BOTH
def test_it_names_every_key_of_book_toml(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    keys = {key for key in edition._TOP if key not in ("deck", "sheet", "print", "rules", "path")}
    for table, names in (
        ("deck", edition._DECK),
        ("path", edition._PATH),
        ("sheet", edition._SHEET),
        ("print", edition._PRINT),
    ):
        keys |= {f"{table}.{name}" for name in names}
    keys |= {f"rules.{name}" for name in edition._RULES}

    assert [key for key in sorted(keys) if f"`{key}`" not in text] == []


@BOTH
def test_it_names_every_field_function_and_way_of_seeing(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    names = {*bibliography._VENUES, *FUNCTIONS, *(sight.value for sight in Sight)}
    names |= {"author", "editor", "title", "year", "date", "shorttitle", "eprint", "doi", "url", "note", "superseded"}

    assert [name for name in sorted(names) if f"`{name}`" not in text] == []


def test_the_english_one_holds_the_codes_of_the_program(code_table_of: Callable[[Path, str], None]) -> None:
    code_table_of(ENGLISH, code_table())


def test_the_chinese_one_has_a_row_for_each_code_in_the_same_order() -> None:
    rows = re.findall(
        r"^\| `([a-z-]+)`(\*?) \| (错误|警告) \| \S.* \| \S.* \|$", CHINESE.read_text("utf-8"), re.MULTILINE
    )
    words = {"error": "错误", "warning": "警告"}

    assert rows == [(name, "*" if code.fixed else "", words[code.severity]) for name, code in CODES.items()]
