from pathlib import PurePosixPath

import pytest

from generator.model import SourceFile
from generator.parse.chapter import parse_chapter
from generator.parse.identity import derived_id, write_ids
from generator.plaintext import line_text


def test_a_derived_id_is_six_digits_and_consonants() -> None:
    assert derived_id("学习率怎么预热？") == "q-3r7xch"


def test_space_next_to_chinese_and_loose_accents_do_not_change_an_id() -> None:
    assert derived_id("什么是 LoRA ？  naïve") == derived_id("什么是LoRA？ nai\u0308ve")


def test_the_short_answer_tells_two_equal_questions_apart() -> None:
    assert derived_id("什么是梯度裁剪？", "甲。") != derived_id("什么是梯度裁剪？", "乙。")


def test_markup_does_not_change_an_id() -> None:
    def id_of(heading: str) -> str:
        parsed = parse_chapter(SourceFile(PurePosixPath("a.md"), f"# t\n\n### {heading}\n\n答。"), 1, "zh-CN")
        return derived_id(line_text(parsed.chapter.cards[0].question))

    assert id_of("**为什么**用 `softmax`？ {.core}") == id_of("为什么用 softmax？")


@pytest.mark.parametrize(
    ("heading", "written"),
    [
        ("### 题？", "### 题？ {#x-1}"),
        ("### 题？  ", "### 题？ {#x-1}  "),
        ("###题？", "###题？ {#x-1}"),
        ("### 题？ ###", "### 题？ {#x-1} ###"),
        ("### 题？ {.core}", "### 题？ {#x-1 .core}"),
        ('### 题？{tags="a, b"} ##', '### 题？ {#x-1 tags="a, b"} ##'),
        ("### 题？ {#old .core}", "### 题？ {#old .core}"),
        ("### C#", "### C# {#x-1}"),
        ("### 集合 {1}", "### 集合 {1} {#x-1}"),
        ("###", "### {#x-1}"),
        ("正文", "正文"),
    ],
)
def test_an_id_is_written_at_the_end_of_its_heading(heading: str, written: str) -> None:
    assert write_ids(heading, {1: "x-1"}) == written


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_writing_ids_touches_nothing_else(end: str) -> None:
    text = end.join(["# 章", "", "### 一", "答\u2028。  ", "### 二", ""])

    written = write_ids(text, {3: "a", 5: "b"})

    assert written == end.join(["# 章", "", "### 一 {#a}", "答\u2028。  ", "### 二 {#b}", ""])
