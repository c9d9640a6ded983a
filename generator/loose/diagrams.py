"""Drawings made of signs, which keep their lines as they are: boxes, trees, arrows below each other."""

import re
from collections.abc import Sequence
from itertools import pairwise

from generator.loose.rows import Row

_BOX = re.compile("[│┃┌-╿]")
_ARROWS = frozenset("↓↑⇓⇑▼▲")
_MOST_BETWEEN = 3
_LONGEST_LABEL = 30


def take_diagram(rows: Sequence[Row], start: int) -> int:
    """Return where the diagram that begins at *start* ends, or *start* if none does."""
    if not _begins(rows, start):
        return start
    limit = start
    while limit < len(rows) and not rows[limit].is_blank and not rows[limit].block:
        limit += 1
    if not _is_drawn(rows[start]):
        end = _with_arrows(rows, start if _is_arrow(rows[start]) else start + 1, limit)
        return end if sum(_is_arrow(row) for row in rows[start:end]) >= 2 else start
    together = _together([index for index in range(start, limit) if _is_drawn(rows[index])])
    return _with_arrows(rows, together[-1] + 1, limit) if len(together) >= 2 else start


def _begins(rows: Sequence[Row], start: int) -> bool:
    """Return whether a row is drawn, an arrow, or a label with an arrow below it."""
    here = rows[start]
    if here.block or here.is_blank:
        return False
    below = rows[start + 1] if start + 1 < len(rows) else None
    labels = below is not None and _is_arrow(below) and len(here.text.strip()) <= _LONGEST_LABEL
    return bool(_is_drawn(here) or _is_arrow(here) or labels)


def _is_drawn(row: Row) -> bool:
    text = row.text.strip()
    framed = len(text) > 3 and text[0] in "+|" and text[-1] in "+|" and ("+--" in text or "+==" in text)
    return framed or bool(_BOX.search(text))


def _is_arrow(row: Row) -> bool:
    text = row.text.strip()
    return not text.strip("↓↑⇓⇑▼▲│| \t") and not _ARROWS.isdisjoint(text)


def _together(drawn: Sequence[int]) -> Sequence[int]:
    """Return the drawn rows that belong to the first, with no more than a few rows of text between them."""
    for place, (here, following) in enumerate(pairwise(drawn), start=1):
        if following - here > _MOST_BETWEEN:
            return drawn[:place]
    return drawn


def _with_arrows(rows: Sequence[Row], end: int, limit: int) -> int:
    """Return the end of a diagram with the arrows that follow, each with the short label it points from or to."""
    while end < limit and _is_arrow(rows[end]):
        end += 1
        if end < limit and len(rows[end].text.strip()) <= _LONGEST_LABEL:
            end += 1
    return end
