"""Named worked examples to reckon with: what they take is typed or chosen, what they give is worked out again."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from generator.check.constants import constant_values
from generator.check.quantities import UNITS
from generator.document import Calc, CalcLine
from generator.model import Book, Card
from generator.render.cheatsheet.dialect import tied
from generator.render.html import Dialect, inlines_to_html
from generator.rewriting import walk_blocks

_CONSTANT: Final = re.compile(r"([^\W\d]\w*)\.([^\W\d]\w*)")
_WORD: Final = re.compile(r"[^\W\d]\w*(?:/s)?|%")
_UNIT: Final = re.compile(r"[^\d.,\s+-]+$")
_UNSAFE: Final = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}


@dataclass(frozen=True, slots=True)
class Input:
    """What an example takes, as arithmetic; *unit* is that of the constant that it is, if it is one."""

    name: str
    given: str
    unit: str


@dataclass(frozen=True, slots=True)
class Result:
    """What a line gives: *unit* is how the book shows it, of *factor* base units."""

    name: str
    expression: str
    shown: str
    unit: str
    factor: float


@dataclass(frozen=True, slots=True)
class Choice:
    """A thing whose constants are inputs, *chosen*, and its *others*: (name, title) of all that have the same.

    *first* is the name of the first of those inputs: it tells a choice of models from one of machines.
    """

    chosen: str
    first: str
    others: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Calculator:
    """A named worked example; *inputs* are its lines without a result."""

    id: str
    title: Markup
    card: str
    number: str
    choices: tuple[Choice, ...]
    inputs: tuple[Input, ...]
    results: tuple[Result, ...]


def calculators_of(card: Card, number: str, dialect: Dialect, book: Book) -> Iterator[Calculator]:
    """Yield a calculator for each named worked example of *card* that takes something."""
    for block in walk_blocks(card.answer):
        if isinstance(block, Calc) and block.id:
            choices = tuple(_choices(block, book))
            inputs = tuple(
                Input(line.name, line.expression, _unit(line.expression, book))
                for line in block.lines
                if line.expression and not line.shown
            )
            if inputs:
                title = Markup(tied(inlines_to_html(card.question, dialect)))
                results = tuple(_result(line) for line in block.lines if line.shown)
                yield Calculator(block.id, title, card.id, number, choices, inputs, results)


def quantities_json(book: Book, calculators: tuple[Calculator, ...]) -> str:
    """Return the units and constants that arithmetic may use, in base units, safe inside a script element."""
    texts = [text for each in calculators for text in _arithmetic(each)]
    words = {word for text in texts for word in _WORD.findall(text)}
    units = {name: unit.value for name, unit in UNITS.items() if name in words or len(name) <= 2 or name.endswith("B")}
    constants = {name: quantity.value for name, quantity in constant_values(book).items()}
    return json.dumps([units, constants], ensure_ascii=False, separators=(",", ":")).translate(_UNSAFE)


def _arithmetic(calculator: Calculator) -> Iterator[str]:
    yield from (f"{each.given} {each.unit}" for each in calculator.inputs)
    yield from (result.expression for result in calculator.results)


def _choices(calc: Calc, book: Book) -> Iterator[Choice]:
    used: dict[str, dict[str, str]] = {}
    for line in calc.lines:
        if not line.shown and (match := _CONSTANT.fullmatch(line.expression)):
            used.setdefault(match[1], {})[match[2]] = line.name
    titles = {constant.group: constant.title for constant in book.constants.values()}
    for group, keys in used.items():
        others = tuple(
            (name, title) for name, title in titles.items() if all(f"{name}.{key}" in book.constants for key in keys)
        )
        if len(others) > 1:
            yield Choice(group, next(iter(keys.values())), others)


def _unit(given: str, book: Book) -> str:
    constant = book.constants.get(given)
    return next((word for word in _WORD.findall(constant.value) if word in UNITS), "") if constant else ""


def _result(line: CalcLine) -> Result:
    match = _UNIT.search(line.shown)
    unit = match[0] if match else ""
    above, _, below = unit.partition("/")
    if unit in UNITS:
        factor = UNITS[unit].value
    elif above in UNITS and below in UNITS:
        factor = UNITS[above].value / UNITS[below].value
    else:
        unit, factor = "", 1.0
    return Result(line.name, line.expression, line.shown, unit, factor)
