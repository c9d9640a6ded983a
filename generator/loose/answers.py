"""An answer's rows as Markdown of our dialect: one taker a kind of block, tried in the order of a list."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from generator.loose.diagrams import take_diagram
from generator.loose.formulas import symbols_in, whole_formula
from generator.loose.headings import heading_text, split_heading
from generator.loose.inlines import words_of, write_line
from generator.loose.lists import is_rule, item_of, take_list
from generator.loose.rows import Row, dedented
from generator.loose.tables import take_table
from generator.loose.verbatim import end_of_enclosure, write_enclosure
from generator.loose.wrapping import wraps

_Taken = tuple[list[str], int]
_Taker = Callable[[Sequence[Row], int, "_Style"], _Taken | None]

_QUOTE = re.compile(r"[ \t]*>[ \t]?")
_DETAILS = re.compile(
    r"[ \t]*(?:(<details(?:\s[^<>]*)?>)|(</details\s*>)|<summary(?:\s[^<>]*)?>(.*?)</summary\s*>)[ \t]*", re.I
)
_DEFINITION = re.compile(
    r"""[ \t]*\[((?:[^\[\]\\^]|\\.)(?:[^\[\]\\]|\\.)*)\]:[ \t]*(?:<[^<>]*>|[^\s<>]+)(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*"""
)
_FOOTNOTE = re.compile(r"[ \t]*\[\^([^\s\[\]^]+)\]:[ \t]*(.*)")
_START = re.compile(r"(#{1,6}|[-+*](?=[ \t]|$)|=+$|>|\[(?=[^\[\]^][^\[\]]*\]:))|(\d+)([.)])(?=[ \t]|$)|(Table): ")
_DEEPEST_QUOTE = 8


@dataclass(frozen=True, slots=True)
class _Style:
    """How the text of one answer is written.

    *symbols* are certain to be formulas; *footnotes*, *links* and *details* are whole, *shift* is added to the level of headings;
    *width* is that of a full line where an editor has broken the lines, else 0.
    """

    symbols: frozenset[str]
    footnotes: frozenset[str]
    links: frozenset[str]
    details: frozenset[int]
    shift: int
    width: int

    def write(self, text: str) -> str:
        """Return a line of text as Markdown of our dialect."""
        return write_line(text, self.symbols, self.footnotes)


def write_answer(rows: Sequence[Row], width: int = 0) -> list[list[str]]:
    """Return *rows* as blocks, each a list of lines; a blank line belongs between any two.

    *width* is that of a full line, in columns, where an editor has broken the lines; 0 says that each line was meant.
    """
    blocks = _write(rows, _style_of(rows, width), 0)
    while blocks and blocks[-1] == ["---"]:
        blocks.pop()
    while blocks and blocks[0] == ["---"]:
        blocks.pop(0)
    return blocks


def _style_of(rows: Sequence[Row], width: int) -> _Style:
    plain = [row.text for row in rows if not row.block]
    texts = [words_of(text) for text in plain]
    notes = {match[1] for text in plain if (match := _FOOTNOTE.fullmatch(text))}
    links = {match[1].casefold() for text in plain if (match := _DEFINITION.fullmatch(text))}
    defining = (_FOOTNOTE.fullmatch(text) or _DEFINITION.fullmatch(text) for text in plain)
    uses = "\n".join(text for text, defines in zip(texts, defining, strict=True) if not defines).casefold()
    levels = [level for text in plain if (level := split_heading(text)[0])]
    return _Style(
        symbols_in(texts),
        frozenset(label for label in notes if f"[^{label.casefold()}]" in uses),
        frozenset(label for label in links if f"[{label}]" in uses),
        _balanced_details(rows),
        4 - min(levels, default=4),
        width,
    )


def _write(rows: Sequence[Row], style: _Style, depth: int) -> list[list[str]]:
    blocks: list[list[str]] = []
    index = 0
    while index < len(rows):
        if rows[index].is_blank and not rows[index].block:
            index += 1
            continue
        takers: tuple[_Taker, ...] = (*_TAKERS, partial(_take_quote, depth=depth), _take_paragraph)
        lines, index = next(taken for take in takers if (taken := take(rows, index, style)))
        blocks.append(lines)
    return blocks


def _take_enclosure(rows: Sequence[Row], start: int, style: _Style) -> _Taken | None:
    if not rows[start].block or _QUOTE.match(rows[start].text) or item_of(rows, start):
        return None
    end = end_of_enclosure(rows, start)
    return write_enclosure(rows[start].text.strip(), rows[start + 1 : end]), end


def _take_diagram(rows: Sequence[Row], start: int, style: _Style) -> _Taken | None:
    end = take_diagram(rows, start)
    if end == start:
        return None
    drawn = [row.text for row in dedented(rows[start:end])]
    marks = "`" * max(3, 1 + max(len(run) for text in [*drawn, "``"] for run in re.findall("`+", text) or [""]))
    return [f"{marks}text", *drawn, marks], end


def _take_table(rows: Sequence[Row], start: int, style: _Style) -> _Taken | None:
    return take_table(rows, start, style.write)


def _take_list(rows: Sequence[Row], start: int, style: _Style) -> _Taken | None:
    return take_list(rows, start, style.write)


def _take_heading(rows: Sequence[Row], start: int, style: _Style) -> _Taken | None:
    """Take a heading; an answer's first level is the fourth."""
    level, text = split_heading(rows[start].text)
    if not level:
        return None
    return [f"{'#' * min(6, level + style.shift)} {heading_text(style.write(text))}"], start + 1


def _take_rule(rows: Sequence[Row], start: int, style: _Style) -> _Taken | None:
    return (["---"], start + 1) if is_rule(rows[start].text) else None


def _take_details(rows: Sequence[Row], start: int, style: _Style) -> _Taken | None:
    match = _DETAILS.fullmatch(rows[start].text)
    if match is None or rows[start].number not in style.details:
        return None
    text = f"<summary>{style.write(match[3])}</summary>" if match[3] is not None else rows[start].text.strip()
    return [text], start + 1


def _take_footnote(rows: Sequence[Row], start: int, style: _Style) -> _Taken | None:
    match = _FOOTNOTE.fullmatch(rows[start].text)
    if match is None or match[1] not in style.footnotes:
        return None
    return [f"[^{match[1]}]: {style.write(match[2])}".rstrip()], start + 1


def _take_definition(rows: Sequence[Row], start: int, style: _Style) -> _Taken | None:
    """Take the address of a link that the answer uses; any other is text."""
    match = _DEFINITION.fullmatch(rows[start].text)
    if match is None or match[1].casefold() not in style.links:
        return None
    return [rows[start].text.strip()], start + 1


def _take_quote(rows: Sequence[Row], start: int, style: _Style, depth: int) -> _Taken | None:
    """Take rows with quotation marks; what they quote is read like an answer of its own."""
    end = start
    while end < len(rows) and _QUOTE.match(rows[end].text):
        end += 1
    if end == start or depth >= _DEEPEST_QUOTE:
        return None
    inner = [Row(_QUOTE.sub("", row.text, count=1), row.number, row.block) for row in rows[start:end]]
    if re.match(r"\[![A-Za-z]+\]", inner[0].text):
        lines = [inner[0].text.strip(), *_joined(_write(inner[1:], style, depth + 1))]
    else:
        lines = _joined(_write(inner, style, depth + 1))
    return [f"> {line}".rstrip() for line in lines] or [">"], end


def _take_paragraph(rows: Sequence[Row], start: int, style: _Style) -> _Taken:
    """Take a line of text, with the lines that an editor wrapped it into; a formula alone is displayed."""
    tex = whole_formula(rows[start].text, style.symbols)
    if tex:
        return [f"$${tex}$$"], start + 1
    end = start + 1
    while (
        end < len(rows)
        and wraps(rows[end - 1].text, rows[end].text, style.width)
        and not _begins_block(rows, end, style)
    ):
        end += 1
    return [_literal_start(style.write(row.text.strip(" \t\u3000"))) for row in rows[start:end]], end


_TAKERS: tuple[_Taker, ...] = (
    _take_enclosure,
    _take_diagram,
    _take_table,
    _take_rule,
    _take_list,
    _take_heading,
    _take_details,
    _take_footnote,
    _take_definition,
)


def _begins_block(rows: Sequence[Row], index: int, style: _Style) -> bool:
    row = rows[index]
    if row.is_blank or row.block or _QUOTE.match(row.text) or whole_formula(row.text, style.symbols):
        return True
    return any(take(rows, index, style) for take in _TAKERS)


def _literal_start(text: str) -> str:
    """Return a paragraph's line so that it begins no other block."""
    match = _START.match(text)
    if match is None:
        return text
    if match[2]:
        return f"{match[2]}\\{text[len(match[2]) :]}"
    if match[4]:
        return f"{match[4]}\\{text[len(match[4]) :]}"
    return "\\" + text


def _joined(blocks: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of *blocks* with a blank one between any two."""
    return [line for number, block in enumerate(blocks) for line in ([""] if number else []) + list(block)]


def _balanced_details(rows: Sequence[Row]) -> frozenset[int]:
    """Return the numbers of the rows that are tags of a `<details>` with both its ends."""
    found: set[int] = set()
    opened: list[list[int]] = []
    for row in rows:
        match = _DETAILS.fullmatch(row.text) if not row.block and "<" in row.text else None
        if match is None:
            continue
        if match[1]:
            opened.append([row.number])
        elif opened and match[2]:
            found |= {*opened.pop(), row.number}
        elif opened:
            opened[-1].append(row.number)
    return frozenset(found)
