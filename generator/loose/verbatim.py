"""Enclosures as they are written: fences, displayed formulas and comments, line by line as they were."""

import re
from collections.abc import Sequence

from generator.loose.enclosures import closes_fence, fence_marks
from generator.loose.rows import Row

_LANGUAGE = re.compile(r"(?:[A-Za-z][\w+#.-]{0,20})?(?:[ \t,]*\{[^{}]*\}|[ \t,]+[\w-]+=\S+)*", re.ASCII)
_COMPUTED = re.compile(r"calc\b", re.IGNORECASE)


def end_of_enclosure(rows: Sequence[Row], start: int) -> int:
    """Return the place after the enclosure that the row at *start* stands in."""
    end = start
    while end < len(rows) and rows[end].block == rows[start].block:
        end += 1
    return end


def write_enclosure(first: str, rest: Sequence[Row]) -> list[str]:
    """Return an enclosure that opens with the text *first*, without shared indentation; a fence is closed.

    What stands after its marks and is no language is its first line. A fence of the language `calc` would be
    computed, so it becomes plain text. A comment that begins like a computation is shown.
    """
    shared = min((row.indent for row in rest if not row.is_blank), default=0)
    shared = min(shared, rest[-1].indent) if rest and not rest[-1].is_blank else shared
    body = [row.text[shared:] for row in rest]
    marks = fence_marks(first)
    if marks:
        info = first[len(marks) :].strip()
        if not _LANGUAGE.fullmatch(info):
            body.insert(0, info)
            info = ""
        first = marks + ("text" if _COMPUTED.match(info) else info)
        if not body or not closes_fence(body[-1], marks):
            while body and not body[-1].strip():
                body.pop()
            body.append(marks)
    elif first.startswith("<!--") and first[4:].lstrip().startswith("="):
        first = "\\" + first
    return [first, *body]
