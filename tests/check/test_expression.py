import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.check.expression import ExpressionError, evaluate


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("16 B * 7e9", 112e9),
        ("7e9 * 2 B / 1 GiB", 14e9 / 2**30),
        ("2 * (8 - 1) / 8", 1.75),
        ("-2 ** 2", -4.0),
        ("2 ** 3 ** 2", 512.0),
        ("log2(1024) + ln(1) + sqrt(9)", 13.0),
        ("ceil(7 / 2) + floor(7 / 2)", 7.0),
        ("min(3, 2, 5) + max(1, 4)", 6.0),
        ("头数 * 128", 4096.0),
        ("1_024 × 2", 2048.0),
        ("6 * 7e9 * 1e12 / (8 * 312 TFLOP/s * 40%) / 1 d", 6 * 7e21 / (8 * 312e12 * 0.4) / 86400),
    ],
)
def test_arithmetic_gives_its_value(expression: str, value: float) -> None:
    assert evaluate(expression, {"头数": 32.0}) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("16 *", "ends too early; write what follows the operator"),
        ("(1 + 2", "lacks a ')'; close it"),
        ("层数 * 2", "uses '层数', which the card does not define; define it in a line before"),
        ("1 / 0", "has no value (float division by zero); mend the arithmetic"),
        ("__import__('os')", "has '''; write numbers, + - * / ** ( ), units and names"),
        ("9 ** 9 ** 9", "has no value (math range error); mend the arithmetic"),
        ("(-8) ** 0.5", "has no value (math domain error); mend the arithmetic"),
        ("1 2", "goes on with '2'; write an operator before it"),
        ("(" * 500, "is longer than 400 characters; split it with names"),
    ],
)
def test_what_has_no_value_is_said(expression: str, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        evaluate(expression, {})

    assert str(caught.value) == message


@given(st.text(max_size=60))
def test_any_text_gives_a_number_or_an_expression_error(text: str) -> None:
    with contextlib.suppress(ExpressionError):
        assert isinstance(evaluate(text, {}), int | float)


NUMBERS = st.integers(0, 1000).map(str)
TERMS = st.recursive(
    NUMBERS, lambda inner: st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda parts: f"({' '.join(parts)})")
)


@given(TERMS)
def test_it_agrees_with_python(expression: str) -> None:
    if len(expression) <= 400:
        assert evaluate(expression, {}) == pytest.approx(
            eval(expression)
        )  # the text is made of digits, + - * and parentheses
