"""Many cards: the sheet grows as they do, and a browser still opens it."""

import gzip
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from generator.model import Book
from tests.assembling import assembled
from tests.render.cheatsheet.sheets import opened, sheet_of, without_detail

CHAPTERS = 25
DETAIL = "每个 token 每层存一份 K 和一份 V，与上下文长度成正比，换成 GQA 就省几倍显存，但质量会掉一点。" * 8


def book_of(count: int) -> Book:
    """Return a book of *count* cards, each with two formulas in a line, a key formula and four hundred characters."""
    return assembled(*(chapter(number, count // CHAPTERS) for number in range(CHAPTERS))).book


def chapter(number: int, cards: int) -> str:
    return f"# 第{number}章 {{#part-{number}}}\n\n" + "".join(card(number * cards + place) for place in range(cards))


def card(number: int) -> str:
    flag = " .core" if number % 4 == 0 else ""
    return (
        f"### 第 {number} 题：为什么要除以 $\\sqrt{{d_{{{number % 90}}}}}$？ {{#card-{number}{flag}}}\n\n"
        f"点积的方差是 $d_{{{number % 90}}}$，除以它的平方根使方差回到 1；这是第 {number} 张卡的短答。\n\n"
        "$$ \\operatorname{Attn}(Q,K,V)=\\operatorname{softmax}\\left(\\frac{QK^\\top}{\\sqrt{d_k}}\\right)V $$\n\n"
        f"{DETAIL}\n\n- 甲\n- 乙 `code`\n\n"
    )


def test_three_hundred_cards_without_detail_fit_half_a_megabyte(cache: Path) -> None:
    data = sheet_of(without_detail(book_of(300)), cache).encode()

    assert len(data) < 500_000
    assert len(gzip.compress(data)) < 150_000


def test_the_sheet_grows_in_step_with_its_cards(cache: Path) -> None:
    few, many = (len(sheet_of(book_of(count), cache).encode()) for count in (300, 1500))

    assert many < 5 * few


@pytest.mark.soak
def test_ten_thousand_cards_open_and_are_searched(browser: Browser, cache: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "large.html"
    sheet.write_text(sheet_of(book_of(10_000), cache), encoding="utf-8")

    with opened(browser, sheet, fragment="#card-9000") as page:
        expect(page.locator("#card-9000 h3")).to_be_in_viewport()
        page.locator("#_query").fill("第 9999 张")

        expect(page.locator("#_count")).to_have_text("1 / 10000 题")
        expect(page.locator("#card-9999")).to_be_visible()
