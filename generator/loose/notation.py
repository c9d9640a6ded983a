r"""Formulas in plain Unicode, `W ∈ R^{d×r}`, as TeX: a grammar of what people type for want of TeX.

An operand is letters, numbers, Greek, brackets, with `_` and `^` or raised and lowered digits; operands are joined by
operators. Words are no operands, so a formula ends where prose begins. Whether a formula is *certain* is counted on the
way: `d = 4` might be anything, `Σ_{t}` or `α/r` is notation.
"""

import re
from contextlib import suppress
from dataclasses import dataclass, field

from generator.loose.cursor import Cursor, NoFormulaError
from generator.loose.symbols import (
    BLACKBOARD,
    ENGLISH,
    FUNCTIONS,
    GREEK,
    LETTERS,
    LOWERED,
    PRIMES,
    PRODUCTS,
    RAISED,
    RELATIONS,
    SIGNS,
    TELLING,
)
from generator.loose.tex import braced, sign, together, wrapped

_EXPONENT = re.compile(r"[eE][-+]?\d")
_LONGEST, _DEEPEST = 200, 8


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula: *tex*, where it ends, whether it is certain, and the symbols with a subscript in it."""

    tex: str
    end: int
    certain: bool
    symbols: frozenset[str]


def read_formula(text: str, start: int, known: frozenset[str] = frozenset()) -> Formula | None:
    """Return the longest formula that begins at *start*, if one does.

    Symbols in *known*, such as `f_i`, make it certain. What is longer than 200 characters is not certain.
    """
    reader = _Reader(Cursor(text, start, min(len(text), start + _LONGEST)), known)
    try:
        tex = reader.expression(0)
    except NoFormulaError:
        return None
    certain = reader.certain and reader.at.place < start + _LONGEST
    return Formula(tex, reader.at.place, certain, frozenset(reader.symbols))


@dataclass(slots=True)
class _Reader:
    """Reads a formula from its place on; *greek* says that a Greek letter was read, *symbols* which symbols with a subscript."""

    at: Cursor
    known: frozenset[str]
    certain: bool = False
    greek: bool = False
    symbols: set[str] = field(default_factory=set)

    def expression(self, depth: int, *, listed: bool = False) -> str:
        """Read operands joined by operators; in brackets (*listed*) also by commas."""
        if depth > _DEEPEST:
            raise NoFormulaError
        tex, simple = self._signed(depth)
        while True:
            mark = self._mark()
            try:
                operator, spaced = self._operator(listed=listed)
                right, right_simple = self._signed(depth)
            except NoFormulaError:
                self._return(mark)
                return tex
            self._weigh(operator, spaced=spaced, simple=simple and right_simple)
            if operator == "∈" and right[0] in BLACKBOARD and right[1:2] in ("", "^"):
                right = rf"\mathbb{{{right[0]}}}{right[1:]}"
            tex += sign(operator, spaced=spaced) + right
            simple = right_simple

    def _mark(self) -> tuple[int, bool, bool]:
        return self.at.place, self.certain, self.greek

    def _return(self, mark: tuple[int, bool, bool]) -> None:
        """Go back to where *mark* was taken, as if nothing had been read since."""
        self.at.place, self.certain, self.greek = mark

    def _weigh(self, operator: str, *, spaced: bool, simple: bool) -> None:
        """Note what an operator proves: signs of sets, products of symbols, any between Greek but a hyphen."""
        between_greek = self.greek and operator != "," and (spaced or operator not in "-+")
        self.certain |= operator in TELLING or (operator in PRODUCTS and simple) or between_greek

    def _operator(self, *, listed: bool) -> tuple[str, bool]:
        before = self.at.spaces()
        kind, sign = self.at.next()
        after = self.at.spaces()
        if kind != "operator" and not (sign == "," and listed):
            raise NoFormulaError
        if sign in "-/*<>" and before != after:
            raise NoFormulaError
        return sign, before

    def _signed(self, depth: int) -> tuple[str, bool]:
        """Read an operand that may have a sign, and whether it is a plain symbol or brackets."""
        if self.at.peek()[1] not in ("-", "−", "+", "±"):
            return self._operand(depth)
        sign = RELATIONS[self.at.next()[1]]
        return together([sign, self._operand(depth)[0]]), False

    def _operand(self, depth: int) -> tuple[str, bool]:
        """Read what stands together without space: `2r`, `QK^T`, `p_i(x_t)`, `∂L`."""
        parts: list[str] = []
        simple = True
        while True:
            mark = self._mark()
            try:
                part, is_symbol = self._atom(depth, first=not parts)
            except NoFormulaError:
                if not parts:
                    raise
                self._return(mark)
                return together(parts), simple
            simple = simple and is_symbol
            parts.append(part)

    def _atom(self, depth: int, *, first: bool) -> tuple[str, bool]:
        start = self.at.place
        kind, text = self.at.next()
        if kind == "number":
            if (not first and self.at.text[start - 1] not in ")]}") or _EXPONENT.match(self.at.text, self.at.place):
                raise NoFormulaError
            return self._scripts(text, depth, base=text), False
        if kind == "dots":
            return r"\dots", True
        if kind == "word":
            return self._word(text, depth)
        if text in ("(", "["):
            return self._scripts(self._bracket(text, depth), depth, base=")"), True
        if text in GREEK and not (text == "Σ" and self.at.peek()[1] in ("_", "^")):
            self.greek = True
            return self._scripts(GREEK[text], depth, base=text), True
        if text not in SIGNS:
            raise NoFormulaError
        self.certain = True
        if text == "√":
            inner, _ = self._atom(depth + 1, first=True)
            return rf"\sqrt{{{inner[1:-1] if wrapped(inner) else inner}}}", True
        if text in ("∂", "∇"):
            return SIGNS[text], True
        return self._big(SIGNS[text], depth), False

    def _word(self, text: str, depth: int) -> tuple[str, bool]:
        """Read letters: symbols, the name of a function, or a name that has a subscript."""
        if text in FUNCTIONS and self.at.peek()[1] == "(":
            return FUNCTIONS[text], False
        if len(text) > 3 and self.at.next()[1] == "_":
            return rf"\text{{{text}}}_{self._lowered('', depth)}", False
        if text.lower() in ENGLISH or not LETTERS.fullmatch(text):
            raise NoFormulaError
        return self._scripts(text, depth, base=text), len(text) == 1

    def _bracket(self, opening: str, depth: int) -> str:
        inner, closing = self._inner(depth), self.at.next()[1]
        if opening + closing not in ("()", "[]"):
            raise NoFormulaError
        return opening + inner + closing

    def _inner(self, depth: int) -> str:
        self.at.spaces()
        inner = self.expression(depth + 1, listed=True)
        self.at.spaces()
        return inner

    def _big(self, tex: str, depth: int) -> str:
        """Read a sum: its bounds, then, after a space or not, what is summed."""
        tex = self._scripts(tex, depth, base="Σ")
        mark = self._mark()
        self.at.spaces()
        with suppress(NoFormulaError):
            return f"{tex} {self._operand(depth + 1)[0]}"
        self._return(mark)
        return tex

    def _scripts(self, tex: str, depth: int, *, base: str) -> str:
        """Read what is raised and lowered at *base*."""
        seen = ""
        while True:
            sign = self.at.peek()[1]
            if sign in ("_", "^") and sign not in seen:
                self.at.place += 1
                tex += sign + (self._lowered(base, depth) if sign == "_" else self._raised(depth))
                seen += sign
            elif (sign in RAISED and "^" not in seen) or (sign in LOWERED and "_" not in seen):
                table, mark = (RAISED, "^") if sign in RAISED else (LOWERED, "_")
                tex += mark + braced(self.at.run(table))
                seen += mark
                self.certain |= not base[0].isdigit()
            elif sign in PRIMES and base.isalpha():
                self.at.place += 1
                tex += "'"
            else:
                return tex

    def _raised(self, depth: int) -> str:
        """Read what follows `^`: braces, a number or a letter, with or without a minus."""
        kind, text = self.at.next()
        self.certain = True
        if text == "{":
            return self._braces(depth)
        minus = "-" if text in ("-", "−") else ""
        kind, text = self.at.next() if minus else (kind, text)
        if text in GREEK:
            return f"{{{minus}{GREEK[text]}}}"
        if kind == "number" or (kind == "word" and len(text) == 1):
            return braced(minus + text)
        raise NoFormulaError

    def _lowered(self, base: str, depth: int) -> str:
        """Read what follows `_`: braces, a letter, a number or a short word; `d_ff` alone proves nothing."""
        kind, text = self.at.next()
        if text == "{":
            self.certain = True
            return self._braces(depth)
        following = self.at.peek()
        short = kind in ("word", "number") and len(text) <= (5 if base else 1) and len(base) <= 1
        if not short or following[0] in ("word", "number") or following[1] == "_":
            raise NoFormulaError
        if base:
            self.symbols.add(f"{base}_{text}")
        self.certain |= f"{base}_{text}" in self.known
        return braced(text) if len(text) == 1 or kind == "number" else rf"{{\text{{{text}}}}}"

    def _braces(self, depth: int) -> str:
        """Read what stands in braces after `_` or `^`: an expression, or a word."""
        mark = self._mark()
        with suppress(NoFormulaError):
            inner = self._inner(depth)
            if self.at.next()[1] == "}":
                return f"{{{inner}}}"
        self._return(mark)
        kind, text = self.at.next()
        if kind == "word" and self.at.next()[1] == "}":
            return rf"{{\text{{{text}}}}}"
        raise NoFormulaError
