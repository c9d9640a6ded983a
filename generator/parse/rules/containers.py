"""What holds other blocks: lists and quotations to a bounded depth, `<details>`, and tags that only wrap."""

import re
from collections.abc import Callable

from markdown_it.rules_block import StateBlock, blockquote, list_block

from generator.parse.rules.html import attributes_of

DEEPEST = 60
"""Levels of the token tree (a list counts for two, a quotation for one) beyond which nothing is nested any more."""

_DETAILS = re.compile(r"<(?:(/)details\s*|details(?:\s[^<>]*)?)>[ \t]*", re.IGNORECASE)
_WRAPPERS = re.compile(r"(?:</?(?:div|p|span|center)(?:\s[^<>]*)?>[ \t]*)+", re.IGNORECASE)
_RULE = re.compile(r"<hr(?:\s[^<>]*)?>[ \t]*", re.IGNORECASE)
_WRAPPER = re.compile(r"<(/?)\w+([^<>]*)>")

BlockRule = Callable[[StateBlock, int, int, bool], bool]


def _bounded(rule: BlockRule) -> BlockRule:
    """Return *rule* made to leave what is nested too deeply to the paragraph, which keeps its text."""

    def bounded_rule(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        if state.level < DEEPEST:
            return rule(state, start_line, end_line, silent)
        if rule(state, start_line, end_line, True):
            state.env["too_deep"].add(start_line)
        return False

    return bounded_rule


quotation = _bounded(blockquote)
itemised = _bounded(list_block)


def details(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Take the line that begins or ends a `<details>`; what stands between is read as any text."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    limit = state.eMarks[start_line]
    if state.src[begin : begin + 1] != "<" or state.is_code_block(start_line):
        return False
    mark = _DETAILS.match(state.src, begin, limit)
    if not mark:
        return False
    if silent:
        return True
    while mark is not None:
        state.push("details_end" if mark[1] else "details_begin", "", 0).map = [start_line, start_line + 1]
        begin = mark.end()
        mark = _DETAILS.match(state.src, begin, limit)
    _go_on(state, start_line, begin)
    return True


def wrapper(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Take a line of nothing but wrapping tags; it shows nothing, but may name a place to link to. A rule is a rule."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    limit = state.eMarks[start_line]
    if state.src[begin : begin + 1] != "<" or state.is_code_block(start_line):
        return False
    rule = _RULE.fullmatch(state.src, begin, limit)
    wrappers = _WRAPPERS.fullmatch(state.src, begin, limit)
    if not rule and not wrappers:
        return False
    if not silent:
        token = state.push("hr" if rule else "wrapper", "", 0)
        token.map = [start_line, start_line + 1]
        found = [attributes_of(tag[2]) for tag in _WRAPPER.finditer(wrappers[0])] if wrappers else []
        token.meta = {"names": [attributes["id"] for attributes in found if attributes.get("id")]}
        state.line = start_line + 1
    return True


def _go_on(state: StateBlock, line: int, position: int) -> None:
    """Read the rest of *line* from *position* on as blocks of its own."""
    state.line = line + 1
    if position >= state.eMarks[line] or not state.src[position : state.eMarks[line]].strip():
        return
    kept = state.bMarks[line], state.tShift[line], state.sCount[line], state.lineMax
    state.bMarks[line], state.tShift[line], state.sCount[line] = position, 0, state.blkIndent
    state.lineMax = line + 1
    state.md.block.tokenize(state, line, line + 1)
    state.bMarks[line], state.tShift[line], state.sCount[line], state.lineMax = kept
    state.line = line + 1
