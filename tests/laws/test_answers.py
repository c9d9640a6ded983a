"""A card is told to have no answer exactly when no deck holds it."""

import pytest

from tests.laws.showing import shown


@pytest.mark.parametrize(
    ("answer", "held"),
    [
        ("", False),
        ("&emsp;", False),
        ("<br>", False),
        ("<!-- 待补 -->", False),
        ("***", False),
        ("> ", False),
        ("- ", False),
        ("![](no.png)", True),
        ("[^1]\n\n[^1]: 注", True),
        ("`x`", True),
        ("$x$", True),
        ("| a |\n|---|", True),
    ],
)
def test_a_card_without_an_answer_is_told_and_left_out(answer: str, held: bool) -> None:
    outputs = shown(f"# 章\n\n### 题？\n\n{answer}\n")

    assert ("题？" in outputs.deck) is held
    assert ("empty-answer" not in {found.code for found in outputs.told}) is held
