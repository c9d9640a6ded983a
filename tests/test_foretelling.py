"""One check: it says all that a build says, but for what only a build can know."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings

from generator.cli import main
from generator.diagnostics import Diagnostic, Severity
from generator.output import Output
from generator.pipeline import Options, build, foretold, load
from generator.render.outputs import OUTPUTS
from tests.laws.test_laws import harmful_texts

QUICK = tuple(output for output in OUTPUTS if output.name != "handbook")
BUILD_ONLY = frozenset(("layout", "stand-in", "lost"))
"""What only a build can know."""

BOOK = """\
title = "书"
namespace = "book"

[deck]
name = "书"
note_type = 1700000000001
cloze_note_type = 1700000000002

[deck.chapters]
a = "10 甲"
"""


def untold(folder: Path, outputs: tuple[Output, ...]) -> list[Diagnostic]:
    """Return what a build of the book in *folder* says and a check does not."""
    loaded = load(folder)
    told = {*loaded.diagnostics, *foretold(loaded, OUTPUTS)}
    built = build(folder, folder.parent / "build", outputs, Options(now=datetime(2026, 1, 1, tzinfo=UTC)))
    assert built.files or any(found.severity is Severity.ERROR for found in built.diagnostics)
    return [found for found in built.diagnostics if found not in told and found.code not in BUILD_ONLY]


def written(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "01-a.md").write_text(text, encoding="utf-8", errors="replace")
    (folder / "book.toml").write_text(BOOK, encoding="utf-8")
    return folder


FAULTY = (
    '# 章\n\n### 题 {tags="leech"}\n\n答。\n',
    '# 章\n\n### 题 {tags="a b, NLP, nlp"}\n\n答。\n',
    "# 章\n\n### 题 {.cloze}\n\n==甲=={501}。\n",
    "# 章\n\n### 题\n\n$x \\not$，$a % b$，$x & y$，${a$。\n",
    "# 章\n\n### 题\n\n字符 \U00013000 和 \ue000。\n\n```\n\U00013001\n```\n",
    "# 章\n\n### 题\n\n答 سلام。\n",
)


@pytest.mark.parametrize("text", FAULTY)
def test_a_check_tells_what_the_deck_and_the_sheet_would(tmp_path: Path, text: str) -> None:
    source = written(tmp_path / "source", text)

    assert untold(source, QUICK) == []
    assert CliRunner().invoke(main, ["check", "--strict", str(source)]).exit_code == 1


def test_a_check_names_what_only_a_build_can_know() -> None:
    help_of_check = CliRunner().invoke(main, ["check", "--help"]).output

    assert [code for code in sorted(BUILD_ONLY) if code not in help_of_check] == []


@settings(max_examples=10)
@given(harmful_texts)
def test_whatever_the_text_a_check_tells_what_the_deck_and_the_sheet_would(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    assert untold(written(tmp_path_factory.mktemp("book") / "source", text), QUICK) == []


@pytest.mark.soak
@pytest.mark.parametrize("text", FAULTY)
def test_a_check_tells_what_the_handbook_would(tmp_path: Path, text: str) -> None:
    assert untold(written(tmp_path / "source", text), OUTPUTS) == []


@pytest.mark.soak
@settings(max_examples=40)
@given(harmful_texts)
def test_whatever_the_text_a_check_tells_what_the_handbook_would(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    assert untold(written(tmp_path_factory.mktemp("book") / "source", text), OUTPUTS) == []
