"""A mathra drawing taken apart: where which glyph stands, as outlines that can be merged into one path."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_GLYPH = re.compile(r'<path id="[^"]*-g(\d+)" d="([^"]*)"/>')
_ELEMENT = re.compile(r"<(use|rect|line|path|circle|ellipse|polygon|polyline)\b([^>]*)/>")
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
_BODY = re.compile(r'<g fill="currentColor" stroke="none" transform="scale\(1,-1\)">(.*)</g>', re.DOTALL)
_PLACE = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)(?: scale\((-?[\d.]+)\))?")
_TOKEN = re.compile(r"([A-Za-z])|(-?\d*\.?\d+)")


@dataclass(frozen=True, slots=True)
class Placed:
    """A glyph of the formula's font by its number, in a place; thousandths of an em, y growing upwards."""

    glyph: int
    x: float
    y: float
    scale: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A filled rectangle: the line of a fraction, a root, an overline."""

    x: float
    y: float
    width: float
    height: float


Mark = Placed | Bar


def marks(svg: str) -> Iterator[Mark]:
    """Yield what *svg* draws, in order; ValueError for an element that no accepted command makes."""
    body = _BODY.search(svg)
    if body is None:
        raise ValueError("the drawing has no body")
    for element, text in _ELEMENT.findall(body[1]):
        values = dict(_ATTRIBUTE.findall(text))
        if element == "use":
            yield _placed(values)
        elif element == "rect":
            yield Bar(*(float(values[name]) for name in ("x", "y", "width", "height")))
        else:
            raise ValueError(f"the drawing holds a <{element}>")


def outlines(svg: str) -> dict[int, str]:
    """Return the path of each glyph that *svg* defines, by its number."""
    return {int(number): path for number, path in _GLYPH.findall(svg)}


def moved(path: str, x: float, y: float, scale: float) -> str:
    """Return *path* (absolute M, L, C, Q, H, V, Z) scaled, then moved."""
    parts: list[str] = []
    command, place = "", 0
    for letter, number in _TOKEN.findall(path):
        if letter:
            if letter not in "MLCQHVZ":
                raise ValueError(f"a glyph's outline holds the command {letter}")
            command, place = letter, 0
            parts.append(letter)
            continue
        horizontal = command == "H" or (command != "V" and place % 2 == 0)
        value = float(number) * scale + (x if horizontal else y)
        parts.append((" " if place else "") + f"{value:.1f}".removesuffix(".0"))
        place += 1
    return "".join(parts)


def bar_path(bar: Bar) -> str:
    """Return the path of a filled rectangle."""
    return moved(f"M0 0H{bar.width}V{bar.height}H0Z", bar.x, bar.y, 1)


def _placed(values: dict[str, str]) -> Placed:
    if values.get("fill", "currentColor") != "currentColor":
        raise ValueError("the drawing has colours")
    number = int(values["href"].rpartition("-g")[2])
    if "transform" not in values:
        return Placed(number, float(values["x"]), float(values["y"]), 1.0)
    place = _PLACE.fullmatch(values["transform"])
    if place is None:
        raise ValueError(f"the drawing holds the transformation {values['transform']}")
    return Placed(number, float(place[1]), float(place[2]), float(place[3] or 1))
