"""A line of loose notes as Markdown of our dialect: what is Markdown stays, formulas become TeX, the rest is kept literal.

The dialect would read some plain text as syntax: money, `<table>`, `[@name]`, `a*b*c`. Such signs get a backslash.
"""

import re
from collections.abc import Callable, Iterator

from generator.loose.formulas import find_formulas
from generator.parse.rules.formulas import end_of_dollars, looks_like_tex
from generator.parse.rules.html import ALLOWED, VOID
from generator.parse.rules.spans import end_of_code

Write = Callable[[str], str]
"""Makes a line of notes Markdown of our dialect."""

_SPECIAL = re.compile(r"`+|\$|\\[(\[]|<|\]\(|https?://")
_TARGET = re.compile(r"\]\((?:<[^<>]*>|[^()\s<>]*(?:\([^()\s]*\)[^()\s]*)*)(?:[ \t]+\"[^\"]*\")?\)")
_ADDRESS = re.compile(r"https?://[^\s<>()（）【】「」，。；、！？]+")
_AUTOLINK = re.compile(r"<(?:https?://|mailto:)[^\s<>]+>")
_COMMENT = re.compile(r"<!--(?!\s*=)(?:(?!<!--).)*?-->")
_TAG = re.compile(
    r"<(/?)([A-Za-z][A-Za-z0-9-]*)((?:\s+[A-Za-z_:][\w:.-]*(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'=<>`]+))?)*)\s*/?>"
)
_CONTENTS_MARK = re.compile(r"\[toc\]|\[\[_?toc_?\]\]|@\[toc\](?:\(.*\))?", re.IGNORECASE)
_CLOSERS = {"\\(": "\\)", "\\[": "\\]"}
_BLOCK_TAGS = ("details", "summary")
_KEY_WORDS = re.compile(r"(?<![A-Za-z0-9_)\]=])==(?![\s=)\]}，。；：、）】」』])([^=\n]*[^\s=(\[{])==(?![A-Za-z0-9_=])")
_ESCAPED = re.compile(
    r"(?P<kept>\\[-$*_#\[\]()<>`|~.+=&!])"
    r"|(?P<slash>\\(?=[,;:{}%\"'/?@^\\]|$))"
    r"|(?P<dunder>(?<![A-Za-z0-9_])__(?=[A-Za-z0-9])[A-Za-z0-9_]*[A-Za-z0-9]__(?![A-Za-z0-9_]))"
    r"|(?P<sign>\$|<!(?=--)|<(?=[A-Za-z/!?])|\[(?=[^\[\]\n]*@)|\[(?=\^[^\s\[\]^]+\])|(?<=[A-Za-z0-9])\*(?=[A-Za-z0-9]))"
    r"|(?P<equals>={2,})"
)


def write_line(text: str, known: frozenset[str] = frozenset(), footnotes: frozenset[str] = frozenset()) -> str:
    """Return *text* as Markdown; *known* are symbols that are certain, *footnotes* the labels that are defined."""
    if _CONTENTS_MARK.fullmatch(text.strip()):
        return "\\" + text.strip()
    pieces = [piece if kept else _write_words(piece, known, footnotes) for piece, kept in _spans(text)]
    return "".join(pieces)


def words_of(text: str) -> str:
    """Return *text* with what stays as it is (code, TeX, addresses) left out."""
    return " ".join(piece for piece, kept in _spans(text) if not kept)


def _spans(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of *text*, and whether each stays as it is."""
    tags = _paired_tags(text) if "<" in text else frozenset()
    last = {opening: text.rfind(closing) for opening, closing in _CLOSERS.items()}
    place = start = 0
    while match := _SPECIAL.search(text, place):
        closes = last.get(match[0], len(text)) >= match.end()
        end = _end_of_span(text, match, tags) if closes else -1
        if end < 0:
            place = match.end()
            continue
        if match.start() > start:
            yield text[start : match.start()], False
        yield text[match.start() : end], True
        place = start = end
    if start < len(text):
        yield text[start:], False


def _end_of_span(text: str, opening: re.Match[str], tags: frozenset[int]) -> int:
    """Return where the code, formula, address or tag that *opening* begins ends, or -1 if none does."""
    start = opening.start()
    match opening[0][0]:
        case "`":
            end = end_of_code(text, start)
            return end if end > opening.end() else -1
        case "$":
            return end_of_dollars(text, start, len(text))
        case "\\":
            close = text.find(_CLOSERS[opening[0]], start + 2)
            return close + 2 if looks_like_tex(text[start + 2 : close]) else -1
        case "<" if start in tags:
            found = _TAG.match(text, start)
        case "<":
            found = _AUTOLINK.match(text, start) or _COMMENT.match(text, start)
        case "]":
            found = _TARGET.match(text, start)
        case _:
            found = _ADDRESS.match(text, start)
    return found.end() if found else -1


def _paired_tags(text: str) -> frozenset[int]:
    """Return the places of the tags that the dialect takes: of its list, and void or with a partner in the line."""
    paired: set[int] = set()
    opened: dict[str, list[int]] = {}
    for match in _TAG.finditer(text):
        name = match[2].lower()
        if name in VOID:
            paired.add(match.start())
        elif name in ALLOWED and name not in _BLOCK_TAGS:
            if not match[1]:
                opened.setdefault(name, []).append(match.start())
            elif opened.get(name):
                paired |= {opened[name].pop(), match.start()}
    return frozenset(paired)


def _write_words(text: str, known: frozenset[str], footnotes: frozenset[str]) -> str:
    """Return text without code, TeX or tags in it as Markdown."""
    pieces: list[str] = []
    place = 0
    for start, formula in find_formulas(text, known):
        pieces += [_escape(text[place:start], footnotes), f"${formula.tex}$"]
        place = formula.end
    return "".join(pieces) + _escape(text[place:], footnotes)


def _escape(text: str, footnotes: frozenset[str]) -> str:
    """Return *text* with a backslash before each sign that would be syntax; marked key words stay marked."""
    keyed = {place for match in _KEY_WORDS.finditer(text) for place in (match.start(), match.end() - 2)}

    def escaped(match: re.Match[str]) -> str:
        if match["kept"]:
            return match[0]
        if match["dunder"]:
            return match[0].replace("_", "\\_")
        if match["equals"]:
            return match[0] if match.start() in keyed or _is_comparison(text, match) else "\\=" * len(match[0])
        if match[0] == "[" and (label := re.compile(r"\[\^([^\s\[\]^]+)\]").match(text, match.start())):
            return "[" if label[1] in footnotes else "\\["
        return "&lt;!" if match[0] == "<!" else "\\" + match[0]

    return _ESCAPED.sub(escaped, text)


def _is_comparison(text: str, match: re.Match[str]) -> bool:
    """Return whether equals signs stand between two operands, with space on both sides or on none: no key words begin so."""
    before, after = text[max(0, match.start() - 1) : match.start()], text[match.end() : match.end() + 1]
    if len(match[0]) > 3:
        return False
    return (before.isspace() and after.isspace()) or bool(
        re.fullmatch(r"[A-Za-z0-9_)\]]{2}|[A-Za-z0-9_)\]]\"", before + after)
    )
