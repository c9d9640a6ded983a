"""The few shapes that all figures are made of, and the page they stand on.

Coordinates are user units of a drawing 720 wide, y downwards. A shape is a string of SVG, a figure a value;
only `__main__` writes files. Presentation attributes only, no references, so that a figure is safe as `<img>`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape

from .palette import INK, PAPER, QUIET, RULE, Tone

WIDTH = 720
MARGIN = 28

TEXT = 22
SMALL = 20
HEADING = 24
LINE = 2.0

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Figure:
    """One drawing, in a file called *name*; *title* and *description* are for readers who cannot see it."""

    name: str
    title: str
    description: str
    height: int
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle by its upper left corner and size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Return the x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Return the y of the lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """Return the middle."""
        return self.x + self.width / 2, self.y + self.height / 2


def to_svg(figure: Figure) -> str:
    """Return the whole SVG file of *figure*, the same characters for the same figure."""
    label = f"{figure.name}-title {figure.name}-desc"
    page = element("rect", x=0, y=0, width=WIDTH, height=figure.height, rx=14, fill=PAPER)
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{figure.height}"'
            f' viewBox="0 0 {WIDTH} {figure.height}" role="img" aria-labelledby="{label}"'
            f' font-family="sans-serif" font-size="{TEXT}" xml:lang="zh-CN">',
            f'<title id="{figure.name}-title">{escape(figure.title)}</title>',
            f'<desc id="{figure.name}-desc">{escape(figure.description)}</desc>',
            page,
            *figure.marks,
            "</svg>\n",
        )
    )


def element(tag: str, content: str = "", /, **attributes: str | float | None) -> str:
    """Return one element; an underscore in an attribute's name is a hyphen, and None leaves the attribute out."""
    pairs = "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{pairs}>{content}</{tag}>" if content else f"<{tag}{pairs}/>"


def number(value: float) -> str:
    """Return *value* to a hundredth of a unit, without needless zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def group(*marks: str, id: str | None = None) -> str:
    """Return *marks* as one group."""
    return element("g", "".join(marks), id=id)


def text(
    at: Point, content: str, *, size: float = TEXT, anchor: str = "start", fill: str = INK, bold: bool = False
) -> str:
    """Return one line of text with its baseline at *at*."""
    return element(
        "text",
        escape(content),
        x=at[0],
        y=at[1],
        font_size=size,
        font_weight="bold" if bold else None,
        text_anchor=None if anchor == "start" else anchor,
        fill=fill,
    )


def text_width(content: str, size: float) -> float:
    """Return the estimated width of *content*: 1 em a Chinese character, 0.56 em any other."""
    return size * sum(1.0 if ord(character) >= 0x2E80 else 0.56 for character in content)


def plate(centre: Point, *lines: str, size: float = TEXT, fill: str = PAPER, ink: str = INK) -> str:
    """Return lines of text centred on a plain plate, for places where lines or a texture run behind them."""
    x, y = centre
    width = max(text_width(content, size) for content in lines) + 12
    height = size * 1.25 * len(lines) + 4
    back = element("rect", x=x - width / 2, y=y - height / 2, width=width, height=height, rx=4, fill=fill)
    return group(back, *centred(centre, lines, size=size, ink=ink))


def centred(centre: Point, lines: tuple[str, ...], *, size: float = TEXT, ink: str = INK) -> tuple[str, ...]:
    """Return *lines* one below the other, their block centred on *centre*."""
    x, y = centre
    leading = size * 1.25
    first = y - leading * (len(lines) - 1) / 2 + size * 0.36
    return tuple(
        text((x, first + index * leading), content, size=size, anchor="middle", fill=ink)
        for index, content in enumerate(lines)
    )


def area(rect: Rect, tone: Tone, *, stroke: str | None = INK, dash: str | None = None, radius: float = 0) -> str:
    """Return *rect* filled in *tone*, its texture below its outline."""
    shape = {"x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height, "rx": radius or None}
    outline = {"stroke": stroke, "stroke_width": LINE if stroke else None, "stroke_dasharray": dash}
    if tone.texture == "plain":
        return element("rect", **shape, fill=tone.fill, **outline)
    back = element("rect", **shape, fill=tone.fill) + texture(rect, tone)
    return back + element("rect", **shape, fill="none", **outline) if stroke else back


def texture(rect: Rect, tone: Tone, *, step: float = 12) -> str:
    """Return the 45° lines of *tone* over *rect*, cut at its edges by arithmetic: a pattern would need an id."""
    strokes = []
    offset = step / 2
    while offset < rect.width + rect.height:
        left, right = max(0.0, offset - rect.height), min(rect.width, offset)
        if tone.texture == "rising":
            start, end = (left, offset - left), (right, offset - right)
        else:
            start, end = (left, rect.height - offset + left), (right, rect.height - offset + right)
        strokes.append(
            f"M{number(rect.x + start[0])} {number(rect.y + start[1])}"
            f"L{number(rect.x + end[0])} {number(rect.y + end[1])}"
        )
        offset += step
    colour = RULE if tone.fill == PAPER else tone.ink
    return element("path", d="".join(strokes), fill="none", stroke=colour, stroke_width=1.6)


def box(
    rect: Rect,
    *lines: str,
    tone: Tone = QUIET,
    size: float = TEXT,
    dash: str | None = None,
    radius: float = 8,
    id: str | None = None,
) -> str:
    """Return a rectangle with *lines* of text centred in it; over a texture they stand on a plate."""
    if tone.texture == "plain":
        labels = centred(rect.centre, lines, size=size, ink=tone.ink)
        return group(area(rect, tone, dash=dash, radius=radius), *labels, id=id)
    label = plate(rect.centre, *lines, size=size, fill=tone.fill, ink=tone.ink) if lines else ""
    return group(area(rect, tone, dash=dash), label, id=id)


def swatch(at: Point, label: str, tone: Tone, *, dash: str | None = None) -> str:
    """Return a legend entry: a square in *tone* and its name; *at* is the middle of the square's left side."""
    x, y = at
    square = area(Rect(x, y - 14, 28, 28), tone, dash=dash)
    return group(group(square), text((x + 38, y + TEXT * 0.36), label))


