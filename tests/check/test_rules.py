"""Each rule of the whole book is broken by the smallest book that can, in every text and at every depth."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from importlib import import_module
from inspect import isfunction
from pathlib import PurePosixPath
from pkgutil import iter_modules
from typing import get_type_hints

import pytest

import generator.check
from generator.check.cards import spoken_length, word_count
from generator.check.rules import RULES, Rule, check
from generator.diagnostics import Diagnostic, Location, in_order
from generator.document import Paragraph
from generator.model import Book, Constant, Edition, Place, ReadingPath, Rules, Sight, Source, SyllabusRow, Term
from tests.assembling import assembled, told

EDITION = Edition(title="书", namespace="book", deck_names={"a": "10 甲"}, rules=Rules((30, 100), bare_figures=True))
SHORT = "这是一个足够长的短答，它独立成句，说清楚一件事，读者听完就能明白它在回答什么。"


def book(text: str, edition: Edition = EDITION) -> Book:
    return assembled(text, edition=edition).book


def faults(text: str, edition: Edition = EDITION) -> list[str]:
    return told(in_order(check(book(text, edition))))


def card(answer: str) -> str:
    return f"# 甲 {{#a}}\n\n### 问？ {{#q}}\n\n{answer}\n"


def test_a_book_that_keeps_to_the_rules_has_no_faults() -> None:
    assert faults(card(SHORT)) == []


@pytest.mark.parametrize("text", ["123456", "**123456**", "==*123456*==", "[123456](https://a.b)", "<u>~~123456~~</u>"])
def test_a_number_without_source_is_told_at_any_depth(text: str) -> None:
    assert faults(card(f"{SHORT}\n\n{text}")) == [
        "book/01-a.md:7: '123456' has no source; cite one [@key] or compute it <!-- = … --> [bare-figure]"
    ]


@pytest.mark.parametrize(
    "text",
    ["`x=123456`", "**`x=123456`**", "==$x=123456$==", "[*`123456`*](https://a.b)", "2024 年", "100%", "GPT-4000"],
)
def test_a_number_in_code_or_a_formula_a_year_and_a_name_need_no_source_at_any_depth(text: str) -> None:
    assert faults(card(f"{SHORT}\n\n{text}")) == []


def test_a_number_beside_a_citation_or_computed_needs_no_other_source() -> None:
    text = "**123456**[@a]\n\n- 共 1000<!-- = 10 ** 3 --> 与 2000\n"

    assert faults(card(f"{SHORT}\n\n{text}")) == []


def test_a_number_of_a_question_heading_or_picture_needs_no_source_but_its_caption_does() -> None:
    text = f"# 甲 10000 {{#a}}\n\n### 问 20000？ {{#q}}\n\n{SHORT}\n\n#### 头 30000\n\n![40000](x.png)\n\n![图](x.png '50000')"

    assert faults(text) == [
        "book/01-a.md:11: '50000' has no source; cite one [@key] or compute it <!-- = … --> [bare-figure]"
    ]


def test_a_book_without_rules_may_write_numbers_and_answers_as_it_likes() -> None:
    assert faults(card("短，123456。"), replace(EDITION, rules=Rules())) == []


def glossary_faults(text: str) -> list[str]:
    return told(in_order(check(replace(book(text), terms=(Term("词元", "token", ("tokken",)),)))))


@pytest.mark.parametrize("text", ["tokken", "**tokken**", "==*tokken*==", "[tokken](https://a.b)"])
def test_a_form_that_the_glossary_rules_out_is_told_at_any_depth(text: str) -> None:
    assert glossary_faults(card(f"{SHORT}\n\n{text}")) == [
        "book/01-a.md:7: 'tokken' is ruled out; write '词元' [glossary]"
    ]


@pytest.mark.parametrize("text", ["`tokken`", "**`tokken`**", r"==*$\text{tokken}$*==", "```\ntokken\n```"])
def test_code_and_formulas_may_write_any_form_at_any_depth(text: str) -> None:
    assert glossary_faults(card(f"{SHORT}\n\n{text}")) == []


def test_a_short_answer_is_bounded_and_neither_formulas_nor_citations_count() -> None:
    long = "字" * 101

    assert faults(card("太短。")) == [
        "book/01-a.md:5: the short answer has 3 characters; write 30 to 100 [short-answer]"
    ]
    assert faults(card(long)) == ["book/01-a.md:5: the short answer has 101 characters; write 30 to 100 [short-answer]"]
    assert faults(card(f"{'字' * 96}==$x_1 + y_1$==，**$abc$**[@key] word。")) == []
    assert faults(card("- 列表")) == [
        "book/01-a.md:3: card 'q' opens without a paragraph; begin with one that stands alone as the answer [short-answer]"
    ]


def test_a_cloze_card_without_key_words_is_told() -> None:
    text = card(SHORT).replace("{#q}", "{#q .cloze}")

    assert faults(text) == [
        "book/01-a.md:3: cloze card 'q' has no ==key words== in its short answer; mark what is to be recalled [cloze]"
    ]
    assert faults(text.replace("足够长", "==足够长==")) == []


def test_a_card_too_long_for_old_phones_is_told_wherever_its_text_stands() -> None:
    half = "字" * 40_000

    assert faults(card(f"{SHORT}[^1]\n\n{half}\n\n[^1]: {half}")) == [
        "book/01-a.md:3: card 'q' has 240 kB of text; split it into several cards [long-card]"
    ]


def test_a_computed_figure_is_evaluated_with_the_names_of_its_card() -> None:
    text = card(f"{SHORT}\n\n```calc\n数 = 2 * 3 = 6\n```\n\n==7<!-- = 数 + 2 -->==，6<!-- = 数 -->\n")

    assert faults(text) == ["book/01-a.md:11: '数 + 2' is 8, not '7'; mend one [calc]"]
    assert faults(text + f"\n### 二？ {{#r}}\n\n{SHORT}\n\n6<!-- = 数 -->\n")[1:] == [
        "book/01-a.md:18: '数' uses '数', which the card does not define; define it in a line before [calc]"
    ]


def test_a_line_of_a_worked_example_is_evaluated() -> None:
    assert faults(card(f"{SHORT}\n\n```calc\n甲 = 2 * 3 = 7\n乙 = 2 * = 4\n丙 = 2 = 无\n```")) == [
        "book/01-a.md:8: '2 * 3' is 6, not '7'; mend one [calc]",
        "book/01-a.md:9: '2 *' ends too early; write what follows the operator [calc]",
        "book/01-a.md:10: '无' shows no number; write the result, 2 [calc]",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5 GB<!-- = 5e9 s -->", "'5e9 s' is in s, but is shown in GB; mend one"),
        (
            "112 GB<!-- = 7e9 * 16 -->",
            "'7e9 * 16' has no unit, but is shown in GB; write the units into the arithmetic",
        ),
        ("41.9<!-- = 41.9 --> GB", "'41.9' has no unit, but is shown in GB; write the units into the arithmetic"),
        ("**41.9<!-- = 41.9 -->** GB", "'41.9' has no unit, but is shown in GB; write the units into the arithmetic"),
        ("112<!-- = 112 B -->", "'112 B' is in B, but the number shows no unit; write it, or divide by '1 B'"),
        ("128 GB<!-- = 128 GB/s -->", "'128 GB/s' is in B/s, but is shown in GB; mend one"),
        ("41.9<!-- = 42.9 GB --> GB", "'42.9 GB' is 42.9 GB, not '41.9'; mend one"),
    ],
)
def test_a_computed_figure_is_shown_in_the_unit_of_its_result(text: str, message: str) -> None:
    assert faults(card(f"{SHORT}\n\n{text}")) == [f"book/01-a.md:7: {message} [calc]"]


@pytest.mark.parametrize(
    "text",
    [
        "41.9<!-- = 41.9e9 B --> GB",
        "128 GB/s<!-- = 1 GB / 7.8125 ms -->",
        "295 FLOP/B<!-- = 989 TFLOP/s / 3.35 TB/s -->",
        "8.03<!-- = 8030261248 / 1e9 -->B 参数",
        "8000<!-- = 400e12 / 50e9 --> token",
        "7554 token/s<!-- = 7554 token / 1 s -->",
        "33%<!-- = 1 GB / 3 GB -->",
        "3<!-- = 1 + 2 -->GBs",
        "12.6 万亿<!-- = 12.6e12 -->",
    ],
)
def test_a_count_a_ratio_and_a_unit_behind_the_number_are_understood(text: str) -> None:
    assert faults(card(f"{SHORT}\n\n{text}")) == []


@pytest.mark.parametrize("text", [r"$\undefinedcmd$", r"**$\undefinedcmd$**", "$$\n\\undefinedcmd\n$$"])
def test_a_formula_that_can_not_be_drawn_is_told_at_any_depth(text: str) -> None:
    quoted = "\n".join(f"{'>   ' if place else '> - '}{line}" for place, line in enumerate(text.split("\n")))

    assert faults(card(f"{SHORT}\n\n{quoted}")) == [
        r"book/01-a.md:7: \undefinedcmd is not accepted in formulas; write it with accepted commands [formula]"
    ]


def test_a_picture_without_words_is_told_wherever_it_stands() -> None:
    assert faults(f"# 甲 {{#a}}\n\n![](x.png)\n\n### 问？ {{#q}}\n\n{SHORT}[^1]\n\n[^1]: ![](y.png)") == [
        f"book/01-a.md:{line}: the picture has no words for those who can't see it; add some [image-alt]"
        for line in (3, 9)
    ]


def test_a_question_of_the_syllabus_is_answered_by_its_card() -> None:
    rows = [
        ("一？", "nowhere", "独立成句"),
        ("二？", "q", "没有的话"),
        ("三？", "q", "独立 成句"),
        ("四？", "q", "脚注"),
    ]
    place = Location(PurePosixPath("book/syllabus.tsv"), 1)
    syllabus = tuple(SyllabusRow(*row, location=replace(place, line=line)) for line, row in enumerate(rows, start=1))

    found = check(replace(book(card(f"{SHORT}[^1]\n\n[^1]: 脚注。")), syllabus=syllabus))

    assert told(found) == [
        "book/syllabus.tsv:1: no card is called 'nowhere'; name the card that answers it [syllabus]",
        "book/syllabus.tsv:2: card 'q' does not say '没有的话'; quote the words that answer 二？ [syllabus]",
    ]


def test_a_reading_path_names_what_the_book_has() -> None:
    path = ReadingPath("way", "路", "", ("chapter:a", "card:q", "tag:none", "card:w"))

    assert faults(card(SHORT), replace(EDITION, paths=(path,))) == [
        "book/book.toml: path 'way' names no card 'w'; name one that the book has [reading-path]",
        "book/book.toml: path 'way' names no tag 'none'; name one that the book has [reading-path]",
    ]


def test_decks_are_named_numbered_and_in_the_order_of_the_chapters() -> None:
    text = card(SHORT)

    assert faults(text, replace(EDITION, deck_names={})) == [
        "book/01-a.md:1: chapter 'a' has no deck name; add it to [deck.chapters] of book.toml [deck-name]"
    ]
    assert faults(text, replace(EDITION, deck_names={"a": "甲"})) == [
        "book/book.toml: deck name '甲' does not open with two digits; write '10 甲', with gaps [deck-name]",
    ]
    early = replace(EDITION, deck_names={"a": "20 甲", "b": "10 乙"})
    both = (text, text.replace("{#a}", "{#b}").replace("### 问？ {#q}", "### 再问？ {#r}"))
    wrong = "deck '10 乙' of 'b' would be studied before '20 甲'; give it a higher number"
    found = assembled(*both, edition=early).book
    assert told(check(found)) == [f"book/book.toml: {wrong} [deck-name]"]
    assert told(check(replace(found, edition=replace(early, number=1)))) == []


NOWHERE = Location(PurePosixPath("book/a.txt"), 1)


def test_sections_and_chapters_without_a_question_are_told() -> None:
    text = "# 甲 {#a}\n\n## 有题\n\n### 问？ {#q}\n\n答。\n\n## 什么是端口？\n\n一个号码。"

    assert faults(text, replace(EDITION, rules=Rules())) == [
        "book/01-a.md:9: section '什么是端口？' holds no question; write '### ' before each [no-card]"
    ]
    assert faults("# 甲 {#a}\n\n只有前言。", replace(EDITION, rules=Rules())) == [
        "book/01-a.md:1: the chapter holds no question; write '### ' before each [no-card]"
    ]


BROKEN = """\
# 甲 {#a}

