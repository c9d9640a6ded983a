"""Definitions of links, `[label]: address`, and of footnotes, `[^label]: text`."""

import re

from markdown_it.common.utils import normalizeReference, unescapeAll
from markdown_it.rules_block import StateBlock

from generator.parse.folding import cleaned

_LINK = re.compile(
    r"""\[((?:[^\[\]\\]|\\.)+)\]:[ \t]*(?:<([^<>]*)>|(\S+))(?:[ \t]+(?:"([^"]*)"|'([^']*)'|\(([^()]*)\)))?[ \t]*"""
)
_TITLE = re.compile(r"""\n[ \t]*(?:"[^"]*"|'[^']*'|\([^()]*\))[ \t]*\n?$""")
_ADDRESS = re.compile(
    r"[A-Za-z][A-Za-z0-9+.-]*:|[#/.]|www\.|[\x21-\x7e]*[./][\x21-\x7e]*$|.*\.(?:png|jpe?g|gif|svg|webp|md)$"
)
_FOOTNOTE = re.compile(r"\[\^([^\s\[\]^]+)\]:[ \t]*")


def link_definition(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Take the address of a link, with a title, on one line or two; what does not look like an address is text."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    if silent or state.src[begin : begin + 1] != "[" or state.is_code_block(start_line):
        return False
    match, last = _LINK.fullmatch(state.src, begin, state.eMarks[start_line]), start_line
    if start_line + 1 < end_line and state.sCount[start_line + 1] >= state.blkIndent:
        two = state.getLines(start_line, start_line + 2, state.blkIndent, False)
        longer = _LINK.fullmatch(" ".join(two.split())) if match is None or _TITLE.search(two) else None
        match, last = (longer, start_line + 1) if longer else (match, last)
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
