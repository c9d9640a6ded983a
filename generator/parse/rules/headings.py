"""Headings: `# …` to `###### …`, the space after the hashes forgiven, and underlined ones."""

import re

from markdown_it.rules_block import StateBlock

_HASHES = re.compile(r"(#{1,6}(?!#)|＃{2,6}(?!＃))([ \t]*)(.*)")
_CLOSING = re.compile(r"(?:^|[ \t])#+[ \t]*$")
_UNDERLINE = re.compile(r"(=+|-+)[ \t]*")
_SENTENCE_END = re.compile(r"[。！？；：，.!?;:,…]$")


def heading(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Take a heading; `meta["space"]` is false where the space after the hashes is missing."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    match = _HASHES.match(state.src, begin, state.eMarks[start_line])
    if match is None or state.is_code_block(start_line):
        return False
    spaced = match[1][0] == "#" and (bool(match[2]) or not match[3])
    if not spaced and not _is_meant(state, start_line, match[1], match[3]):
        return False
    if silent:
        return True
    token = state.push("heading", f"h{len(match[1])}", 0)
    token.content = _CLOSING.sub("", match[3]).strip(" \t\u3000")
    token.markup = "#"
    token.meta = {"level": len(match[1]), "space": spaced, "written": match[0][:12]}
    token.map = [start_line, start_line + 1]
    state.line = start_line + 1
    return True


def underlined(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Take one line of text over a line of dashes or equals signs.

    More lines, or a whole sentence, are a paragraph with a rule below it.
    """
    if silent or start_line + 1 >= end_line or state.is_code_block(start_line):
        return False
    below = start_line + 1
    if state.sCount[below] < state.blkIndent or state.is_code_block(below):
        return False
    line = _UNDERLINE.fullmatch(state.src, state.bMarks[below] + state.tShift[below], state.eMarks[below])
    text = state.src[state.bMarks[start_line] + state.tShift[start_line] : state.eMarks[start_line]].strip(" \t")
    if line is None or not text or text.startswith("<!--") or (_SENTENCE_END.search(text) and line[1][0] == "-"):
        return False
    token = state.push("heading", "h1" if line[1][0] == "=" else "h2", 0)
    token.content = text
    token.markup = line[1][0]
    token.meta = {"level": 1 if line[1][0] == "=" else 2, "space": True}
    token.map = [start_line, below + 1]
    state.line = below + 1
    return True


def _is_meant(state: StateBlock, line: int, hashes: str, text: str) -> bool:
    """Return whether hashes that touch their text are a heading rather than a tag, a number or a script's first line."""
    if not text or text[0] in "!#":
        return False
    if len(hashes) == 1:
        return text[0] > "\u2e7f" and not state.tokens and not state.src[: state.bMarks[line]].strip()
    return text[0].isalnum() or text[0] > "\u2e7f" or text[0] in "*`$[(<“‘"
