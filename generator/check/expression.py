"""Arithmetic as authors write it: `16 B * 参数 / 2**10`, read and evaluated without running any code."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

UNITS: Final[dict[str, float]] = {
    **{f"{prefix}B": 1000.0**power for power, prefix in enumerate(("", "K", "M", "G", "T", "P", "E"))},
    **{f"{prefix}iB": 1024.0**power for power, prefix in enumerate(("", "K", "M", "G", "T", "P", "E")) if prefix},
    "kB": 1e3,
    "bit": 1 / 8,
    "%": 0.01,
    "s": 1.0,
    "ms": 1e-3,
    "us": 1e-6,
    "μs": 1e-6,
    "ns": 1e-9,
    "h": 3600.0,
    "d": 86400.0,
    "秒": 1.0,
    "分钟": 60.0,
    "小时": 3600.0,
    "天": 86400.0,
    "年": 365 * 86400.0,
    "万": 1e4,
    "亿": 1e8,
    "万亿": 1e12,
    **{
        f"{prefix}{name}": 1000.0**power
        for power, prefix in enumerate(("", "K", "M", "G", "T", "P", "E", "Z", "Y"))
        for name in ("FLOP", "FLOPs", "FLOPS", "FLOP/s")
    },
    **{f"{prefix}B/s": 1000.0**power for power, prefix in enumerate(("", "K", "M", "G", "T"))},
}
"""Units are factors: bytes, seconds and operations count 1; GB is 10⁹, GiB 2³⁰."""

_FUNCTIONS: Final[dict[str, Callable[..., float]]] = {
    "log2": math.log2,
    "log10": math.log10,
    "ln": math.log,
    "exp": math.exp,
    "sqrt": math.sqrt,
    "cos": math.cos,
    "ceil": math.ceil,
    "floor": math.floor,
    "min": min,
    "max": max,
}
_CONSTANTS: Final[dict[str, float]] = {"pi": math.pi, "e": math.e}
_LONGEST = 400
"""Characters; a longer expression is refused, which also bounds how deep it can nest."""

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+)|(?P<operator>\*\*|[-+*/()×÷,^−])"
    r"|(?P<unit>[KMGTPEZYkm]?i?(?:B/s|FLOP/s)|%)|(?P<name>[^\W\d]\w*))"
)


class ExpressionError(Exception):
    """An expression can't be evaluated; the message says why and what to write instead."""


def evaluate(expression: str, names: Mapping[str, float]) -> float:
    """Return the value of *expression*; *names* are the quantities it may use besides units and functions.

    Raises ExpressionError.
    """
    if len(expression) > _LONGEST:
        raise ExpressionError(f"is longer than {_LONGEST} characters; split it with names")
    reader = _Reader(_tokens(expression), names)
    try:
        value = reader.total()
    except (OverflowError, ZeroDivisionError, ValueError, TypeError) as error:
        raise ExpressionError(f"has no value ({error}); mend the arithmetic") from error
    if reader.place < len(reader.tokens):
        raise ExpressionError(f"goes on with '{reader.tokens[reader.place][1]}'; write an operator before it")
    if not math.isfinite(value):
        raise ExpressionError("has no finite value; mend the arithmetic")
    return value


def _tokens(expression: str) -> list[tuple[str, str]]:
    tokens, place = [], 0
    text = expression.strip()
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None or match.lastgroup is None:
            raise ExpressionError(f"has '{text[place]}'; write numbers, + - * / ** ( ), units and names")
        tokens.append((match.lastgroup, match[match.lastgroup]))
        place = match.end()
    return tokens


@dataclass(slots=True)
class _Reader:
    """Recursive descent over tokens; *place* is the next one."""

    tokens: list[tuple[str, str]]
    names: Mapping[str, float]
    place: int = 0

    def total(self) -> float:
        """Read terms joined by + and -."""
        value = self._product()
        while (operator := self._take("+", "-", "−")) is not None:
            term = self._product()
            value = value + term if operator == "+" else value - term
        return value

    def _product(self) -> float:
        value = self._power()
        while (operator := self._take("*", "×", "/", "÷")) is not None:
            factor = self._power()
            value = value * factor if operator in "*×" else value / factor
        return value

    def _power(self) -> float:
        if self._take("-", "−") is not None:
            return -self._power()
        self._take("+")
        value = self._atom()
        if self._take("**", "^") is not None:
            value = math.pow(value, self._power())
        while self._at_unit():  # binds tighter than an operator: 14e9 B / 1 GiB
            value *= UNITS[self._next()[1]]
        return value

    def _atom(self) -> float:
        kind, text = self._next()
        if kind == "number":
            return float(text.replace("_", ""))
        if text == "(":
            value = self.total()
            self._expect(")")
            return value
        if text in _FUNCTIONS and self._take("(") is not None:
            return self._call(text)
        for known in (self.names, _CONSTANTS, UNITS):
            if text in known:
                return known[text]
        raise ExpressionError(f"uses '{text}', which the card does not define; define it in a line before")

    def _call(self, name: str) -> float:
        arguments = [self.total()]
        while self._take(",") is not None:
            arguments.append(self.total())
        self._expect(")")
        return _FUNCTIONS[name](*arguments)

    def _at_unit(self) -> bool:
        if self.place == len(self.tokens):
            return False
        text = self.tokens[self.place][1]
        return text in UNITS and text not in self.names

    def _take(self, *operators: str) -> str | None:
        if self.place < len(self.tokens) and self.tokens[self.place][1] in operators:
            return self._next()[1]
        return None

    def _expect(self, text: str) -> None:
        if self._take(text) is None:
            raise ExpressionError(f"lacks a '{text}'; close it")

    def _next(self) -> tuple[str, str]:
        if self.place == len(self.tokens):
            raise ExpressionError("ends too early; write what follows the operator")
        self.place += 1
        return self.tokens[self.place - 1]