def bracket(left: float, right: float, y: float, label: str) -> str:
    """Return a bracket below what spans *left* to *right*, its ends at *y*, and its label."""
    ends = line((left + 3, y), (left + 3, y + 10), (right - 3, y + 10), (right - 3, y))
    return group(ends, text(((left + right) / 2, y + 38), label, anchor="middle"))


def line(*points: Point, stroke: str = INK, width: float = LINE, dash: str | None = None) -> str:
    """Return an open line through *points*."""
    places = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return element(
        "path",
        d=f"M{places}",
        fill="none",
        stroke=stroke,
        stroke_width=width,
        stroke_dasharray=dash,
        stroke_linejoin="round",
    )


def arrow(*points: Point, stroke: str = INK, width: float = LINE, dash: str | None = None) -> str:
    """Return a line through *points* with a head at the last one."""
    (x0, y0), (x1, y1) = points[-2], points[-1]
    length = math.hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    reach, half = 8 + 2.5 * width, 3.5 + 1.25 * width
    bx, by = x1 - reach * ux, y1 - reach * uy
    head = polygon((x1, y1), (bx - half * uy, by + half * ux), (bx + half * uy, by - half * ux), fill=stroke)
    neck = (x1 - (reach - 1) * ux, y1 - (reach - 1) * uy)
    return line(*points[:-1], neck, stroke=stroke, width=width, dash=dash) + head


def polygon(*corners: Point, fill: str, stroke: str | None = None) -> str:
    """Return a closed shape."""
    return element(
        "path",
        d="M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z",
        fill=fill,
        stroke=stroke,
        stroke_width=LINE if stroke else None,
        stroke_linejoin="round" if stroke else None,
    )


def circle(centre: Point, radius: float, *, fill: str = "none", stroke: str | None = INK, width: float = LINE) -> str:
    """Return a circle."""
    return element(
        "circle",
        cx=centre[0],
        cy=centre[1],
        r=radius,
        fill=fill,
        stroke=stroke,
        stroke_width=width if stroke else None,
    )
