"""What the deck asks on its own stands on its own."""

from dataclasses import replace

import pytest

from generator.check.recall import dependent_follow_ups, telling_clozes
from generator.model import Edition, Rules
from tests.assembling import assembled, told

EDITION = Edition(title="书", namespace="book", deck_names={"a": "10 甲"}, rules=Rules(recall=("a",)))
ANSWER = "短答说完一件事，够二十个字，不看题目也能明白它在说什么。"


def follow_up(question: str, answer: str = ANSWER) -> list[str]:
    text = f"# 甲 {{#a}}\n\n### KV cache 有多大？ {{#q}}\n\n{ANSWER}\n\n#### 追问：{question} {{#f}}\n\n{answer}\n"
    return told(tuple(dependent_follow_ups(assembled(text, edition=EDITION).book)))


@pytest.mark.parametrize(
    ("question", "what"),
    [
        ("怎么降？", "has 4 characters; name what it asks about, it is asked without its card"),
        ("那 KV cache 又该怎么降下来？", "begins by pointing back; name what it asks about"),
        ("学习率为什么要先预热再衰减？", "names nothing of its card's question or short answer; name its subject"),
    ],
)
def test_a_follow_up_that_needs_its_card_is_told(question: str, what: str) -> None:
    assert follow_up(question) == [f"book/01-a.md:7: the follow-up '{question}' {what} [follow-up]"]


def test_a_follow_up_that_names_its_subject_is_not_told() -> None:
    assert follow_up("GQA 的 KV cache 又是多少？") == []


def test_the_short_answer_of_a_follow_up_is_counted() -> None:
    assert follow_up("GQA 的 KV cache 又是多少？", "少八倍。") == [
        "book/01-a.md:7: the follow-up's short answer has 4 characters; write 20 to 80 [follow-up]"
    ]


def test_in_english_words_are_counted_and_small_ones_name_nothing() -> None:
    text = (
        "# A {#a}\n\n### What does Git compare? {#q}\n\nThe index and the working tree, one with the other.\n\n"
        "#### Follow-up: Why can the two of these be at odds? {#f}\n\nOne was edited.\n"
    )
    edition = replace(EDITION, language="en")

    assert told(tuple(dependent_follow_ups(assembled(text, edition=edition).book))) == [
        "book/01-a.md:7: the follow-up 'Why can the two of these be at odds?' names nothing of its card's question or short"
        " answer; name its subject [follow-up]",
        "book/01-a.md:7: the follow-up's short answer has 3 words; write 8 to 50 [follow-up]",
    ]


def cloze(line: str, heading: str = "### 问显卡 {#q .cloze}", rest: str = "") -> list[str]:
    text = f"# 甲 {{#a}}\n\n{heading}\n\n{line}\n\n{rest}\n"
    return [found.split(": ", 1)[1] for found in told(tuple(telling_clozes(assembled(text, edition=EDITION).book)))]


def test_a_deletion_that_stands_elsewhere_on_the_front_is_told() -> None:
    again = "stands elsewhere on the front too; group both, or reword one [cloze]"

    assert cloze("走==n−1 步=={1}，再走==n−1 步=={2}。") == [f"deletion {n}, 'n−1 步', {again}" for n in (1, 2)]
    assert cloze("有==显卡=={1}。") == [f"deletion 1, '显卡', {again}"]


@pytest.mark.parametrize(
    "line",
    ["走==n−1 步=={1}，再走==n−1 步=={1}。", "有==4=={1}与==14=={2}与 4.5。", "用==Adam=={1}[@a]，AdamW 不同。"],
)
def test_what_is_recalled_together_or_part_of_another_word_gives_nothing_away(line: str) -> None:
    assert cloze(line) == []


def test_an_enumeration_hides_its_other_deletions() -> None:
    assert cloze("先==甲乙=={1}，再==甲乙丙=={2}。", "### 问 {#q .cloze-list}") == []
    assert cloze("先==甲乙=={1}，再==甲乙丙=={2}。") != []


def test_a_deletion_that_asks_what_the_formula_note_asks_is_told() -> None:
    heading = '### 问 {#q .cloze formula="写出"}'

    assert cloze("是==$k$=={1}。", heading, "$$M = 2nd$$") == []
    assert cloze("是==$2 n d$=={1}。", heading, "$$ M = 2 n d $$") == [
        "a deletion asks for a formula that the card's formula note asks for; keep one of the two [cloze]"
    ]


def test_chapters_that_are_not_named_are_left_alone() -> None:
    book = assembled("# 甲 {#a}\n\n### 问？ {#q}\n\n答。\n\n#### 追问：吗？ {#f}\n\n是。\n", edition=EDITION).book

    assert list(dependent_follow_ups(replace(book, edition=replace(EDITION, rules=Rules())))) == []
