"""Plots: a panel with two axes, and curves told apart by colour, dash and marker together."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from .drawing import LINE, SMALL, TEXT, Point, Rect, circle, group, line, polygon, text
from .palette import BLUE, INK, PAPER, RULE, SKY, VERMILION


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale from *low* to *high*; *ticks* are pairs of value and label."""

    title: str
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    logarithmic: bool = False

    def share(self, value: float) -> float:
        """Return where *value* lies on the axis, 0 at *low* and 1 at *high*."""
        if self.logarithmic:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)


@dataclass(frozen=True, slots=True)
class Panel:
    """The rectangle that a plot fills, and its two axes."""

    frame: Rect
    x: Axis
    y: Axis

    def at(self, x: float, y: float) -> Point:
        """Return the place of a pair of values."""
        return (
            self.frame.x + self.frame.width * self.x.share(x),
            self.frame.bottom - self.frame.height * self.y.share(y),
        )


@dataclass(frozen=True, slots=True)
class Series:
    """The look of a curve: three differences at once, since any one of them may be lost."""

    stroke: str
    dash: str | None
    marker: str


FIRST = Series(BLUE, None, "circle")
SECOND = Series(VERMILION, "16 7", "square")
THIRD = Series(SKY, "4 6", "triangle")
FOURTH = Series(INK, "16 6 4 6", "diamond")


def grid(panel: Panel) -> str:
    """Return the panel's rules, ticks, tick labels and axis titles; the y title lies above the axis, never turned."""
    frame = panel.frame
    marks = []
    for value, label in panel.x.ticks:
        x, _ = panel.at(value, panel.y.low)
        marks.append(line((x, frame.y), (x, frame.bottom), stroke=RULE, width=1.25))
        marks.append(text((x, frame.bottom + 26), label, size=SMALL, anchor="middle"))
    for value, label in panel.y.ticks:
        _, y = panel.at(panel.x.low, value)
        marks.append(line((frame.x, y), (frame.right, y), stroke=RULE, width=1.25))
        marks.append(text((frame.x - 10, y + SMALL * 0.36), label, size=SMALL, anchor="end"))
    marks.append(line((frame.x, frame.y), (frame.x, frame.bottom), (frame.right, frame.bottom)))
    marks.append(text((frame.x + frame.width / 2, frame.bottom + 58), panel.x.title, anchor="middle"))
    marks.append(text((28, frame.y - 22), panel.y.title))
    return group(*marks)


def curve(panel: Panel, points: tuple[Point, ...], series: Series, *, marked: tuple[Point, ...] = ()) -> str:
    """Return a curve through *points*, both in the axes' values, with markers at *marked*."""
    path = line(*(panel.at(*point) for point in points), stroke=series.stroke, width=4, dash=series.dash)
    return path + "".join(marker(panel.at(*point), series) for point in marked)


def marker(centre: Point, series: Series) -> str:
    """Return the marker of *series*."""
    x, y = centre
    if series.marker == "circle":
        return circle(centre, 7.5, fill=series.stroke, stroke=PAPER)
    corners: dict[str, tuple[Point, ...]] = {
        "square": ((x - 7, y - 7), (x + 7, y - 7), (x + 7, y + 7), (x - 7, y + 7)),
        "triangle": ((x, y - 9), (x + 9, y + 7), (x - 9, y + 7)),
        "diamond": ((x, y - 10), (x + 10, y), (x, y + 10), (x - 10, y)),
    }
    return polygon(*corners[series.marker], fill=series.stroke, stroke=PAPER)


def key(at: Point, label: str, series: Series) -> str:
    """Return a legend entry: a piece of the curve with its marker, and its name; *at* is the middle of its left end."""
    x, y = at
    stroke = line((x, y), (x + 52, y), stroke=series.stroke, width=4, dash=series.dash)
    return group(stroke, marker((x + 26, y), series), text((x + 62, y + TEXT * 0.36), label))


def sample(function: Callable[[float], float], values: tuple[float, ...]) -> tuple[Point, ...]:
    """Return the points of *function* at *values*."""
    return tuple((value, function(value)) for value in values)


def threshold(panel: Panel, value: float) -> str:
    """Return a level line across the panel."""
    return line(panel.at(panel.x.low, value), panel.at(panel.x.high, value), stroke=INK, width=LINE, dash="2 6")
