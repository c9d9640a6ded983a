"""Runs of lines in which nothing is a mark: fences, displayed formulas, comments, a metadata block.

What opens and does not close is no enclosure, but for a fence: it ends where the next question begins.
"""

import re
from collections.abc import Callable, Sequence

from generator.loose.marks import answer_mark, plain, prefix_length, question_mark

_FENCE = re.compile(r"(`{3,}(?=[^`]*$)|~{3,})(.*)")
_KEY = re.compile(r"[A-Za-z][\w-]*[ \t]*:|[ \t]+\S|-[ \t]+\S|#")
_LONGEST_METADATA = 60


def enclosures(lines: Sequence[str]) -> list[int]:
    """Return for each line the number, from 1, of the line that opens the enclosure it stands in, or 0."""
    openings = [_opening(line) for line in lines]
    blocks = [0] * len(lines)
    ends = {
        "fence": _fence_ends(lines, openings),
        "$$": _ends(lines, lambda line: line.rstrip().endswith("$$"), _is_boundary),
        "\\[": _ends(lines, lambda line: line.rstrip().endswith("\\]"), _is_boundary),
        "<!--": _ends(lines, lambda line: line.rstrip().endswith("-->") and "<!--" not in line, _begins_comment),
    }
    index = _metadata_end(lines)
    blocks[:index] = [1] * index
    while index < len(lines):
        kind, _ = openings[index]
        end = ends[kind][index] if kind else -1
        if end > index:
            blocks[index:end] = [index + 1] * (end - index)
        index = max(end, index + 1)
    return blocks


def fence_marks(text: str) -> str:
    """Return the ticks or tildes that open a fence in *text*, or nothing."""
    match = _FENCE.match(text.lstrip(" \t>"))
    return match[1] if match else ""


def closes_fence(text: str, marks: str) -> bool:
    """Return whether *text* closes a fence that *marks* opened."""
    rest = text.strip(" \t>")
    return len(rest) >= len(marks) and not rest.strip(marks[0])


def _opening(line: str) -> tuple[str, str]:
    """Return the kind of enclosure that *line* opens, if it closes at all, and the fence's marks."""
    rest = line[prefix_length(line) :]
    if not rest.startswith(("`", "~", "$$", "\\[", "<!--")):
        mark = answer_mark(line) or question_mark(line)
        rest = mark.text if mark else ""
    if match := _FENCE.match(rest):
        return "fence", match[1]
    if rest.startswith("$$") and rest.count("$$") == 1:
        return "$$", ""
    if rest.startswith("\\[") and "\\]" not in rest:
        return "\\[", ""
    if rest.startswith("<!--") and "-->" not in rest:
        return "<!--", ""
    return "", ""


def _is_boundary(line: str) -> bool:
    """Return whether a question or a heading begins so: no formula goes on beyond it, and no fence that lacks its end."""
    mark = question_mark(line) or answer_mark(line)
    return (mark is not None and not mark.weak) or bool(re.match(r" {0,3}#{2,6}[ \t]+\S", line))


def _begins_comment(line: str) -> bool:
    return "<!--" in line


def _ends(lines: Sequence[str], closes: Callable[[str], bool], stops: Callable[[str], bool]) -> list[int]:
    """Return for each line the place after the next line that closes, or -1 if one that stops comes before it."""
    ends = [-1] * len(lines)
    end = -1
    for index in range(len(lines) - 1, -1, -1):
        ends[index] = end
        if closes(lines[index]):
            end = index + 1
        elif stops(lines[index]):
            end = -1
    return ends


def _fence_ends(lines: Sequence[str], openings: Sequence[tuple[str, str]]) -> list[int]:
    """Return for each line the place after the fence that it may open.

    A fence ends at the next bare line of as many marks. If another fence with a language opens before that, or none
    comes, the end was forgotten: the fence ends before the next question, or before what opens next.
    """
    ends = [-1] * len(lines)
    closers: dict[str, list[tuple[int, int]]] = {"`": [], "~": []}
    named: dict[str, list[tuple[int, int]]] = {"`": [], "~": []}
    boundary = len(lines)
    for index in range(len(lines) - 1, -1, -1):
        kind, marks = openings[index]
        if kind == "fence":
            close, other = (_nearest(found[marks[0]], len(marks)) for found in (closers, named))
            forgotten = close == _NONE or other < close
            ends[index] = max(index + 1, min(other, boundary, len(lines)) if forgotten else close + 1)
            _push(closers if closes_fence(lines[index], marks) else named, marks, index)
        elif _is_boundary(lines[index]):
            boundary = index
    return ends


_NONE = 1 << 60


def _push(found: dict[str, list[tuple[int, int]]], marks: str, line: int) -> None:
    """Add a line to those of its sign, without the narrower ones that it hides."""
    stack = found[marks[0]]
    while stack and stack[-1][0] <= len(marks):
        stack.pop()
    stack.append((len(marks), line))


def _nearest(stack: list[tuple[int, int]], width: int) -> int:
    """Return the nearest line of at least *width* marks; the nearest is on top, wider ones below."""
    low, high = 0, len(stack)
    while low < high:
        middle = (low + high) // 2
        if stack[middle][0] >= width:
            low = middle + 1
        else:
            high = middle
    return stack[low - 1][1] if low else _NONE


def _metadata_end(lines: Sequence[str]) -> int:
    """Return how many lines a metadata block at the head of the file takes."""
    if not lines or plain(lines[0]).strip() != "---":
        return 0
    for index in range(1, min(len(lines), _LONGEST_METADATA)):
        if lines[index].strip() in ("---", "..."):
            return index + 1 if index > 1 else 0
        if lines[index].strip() and not _KEY.match(lines[index]):
            return 0
    return 0
