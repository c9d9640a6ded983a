"""The book as it is printed: laid out whole, read back."""

import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from generator.document import Math
from generator.output import Rendering
from generator.pipeline import Loaded, Options, press_of
from generator.plaintext import line_text
from generator.proof.losses import losses
from generator.render import handbook
from generator.resources import TEMPLATES
from tests.assembling import told
from tests.render.handbook.filling import filled_pages
from tests.render.handbook.looseness import justified_lines
from tests.tools import program

MOST_PAGES = 25
"""No chapter is longer (design, figures to reach): longer ones are tiring, and slow to lay out again."""


@pytest.fixture(scope="module")
def printed(loaded: Loaded) -> Rendering:
    """Return the handbook, for which chapters that the last build laid out are not laid out again."""
    options = Options(now=datetime(2026, 1, 1, tzinfo=UTC), workers=2, templates=TEMPLATES)
    return handbook.render(loaded.book, press_of(Path("build"), options, loaded.standing.stamps))


@pytest.fixture(scope="module")
def file(printed: Rendering, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages") / "handbook.pdf"
    path.write_bytes(printed.data)
    return path


@pytest.fixture(scope="module")
def pages(printed: Rendering) -> list[str]:
    read = subprocess.run([program("pdftotext"), "-", "-"], input=printed.data, capture_output=True, check=True)
    return read.stdout.decode().split("\f")


def test_nothing_is_reported_of_the_printed_book(printed: Rendering) -> None:
    assert told(printed.diagnostics) == []


def test_the_printed_book_shows_all_that_is_said(printed: Rendering, loaded: Loaded) -> None:
    assert told(losses(loaded.book, {"handbook.pdf": printed.data})) == []


def test_no_chapter_is_longer_than_twenty_five_pages(pages: list[str]) -> None:
    longest: dict[int, int] = {}
    for page in pages:
        label = re.search(r"^(\d+)-(\d+)$", page, re.MULTILINE)
        if label and len(page.split()) > 12:  # the ruled page for notes at a chapter's end does not count
            longest[int(label[1])] = max(longest.get(int(label[1]), 0), int(label[2]))

    assert {chapter: last for chapter, last in longest.items() if last > MOST_PAGES} == {}


def test_of_two_hundred_justified_lines_one_is_loose_and_none_very(file: Path) -> None:
    lines = justified_lines(file)

    loose = [line for line in lines if line.stretch > 0.12]
    assert len(loose) <= len(lines) / 200, [(line.label, line.text) for line in loose]
    assert [line for line in lines if line.stretch > 0.2] == []


def test_pages_are_filled_and_none_ends_in_a_line_that_leads_on(file: Path) -> None:
    filled = filled_pages(file)
    inside = [page for page in filled if page.inside]

    thin = [page.label for page in inside if page.depth < 0.75]
    assert len(thin) <= 0.03 * len(inside), thin
    assert [page for page in inside if page.last.endswith(("：", ":"))] == []
    assert [page for page in filled if not page.inside and page.lines < 6] == []


def test_every_question_can_be_found_in_the_printed_book(pages: list[str], loaded: Loaded) -> None:
    text = re.sub(r"\s", "", "".join(pages))

    missing = [
        card.id
        for card in loaded.book.cards()
        for part in card.question
        if not isinstance(part, Math) and re.sub(r"\s", "", line_text((part,))) not in text  # formulas are drawings
    ]

    assert missing == []
