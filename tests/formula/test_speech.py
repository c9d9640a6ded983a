"""Formulas in words: no two formulas are said alike, and none ends where nobody hears it."""

import re
import unicodedata
from collections.abc import Iterator
from functools import partial
from typing import Any

import mathra
import pytest

from generator.formula import svg
from generator.formula.commands import COMMANDS
from generator.formula.mathml import mark_up
from generator.formula.numbers import for_mathra
from generator.formula.speech import spoken
from generator.language.tables import LANGUAGES
from generator.pipeline import Loaded
from tests.formula.test_commands import example

draw = partial(svg.draw, language="zh-CN")

CASES = {
    r"(100,900)": "左括号 100 逗号 900 右括号",
    r"[128,256]": "左方括号 128 逗号 256 右方括号",
    r"3900,2100,900,150": "3900 逗号 2100 逗号 900 逗号 150",
    r"1{,}024": "1,024",
    r"0.5": "0.5",
    r"x_i": "x 下标 i",
    r"e_{n+1}": "e 下标 n 加 1 下标结束",
    r"e_n+1": "e 下标 n 加 1",
    r"n_{kv}": "n 下标 k v 下标结束",
    r"n_{\mathrm{kv}}": "n 下标 kv",
    r"x^2": "x 的平方",
    r"x^n": "x 的 n 次方",
    r"x^{n+1}": "x 的指数 n 加 1 指数结束",
    r"x^n+1": "x 的 n 次方 加 1",
    r"10^{-5}": "10 的指数 负 5 指数结束",
    r"x_t^{(k)}": "x 下标 t 上标 左括号 k 右括号 上标结束",
    r"f'": "f 撇",
    r"N^\star": "N 星",
    r"W^\top x": "W 的转置 x",
    r"q_m^\top k_n": "q 下标 m 的转置 k 下标 n",
    r"\|x\|_2": "范数 x 范数结束 下标 2",
    r"\lVert x-y\rVert": "范数 x 减 y 范数结束",
    r"\left\|x\right\|_F": "范数 x 范数结束 下标 F",
    r"\operatorname{KL}(p\,\|\,q)": "KL 左括号 p 双竖线 q 右括号",
    r"|x|+|y|": "绝对值 x 绝对值结束 加 绝对值 y 绝对值结束",
    r"p(y\mid x)": "p 左括号 y 给定 x 右括号",
    r"a\odot b": "a 逐元素乘 b",
    r"\langle q,k\rangle": "左尖括号 q 逗号 k 右尖括号",
    r"a\ll b": "a 远小于 b",
    r"\ell": "花体 l",
    r"-x=-y-z": "负 x 等于 负 y 减 z",
    r"\frac{1}{2}": "2 分之 1",
    r"\frac{a+1}{b}": "分数 b 分之 a 加 1 分数结束",
    r"a+\frac{1}{b}": "a 加 b 分之 1",
    r"\sqrt{x}": "根号 x",
    r"\sqrt{x+1}y": "根号 x 加 1 根号结束 y",
    r"\sqrt[3]{x}": "3 次根号 x",
    r"\binom{n}{k}": "组合数 n 取 k 组合数结束",
    r"\sum_{i=1}^{n}x_i": "从 i 等于 1 到 n 求和 x 下标 i",
    r"\mathbb{E}_{x\sim p}[f]": "期望 下标 x 服从 p 下标结束 左方括号 f 右方括号",
    r"\lim_{x\to0}": "当 x 到 0 时的极限",
    r"\hat{x}_t": "x 帽 下标 t",
    r"\overline{x+1}": "x 加 1 整体加上划线",
    r"\underbrace{a+b}_{\text{线性}}": "括起 a 加 b 括号注 线性 注完",
    r"\lceil i/r\rceil": "向上取整 i 除以 r 取整结束",
    r"\mathrm{softmax}(x)": "softmax 左括号 x 右括号",
    r"\text{若 $x>0$}": "若 x 大于 0",
    r"\begin{bmatrix}a&b\\c&d\end{bmatrix}": "2 行 2 列矩阵： 第 1 行，a，b； 第 2 行，c，d； 矩阵结束",
    r"\begin{cases}a&x>0\\b&\text{否则}\end{cases}": "分段： 第 1 种，a，x 大于 0； 第 2 种，b，否则； 分段结束",
    r"\begin{aligned}a&=b\\c&=d\end{aligned}": "a 等于 b；c 等于 d",
}


IN_ENGLISH = {
    r"e_{n+1}": "e sub n plus 1 end sub",
    r"x^2": "x squared",
    r"x^{n+1}": "x to the exponent n plus 1 end exponent",
    r"W^\top x": "W transpose x",
    r"\|x\|_2": "norm of x end norm sub 2",
    r"p(y\mid x)": "p open paren y given x close paren",
    r"-x=-y-z": "negative x equals negative y minus z",
    r"\frac{1}{2}": "1 over 2",
    r"\frac{a+1}{b}": "fraction a plus 1 over b end fraction",
    r"\sqrt{x+1}y": "root of x plus 1 end root y",
    r"\sum_{i=1}^{n}x_i": "sum from i equals 1 to n of x sub i",
    r"\lim_{x\to0}": "limit as x to 0 of",
    r"\alpha": "alpha",
}


@pytest.mark.parametrize("tex", IN_ENGLISH)
def test_a_formula_is_said_like_this_in_english(tex: str) -> None:
    assert svg.draw(tex, language="en").spoken == IN_ENGLISH[tex]


@pytest.mark.parametrize("tex", CASES)
def test_a_formula_is_said_like_this(tex: str) -> None:
    assert draw(tex).spoken == CASES[tex]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_of_them_are_said_alike(language: str) -> None:
    formulas = [tex for tex in CASES if tex not in (r"\left\|x\right\|_F",)]

    assert len({svg.draw(tex, language=language).spoken for tex in formulas}) == len(formulas)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_accepted_command_is_said_without_a_bare_sign(name: str, language: str) -> None:
    said = svg.draw(example(name), language=language, display=True).spoken

    assert [sign for sign in said if unicodedata.category(sign) in ("Sm", "So", "Sk") and sign not in "+<>="] == []


def numbers(tree: Any) -> Iterator[str]:
    """Yield the numbers of mathra's tree."""
    if isinstance(tree, dict):
        if tree.get("type") == "number":
            yield tree["value"]
        else:
            for value in tree.values():
                yield from numbers(value)
    elif isinstance(tree, list):
        for node in tree:
            yield from numbers(node)


def test_every_formula_of_the_book_has_the_same_numbers_drawn_spoken_and_marked_up(loaded: Loaded) -> None:
    book = loaded.book
    formulas = {formula.tex for text in book.texts() for formula in text.formulas()}

    apart = []
    for tex in formulas:
        tree = mathra.render(for_mathra(tex), "zh", display=True)["tree"]
        markup = mark_up(tex, display=True)
        assert markup is not None, tex
        drawn = sorted(numbers(tree))
        tokens = re.findall(r"<m[in][^>]*>([^<]*)</m[in]>", markup.mathml)
        marked = sorted(
            number.replace(",", "")
            for number in (unicodedata.normalize("NFKC", token) for token in tokens)
            if number[:1].isdigit()
        )
        if drawn != marked:
            apart.append((tex, drawn, marked))
        said = re.findall(r"\d[\d.]*", spoken(tree, "zh-CN").replace(",", ""))
        if any(said.count(number) < drawn.count(number) - tex.count("^2") - tex.count("^3") for number in set(drawn)):
            apart.append((tex, drawn, said))

    assert len(formulas) > 500
    assert apart == []
