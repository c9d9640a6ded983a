"""The lines of an answer without what they stood in: quotation marks, a bullet, indentation."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.loose.lines import Kind, Line
from generator.loose.marks import plain, prefix_length

_QUOTE = re.compile(r"[ \t]*>[ \t]?")
_START = re.compile(r"^[#>]")
"""What begins no block, as a label stood before it."""

_LEADING = re.compile("[ \t\u00a0\u2007\u202f\u200b-\u200f\u2060\ufeff]*")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of an answer: *number* is that of the line in the file; *block* is the line that opens its enclosure, or 0."""

    text: str
    number: int
    block: int = 0

    @property
    def indent(self) -> int:
        """Return how many columns of space open the row."""
        return len(self.text) - len(self.text.lstrip(" "))

    @property
    def is_blank(self) -> bool:
        """Return whether there is nothing in the row."""
        return not self.text.strip()


def rows_of(question: Line, answer: Sequence[Line]) -> list[Row]:
    """Return the rows of *answer*; where another answer's label begins, a blank row parts it from the one before."""
    rows: list[Row] = []
    for label, lines in _answers(question, answer):
        if rows and not rows[-1].is_blank:
            rows.append(Row("", label.number))
        if label is not question and label.text.strip():
            rows.append(Row(_START.sub(r"\\\g<0>", label.text.strip()), label.number, label.block))
        rows += _dedented(_unquoted(label, lines))
    return rows


def dedented(rows: Sequence[Row]) -> list[Row]:
    """Return *rows* without the indentation that they share."""
    return _dedented(rows)


def _answers(question: Line, answer: Sequence[Line]) -> Iterator[tuple[Line, list[Line]]]:
    """Yield each answer's label, or the question where it has none, and the lines that follow it."""
    label, lines = question, list[Line]()
    for line in answer:
        if line.kind is Kind.ANSWER:
            if lines or label is not question:
                yield label, lines
            label, lines = line, []
        else:
            lines.append(line)
    yield label, lines


def _unquoted(label: Line, lines: Sequence[Line]) -> list[Row]:
    """Return *lines* as rows, without quotation marks if the label and all of them have some."""
    rows = [Row(_expanded(line.text.rstrip()), line.number, line.block) for line in lines]
    quoted = label.raw[: prefix_length(label.raw)].count(">")
    for _ in range(quoted):
        if not all(row.is_blank or _QUOTE.match(row.text) for row in rows):
            break
        rows = [Row(_QUOTE.sub("", row.text, count=1), row.number, row.block) for row in rows]
    return rows


def _dedented(rows: Sequence[Row]) -> list[Row]:
    shared = min((row.indent for row in rows if not row.is_blank), default=0)
    return [Row(row.text[shared:], row.number, row.block) for row in rows] if shared else list(rows)


def _expanded(text: str) -> str:
    """Return *text* with odd spaces and tabs at its beginning as spaces; tabs inside may part the cells of a table."""
    leading = _LEADING.match(text)
    end = leading.end() if leading else 0
    return plain(text[:end]).expandtabs(4) + text[end:]
