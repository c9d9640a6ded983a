"""A mathra drawing taken apart: where which glyph stands, as outlines that can be merged into one path."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_GLYPH = re.compile(r'<path id="[^"]*-g(\d+)" d="([^"]*)"/>')
_ELEMENT = re.compile(r"<(use|rect|line|path|circle|ellipse|polygon|polyline)\b([^>]*)/>")
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
_BODY = re.compile(r'<g fill="currentColor" stroke="none" transform="scale\(1,-1\)">(.*)</g>', re.DOTALL)
_PLACE = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)(?: scale\((-?[\d.]+)\))?")
_SEGMENT = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?\d*\.?\d+")


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
    """Return *path* (absolute M, L, H, V, Q, C, Z) scaled, then moved, in nothing but M, L, C and Z, each written out."""
    parts: list[str] = []
    last = (0.0, 0.0)
    for command, text in _SEGMENT.findall(path):
        numbers = [float(number) for number in _NUMBER.findall(text)]
        for points in _segments(command, numbers, last):
            letter = "L" if len(points) == 1 and command != "M" else "M" if len(points) == 1 else "C"
            parts.append(letter + " ".join(f"{_short(px * scale + x)} {_short(py * scale + y)}" for px, py in points))
            last = points[-1]
        if command == "Z":
            parts.append("Z")
    return "".join(parts)


def bar_path(bar: Bar) -> str:
    """Return the path of a filled rectangle."""
    return moved(f"M0 0H{bar.width}V{bar.height}H0Z", bar.x, bar.y, 1)


def _segments(command: str, numbers: list[float], last: tuple[float, float]) -> Iterator[list[tuple[float, float]]]:
    """Yield the points of each line or curve that one letter of a path stands for."""
    x, y = last
    match command:
        case "M" | "L":
            yield from ([point] for point in zip(numbers[::2], numbers[1::2], strict=True))
        case "H":
            yield from ([(number, y)] for number in numbers)
        case "V":
            yield from ([(x, number)] for number in numbers)
        case "C":
            for start in range(0, len(numbers), 6):
                yield list(zip(numbers[start : start + 6 : 2], numbers[start + 1 : start + 6 : 2], strict=True))
        case "Q":
            for start in range(0, len(numbers), 4):
                control_x, control_y, end_x, end_y = numbers[start : start + 4]
                first = (x + 2 / 3 * (control_x - x), y + 2 / 3 * (control_y - y))
                second = (end_x + 2 / 3 * (control_x - end_x), end_y + 2 / 3 * (control_y - end_y))
                yield [first, second, (end_x, end_y)]
                x, y = end_x, end_y
        case "Z":
            return
        case _:
            raise ValueError(f"a glyph's outline holds the command {command}")


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


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
