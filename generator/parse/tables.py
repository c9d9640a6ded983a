"""A table token as a table."""

from markdown_it.token import Token

from generator.document import Alignment, Inlines, Table
from generator.parse.inlines import read_inlines
from generator.parse.reading import Reading


def read_table(reading: Reading, token: Token) -> Table:
    """Return the table; short rows are filled up, what a row has too much is kept in its last cell and told."""
    (head_line, head), *rows = token.meta["rows"]
    columns = len(head)
    if token.meta["drawn"] != columns:
        message = f"the table's head has {columns} cells, the line below it {token.meta['drawn']}; make them as many"
        reading.tell(head_line, "ragged-table", message)
    return Table(
        tuple(_alignment(word) for word in token.meta["alignments"]),
        tuple(read_inlines(reading, cell, head_line) for cell in head),
        tuple(_read_row(reading, cells, columns, line) for line, cells in rows),
        location=reading.at(head_line),
    )


def _read_row(reading: Reading, cells: list[str], columns: int, line: int) -> tuple[Inlines, ...]:
    if len(cells) > columns:
        extra = " | ".join(cells[columns:])
        message = f"the row has {len(cells)} cells, the head {columns}: '{extra}' is kept in the last; mend the row"
        reading.tell(line, "ragged-table", message)
        cells = [*cells[: columns - 1], " | ".join(cells[columns - 1 :])]
    read = tuple(read_inlines(reading, cell, line) for cell in cells)
    return read + ((),) * (columns - len(cells))


def _alignment(word: str) -> Alignment:
    match word:
        case "left" | "center" | "right" as alignment:
            return alignment
        case _:
            return ""
