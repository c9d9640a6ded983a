"""Definitions of links, `[label]: address`, and of footnotes, `[^label]: text`."""

import re

from markdown_it.common.utils import normalizeReference, unescapeAll
from markdown_it.rules_block import StateBlock

from generator.parse.folding import cleaned

_LINK = re.compile(
    r"""\[((?:[^\[\]\\]|\\.)+)\]:[ \t]*(?:<([^<>]*)>|(\S+))(?:[ \t]+(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|\(([^()]*)\)))?[ \t]*"""
)
_TITLE = re.compile(r"""".*"|'.*'|\(.*\)""")
_ADDRESS = re.compile(
    r"[A-Za-z][A-Za-z0-9+.-]*:|[#/.]|www\.|[\x21-\x7e]*[./][\x21-\x7e]*$|.*\.(?:png|jpe?g|gif|svg|webp|md)$"
)
_FOOTNOTE = re.compile(r"\[\^([^\s\[\]^]+)\]:[ \t]*")


def link_definition(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Take the address of a link, with a title, in one line to three; what does not look like an address is text."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    if silent or state.src[begin : begin + 1] != "[" or state.is_code_block(start_line):
        return False
    match, last = _longest(state, start_line, end_line)
    if match is None or match[1].startswith("^"):
        return False
    url = cleaned(unescapeAll(match[2] if match[2] is not None else match[3]))
    label = normalizeReference(match[1])
    if not label or not _ADDRESS.match(url):
        return False
    token = state.push("link_definition", "", 0)
    token.content = match[0]
    token.map = [start_line, last + 1]
    token.meta = {"label": label, "first": label not in state.env["definitions"]}
    state.env["definitions"].setdefault(label, (url, match[4] or match[5] or match[6] or ""))
    state.line = last + 1
    return True


def _longest(state: StateBlock, start_line: int, end_line: int) -> tuple[re.Match[str] | None, int]:
    """Return the definition that begins in *start_line*, and its last line: address and title may begin lines below."""
    text = state.src[state.bMarks[start_line] + state.tShift[start_line] : state.eMarks[start_line]]
    match, last = _LINK.fullmatch(text), start_line
    for line in range(start_line + 1, min(start_line + 3, end_line)):
        if state.isEmpty(line) or state.sCount[line] < state.blkIndent:
            break
        added = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip()
        text = f"{text.rstrip()} {added}"
        if (match is None or _TITLE.fullmatch(added)) and (longer := _LINK.fullmatch(text)):
            match, last = longer, line
    return match, last


def footnote_definition(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Take a footnote: its line, the lines that go on with it, and blocks indented by four."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    if state.src[begin : begin + 2] != "[^" or state.is_code_block(start_line) or state.parentType == "footnote":
        return False
    match = _FOOTNOTE.match(state.src, begin, state.eMarks[start_line])
    if match is None:
        return False
    if silent:
        return True
    token = state.push("footnote_begin", "", 1)
    token.map = [start_line, start_line + 1]
    token.meta = {"label": match[1]}
    kept = state.bMarks[start_line], state.tShift[start_line], state.sCount[start_line]
    indent, parent = state.blkIndent, state.parentType
    state.bMarks[start_line], state.tShift[start_line] = match.end(), 0
    state.blkIndent += 4
    state.sCount[start_line] = state.blkIndent
    state.parentType = "footnote"
    state.line = start_line + 1
    if match.end() < state.eMarks[start_line] or state.sCount[min(start_line + 1, end_line - 1)] >= state.blkIndent:
        state.md.block.tokenize(state, start_line, end_line)
    state.blkIndent, state.parentType = indent, parent
    state.bMarks[start_line], state.tShift[start_line], state.sCount[start_line] = kept
    state.push("footnote_end", "", -1)
    return True
