"""Comments between blocks, and paragraphs that hold one; a comment that never ends swallows no card in silence."""

import re
from bisect import bisect_left
from dataclasses import dataclass

from markdown_it.common.utils import mdTrim
from markdown_it.rules_block import StateBlock

from generator.parse.rules.spans import blank_code

_MARK = re.compile(r"<!--|-->")
_HEADING = re.compile(r"^ {0,3}#{1,3}(?!#)[ \t]*\S", re.MULTILINE)
_COMPUTED = re.compile(r"<!--\s*=")


def comment_block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Take a comment that begins a line and ends one."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    if not state.src.startswith("<!--", begin) or state.is_code_block(start_line):
        return False
    if _COMPUTED.match(state.src, begin):
        return False
    end = _end_of_comment(state, begin)
    if end < 0:
        outermost = state.blkIndent == 0 and state.parentType in ("root", "paragraph")
        return outermost and (silent or _unclosed(state, start_line, end_line, begin))
    last = start_line + state.src.count("\n", begin, end)
    if last >= end_line or mdTrim(state.src[end : state.eMarks[last]]):
        return False
    if not silent:
        token = state.push("comment_block", "", 0)
        token.map = [start_line, last + 1]
        state.line = last + 1
    return True


def paragraph(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Take a paragraph; a comment that is open at the end of a line carries it on, over blank lines too."""
    stops = state.md.block.ruler.getRules("paragraph")
    parent, state.parentType = state.parentType, "paragraph"
    line = _after_comment(state, start_line)
    while line < state.lineMax and not state.isEmpty(line):
        lazy = state.sCount[line] - state.blkIndent > 3 or state.sCount[line] < 0
        if not lazy and any(stop(state, line, state.lineMax, True) for stop in stops):
            break
        line = _after_comment(state, line)
    # Three tokens, as markdown-it's lists mark the paragraphs of tight items by counting them.
    state.push("paragraph_open", "p", 1)
    token = state.push("paragraph", "", 0)
    content = state.getLines(start_line, line, state.blkIndent, False)
    token.content = mdTrim(content)
    token.map = [start_line + content.count("\n", 0, content.find(token.content)), line]
    state.push("paragraph_close", "p", -1)
    state.line = line
    state.parentType = parent
    return True


def _after_comment(state: StateBlock, line: int) -> int:
    """Return the line after *line*, or after the comment that *line* leaves open."""
    text = state.src[state.bMarks[line] : state.eMarks[line]]
    if "<!--" not in text:
        return line + 1
    bare = blank_code(text)
    opening = bare.rfind("<!--")
    if opening < 0 or "-->" in bare[opening:]:
        return line + 1
    end = _end_of_comment(state, state.bMarks[line] + opening)
    last = line + state.src.count("\n", state.bMarks[line], max(end, state.bMarks[line]))
    return last + 1 if end >= 0 and last < state.lineMax else line + 1


def _end_of_comment(state: StateBlock, begin: int) -> int:
    """Return where the comment that opens at *begin* ends, or -1 if it does not, or only by swallowing cards.

    A comment that holds headings was meant to if it ends its line, whatever comments it holds in turn.
    """
    comments = _comments(state)
    end = comments.partners.get(begin, -1)
    place = bisect_left(comments.closings, begin + 4)
    first = comments.closings[place] if place < len(comments.closings) else -1
    if end < 0 and first >= 0 and not _HEADING.search(state.src, begin, first):
        return first + 3
    if end >= 0 and _HEADING.search(state.src, begin, end):
        line_end = state.src.find("\n", end)
        return -1 if state.src[end : line_end if line_end >= 0 else None].strip() else end
    return end


@dataclass(frozen=True, slots=True)
class _Comments:
    """All comment marks of a file: *partners* maps where a comment opens to its end, if comments may hold comments."""

    closings: list[int]
    partners: dict[int, int]


def _comments(state: StateBlock) -> _Comments:
    known: _Comments | None = state.env.get("comments")
    if known is None:
        known = state.env["comments"] = _Comments([], {})
        opened: list[int] = []
        for mark in _MARK.finditer(state.src):
            if mark[0] == "<!--":
                opened.append(mark.start())
                continue
            known.closings.append(mark.start())
            if opened:
                known.partners[opened.pop()] = mark.end()
    return known


def _unclosed(state: StateBlock, start_line: int, end_line: int, begin: int) -> bool:
    """Take an unclosed comment: to the end of the file, or to the next heading if the author goes on commenting."""
    last = end_line
    heading = _HEADING.search(state.src, begin)
    closings = _comments(state).closings
    goes_on = state.src.find("<!--", begin + 4) >= 0 or (bool(closings) and closings[-1] > begin)
    if heading and goes_on:
        last = min(end_line, start_line + state.src.count("\n", begin, heading.start()))
    token = state.push("comment_block", "", 0)
    token.map = [start_line, last]
    token.meta = {"unclosed": state.src[begin : state.eMarks[start_line]], "lost": 0}
    hidden = state.src[begin : state.eMarks[last - 1]]
    token.meta["lost"] = len(_HEADING.findall(hidden))
    state.line = last
    return True
