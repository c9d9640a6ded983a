"""Lines that an editor has broken: told from lines that were meant by the width of the whole document."""

import re
import unicodedata
from collections.abc import Iterable

_SENTENCE_END = tuple("。！？；：!?;:.…")
_TERM = re.compile(r"[ \t]*(?:[^\s:：=]{1,20}[ \t]*(?:\d{1,3}[ \t]*)?[:：=]|[→←])")
_NARROWEST, _WIDEST, _RAGGED = 60, 100, 24
"""Columns: of the full lines that editors break at, and how much shorter a broken line may be."""


def full_width(texts: Iterable[str]) -> int:
    """Return the width of a full line, in columns, if an editor has broken the lines of *texts*, else 0."""
    widest = max((_columns(text) for text in texts), default=0)
    return widest if _NARROWEST <= widest <= _WIDEST else 0


def wraps(text: str, following: str, width: int) -> bool:
    """Return whether an editor may have broken a line: it is about full, and neither ends a sentence nor lists terms."""
    if not width or _columns(text) < width - _RAGGED:
        return False
    return not text.rstrip().endswith(_SENTENCE_END) and not _TERM.match(following)


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text.strip()[: _WIDEST + 1])
