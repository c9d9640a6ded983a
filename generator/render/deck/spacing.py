"""The quarter em between Chinese and other script, as a space: few web views know `text-autospace` yet."""

import re
from dataclasses import replace
from typing import Final

from generator.document import (
    Blocks,
    Citation,
    Code,
    Computed,
    CrossReference,
    Emphasis,
    Inline,
    Inlines,
    KeyWord,
    Link,
    Math,
    Strikeout,
    Strong,
    Styled,
    Text,
)
from generator.rewriting import map_lines

_HAN: Final = "\u2e80-\u2fff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_BEFORE: Final = "A-Za-z0-9\u00c0-\u024f\u0370-\u03ff+\\-−±≈≤≥~@#$&"
_BEHIND: Final = "A-Za-z0-9\u00c0-\u024f\u0370-\u03ff%°‰+"
_GAP: Final = re.compile(rf"(?<=[{_HAN}])(?=[{_BEFORE}])|(?<=[{_BEHIND}])(?=[{_HAN}])")
_IDLE: Final = re.compile(r"(?<=[，。、；：！？）》」』】]) +| +(?=[，。、；：！？）》」』】（《「『【])")
"""Spaces next to full-width marks, which bring their own."""

_LATIN: Final = "a"
"""What code and formulas count as, but for Chinese words in code."""


def spaced(blocks: Blocks) -> Blocks:
    """Return *blocks* with a space wherever Chinese meets Latin letters, digits, code or a formula, and no idle ones."""
    return map_lines(blocks, spaced_line)


def spaced_line(inlines: Inlines) -> Inlines:
    """Return a line of text with a space wherever Chinese meets other script, and none next to full-width marks."""
    ends = [_ends(node) for node in inlines]
    found: list[Inline] = []
    last = ""
    for place, node in enumerate(inlines):
        first, end = ends[place]
        following = next((begin for begin, _ in ends[place + 1 :] if begin), "")
        if first and _GAP.search(last + first):
            found.append(Text(" "))
        found += _inner(node, last, following)
        last = end or last
    return tuple(found)


def _inner(node: Inline, last: str, following: str) -> Inlines:
    """Return *node*, which stands between the characters *last* and *following*, with its inner spaces set."""
    match node:
        case Text():
            text = _without_idle(last, node.text, following)
            return (Text(_GAP.sub(" ", text)),) if text else ()
        case Emphasis() | Strong() | Strikeout() | KeyWord() | Styled() | Link() | CrossReference():
            return (replace(node, children=spaced_line(node.children)),)
        case _:
            return (node,)


def _without_idle(last: str, text: str, following: str) -> str:
    """Return *text* without its idle spaces; its neighbours are looked at, not touched."""
    line, end = last + text + following, len(last + text)
    kept, place = [], len(last)
    for match in _IDLE.finditer(line):
        kept.append(line[place : max(match.start(), place)])
        place = min(max(match.end(), place), end)
    return "".join(kept) + line[place:end]


def _ends(node: Inline) -> tuple[str, str]:
    """Return the first and the last character of *node* as its neighbours see it; nothing if there is none to see."""
    match node:
        case Text():
            return node.text[0], node.text[-1]
        case Computed():
            return node.shown[:1], node.shown[-1:]
        case Code():
            return _as_latin(node.text[:1]), _as_latin(node.text[-1:])
        case Math():
            return _LATIN, _LATIN
        case Citation():
            return "[", "]"
        case Emphasis() | Strong() | Strikeout() | KeyWord() | Styled() | Link() | CrossReference():
            inner = [ends for child in node.children if (ends := _ends(child))[0]]
            return (inner[0][0], inner[-1][1]) if inner else ("", "")
        case _:
            return "", ""


def _as_latin(character: str) -> str:
    """Return what a character of code counts as: its signs are Latin too."""
    return character if re.match(f"[{_HAN}]", character) else _LATIN
