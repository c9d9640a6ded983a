"""Where pages end."""

import re
import subprocess
from pathlib import Path

import pytest

from generator.model import Asset
from generator.read.pictures import Picture
from tests.assembling import assembled
from tests.render.handbook.books import printed
from tests.render.handbook.filling import filled_pages
from tests.tools import program

TALL = Picture(
    Asset(
        "tall-1.svg",
        "image/svg+xml",
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400">'
        b'<rect width="400" height="400" fill="none" stroke="#000"/></svg>',
        400,
        400,
    ),
    "",
)
QUESTIONS = "\n\n".join(
    f"### 第 {number} 题问什么？\n\n短答有一句。\n\n展开一句。\n\n展开两句。" for number in range(1, 21)
)


def ending(more: int) -> str:
    """Return a chapter with *more* paragraphs at its end."""
    return f"# 末页\n\n{QUESTIONS}\n\n" + "\n\n".join(f"尾声 {number}。" for number in range(more))


def leading(filling: int) -> str:
    """Return a chapter with *filling* lines, then paragraphs that lead to what follows."""
    head = "# 页脚\n\n### 题？\n\n短答。\n\n" + "\n".join(f"- 行 {number}" for number in range(filling)) + "\n\n"
    return f"{head}普通的一段。\n\n**像标题的一段**\n\n下面这样说：\n\n> [!NOTE]\n> 说明一。\n\n" + "后文。\n\n" * 8


def floating(filling: int, behind: int) -> str:
    """Return a chapter with *filling* lines, a figure of half a page, and as many paragraphs *behind* it."""
    head = "# 图\n\n### 题？\n\n短答。\n\n" + "\n".join(f"- 行 {number}" for number in range(filling)) + "\n\n"
    return f'{head}![一张图](figures/tall.svg "高图")\n\n' + "图后的一段。\n\n" * behind


def holed(filling: int) -> str:
    """Return a chapter whose second card is a figure of half a page, with nothing that may change places with it."""
    head = "# 洞\n\n### 题？\n\n短答。\n\n" + "\n".join(f"- 行 {number}" for number in range(filling)) + "\n\n"
    return f'{head}### 再一题？\n\n短答。\n\n![一张图](figures/tall.svg "高图")\n\n### 末题？\n\n短答。\n\n'


def rising(filling: int) -> str:
    """Return a chapter whose last figure has only paragraphs before it, and a heading behind."""
    head = "# 升\n\n### 题？\n\n短答。\n\n" + "\n".join(f"- 行 {number}" for number in range(filling)) + "\n\n"
    figure = '![一张图](figures/tall.svg "高图")\n\n'
    return f"{head}" + "图前的一段。\n\n" * 8 + f"{figure}### 再一题？\n\n短答。\n\n" + "后文。\n\n" * 8


def tabled(filling: int) -> str:
    """Return a chapter with a table that is not broken, higher than the room left for it."""
    head = "# 表\n\n### 题？\n\n短答。\n\n" + "\n".join(f"- 行 {number}" for number in range(filling)) + "\n\n"
    rows = "\n".join(f"| 甲 {row} | " + "很长的一格，" * 26 + "|" for row in range(4))
    return f"{head}| 名 | 话 |\n|---|---|\n{rows}\n\nTable: 高表\n\n" + "表后的一段。\n\n" * 24


def coded(filling: int) -> str:
    """Return a chapter with *filling* lines and more code than fits on their page, every other line with a colon."""
    head = "# 码\n\n### 题？\n\n短答。\n\n" + "\n".join(f"- 行 {number}" for number in range(filling)) + "\n\n"
    lines = "\n".join(f"for x in range({number}):\n    print(x)" for number in range(20))
    return f"{head}```python\n{lines}\n```\n"


@pytest.fixture(scope="module")
def handbook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    chapters = [
        *(ending(more) for more in (0, 4, 8, 12)),
        *(leading(filling) for filling in range(34, 46, 3)),
        floating(12, 24),
        holed(8),
        rising(3),
        tabled(12),
        *(coded(filling) for filling in (10, 11, 12)),
    ]
    folder = tmp_path_factory.mktemp("fitting")
    file = folder / "handbook.pdf"
    file.write_bytes(printed(assembled(*chapters, pictures={"figures/tall.svg": TALL}).book, folder / "cache").data)
    return file


@pytest.fixture(scope="module")
def pages(handbook: Path) -> list[list[str]]:
    """Return the lines of each page of a chapter: running head, text, folio."""
    shown = subprocess.run([program("pdftotext"), "-layout", str(handbook), "-"], capture_output=True, check=True)
    found = [[line.strip() for line in page.split("\n") if line.strip()] for page in shown.stdout.decode().split("\f")]
    return [page for page in found if page and re.fullmatch(r"\d+-\d+", page[-1]) and "笔记" not in page]


def test_a_chapter_does_not_end_in_a_few_lines_on_a_page_of_their_own(pages: list[list[str]]) -> None:
    last = {page[-1].partition("-")[0]: page for page in pages}

    assert len(last) == 15
    assert [page for chapter, page in last.items() if chapter != "10" if len(page) < 8] == []


def test_no_lead_or_heading_stands_at_the_foot_of_a_page(pages: list[list[str]]) -> None:
    feet = [page[-2] for page in pages]

    assert [foot for foot in feet if foot in ("像标题的一段", "下面这样说：", "说明") or foot.endswith("？")] == []


def test_no_code_is_parted_behind_a_colon(pages: list[list[str]]) -> None:
    code = [page for page in pages if page[-1].startswith(("13-", "14-", "15-"))]

    assert [page[-2] for page in code if page[-2].endswith(":")] == []
    assert sum(line.startswith("for x in range") for page in code for line in page) == 3 * 20
    assert len(code) == 6


def test_a_callout_is_not_torn_off(pages: list[list[str]]) -> None:
    assert [page for page in pages if page[1] == "说明"] == []


def test_paragraphs_fill_the_hole_that_a_high_figure_would_leave(pages: list[list[str]]) -> None:
    first, second = [page for page in pages if page[-1].startswith("9-")]

    assert first[-2] == "图后的一段。"
    assert "图 9-1 高图" in " ".join(" ".join(second).split())
    assert first.count("图后的一段。") + second.count("图后的一段。") == 24


def test_a_figure_rises_before_paragraphs_where_nothing_behind_it_may_pass(pages: list[list[str]]) -> None:
    first, second = [page for page in pages if page[-1].startswith("11-")]

    assert "图 11-1 高图" in " ".join(" ".join(first).split())
    assert first.count("图前的一段。") + second.count("图前的一段。") == 8
    assert second[1] == "图前的一段。"


def test_paragraphs_fill_the_hole_that_a_high_table_would_leave(pages: list[list[str]]) -> None:
    first, second = [page for page in pages if page[-1].startswith("12-")]

    assert first[-2] == "表后的一段。"
    assert "表 12-1 高表" in " ".join(" ".join(second).split())
    assert first.count("表后的一段。") + second.count("表后的一段。") == 24


def test_a_hole_that_nothing_can_fill_is_found(handbook: Path) -> None:
    """The pages of the book are measured so: what can't fail proves nothing."""
    holes = [page.label for page in filled_pages(handbook) if page.inside and page.depth < 0.75]

    assert holes == ["10-1"]
