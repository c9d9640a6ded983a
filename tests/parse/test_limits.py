"""What is nested deeper than any author nests keeps its text, and says so."""

import re

import pytest

from tests.parse.casebook import parse
from tests.parse.test_properties import visible

WORD = re.compile(r"词\d+尾")
WORDS = [f"词{level}尾" for level in range(120)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("\n".join("  " * level + f"- {word}" for level, word in enumerate(WORDS)), "nesting"),
        ("\n\n".join(">" * (level + 1) + f" {word}" for level, word in enumerate(WORDS)), "nesting"),
        ("".join(f"> - {word}\n" + "  " * level for level, word in enumerate(WORDS)), None),
        ("".join(f" **{word} *字" for word in WORDS) + "字* 字** " * len(WORDS), "nesting"),
        ("".join(f"<b>{word}" for word in WORDS) + "</b>" * len(WORDS), "nesting"),
        ("".join(f"<details>\n\n{word}\n\n" for word in WORDS) + "</details>\n\n" * len(WORDS), "nesting"),
        ("".join(f"[{word}" for word in WORDS) + "](x)" * len(WORDS), None),
        ("".join(f"![{word}" for word in WORDS) + "](x)" * len(WORDS), None),
        ("- " * 200 + "".join(WORDS), "nesting"),
        ("> " * 200 + "".join(WORDS), "nesting"),
    ],
    ids=[
        "lists",
        "quotations",
        "both",
        "stars",
        "tags",
        "details",
        "links",
        "pictures",
        "list in one line",
        "quotation",
    ],
)
def test_deep_nesting_keeps_every_word(text: str, code: str | None) -> None:
    parsed = parse(f"# 章\n\n### 题？\n\n{text}\n\n### 下一题？\n\n在。\n")

    assert WORD.findall(visible(parsed.chapter)) == WORDS
    assert len(parsed.chapter.cards) == 2
    assert code is None or code in {found.code for found in parsed.diagnostics}


@pytest.mark.parametrize(
    "bomb",
    ["[" * 3000, "*a **a " * 1500, "`" * 2999 + " x", "![" * 3000, "<" * 3000, "$" * 3000, "==" * 3000, "|" * 3000],
)
def test_symbol_bombs_are_text(bomb: str) -> None:
    parsed = parse(f"# 章\n\n### 题？\n\n{bomb}\n\n收尾。\n")

    shown = visible(parsed.chapter)
    assert bomb.strip() in shown
    assert shown.endswith("收尾。")
