"""The forms in which the handbook is printed."""

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner
from PIL import Image

from generator.cli import main
from generator.model import Asset, Book
from generator.render.handbook.pages.profiles import PROFILES
from tests.render.handbook.books import PICTURE, printed, small_book
from tests.tools import program

MILLIMETRE = 72 / 25.4
DOTS = 10
"""Dots a millimetre in which pages are looked at."""


@pytest.fixture(scope="module")
def book() -> Book:
    """Return the small book, with colour in its drawing."""
    book = small_book()
    drawing = Asset("box-1.svg", "image/svg+xml", PICTURE.replace(b'fill="none"', b'fill="#d62728"'), 200, 60)
    return replace(book, assets=dict.fromkeys(book.assets, drawing))


@pytest.fixture(scope="module")
def files(book: Book, tmp_path_factory: pytest.TempPathFactory, warm: None) -> dict[str, Path]:
    """Return the small book in each form."""
    folder = tmp_path_factory.mktemp("profiles")
    made = {name: folder / f"{name}.pdf" for name in PROFILES if name != "a4"}
    for name, file in made.items():
        rendering = printed(book, folder / "cache", profile=PROFILES[name])
        assert rendering.diagnostics == ()
        file.write_bytes(rendering.data)
    return made


def text_of(file: Path) -> list[str]:
    shown = subprocess.run([program("pdftotext"), "-layout", str(file), "-"], capture_output=True, check=True)
    return [re.sub(r"\s", "", page) for page in shown.stdout.decode().split("\f")]


def pages_of(file: Path, folder: Path) -> list[Image.Image]:
    subprocess.run(
        [program("pdftoppm"), "-r", str(DOTS * 25.4), "-png", str(file), str(folder / file.stem)], check=True
    )
    return [Image.open(page).convert("RGB") for page in sorted(folder.glob(f"{file.stem}-*.png"))]


@pytest.mark.parametrize(("name", "size"), [("a5", (420, 595)), ("letter", (612, 792)), ("practice", (595, 842))])
def test_a_form_has_its_paper(files: dict[str, Path], name: str, size: tuple[int, int]) -> None:
    with pikepdf.open(files[name]) as pdf:
        sizes = {tuple(round(float(edge)) for edge in page.mediabox) for page in pdf.pages}

    assert sizes == {(0, 0, *size)}


@pytest.mark.parametrize("name", ["a5", "letter", "ink"])
def test_a_book_of_another_form_says_the_same(files: dict[str, Path], book: Book, name: str) -> None:
    shown = "".join(text_of(files[name]))

    for words in ("BPE怎样合并？", "脚注的内容。", "merge(word,pair)", "不要忘记归一化。", "图1-1图的题注", "行150完"):
        assert words in shown


def test_ink_has_no_colours(files: dict[str, Path], tmp_path: Path) -> None:
    coloured = [place for place, page in enumerate(pages_of(files["ink"], tmp_path), 1) if not is_grey(page)]
    (tmp_path / "book").mkdir()

    assert coloured == []
    assert not all(is_grey(page) for page in pages_of(files["book"], tmp_path / "book"))


def is_grey(page: Image.Image) -> bool:
    red, green, blue = page.split()
    return red.tobytes() == green.tobytes() == blue.tobytes()


def test_questions_to_practise_name_the_pages_of_their_answers_and_these_those_of_their_questions(
    files: dict[str, Path], book: Book
) -> None:
    pages = text_of(files["practice"])
    asked: dict[str, tuple[int, int]] = {}
    told: dict[str, tuple[int, int]] = {}
    for place, page in enumerate(pages, 1):
        asked |= {
            number: (place, int(to)) for number, to in re.findall(r"(\d\.\d\d)(?:高频)?日期自评短答见第(\d+)页", page)
        }
        told |= {number: (place, int(to)) for number, to in re.findall(r"(\d\.\d\d)题目在第(\d+)页", page)}

    assert sorted(asked) == sorted(told) == ["1.01", "1.02", "2.01", "3.01"]
    assert {number: (to, place) for number, (place, to) in told.items()} == asked


def test_a_card_has_its_answer_behind_its_question(files: dict[str, Path], tmp_path: Path) -> None:
    front, back = (rows_of(files["cards"], page) for page in (1, 2))

    assert front == [["1.01", "1.02"], ["2.01", "3.01"]]
    assert back == [list(reversed(row)) for row in front]


def rows_of(file: Path, page: int) -> list[list[str]]:
    """Return the numbers of the cards on *page*, row by row."""
    only = ["-f", str(page), "-l", str(page)]
    shown = subprocess.run([program("pdftotext"), *only, "-layout", str(file), "-"], capture_output=True, check=True)
    found = [re.findall(r"\b\d\.\d\d\b", line) for line in shown.stdout.decode().split("\n")]
    return [row for row in found if row]


def reaching_over(file: Path, folder: Path) -> list[int]:
    """Return the pages of cards on which something stands where a card begins: it would be cut off the one before."""
    return [place for place, page in enumerate(pages_of(file, folder), 1) if not all(map(is_white, heads_of(page)))]


def heads_of(page: Image.Image) -> list[Image.Image]:
    """Return the upper three millimetres within each card of *page*."""
    return [
        page.crop(((left + 2) * DOTS, (top + 1) * DOTS, (left + 93) * DOTS, (top + 3) * DOTS))
        for left in (10, 105)
        for top in (79, 148, 217, 286)
    ]


def is_white(part: Image.Image) -> bool:
    return min(part.convert("L").tobytes()) >= 250


def test_no_answer_reaches_over_its_card(files: dict[str, Path], tmp_path: Path) -> None:
    assert reaching_over(files["cards"], tmp_path) == []


def test_an_answer_that_reaches_over_its_card_is_seen(book: Book, tmp_path: Path) -> None:
    (card, *_) = book.chapters[0].sections[0].cards
    long = replace(card, short=card.short * 12)
    sections = (replace(book.chapters[0].sections[0], cards=(long,)),)
    longer = replace(book, chapters=(replace(book.chapters[0], sections=sections),))
    file = tmp_path / "long.pdf"
    file.write_bytes(printed(longer, tmp_path / "cache", profile=PROFILES["cards"]).data)

    assert reaching_over(file, tmp_path) == [2]


def test_a_form_that_is_not_known_is_told() -> None:
    result = CliRunner().invoke(main, ["build", "--profile", "practise"])

    assert result.exit_code == 2
    assert "no profile is called 'practise'; did you mean 'practice'?" in " ".join(result.output.split())


def test_a_form_of_what_is_not_printed_is_told() -> None:
    result = CliRunner().invoke(main, ["build", "--only", "deck", "--profile", "a5"])

    assert result.exit_code == 2
    assert "--profile prints the handbook, which --only leaves out" in " ".join(result.output.split())
