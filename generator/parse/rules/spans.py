"""Code spans, and how rules look past them before the line is read."""

import re

from markdown_it.rules_inline import StateInline, backtick

_TICKS = re.compile(r"`+")


def code_span(state: StateInline, silent: bool) -> bool:
    """Take a code span; `meta["lines"]` is how many line ends of the source it holds."""
    start = state.pos
    if not backtick(state, silent):
        return False
    if not silent and state.tokens and state.tokens[-1].type == "code_inline":
        state.tokens[-1].meta = {"lines": state.src.count("\n", start, state.pos)}
    return True


def end_of_code(text: str, start: int) -> int:
    """Return where the code span that opens at *start* ends, or the end of its ticks where it does not close."""
    opening = _TICKS.match(text, start)
    width = len(opening[0]) if opening else 1
    for closing in _TICKS.finditer(text, start + width):
        if len(closing[0]) == width:
            return closing.end()
    return start + width


def blank_code(text: str) -> str:
    """Return *text* with code spans overwritten by spaces."""
    pieces: list[str] = []
    position = 0
    for ticks in _TICKS.finditer(text):
        if ticks.start() < position:
            continue
        end = end_of_code(text, ticks.start())
        pieces += [text[position : ticks.start()], " " * (end - ticks.start())]
        position = end
    return "".join(pieces) + text[position:]
