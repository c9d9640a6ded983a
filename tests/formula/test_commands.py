"""The accepted commands: each is drawn by mathra and by math-core, and others are named with a way out."""

from functools import partial

import pytest
from math_core import LatexToMathML

from generator.formula import svg
from generator.formula.commands import COMMANDS, ENVIRONMENTS, refused

draw = partial(svg.draw, language="zh-CN")

EXAMPLES = {
    **{name: rf"\{name}{{a}}{{b}}" for name in ("frac", "dfrac", "tfrac", "cfrac", "binom", "dbinom", "tbinom")},
    **{name: rf"\{name}{{a}}{{b}}" for name in ("overset", "underset", "stackrel")},
    **{name: rf"\{name}{{a}}" for name in ("xrightarrow", "xleftarrow", "operatorname", "operatorname*", "pmod")},
    **{name: rf"\{name}(x" for name in ("big", "Big", "bigg", "Bigg", "bigl", "Bigl", "biggl", "Biggl")},
    **{name: rf"x\{name})" for name in ("bigr", "Bigr", "biggr", "Biggr")},
    **{name: rf"a\{name}|b" for name in ("bigm", "Bigm")},
    **dict.fromkeys(("left", "middle", "right"), r"\left(a\middle|b\right)"),
    **{name: rf"\sum\{name}_a" for name in ("limits", "nolimits")},
    **{name: rf"a\{name} b" for name in ("bmod", "mod")},
    "not": r"a\not=b",
    "hspace": r"a\hspace{1em}b",
    "kern": r"a\kern1em b",
    "mkern": r"a\mkern3mu b",
    "\\": r"\begin{aligned}a\\b\end{aligned}",
    "begin": r"\begin{cases}a\end{cases}",
    "end": r"\begin{cases}a\end{cases}",
    "sqrt": r"\sqrt[3]{x}",
}
BODIES = {"array": "{lr}a&b\\\\c&d", "multline": "a\\\\b", "gather": "a\\\\b", "gathered": "a\\\\b", "equation": "a"}


def example(name: str) -> str:
    if name in EXAMPLES:
        return EXAMPLES[name]
    return rf"x\{name}{{y}}" if name[0].isalpha() else rf"x\{name} y"


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_accepted_command_is_drawn_and_marked_up(name: str) -> None:
    tex = example(name)

    drawn = draw(tex, display=True)
    mathml = LatexToMathML().convert_with_local_state(tex, displaystyle=True)

    assert (drawn.problems, drawn.svg[:4], mathml[:5]) == ((), "<svg", "<math")


@pytest.mark.parametrize("name", sorted(ENVIRONMENTS))
def test_every_accepted_environment_is_drawn_and_marked_up(name: str) -> None:
    tex = rf"\begin{{{name}}}{BODIES.get(name, 'a&b')}\end{{{name}}}"

    drawn = draw(tex, display=True)
    mathml = LatexToMathML().convert_with_local_state(tex, displaystyle=True)

    assert (drawn.problems, drawn.svg[:4], mathml[:5]) == ((), "<svg", "<math")


def test_what_is_accepted_is_not_refused() -> None:
    assert refused(r"\frac{a}{b} \text{中文} \{x\}\;\begin{aligned}a&=b\end{aligned}") == ()


def test_a_slip_gets_the_nearest_command() -> None:
    assert refused(r"\fraq{a}{b}") == (r"\fraq is not accepted in formulas; write \frac",)


def test_a_known_foreign_command_gets_what_is_usual_here() -> None:
    assert refused(r"\bm{x}") == (r"\bm is not accepted in formulas; write \boldsymbol",)


def test_a_foreign_environment_gets_what_is_usual_here() -> None:
    assert refused(r"\begin{split}a\end{split}") == (r"environment split is not accepted in formulas; write aligned",)


def test_rules_in_an_array_are_refused() -> None:
    assert refused(r"\begin{array}{c|c}a&b\end{array}") == (
        "rules in an array are not drawn everywhere; write a table, or an array without '|'",
    )


@pytest.mark.parametrize(
    ("tex", "told"),
    [
        (r"a\hspace{1}b", r"\hspace is followed by no length; write \hspace{1em}"),
        (r"a\kern xb", r"\kern is followed by no length; write \kern1em"),
        (r"a\mkern3em b", r"\mkern is followed by no length; write \mkern3mu"),
        (r"\begin{aligned}a\\[x]b\end{aligned}", r"\\ is followed by no length; write \\[1em]"),
        (r"a\hspace{-2em}\hspace{-2em}b", "the formula goes back by 4em, over the text before it; keep below 3em"),
        (r"\sqrt{" * 41 + "x" + "}" * 41, "the formula is nested 41 levels deep; part it, 40 can be drawn"),
    ],
)
def test_what_some_can_not_draw_is_told(tex: str, told: str) -> None:
    assert refused(tex) == (told,)


def test_lengths_in_reason_are_accepted() -> None:
    assert refused(r"a\hspace{2em}\kern-.5em\mkern 3mu b\! \begin{aligned}a\\[4pt]\\b\end{aligned} \\{x}") == ()
