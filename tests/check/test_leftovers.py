import pytest

from generator.check.leftovers import left_over_marks
from tests.assembling import assembled


def told(answer: str) -> list[str]:
    book = assembled(f"# 甲 {{#a}}\n\n### 问？ {{#q}}\n\n{answer}\n").book
    return [str(found) for found in left_over_marks(book)]


@pytest.mark.parametrize(
    ("answer", "mark"),
    [
        (r"公式 \frac{a}{b} 在这里。", r"\frac{"),
        (r"即 \begin{align} a \end{align}", r"\begin{align}"),
        ("面积 $ a^2 $ 在这里。", ""),
        ("见 [[另一篇笔记]]。", "[[另一篇笔记]]"),
        ("看图 ![[plot.png|300]]。", "![[plot.png|300]]"),
        ("答案是 {{c1::四十二}}。", "{{c1::"),
        ("{{< youtube x >}}", "{{<"),
        ("{% include x %}", "{%"),
        ("正文^[行内的脚注]。", "^[行内的脚注]"),
        ("一句话。 ^a1b2c3", "^a1b2c3"),
        ("写作 x^n", ""),
        ("%%只给自己看%%", "%%"),
        ("::: warning", ":::"),
        ("!!! note", "!!! "),
        ("甲乙。{#sock .core", "{#sock"),
        ("{:.class}", "{:.class"),
        ("| 甲 | 乙 |", "| 甲 | 乙 |"),
        ("一行 ```py 代码", "```"),
    ],
)
def test_a_mark_of_another_tool_is_told_with_what_to_write(answer: str, mark: str) -> None:
    found = told(answer)

    assert len(found) == (1 if mark else 0)
    assert all(f"'{mark.strip()}' would be shown as it stands; " in message for message in found)


def test_the_line_is_told_wherever_the_mark_stands() -> None:
    assert told("短答。\n\n- 一\n- 见 [[别处]]\n\n| 甲 |\n|---|\n| %%x%% |\n\n脚注[^1]。\n\n[^1]: {{c1::空}}") == [
        "book/01-a.md:8: '[[别处]]' would be shown as it stands; "
        "write a link as [words](#id), a picture as ![words](file.svg) [left-over]",
        "book/01-a.md:10: '%%' would be shown as it stands; write a comment as <!-- … --> [left-over]",
        "book/01-a.md:16: '{{c1::' would be shown as it stands; "
        "write a deletion as ==words=={1}, on a card with the flag .cloze [left-over]",
    ]


@pytest.mark.parametrize(
    "answer",
    [
        "`{{x}}`、`[[1]]` 和 `%%timeit` 是代码。",
        "```text\n::: [[a]] %% {{c1::x}}\n```",
        "$\\frac{a}{b}$，也写作 $\\{a_1, \\dots\\}$。",
        "从 $5 涨到 $6，每年 5%。",
        "当 a == b 且 x[0][1] = 2 时，集合 {a, b} 里有 |a|。",
        "路径 C:\\new 与 ~/x，范围 1~~2。",
    ],
)
def test_code_formulas_prices_and_plain_signs_are_no_marks(answer: str) -> None:
    assert told(answer) == []
