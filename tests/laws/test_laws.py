"""The laws as properties, over a grammar of documents whose visible text is known, and over any text at all.

`make soak` draws many more, with the seed that it prints.
"""

import re
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.read.encoding import decode
from tests.laws.documents import document
from tests.laws.harm import harm_in
from tests.laws.showing import shown
from tests.parse.test_properties import hostile_texts, marked_texts

HARMFUL = (
    "<svg onload=x>", '<img src="javascript:x">', "[x](javascript:y)", '<a href="file:///e">', '" onclick="x"', "</script>",
    "<script>", "<math>", '<link rel=attachment href="file:///e">', "<style>", "<!--[if", "{{c1::", "}}", "::", "[sound:",
    "[latex]", "\n### 题 {.cloze}\n", "=={2}", "[@a; @b]", '](x.png "', '")', "112 GB<!-- = 2 B -->", "&#31;", "&#x202e;",
    "\ufdd0", "\ufdd2", "\ufff9", "\U000e0001", "\x85", "\\text{", "\\begin{aligned}", "[x](data:text/html,<b>)",
    "![x](data:image/svg+xml;base64,PHN2Zz4=)", "<a href='java&#115;cript:x'>", "[x](<java\tscript:y>)", "[x](//evil.example)",
)  # fmt: skip

NUMBERED = re.compile(r"词\d+尾|w\d+z|（\d+号）|“\d+”句|《\d+》")

seeds = st.randoms(use_true_random=False)
harmful_texts = st.lists(
    st.one_of(
        st.sampled_from(HARMFUL), marked_texts.map(lambda text: text[5:40]), hostile_texts.map(lambda text: text[:20])
    ),
    max_size=25,
).map(lambda parts: "# 章\n\n### 题\n\n" + "".join(parts))


@settings(max_examples=250)
@given(seeds)
def test_each_output_shows_all_that_was_written_once_and_in_order(random: Random) -> None:
    check_whole(random)


@settings(max_examples=250)
@given(harmful_texts)
def test_no_text_stops_the_line_or_does_harm(text: str) -> None:
    check_harmless(text)


@settings(max_examples=60)
@given(seeds, st.sampled_from(("\n", "\r\n", "\r")), st.booleans(), st.booleans())
def test_mistakes_are_told_at_the_lines_of_the_authors_file(random: Random, end: str, mark: bool, front: bool) -> None:
    check_lines(random, end, mark, front)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "examples"), [("whole", 3_000), ("harmless", 5_000), ("lines", 2_000)])
def test_the_laws_hold_for_long(name: str, examples: int) -> None:
    tests: dict[str, Callable[[], None]] = {
        "whole": given(seeds)(check_whole),
        "harmless": given(harmful_texts)(check_harmless),
        "lines": given(seeds, st.sampled_from(("\n", "\r\n", "\r")), st.booleans(), st.booleans())(check_lines),
    }

    settings(max_examples=examples, derandomize=False, deadline=None, print_blob=True)(tests[name])()


def check_whole(random: Random) -> None:
    written = document(random)

    outputs = shown(written.source)

    assert in_order(written.book, outputs.handbook), written.source
    assert in_order(written.cards, outputs.deck), written.source
    assert in_order(written.cards, outputs.sheet), written.source
    assert sorted(outputs.formulas) == sorted(written.formulas)


def check_harmless(text: str) -> None:
    outputs = shown(text)

    body = outputs.html["sheet"].partition("<main")[2].partition("</main>")[0]
    assert harm_in(outputs.html["deck"]) == []
    assert harm_in(outputs.html["handbook"]) == []
    assert [found for found in harm_in(body) if found != "<button>"] == []


def check_lines(random: Random, end: str, mark: bool, front: bool) -> None:
    """Plant a mistake between paragraphs; U+2028 and form feeds are no line ends."""
    before = document(random).source.replace("\n\n", "\n\n段\u2028落\n\n", 1)
    head = "---\ntitle: 前言\n---\n\n" if front else ""
    text = f"{head}{before}\n\n### 何处？\n\n[死链](#nowhere-at-all)。\n"

    decoded = decode(("\ufeff" if mark else "").encode() + text.replace("\n", end).encode())

    assert isinstance(decoded, str)
    told = [found.location.line for found in shown(decoded).told if "nowhere-at-all" in found.message]
    assert told == [text[: text.index("#nowhere-at-all")].count("\n") + 1]


def in_order(parts: tuple[str, ...], text: str) -> bool:
    """Return whether *parts* stand in *text* one after the other, those with a number of their own only once."""
    place = 0
    for part in parts:
        place = text.find(part, place)
        if place < 0 or (NUMBERED.search(part) and text.count(part) > 1):
            return False
        place += len(part)
    return True
