"""The page as data."""

from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest

from generator.model import Paper
from generator.output import Press
from generator.render.handbook.pages.geometry import A4, FORMATS
from generator.render.handbook.pages.profiles import Profile
from generator.render.handbook.pages.sheets import Pages
from tests.render.handbook.books import EDITION, NOW, ROOT

MILLIMETRE = 72 / 25.4


@pytest.mark.parametrize("paper", Paper)
def test_a_page_has_room_for_the_punch_and_for_notes_and_a_line_that_is_read_with_ease(paper: Paper) -> None:
    page = FORMATS[paper]

    assert page.inner >= 22 * MILLIMETRE
    assert page.outer >= 36 * MILLIMETRE
    assert page.bottom >= 18 * MILLIMETRE
    assert 28 <= page.columns <= 40


def test_the_paper_is_that_of_the_format(pdf: pikepdf.Pdf) -> None:
    sizes = {tuple(round(float(edge)) for edge in page.mediabox) for page in pdf.pages}

    assert sizes == {(0, 0, round(A4.width), round(A4.height))}


def test_another_size_of_paper_is_one_more_entry(tmp_path: Path) -> None:
    a5 = replace(A4, width=419.528, height=595.276, inner=62.4, top=30, character=9, leading=15, columns=32, lines=33)

    sheet = Pages(Press(ROOT / "templates", tmp_path, NOW), EDITION, "", Profile("a5", a5)).sheet(
        "notes.html", "1-", name="笔记"
    )

    assert "size: 419.53pt 595.28pt;" in sheet.html
    assert "margin: 30pt 69.128pt 51.276pt 62.4pt;" in sheet.html
    assert "html { font: 9pt/15pt" in sheet.html
