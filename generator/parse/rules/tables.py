"""Tables whose cells may hold pipes in code and formulas, and that lose no cell."""

import re

from markdown_it.rules_block import StateBlock

from generator.parse.rules.formulas import end_of_brackets, end_of_dollars
from generator.parse.rules.spans import end_of_code

_DELIMITER = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_TOKEN = re.compile(r"<\|[\w.:/-]{1,40}\|>")
_MAX_PADDING = 0x10000


def table(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Take a head row, the row that draws the columns, and all rows that follow."""
    if start_line + 2 > end_line or state.sCount[start_line + 1] < state.blkIndent:
        return False
    if state.is_code_block(start_line) or state.is_code_block(start_line + 1):
        return False
    drawn, head_text = _line(state, start_line + 1), _line(state, start_line)
    if not drawn or drawn[0] not in "|:-" or "|" not in head_text or not _DELIMITER.fullmatch(drawn):
        return False
    alignments = [_alignment(cell) for cell in drawn.strip("|").split("|")]
    head = split_row(head_text, len(alignments))
    if len(head) != len(alignments) and "|" not in drawn:
        return False
    if silent:
        return True
    token = state.push("table", "", 0)
    rows, last = _rows(state, start_line + 2, end_line, len(head))
    token.meta = {
        "alignments": [*alignments, *([""] * len(head))][: len(head)],
        "rows": [(start_line, head), *rows],
        "drawn": len(alignments),
    }
    token.map = [start_line, last]
    state.line = last
    return True


def split_row(text: str, columns: int) -> list[str]:
    r"""Return the cells of a row, `\|` made a pipe.

    Pipes inside a code span, a formula or a token (`<|im_end|>`) belong to the cell, unless only the other reading gives
    *columns* cells.
    """
    cells = _split(text, formulas=True)
    if len(cells) != columns and ("$" in text or "\\" in text or "<|" in text):
        plain = _split(text, formulas=False)
        if len(plain) == columns:
            return plain
    return cells


def _rows(state: StateBlock, start: int, end_line: int, columns: int) -> tuple[list[tuple[int, list[str]]], int]:
    rows: list[tuple[int, list[str]]] = []
    padding = 0
    line = start
    stops = state.md.block.ruler.getRules("blockquote")
    parent, state.parentType = state.parentType, "table"
    while line < end_line and state.sCount[line] >= state.blkIndent and not state.is_code_block(line):
        text = _line(state, line)
        if not text or text.startswith("Table: ") or any(stop(state, line, end_line, True) for stop in stops):
            break
        cells = split_row(text, columns)
        padding += max(0, columns - len(cells))
        if padding > _MAX_PADDING:
            break
        rows.append((line, cells))
        line += 1
    state.parentType = parent
    return rows, line


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].strip(" \t")


def _alignment(cell: str) -> str:
    cell = cell.strip()
    if cell.endswith(":"):
        return "center" if cell.startswith(":") else "right"
    return "left" if cell.startswith(":") else ""


def _split(text: str, *, formulas: bool) -> list[str]:
    cells: list[str] = []
    cell: list[str] = []
    position, end = 0, len(text)
    brackets = formulas and ("\\)" in text or "\\]" in text)
    while position < end:
        character = text[position]
        span = position + 1
        if character == "\\" and span < end:
            formula = end_of_brackets(text, position, end) if brackets else -1
            span = max(span + 1, formula)
            cell.append("|" if text[position + 1] == "|" else _unescaped(text[position:span], formula=formula > 0))
        elif character == "|":
            cells.append("".join(cell))
            cell = []
        else:
            if character == "`":
                span = end_of_code(text, position)
            elif character == "$" and formulas:
                span = max(span, end_of_dollars(text, position, end))
            elif character == "<" and formulas and (token := _TOKEN.match(text, position)):
                span = token.end()
            piece = text[position:span]
            cell.append(piece if span == position + 1 else _unescaped(piece, formula=character == "$"))
        position = span
    cells.append("".join(cell))
    if text.startswith("|"):
        cells = cells[1:]
    if len(cells) > 1 and not cells[-1].strip():
        cells = cells[:-1]
    return [cell.strip(" \t") for cell in cells]


def _unescaped(piece: str, *, formula: bool) -> str:
    r"""Return code or a formula of a cell with `\|` made a pipe, but for pairs of them that are norms."""
    parts = piece.split("\\|")
    if not formula:
        return "|".join(parts)
    text, index = parts[0], 1
    while index < len(parts):
        if index + 1 < len(parts) and _is_balanced(parts[index]):
            text += "\\|" + parts[index] + "\\|" + parts[index + 1]
            index += 2
        else:
            text += "|" + parts[index]
            index += 1
    return text


def _is_balanced(text: str) -> bool:
    depth = 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if depth < 0:
            return False
    return depth == 0 and bool(text.strip())
