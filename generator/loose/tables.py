"""Tables in loose notes: whole, without the row that draws them, flattened into one line, or with tabs for pipes."""

import re
from collections.abc import Sequence

from generator.loose.inlines import Write
from generator.loose.rows import Row

_DRAWN = re.compile(r":?-+:?")
_FLAT = re.compile(r"\|(?:[ \t]*:?-{2,}:?[ \t]*\|)+")
_GAP = re.compile(r"[ \t]*\t[ \t]*|[ \t]{2,}")
_SENTENCE_END = ("。", "；", "：", ":", ";")


def take_table(rows: Sequence[Row], start: int, write: Write) -> tuple[list[str], int] | None:
    """Return the table that begins at *start*, and where it ends."""
    for take in (_take_piped, _take_flat, _take_undrawn, _take_parted):
        taken = take(rows, start)
        if taken:
            lines, end = taken
            return [write(line) for line in lines], end
    return None


def _take_piped(rows: Sequence[Row], start: int) -> tuple[list[str], int] | None:
    head, drawn = _pipes(rows[start]), _pipes(rows[start + 1]) if start + 1 < len(rows) else ""
    if "|" not in head or "|" not in drawn:
        return None
    if not all(_DRAWN.fullmatch(cell.strip()) for cell in drawn.removeprefix("|").removesuffix("|").split("|")):
        return None
    end = start + 2
    while end < len(rows) and "|" in _pipes(rows[end]):
        end += 1
    return [_pipes(row) for row in rows[start:end]], end


def _take_flat(rows: Sequence[Row], start: int) -> tuple[list[str], int] | None:
    """Take a table that lost its line ends, if its cells come out even."""
    text = _pipes(rows[start])
    drawn = _FLAT.search(text)
    if drawn is None or not text.startswith("|"):
        return None
    columns = drawn[0].count("|") - 1
    head = text[: drawn.start()].strip().strip("|").split("|")
    cells = text[drawn.end() :].strip().strip("|").split("|")
    size = columns + 1
    count, rest = divmod(len(cells) + 1, size)
    if len(head) != columns or rest or any(cell.strip() for cell in cells[columns::size]):
        return None
    body = [cells[number * size : number * size + columns] for number in range(count)]
    return [_row(head), drawn[0], *(_row(cells) for cells in body)], start + 1


def _take_undrawn(rows: Sequence[Row], start: int) -> tuple[list[str], int] | None:
    """Take rows between pipes of which none draws the columns: the first is the head."""
    end = start
    columns = _pipes(rows[start]).count("|") - 1
    while end < len(rows) and columns > 1 and _is_row(rows[end], columns):
        end += 1
    if end - start < 2:
        return None
    lines = [_pipes(row) for row in rows[start:end]]
    return [lines[0], _row(["---"] * columns), *lines[1:]], end


def _take_parted(rows: Sequence[Row], start: int) -> tuple[list[str], int] | None:
    """Take rows whose cells are parted by tabs, or from three rows on by two spaces or more."""
    columns = len(_cells(rows[start]))
    end = start
    while end < len(rows) and columns > 1 and len(_cells(rows[end])) == columns:
        end += 1
    tabbed = all("\t" in row.text for row in rows[start:end])
    if columns < 2 or end - start < (2 if tabbed else 3):
        return None
    body = [[cell.replace("|", "\\|") for cell in _cells(row)] for row in rows[start:end]]
    return [_row(body[0]), _row(["---"] * columns), *(_row(cells) for cells in body[1:])], end


def _pipes(row: Row) -> str:
    """Return a row's text with wide pipes as pipes where they open and close it; nothing inside an enclosure."""
    text = row.text.strip()
    if row.block:
        return ""
    return text.replace("｜", "|") if text.startswith("｜") and text.endswith("｜") else text


def _is_row(row: Row, columns: int) -> bool:
    text = _pipes(row)
    return len(text) > 1 and text[0] == text[-1] == "|" and text.count("|") - 1 == columns


def _cells(row: Row) -> list[str]:
    text = row.text.strip()
    if row.block or not text or text.endswith(_SENTENCE_END) or text[0] in "-*+•>|#":
        return []
    return _GAP.split(text)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.strip() for cell in cells) + " |"
