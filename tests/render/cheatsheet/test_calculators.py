"""Calculators give what the book's own arithmetic gives, whatever is typed."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from generator.check.constants import constant_values
from generator.check.expression import evaluate
from generator.document import Calc
from generator.model import Book
from generator.pipeline import load
from generator.rewriting import walk_blocks
from tests.assembling import assembled
from tests.render.cheatsheet.sheets import EDITION, opened, sheet_of
from tests.render.cheatsheet.test_overview import constant

TEXT = """# 显存 {#memory}

### KV cache 多大？ {#kv}

每个 token 每层两份。

```calc {#kv-bytes}
层数 = A.layers
长度 = 2 ** 10
单位 = 2 * 层数 * 8 * 128 * 2 B = 128 KiB
缓存 = 单位 * 长度 = 128 MiB
占 = 缓存 / max(80 GB, 1 B) = 0.17%
```
"""

RECKONED = """rounds => rounds.map(([id, given]) => {
  const form = document.getElementById(id);
  for (const input of form.querySelectorAll("input")) input.value = given[input.dataset.name];
  form.querySelector("input").dispatchEvent(new Event("input", { bubbles: true }));
  return Object.fromEntries([...form.querySelectorAll("output")].map(output => [output.dataset.name, Number(output.dataset.value)]));
})"""
ROUNDS = 40


@pytest.fixture(scope="module")
def calculators(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("calculators") / "cheatsheet.html"
    given = (constant("A.layers", "32", "甲"), constant("B.layers", "80", "乙"), constant("C.width", "8", "丙"))
    book = assembled(TEXT, edition=replace(EDITION, paths=())).book
    path.write_text(sheet_of(replace(book, constants={each.name: each for each in given}), cache), encoding="utf-8")
    return path


def examples(book: Book) -> list[Calc]:
    """Return the named worked examples that take something."""
    blocks = (block for text in book.texts() for block in walk_blocks(text.blocks))
    named = (block for block in blocks if isinstance(block, Calc) and block.id)
    return [calc for calc in named if any(line.expression and not line.shown for line in calc.lines)]


def by_the_book(calc: Calc, given: dict[str, str], book: Book) -> dict[str, float]:
    """Return what each line of *calc* with a result gives, in base units, where its inputs are those *given*."""
    names = dict(constant_values(book))
    for line in calc.lines:
        if line.expression:
            names[line.name] = evaluate(given.get(line.name, line.expression), names)
    return {line.name: names[line.name].value for line in calc.lines if line.shown}


def test_the_book_s_calculators_give_what_its_worked_examples_give(browser: Browser, book_sheet: Path) -> None:
    book = load(Path(__file__).parents[3] / "source").book
    chance = random.Random(5)
    rounds = []
    for calc in examples(book):
        for _ in range(ROUNDS):
            inputs = [line for line in calc.lines if line.expression and not line.shown]
            given = {line.name: f"({line.expression}) * {chance.uniform(0.5, 4):.6f}" for line in inputs}
            rounds.append((calc, given))
    with opened(browser, book_sheet, fragment="#?view=calculators") as page:
        found = page.evaluate(RECKONED, [[f"calc.{calc.id}", given] for calc, given in rounds])

    assert len(rounds) >= 8 * ROUNDS
    for (calc, given), values in zip(rounds, found, strict=True):
        assert values == pytest.approx(by_the_book(calc, given, book), rel=1e-9), (calc.id, given)


@pytest.mark.parametrize("width", [390, 1440])
def test_a_reader_chooses_a_model_and_types_numbers(browser: Browser, calculators: Path, width: int) -> None:
    with opened(browser, calculators, width=width) as page:
        page.locator(".views label", has_text="计算").click()
        expect(page.get_by_label("层数")).to_have_value("32")
        assert page.get_by_label("型号").locator("option").all_inner_texts() == ["甲", "乙"]

        page.get_by_label("型号").select_option("乙")
        expect(page.get_by_label("层数")).to_have_value("80")
        expect(page.locator("output[data-name=单位]")).to_have_text("320 KiB")
        page.get_by_label("长度").fill("128 * 1024")
        expect(page.locator("output[data-name=缓存]")).to_have_text("40960 MiB")
        page.keyboard.press("Tab")
        page.get_by_label("长度").fill("128 *")

        expect(page.locator("output[data-name=缓存]")).to_have_text("—")
        expect(page.get_by_label("长度")).to_have_attribute("aria-invalid", "true")
        assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("width", [390, 1440])
def test_every_model_stands_in_a_table_above_the_reader_s_own_numbers(
    browser: Browser, calculators: Path, width: int
) -> None:
    with opened(browser, calculators, fragment="#?view=calculators", width=width) as page:
        page.locator(".more summary").click()
        rows = page.locator(".more tr")

        assert rows.all_inner_texts()[1:3] == ["甲\t128 KiB\t128 MiB\t0.1678%", "乙\t320 KiB\t320 MiB\t0.4194%"]
        page.get_by_role("textbox", name="层数").fill("16")
        page.get_by_role("textbox", name="长度").fill("2048")
        assert rows.all_inner_texts()[1:] == [
            "甲\t128 KiB\t256 MiB\t0.3355%",
            "乙\t320 KiB\t640 MiB\t0.8389%",
            "这一组\t64 KiB\t128 MiB\t0.1678%",
        ]
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_curve_is_drawn_anew_as_one_types(browser: Browser, calculators: Path) -> None:
    with opened(browser, calculators, fragment="#?view=calculators") as page:
        page.locator(".more summary").click()
        curve = page.get_by_role("img", name="占 (层数): 4 → 0.02097%, 256 → 1.342%")
        expect(curve).to_be_visible()
        page.get_by_label("横轴").select_option("长度")
        page.get_by_label("纵轴").select_option("缓存")

        assert page.locator(".more svg text").all_text_contents() == ["1024 MiB", "128", "1024", "8192"]
        expect(curve).to_have_count(0)
        page.get_by_role("textbox", name="长度").fill("4096")
        assert page.locator(".more svg text").all_text_contents() == ["4096 MiB", "512", "4096", "32768"]
        page.get_by_role("textbox", name="长度").fill("4096 *")
        expect(page.locator(".more svg")).to_be_hidden()


def test_without_script_no_calculator_is_offered(browser: Browser, calculators: Path) -> None:
    with opened(browser, calculators, script=False) as page:
        expect(page.locator(".calculators")).to_be_hidden()
