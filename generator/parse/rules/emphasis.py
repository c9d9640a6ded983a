"""Emphasis that works next to Chinese: CommonMark's flanking rule, amended.

CommonMark asks for white space or punctuation outside a mark that has punctuation inside it; Chinese puts neither, so
`**结论：**温度` would print its stars. Here full-width punctuation inside a mark counts as a letter, and a Chinese
character outside it counts as a space. Two stars also close after a closing bracket and open before an opening one,
whatever stands outside: `**重点(RLHF)**RLHF`. One star between ASCII letters or digits is a product, `2*b*s*h`; two
after a number or a single letter, or before a digit, are a power, `x**2`, and open nothing.
"""

import re
import unicodedata

from markdown_it.common.utils import isWhiteSpace
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter, Scanned

from generator.plaintext import CJK

_CJK = re.compile(f"[{CJK}]")
_STAR = ord("*")
_OPENING = "([{<“‘"
_CLOSING = ")]}>”’"


class ChineseState(StateInline):
    """A line being read; the one thing it changes is where emphasis may begin and end."""

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803 - markdown-it's names
        """Return whether the run of marks at *start* can open and close, and its length."""
        marker = self.src[start]
        end = start
        while end < self.posMax and self.src[end] == marker:
            end += 1
        before = self.src[start - 1] if start else " "
        after = self.src[end] if end < self.posMax else " "
        if (marker == "~" or (marker == "*" and end - start == 1)) and _is_operator(before, after):
            return Scanned(False, False, end - start)
        left = not _is_space(after) and (not _is_punctuation(after) or _may_stand_outside(before))
        right = not _is_space(before) and (not _is_punctuation(before) or _may_stand_outside(after))
        if marker == "*" and end - start == 2:
            left = left or (after in _OPENING and not _is_space(before))
            right = right or (before in _CLOSING and not _is_space(after))
        can_open = left and (canSplitWord or not right or _is_mark(before))
        if marker == "*" and end - start == 2 and _is_operator(before, after):
            can_open = can_open and not _is_power(self.src, start, after)
        can_close = right and (canSplitWord or not left or _is_mark(after))
        return Scanned(can_open, can_close, end - start)


def pair_leftover_stars(state: StateInline) -> None:
    """Pair the double stars that the flanking rule leaves over, where Chinese stands at one of them.

    `这叫** （顿悟）**来得` has a space inside the mark, `**重点(RLHF)**R` a half-width bracket: no author means stars.
    """
    lists = [state.delimiters]
    lists += [meta["delimiters"] for meta in state.tokens_meta if meta and "delimiters" in meta]
    for delimiters in lists:
        _pair(state, delimiters)


def _pair(state: StateInline, delimiters: list[Delimiter]) -> None:
    closers = {delimiter.end for delimiter in delimiters if delimiter.end >= 0}
    waiting: dict[int, int] = {}
    open_pairs = [-1]
    index = 0
    while index < len(delimiters):
        if delimiters[index].end >= 0:
            open_pairs.append(index)
        elif index in closers:
            open_pairs.pop()
        elif _is_leftover(delimiters, index, closers):
            first = waiting.pop(open_pairs[-1], None)
            if first is not None and _meant(state, delimiters[first].token, delimiters[index].token):
                delimiters[first].end, delimiters[first + 1].end = index + 1, index
            else:
                waiting[open_pairs[-1]] = index
            index += 1
        index += 1


def _is_leftover(delimiters: list[Delimiter], index: int, closers: set[int]) -> bool:
    """Return whether a run of exactly two unpaired stars begins at *index*."""
    if index + 1 >= len(delimiters) or index + 1 in closers:
        return False
    one, two = delimiters[index], delimiters[index + 1]
    return one.marker == two.marker == _STAR and one.length == 2 and two.end < 0 and two.token == one.token + 1


def _meant(state: StateInline, first: int, second: int) -> bool:
    """Return whether the stars at tokens *first* and *second* are a pair, by what stands around them."""
    if second <= first + 2:
        return False
    outer, inner = _last(state, first - 1), _first(state, first + 2)
    inner_end, outer_end = _last(state, second - 1), _first(state, second + 2)
    if (_is_space(outer) and _is_space(inner)) or (_is_space(inner_end) and _is_space(outer_end)):
        return False
    return any(_CJK.match(character) for character in (outer, inner, inner_end, outer_end))


def _is_operator(before: str, after: str) -> bool:
    """Return whether a mark between these characters is a product or a range rather than a mark."""
    return before.isascii() and before.isalnum() and after.isascii() and after.isalnum()


def _is_power(text: str, start: int, after: str) -> bool:
    """Return whether the two stars at *start* stand after a number or a single letter, or before a digit."""
    before = text[max(0, start - 2) : start]
    return (
        after.isdigit()
        or before[-1].isdigit()
        or not (len(before) == 2 and before[0].isascii() and before[0].isalnum())
    )


def _first(state: StateInline, token: int) -> str:
    return (state.tokens[token].content or "`")[0] if token < len(state.tokens) else " "


def _last(state: StateInline, token: int) -> str:
    return (state.tokens[token].content or "`")[-1] if token >= 0 else " "


def _is_space(character: str) -> bool:
    return isWhiteSpace(ord(character))


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"


def _is_punctuation(character: str) -> bool:
    """Return whether *character* is punctuation of a script that writes spaces."""
    return _is_mark(character) and not _CJK.match(character)


def _may_stand_outside(character: str) -> bool:
    """Return whether a mark with punctuation inside it may have *character* outside."""
    return _is_space(character) or _is_mark(character) or bool(_CJK.match(character))
