"""The second way to draw a formula, kept in working order."""

import pytest

from generator.formula.svg import draw
from generator.formula.ziamath_route import draw_with_ziamath


@pytest.mark.parametrize(
    "tex", [r"\frac{QK^\top}{\sqrt{d_k}}", r"\sum_{i=1}^n x_i", r"\hat{m}_t=\frac{m_t}{1-\beta^t}"]
)
def test_both_ways_draw_the_same_size(tex: str) -> None:
    usual, second = draw(tex, display=True), draw_with_ziamath(tex, display=True)

    assert second.svg.startswith("<svg")
    assert second.width == pytest.approx(usual.width, rel=0.25)
    assert second.height == pytest.approx(usual.height, rel=0.35)


@pytest.mark.parametrize("tex", [r"\text{中文}", r"\mathop{x}\limits_a", r"\operatorname*{max}_x", r"\xrightarrow{a}"])
def test_what_ziamath_draws_wrong_is_refused(tex: str) -> None:
    formula = draw_with_ziamath(tex)

    assert formula.svg == ""
    assert "ziamath draws" in formula.problems[0]
