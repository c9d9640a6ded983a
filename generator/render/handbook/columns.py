"""Widths of table columns, from what stands in them.

WeasyPrint's own way takes time that grows with the square of a cell's length (fifty seconds for six thousand characters);
with fixed widths the same table takes a third of a second.
"""

import re
from collections.abc import Iterator
from typing import Final

from generator.document import Inlines, Math, Table
from generator.plaintext import CJK, line_text
from generator.render.handbook.measure import cells
from generator.rewriting import walk_inlines

_PADDING: Final = 12.0
_SIZES: Final = ((9.0, "", 7), (8.0, "small", 9), (7.0, "tiny", 99))
"""Type sizes of tables in points, the class each has, and up to how many columns it suits."""

_WIDE: Final = 0.72
_CAPTION: Final = 4.3
"""Above which share of the room a table fills it; points a cell of a caption takes."""

_WORD: Final = re.compile(rf"[^\s{CJK}]+")
_MARKS: Final = re.compile(r"\\[A-Za-z]+|[{}^_$\\]")
_LONGEST_WORD: Final = 16
"""Longer words may be broken."""


def size_class(table: Table) -> str:
    """Return the class of the type size that suits *table*."""
    return _size(table)[1]


def column_group(table: Table, room: float) -> str:
    """Return the `<colgroup>` of *table*, which has *room* points."""
    points = _size(table)[0]
    wanted = [_PADDING + points * max(map(_natural, column)) for column in _columns(table)]
    least = [_PADDING + points * max(map(_least, column)) for column in _columns(table)]
    widths = _shared(wanted, least, room)
    total = sum(widths)
    # A table a little narrower than the page is made as wide; one much narrower stays as it is, but for its caption.
    caption = min(room, _CAPTION * cells(line_text(table.caption)))
    scale = room / total if total > _WIDE * room else max(1.0, caption / total)
    columns = "".join(f'<col style="width:{width * scale:.1f}pt">' for width in widths)
    return f"<colgroup>{columns}</colgroup>"


def _size(table: Table) -> tuple[float, str, int]:
    return next(size for size in _SIZES if len(table.alignments) <= size[2])


def _columns(table: Table) -> Iterator[tuple[Inlines, ...]]:
    yield from zip(table.head, *table.rows, strict=True)


def _shared(wanted: list[float], least: list[float], room: float) -> list[float]:
    """Return *wanted* widths if there is *room*; else the least each needs and a share of the rest."""
    if sum(wanted) <= room:
        return wanted
    if sum(least) >= room:
        return [width * room / sum(least) for width in least]
    # The square root keeps a column with one very long cell from starving the others.
    weights = [(full - small) ** 0.5 for full, small in zip(wanted, least, strict=True)]
    rest = room - sum(least)
    widths = [small + rest * weight / (sum(weights) or 1) for small, weight in zip(least, weights, strict=True)]
    return [min(width, full) for width, full in zip(widths, wanted, strict=True)] if sum(widths) < room else widths


def _natural(cell: Inlines) -> float:
    """Return the width of the longest line of a cell, in em."""
    return max(_em(line) for line in _shown(cell).split("\n"))


def _least(cell: Inlines) -> float:
    """Return the least width a cell can do with, in em: its longest word, or three characters."""
    words = [_em(word[:_LONGEST_WORD]) for word in _WORD.findall(_shown(cell))]
    return max([*words, min(3.0, _natural(cell))])


def _em(text: str) -> float:
    return cells(text) * 0.53


def _shown(cell: Inlines) -> str:
    text = line_text(cell)
    if any(isinstance(node, Math) for node in walk_inlines(cell)):
        return _MARKS.sub("", text)
    return text
