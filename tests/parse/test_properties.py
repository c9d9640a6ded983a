"""The first law of the parser: nothing that an author wrote vanishes without a word; and no text makes it fail."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.codes import CODES
from generator.diagnostics import Location
from generator.document import Block, Inlines, Math, Paragraph, SubHeading, Text
from generator.model import Chapter
from generator.outline import outline_of_chapter
from generator.parse.chapter import Parsed
from generator.parse.identity import write_ids
from generator.plaintext import line_text, text_of
from generator.rewriting import lines_of, walk_blocks, walk_inlines
from tests.parse.casebook import parse

MARKS = (
    "**", "*", "_", "~~", "==", "`", "``", "$", "$$", "\\(", "\\)", "\\[", "\\]", "|", "[", "]", "(", ")", "{", "}", "!",
    "<b>", "</b>", "<s>", "<PAD>", "<br>", "<div>", "</div>", "<details>", "</details>", "<summary>", "</summary>", "<",
    ">", "&", "&nbsp;", "\\", "\\|", "#", "=", "-", ".", "，", "。", "（", "）", "“", "”", " ", "\t", "\u3000", "5", "a",
)  # fmt: skip
TRICKY = (
    "{#", "{.core}", "---\n", "title: ", "+++\n", "[^a]", "![", "Table: ", "⼀", "\u200b", "\u00a0", "<script>", "</script>",
    "<pre>", "<?php", "<!DOCTYPE", "<![CDATA[", "\\begin{a}", "```calc\n", "= 1 =", "***", "<i>", "</i>", "<p>", "</p>", "=={2}",
    "\\\n", "&lt;", "\n       ", "\n\t", "＃＃＃", "|:-:|", ">>", "1) ", "<details open>", "<summary>x</summary>", "[toc]",
)  # fmt: skip
LINES = (
    "\n", "\n\n", "\n\n", "  \n", "\n- ", "\n  - ", "\n1. ", "\n> ", "\n> - ", "\n    ", "\n```\n", "\n```python\n", "\n~~~\n",
    "\n$$\n", "\n\\[\n", "\n\\]\n", "\n---\n", "\n===\n", "\n\n## ", "\n\n### ", "\n###", "\n#### ", "\n# ", "\n|---|---|\n",
    "\n| ", "\n> [!NOTE]\n> ", "\n- [ ] ", "\n[TOC]\n", "\n<hr>\n",
)  # fmt: skip
HOSTILE = (
    "\n[x]: ", "<!--", "-->", "<!-- = ", "](", "![", "[^a]", "[^a]: ", "[@a", "{#", "{.core}", "---\n", "title: ", "title：", "+++\n",
    "\x1f", "\x00", "\ud800", "\u202e", "\u200b", "\u200d", "\u00a0", "\u2028", "\r", "⼀", "\uf98a", "&#31;", "&#x202e;",
    "<a href='", "<img src=x>", "<script>", "http://x.y", "<http://x>", "```calc\n", "x = 1 = 2\n", "Table: ", "1,000",
)  # fmt: skip

hostile_texts = st.lists(
    st.sampled_from(MARKS) | st.sampled_from(LINES) | st.sampled_from(HOSTILE) | st.text(max_size=6), max_size=60
).map("".join)
marked_texts = st.lists(
    st.just("词") | st.sampled_from(MARKS) | st.sampled_from(LINES) | st.sampled_from(TRICKY), max_size=60
).map(lambda parts: "# 章\n\n" + "".join(f"词{place}尾" if part == "词" else part for place, part in enumerate(parts)))

WORD = re.compile(r"词\d+尾")


@settings(max_examples=300, derandomize=True, deadline=None)
@given(hostile_texts)
def test_any_text_is_a_chapter(text: str) -> None:
    check_any_text(text)


@settings(max_examples=300, derandomize=True, deadline=None)
@given(marked_texts)
def test_every_word_is_shown_once_and_in_order_or_told(text: str) -> None:
    check_words(text)


@settings(max_examples=200, derandomize=True, deadline=None)
@given(marked_texts)
def test_a_text_stands_in_the_line_where_it_begins(text: str) -> None:
    check_places(text)


@settings(max_examples=200, derandomize=True, deadline=None)
@given(hostile_texts)
def test_writing_ids_gives_every_card_its_id_and_changes_only_headings(text: str) -> None:
    check_written_ids(text)


@pytest.mark.soak
@pytest.mark.parametrize("check", ["check_any_text", "check_words", "check_places", "check_written_ids"])
def test_the_properties_hold_for_long(check: str) -> None:
    texts = marked_texts if check in ("check_words", "check_places") else hostile_texts

    settings(max_examples=20_000, deadline=None, print_blob=True)(given(texts)(globals()[check]))()


def check_any_text(text: str) -> None:
    parsed = parse(text)

    last = text.count("\n") + 1
    assert {found.code for found in parsed.diagnostics} <= CODES.keys()
    assert all(1 <= place.line <= last for place in places(parsed))
    assert not any(isinstance(node, Text) and (not node.text or "\n" in node.text) for node in inlines(parsed.chapter))
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]", outline_of_chapter(parsed.chapter))


def check_words(text: str) -> None:
    parsed = parse(text)

    shown = WORD.findall(visible(parsed.chapter))
    written = WORD.findall(text)
    told = {found.location.line for found in parsed.diagnostics}
    silent = [word for word in written if word not in shown and text[: text.index(word)].count("\n") + 1 not in told]
    assert silent == []
    assert shown == [word for word in written if word in shown]


def check_places(text: str) -> None:
    chapter = parse(text).chapter

    for block in blocks(chapter):
        if isinstance(block, Paragraph | SubHeading):
            check_place(text, block.children, block.location)
    for card in chapter.cards:
        check_place(text, card.question, card.location)


def check_place(text: str, line: Inlines, location: Location) -> None:
    word = WORD.search(line_text(line))
    if word and isinstance(line[0], Text) and not line_text(line)[: word.start()].strip():
        assert text[: text.index(word[0])].count("\n") + 1 == location.line


def check_written_ids(text: str) -> None:
    before = parse(text)
    ids = {card.location.line: f"id-{card.location.line}" for card in before.chapter.cards if not card.id}

    written = write_ids(text.replace("\r", ""), ids)

    after = parse(written)
    broken = {found.location.line for found in after.diagnostics if found.code in ("attribute", "card-id")}
    given_ids = {card.location.line: card.id for card in after.chapter.cards if card.location.line not in broken}
    assert given_ids == {line: id for line, id in given_ids.items() if id == ids.get(line, id)}
    assert all(given_ids.values())
    changed = [
        place
        for place, (old, new) in enumerate(
            zip(text.replace("\r", "").split("\n"), written.split("\n"), strict=True), start=1
        )
        if old != new
    ]
    assert set(changed) <= ids.keys()


def blocks(chapter: Chapter) -> Iterator[Block]:
    yield from walk_blocks(chapter.intro)
    for section in chapter.sections:
        yield from walk_blocks(section.intro)
        for card in section.cards:
            yield from walk_blocks(card.answer)
            for note in card.footnotes:
                yield from walk_blocks(note.blocks)


def inlines(chapter: Chapter) -> Iterator[object]:
    for block in blocks(chapter):
        for line in lines_of(block):
            yield from walk_inlines(line)


def places(parsed: Parsed) -> Iterator[Location]:
    yield from (found.location for found in parsed.diagnostics)
    yield from (block.location for block in blocks(parsed.chapter))
    yield from (node.location for node in inlines(parsed.chapter) if isinstance(node, Math))


def visible(chapter: Chapter) -> str:
    parts = [line_text(chapter.title), text_of(chapter.intro)]
    for section in chapter.sections:
        parts += [line_text(section.title), text_of(section.intro)]
        for card in section.cards:
            parts += [line_text(card.question), text_of(card.answer)]
    return "\n".join(parts)
