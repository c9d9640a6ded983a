"""Widths of table columns, from what stands in them.

WeasyPrint's own way takes time that grows with the square of a cell's length (fifty seconds for six thousand characters);
with fixed widths the same table takes a third of a second.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from generator.document import CrossReference, Inline, Inlines, Math, Table, Text
from generator.plaintext import CJK, line_text
from generator.render.handbook.pages.measure import cells
from generator.rewriting import rewrite_inlines, walk_inlines

_SIZES: Final = ((9.0, 12.0, "", 7), (8.0, 8.0, "small", 9), (7.0, 5.0, "tiny", 99))
"""Type sizes of tables and paddings of a cell in points, the class of each, and up to how many columns it suits."""

_SIZED: Final = re.compile(
    r'<table>((?:<caption>.*?</caption>)?<colgroup) class="([\w ]*)" width="([\d.]+)"', re.DOTALL
)
_WIDE: Final = 0.72
_CAPTION: Final = 4.3
"""Above which share of the room a table fills it; points a cell of a caption takes."""

_WORD: Final = re.compile(rf"[^\s{CJK}]+")
_MARKS: Final = re.compile(r"\\[A-Za-z]+|[{}^_$\\]")
_LONGEST_WORDS: Final = (16, 12, 8, 5)
"""Longer words may be broken; shorter ones as well where there is no room."""

_NUMBER: Final = "→0.00"
"""What print sets behind a link to a card, in letters about as wide."""

_WHOLE: Final = 5
"""A table of no more rows is not parted; of a longer one at least three rows stay together at either end."""


def column_group(table: Table, room: float) -> str:
    """Return the `<colgroup>` of *table*, which has *room* points; `with_widths` must see it."""
    points, padding, size, _ = next(size for size in _SIZES if len(table.alignments) <= size[3])
    wanted = [padding + points * max(map(_natural, column)) for column in _columns(table)]
    for longest in _LONGEST_WORDS:
        least = [padding + points * max(_least(cell, longest) for cell in column) for column in _columns(table)]
        if sum(least) <= room:
            break
    widths = _shared(wanted, least, room)
    total = sum(widths)
    # A table a little narrower than the page is made as wide; one much narrower stays as it is, but for its caption.
    caption = min(room, _CAPTION * cells(line_text(table.caption)))
    scale = room / total if total > _WIDE * room else max(1.0, caption / total)
    columns = "".join(f'<col style="width:{width * scale:.1f}pt">' for width in widths)
    kind = f"{size} whole" if len(table.rows) <= _WHOLE else size
    return f'<colgroup class="{kind}" width="{total * scale:.1f}">{columns}</colgroup>'


def with_widths(html: str) -> str:
    """Return *html* with the size and width that each `<colgroup>` carries given to its table.

    A table without a width of its own is laid out the slow way, whatever its columns say.
    """
    return _SIZED.sub(r'<table class="\2" style="width:\3pt">\1', html)


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


def _least(cell: Inlines, longest: int) -> float:
    """Return the least width a cell can do with, in em: its longest word up to *longest* letters, or three characters."""
    words = [_em(word[:longest]) for word in _WORD.findall(_shown(cell))]
    return max([*words, min(3.0, _natural(cell))])


def _with_number(node: Inline) -> Inlines:
    """Return a link to a card with the number that print sets behind it, from which no line parts it."""
    return (*node.children, Text(_NUMBER)) if isinstance(node, CrossReference) else (node,)


def _em(text: str) -> float:
    """Return the width of *text* in the sans face, on the safe side, in em."""
    return sum(map(_width, text))


@cache
def _width(character: str) -> float:
    if cells(character) == 2:
        return 1.0
    return 0.68 if character.isupper() or character in "mwMW@%" else 0.57


def _shown(cell: Inlines) -> str:
    text = line_text(rewrite_inlines(cell, _with_number))
    if any(isinstance(node, Math) for node in walk_inlines(cell)):
        return _MARKS.sub("", text)
    return text
