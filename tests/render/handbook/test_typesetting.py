"""Lines as a printer sets them."""

import re

import pytest

from generator.document import Code, Inlines, Math, Strong, Text
from generator.render.handbook.pages.lines import set_line, text_to_html, without_invisibles
from tests.render.handbook.books import NOWHERE


def html(*nodes: str | Code | Math) -> str:
    """Return a line as HTML, with `c` for code and `m` for a formula."""
    inlines: Inlines = tuple(Text(node) if isinstance(node, str) else node for node in nodes)
    shown = {Code: "c", Math: "m"}
    return "".join(
        text_to_html(node.text) if isinstance(node, Text) else shown[type(node)] for node in set_line(inlines, "zh-CN")
    )


@pytest.mark.parametrize("typed", ["使用RoPE的模型", "使用 RoPE 的模型", "使用  RoPE  的模型"])
def test_a_typed_space_makes_no_difference(typed: str) -> None:
    assert html(typed) == "使用 RoPE 的模型"


@pytest.mark.parametrize("nodes", [("在", "中"), ("在 ", " 中")])
def test_code_and_formulas_get_the_same_gap(nodes: tuple[str, str]) -> None:
    assert html(nodes[0], Code("x"), nodes[1]) == "在 c 中"
    assert html(nodes[0], Math("x", location=NOWHERE), nodes[1]) == "在 m 中"


def test_punctuation_needs_no_gap() -> None:
    assert html("好，RoPE（甲）", Code("x"), "。") == "好，RoPE（甲）c。"


def test_a_space_between_latin_words_stays() -> None:
    assert html("see also ", Code("x"), " here") == "see also c here"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("（甲）、乙", '（甲<span class="h">）</span>、乙'),
        ("（甲）（乙）", '（甲<span class="h">）</span>（乙）'),
        ("“（甲", '“<span class="h">（</span>甲'),
        ("甲，乙。", "甲，乙。"),
    ],
)
def test_of_two_full_width_marks_one_is_halved(typed: str, shown: str) -> None:
    assert html(typed) == shown


def test_marks_meet_across_emphasis() -> None:
    line = set_line((Strong((Text("（甲）"),)), Text("，乙")), "zh-CN")

    first = line[0]
    assert isinstance(first, Strong)
    inner = first.children[0]
    assert isinstance(inner, Text)
    assert text_to_html(inner.text) == '（甲<span class="h">）</span>'


def test_a_number_stays_with_its_unit() -> None:
    assert html("约 112 GB 与 5 %") == "约 112\N{NO-BREAK SPACE}GB 与 5\N{NO-BREAK SPACE}%"


def test_a_tilde_does_not_open_a_line() -> None:
    assert html("1～2") == "1\N{WORD JOINER}～2"


def test_the_last_line_has_more_than_one_character() -> None:
    text = "这是一段超过一行的文字用来看末行会不会只剩下一个字。"

    assert html(text) == text[:-2] + "\N{WORD JOINER}" + text[-2:]


def test_an_apostrophe_in_a_word_is_narrow() -> None:
    assert html("don’t 与“引号”") == 'don<span class="n">’</span>t 与“引号”'


def test_marks_of_html_are_escaped() -> None:
    assert html("a < b & c") == "a &lt; b &amp; c"


def test_emoji_variants_are_left_out() -> None:
    assert without_invisibles("警告\u26a0\ufe0f") == "警告\u26a0"


def test_a_long_latin_word_may_be_hyphenated_and_a_name_may_not() -> None:
    assert html("representation 与 FlashAttention") == "rep\u00adre\u00adsen\u00adta\u00adtion 与 FlashAttention"


def test_code_goes_on_after_a_mark_but_a_number_stays_whole() -> None:
    (code,) = set_line((Code("torch.nn.dot_product(x=1.5)"),), "zh-CN")

    assert code == Code("torch.\u200bnn.\u200bdot_\u200bproduct(x=1.5)")


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ('don\'t say "no"', "don’t say “no”"),
        ("(\"yes\") — 'so'", "(“yes”) — ‘so’"),
        ("\"'twice' said\" twice", "“‘twice’ said” twice"),
        ("already “curly” and isn’t", "already “curly” and isn’t"),
    ],
)
def test_straight_quotes_are_curly_in_english_print(typed: str, printed: str) -> None:
    (node,) = set_line((Text(typed),), "en")

    assert isinstance(node, Text)
    assert re.sub("[\u00ad\ufdd1]", "", node.text) == printed


def test_straight_quotes_stay_in_chinese_print() -> None:
    (node,) = set_line((Text('他说 "好"'),), "zh-CN")

    assert isinstance(node, Text)
    assert '"好"' in node.text
