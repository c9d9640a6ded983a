"""Fenced code that can't swallow the cards after it.

CommonMark lets a fence without its end run to the end of the file, or to the end of the next fence. Here a heading of a
card ends it, where what follows shows that the end was forgotten.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass

from markdown_it.rules_block import StateBlock

from generator.parse.rules.formulas import without_dollars

_FENCE = re.compile(r" {0,3}(`{3,32}(?!`)|~{3,32}(?!~))([^\n]*)")
_HEADING = re.compile(r"(#{2,3})[ \t]+\S")
_CARD_WITH_ID = re.compile(r"###[ \t].*\{#[A-Za-z0-9-]+[^{}]*\}[ \t]*$")
_WIDEST = 32
_SHOWS_MARKDOWN = ("markdown", "md", "text", "txt", "")


def fence(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Take a fence; `meta["unclosed"]` says that its end was forgotten. One of `math`, as on GitHub, is a formula."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    opening = _FENCE.match(state.src, begin, state.eMarks[start_line])
    if opening is None or state.is_code_block(start_line):
        return False
    if opening[1][0] == "`" and "`" in opening[2]:
        return False
    if silent:
        return True
    close, limit = _find_end(state, start_line, end_line, opening[1])
    repaired = _forgotten_end(state, start_line, close, limit, opening)
    last = repaired if repaired is not None else close if close is not None else limit
    token = state.push("fence", "code", 0)
    token.markup, token.info = opening[1], opening[2].strip()
    token.content = state.getLines(start_line + 1, last, state.sCount[start_line], True)
    token.meta = {"unclosed": repaired is not None or close is None}
    if token.info == "math" and token.content.strip() and not token.meta["unclosed"]:
        token.type, token.content = "math_block", without_dollars(token.content.strip())
    state.line = last + (0 if token.meta["unclosed"] else 1)
    token.map = [start_line, state.line]
    return True


@dataclass(frozen=True, slots=True)
class _Survey:
    """All lines of a file that look like fences.

    *bare* lists, by kind, those that can close one, with their width. *closed* says for each line whether all fences are
    closed at the end of the file if reading begins in this line.
    """

    bare: dict[str, list[tuple[int, int]]]
    closed: list[bool]


def _find_end(state: StateBlock, start: int, end_line: int, marks: str) -> tuple[int | None, int]:
    """Return the line that closes the fence, or None, and where its container ends."""
    if _is_outermost(state):
        candidates = _survey(state).bare[marks[0]]
        for place in range(bisect_right(candidates, (start, _WIDEST)), len(candidates)):
            line, width = candidates[place]
            if width >= len(marks):
                return (line if line < end_line else None), end_line
        return None, end_line
    for line in range(start + 1, end_line):
        begin = state.bMarks[line] + state.tShift[line]
        if begin < state.eMarks[line] and state.sCount[line] < state.blkIndent:
            return None, line
        if state.sCount[line] - state.blkIndent < 4 and _closes(state.src[begin : state.eMarks[line]], marks):
            return line, end_line
    return None, end_line


def _is_outermost(state: StateBlock) -> bool:
    return state.blkIndent == 0 and state.parentType == "root"


def _closes(text: str, marks: str) -> bool:
    text = text.rstrip(" \t")
    return len(text) >= len(marks) and not text.strip(marks[0])


def _forgotten_end(state: StateBlock, start: int, close: int | None, limit: int, opening: re.Match[str]) -> int | None:
    """Return the line of the heading before which the fence should have ended, or None."""
    if not _is_outermost(state):
        return None
    language = opening[2].split(" ")[0].lower()
    end = limit if close is None else close
    last_opening = _last_opening(state, start + 1, end, opening[1])
    closed = _survey(state).closed
    for line in range(start + 1, end):
        text = state.src[state.bMarks[line] : state.eMarks[line]]
        if not text.startswith("##") or not (heading := _HEADING.match(text)):
            continue
        if _CARD_WITH_ID.match(text) and language not in _SHOWS_MARKDOWN:
            return line
        if not state.isEmpty(line - 1) and line - 1 != start:
            continue
        if len(heading[1]) == 2 and line + 1 < end and not state.isEmpty(line + 1):
            continue
        if close is None or line < last_opening or (not closed[close + 1] and closed[line]):
            return line
    return None


def _last_opening(state: StateBlock, start: int, end: int, marks: str) -> int:
    """Return the last line that opens a fence with a language: no fence holds one of its own kind."""
    for line in range(end - 1, start - 1, -1):
        match = _FENCE.match(state.src, state.bMarks[line], state.eMarks[line])
        if match and match[1].startswith(marks) and match[2].strip() and "`" not in match[2]:
            return line
    return -1


def _survey(state: StateBlock) -> _Survey:
    known: _Survey | None = state.env.get("fences")
    if known is None:
        known = state.env["fences"] = _look_over(state.src.split("\n"))
    return known


def _look_over(lines: list[str]) -> _Survey:
    closed = [True] * (len(lines) + 2)
    bare: dict[str, list[tuple[int, int]]] = {"`": [], "~": []}
    nearest: dict[str, dict[int, int]] = {"`": {}, "~": {}}
    for index in range(len(lines) - 1, -1, -1):
        match = _FENCE.match(lines[index])
        if match is None or (match[1][0] == "`" and "`" in match[2]):
            closed[index] = closed[index + 1]
            continue
        kind, width = match[1][0], len(match[1])
        ends = [line for marks, line in nearest[kind].items() if marks >= width]
        closed[index] = closed[min(ends) + 1] if ends else False
        if not match[2].strip():
            nearest[kind][width] = index
            bare[kind].append((index, width))
    return _Survey({kind: found[::-1] for kind, found in bare.items()}, closed)
