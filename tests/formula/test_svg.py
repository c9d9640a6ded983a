"""A formula as a drawing."""

import re
from functools import partial
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.formula import svg

draw = partial(svg.draw, language="zh-CN")

PATH = "{http://www.w3.org/2000/svg}path"


def path_of(tex: str) -> str:
    root = ElementTree.fromstring(draw(tex, display=True).svg)
    path = root.find(PATH)
    assert path is not None
    return path.attrib["d"]


def test_a_formula_is_one_path_and_a_title() -> None:
    root = ElementTree.fromstring(draw(r"\frac{a_1}{\sqrt{b}}", display=True).svg)

    assert [element.tag.rpartition("}")[2] for element in root] == ["title", "path"]


def test_a_formula_has_no_identifiers_styles_or_source() -> None:
    svg = draw(r"\sum_i x_i").svg

    assert [word for word in (" id=", "style", "metadata", "sum_i", "mathra") if word in svg] == []


def test_a_formula_is_spoken_in_chinese() -> None:
    assert draw(r"x^2").spoken == "x 的平方"


def test_the_depth_is_what_hangs_below_the_line() -> None:
    fraction = draw(r"\frac{a}{b}", display=True)

    assert 0 < fraction.depth < fraction.height < 3


def test_a_path_holds_four_kinds_of_steps() -> None:
    letters = set(re.findall("[A-Za-z]", path_of(r"\text{中文}+\frac{\alpha}{\mathbb{R}}")))

    assert letters == set("MLCZ")


def test_chinese_text_is_drawn_as_outlines() -> None:
    assert len(path_of(r"\text{语}")) > 4 * len(path_of(r"\text{一}"))


def test_a_square_beside_chinese_text_stays_a_square() -> None:
    assert len(path_of(r"\square\text{一}")) > len(path_of(r"\square")) > 0


@pytest.mark.parametrize(
    "tex",
    [r"x_{\text{甲}}^{\text{乙}}", r"\sum^{\text{乙}}_{\text{甲}}", r"\xrightarrow[\text{甲}]{\text{乙}}"],
)
def test_each_chinese_character_stands_in_its_own_place(tex: str) -> None:
    swapped = tex.translate(str.maketrans("甲乙", "乙甲"))

    below = lowest_han(path_of(tex), path_of(tex.replace("甲", "乙")))
    above = lowest_han(path_of(tex), path_of(tex.replace("乙", "甲")))

    assert path_of(tex) != path_of(swapped)
    assert below < above


def lowest_han(path: str, other: str) -> float:
    """Return how low the strokes reach that *path* has and *other* has not: those of the character that was replaced."""
    own, foreign = (set(re.findall("M[^Z]*Z", each)) for each in (path, other))
    ends = [float(pair.split()[1]) for stroke in own - foreign for pair in re.findall(r"-?[\d.]+ -?[\d.]+", stroke)]
    return min(ends)


def test_tall_chinese_text_is_not_cut_off() -> None:
    formula = draw(r"\frac{\text{显存}}{x}", display=True)

    top = float(re.search(r'viewBox="\S+ (\S+)', formula.svg)[1])  # type: ignore[index]  # there is always one
    heights = [float(pair.split()[1]) for pair in re.findall(r"-?[\d.]+ -?[\d.]+", path_of(r"\frac{\text{显存}}{x}"))]

    assert max(heights) <= -top


def test_a_command_that_is_not_known_draws_nothing() -> None:
    formula = draw(r"\nosuchcommand x")

    assert (formula.svg, formula.problems) == (
        "",
        (r"\nosuchcommand is not accepted in formulas; write it with accepted commands",),
    )


def test_a_broken_formula_is_said_to_be_broken() -> None:
    formula = draw(r"\frac{a}{")

    assert formula.problems != ()


@pytest.mark.parametrize(
    ("tex", "width"),
    [
        (r"\quad", 1.0),
        (r"\hspace{2em}", 2.0),
        (r"\phantom{x}", 0.559),
        ("{}", 0.001),
        (r"\text{}", 0.001),
        (r"\!", 0.001),
    ],
)
def test_a_formula_without_ink_is_a_blank_of_its_width(tex: str, width: float) -> None:
    formula = draw(tex)

    assert formula.width == pytest.approx(width, abs=0.001)
    assert formula.height > 0
    assert 'd=""' in formula.svg


def test_a_formula_whose_spaces_outdo_its_ink_has_a_size() -> None:
    assert draw(r"x\kern-9em").width > 0


PIECES = (
    "x", "1", "+", "-", "^", "_", "{", "}", "&", "%", "'", "(", " ", "#", "~", "😀", "é", "显", "，", "\\\\", r"\%", r"\&", r"\frac", r"\sqrt",
    r"\left(", r"\right)", r"\text{显存}", r"\text{a b}", r"\begin{pmatrix}", r"\end{pmatrix}", r"\begin{cases}", r"\end{cases}",
    r"\sum", r"\limits", r"\alpha", r"\hat", r"\mathbb", r"\operatorname", r"\not", r"\color{red}", r"\Bigm", r"\overbrace",
)  # fmt: skip


@settings(max_examples=400)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=7).map("".join), st.booleans())
def test_what_has_no_fault_is_drawn_and_what_has_one_is_told_alike(tex: str, display: bool) -> None:
    faults, drawn = svg.faults_of(tex, display=display), draw(tex, display=display)

    assert faults or (drawn.svg and not drawn.problems)
    assert set(drawn.problems) <= set(faults)


@pytest.mark.parametrize(
    ("tex", "told"),
    [
        ("50% x", r"'%' begins a comment in TeX, and the rest would be missing; write \%"),
        ("x & y", r"'&' stands outside aligned, cases and the like; put it inside one, or write \& for the sign"),
        (r"x \not", r"column 3: \not with no symbol after it; write it another way"),
        ("{a", "column 1: '{' without a matching '}'; closed at the end; write it another way"),
    ],
)
def test_broken_tex_is_told(tex: str, told: str) -> None:
    assert svg.faults_of(tex) == (told,)
    assert draw(tex).problems == (told,)


def test_signs_with_a_meaning_in_their_place_are_no_faults() -> None:
    assert svg.faults_of(r"50\% \& \begin{aligned}a&=b\\c&=d\end{aligned}") == ()