短，123456[@old]，5<!-- = 2 + 2 -->，$\\nosuch$，![](x.png)，tokken。

1 000 000 层。 见 [[别处]]，سلام。

### 问？ {#q}

太短，共 512 层[@old, §1]。

#### 追问：真的吗？ {#f}

是。

### 填什么？ {#c .cloze}

先是==甲乙=={1}，再是甲乙。
"""
SOURCES = {
    "old": Source(
        "old", "article", ("甲",), "题", "2020", "甲 2020", superseded="new",
        places=(Place("§1", "none", Sight.ORIGINAL, date(2026, 12, 1), location=NOWHERE),),
    )
}  # fmt: skip


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_every_rule_finds_something_in_a_book_that_breaks_all(rule: Rule) -> None:
    edition = replace(
        EDITION,
        paths=(ReadingPath("way", "路", "", ("card:none",)),),
        rules=Rules((30, 100), True, evidence=True, recall=True),
    )
    broken = replace(
        assembled(BROKEN, edition=edition, sources=SOURCES).book,
        terms=(Term("词元", "token", ("tokken",)),),
        syllabus=(SyllabusRow("问？", "none", "没有这句话的", location=NOWHERE),),
        constants={"X.a": Constant("X.a", "1 +", "X", "old", "§1", location=NOWHERE)},
    )

    assert list(rule(broken)) != []
    assert list(rule(book(card(SHORT)))) == []


def test_every_rule_is_in_the_table() -> None:
    modules = [import_module(f"generator.check.{module.name}") for module in iter_modules(generator.check.__path__)]
    found = {
        function
        for module in modules
        for name, function in vars(module).items()
        if not name.startswith("_") and isfunction(function) and function.__module__ == module.__name__
        if get_type_hints(function) == {"book": Book, "return": Iterator[Diagnostic]}
    }

    assert found == set(RULES)


@pytest.mark.parametrize(
    ("answer", "length"),
    [
        ("답은 서른 자 이상이어야 한다.", 12),
        ("Ответ из четырёх слов.", 8),
        ("απάντηση με λέξεις", 6),
        ("الجواب من ثلاث كلمات", 8),
        ("उत्तर तीन शब्द", 6),
        ("คำตอบสั้นๆ", 4),
        ("Two words, 中文 and `code_name`.", 10),
    ],
)
def test_letters_of_every_script_count(answer: str, length: int) -> None:
    [paragraph] = assembled(f"# 甲\n\n### 问？ {{#q}}\n\n{answer}\n").book.chapters[0].cards[0].short

    assert isinstance(paragraph, Paragraph)
    assert spoken_length(paragraph.children) == length


def test_an_english_short_answer_is_measured_in_words() -> None:
    [paragraph] = (
        assembled("# A\n\n### Q? {#q}\n\nIt's $x+1$ — a well-known *rule*, `ls -l`.\n").book.chapters[0].cards[0].short
    )
    edition = Edition("t", "b", language="en", rules=Rules(short_answer=(7, 9)))

    assert isinstance(paragraph, Paragraph)
    assert word_count(paragraph.children) == 6
    assert [fault.message for fault in check(replace(assembled("# A\n\n### Q? {#q}\n\nIt is a rule.\n").book, edition=edition)) if fault.code == "short-answer"] == [
        "the short answer has 4 words; write 7 to 9"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "script"), [("سلام عليكم", "Arabic"), ("שלום", "Hebrew"), ("नमस्ते", "Devanagari"), ("བོད", "Tibetan")]
)
def test_a_script_that_print_would_set_wrong_is_told(words: str, script: str) -> None:
    assert faults(card(f"{SHORT}\n\n说 **{words}** 吧")) == [
        f"book/01-a.md:7: '{words}' ({script}) would be printed unjoined or out of order; write it in Latin letters [script]"
    ]


def test_scripts_that_print_sets_are_not_told() -> None:
    assert faults(card(f"{SHORT}\n\nпривет καλημέρα こんにちは 안녕 đ ﬁ")) == []
