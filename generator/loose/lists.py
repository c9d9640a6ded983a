"""Lists in loose notes: any bullet becomes `-`, and levels are indented as our dialect wants them.

Pasting breaks lists in three known ways, which are mended: a bullet alone on its line, with its text below and inner
items at the same depth; an item whose rest came to stand in the next line; and the next item at the end of that line.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.loose.inlines import Write
from generator.loose.rows import Row
from generator.loose.verbatim import end_of_enclosure, write_enclosure

_ITEM = re.compile(
    r"(?P<indent> *)(?P<bullet>[-*+–](?=[ \t]|$)|[•●○◦▪■‣⁃►▸▶](?=[ \t]*\S)|·(?=[ \t]*\D)|\d{1,3}[.)](?=[ \t]|$))[ \t]*(?P<text>.*)"
)
_RULE = re.compile(r"[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*")
_LETTERED = re.compile(r"([A-Y])[:：]")
_OTHER_BLOCK = re.compile(r"[|>#<]|\$\$|```|~~~")


@dataclass(frozen=True, slots=True)
class _Level:
    """An open item: how deep it was indented, where its marker and its text begin in what is written, its kind of marker."""

    source: int
    column: int
    content: int
    kind: str


@dataclass(slots=True)
class _Writing:
    """A list being written: *last* is the text of its last line, *folded* says that empty bullets are its outer level."""

    write: Write
    folded: bool
    lines: list[str] = field(default_factory=list)
    levels: list[_Level] = field(default_factory=list)
    last: str = ""
    label: str = ""


def item_of(rows: Sequence[Row], index: int) -> re.Match[str] | None:
    """Return what makes a row an item: a lone bullet needs text below it, a plus sign another one beside it."""
    row = rows[index]
    match = _ITEM.fullmatch(row.text)
    if match is None or _RULE.fullmatch(row.text) or (row.block and row.block != row.number):
        return None
    if match["bullet"] == "+":
        beside = [rows[place].text for place in (index - 1, index + 1) if 0 <= place < len(rows)]
        return match if any(re.match(r" *\+[ \t]", text) for text in beside) else None
    if not match["text"]:
        below = rows[index + 1] if index + 1 < len(rows) else None
        return match if below and not below.is_blank and not below.block and not _is_item(below) else None
    return match


def is_rule(text: str) -> bool:
    """Return whether *text* is a line across the page."""
    return bool(_RULE.fullmatch(text))


def take_list(rows: Sequence[Row], start: int, write: Write) -> tuple[list[str], int] | None:
    """Return the list that begins at *start*, and where it ends."""
    first = item_of(rows, start)
    if first is None:
        return None
    writing = _Writing(write, folded=not first["text"])
    index = start
    while index < len(rows):
        row = rows[index]
        item = item_of(rows, index)
        if row.is_blank:
            following = _next_of_list(writing, rows, index)
            if following < 0:
                break
            writing.lines.append("")
            index = following
        elif row.block:
            if not item and row.indent <= writing.levels[-1].source:
                break
            end = end_of_enclosure(rows, index)
            _add_enclosure(writing, item, rows[index:end])
            index = end
        elif item:
            _add_item(writing, item)
            index += 1
        elif row.indent > writing.levels[-1].source or _belongs(writing, rows, index):
            _add_text(writing, row.text.strip())
            index += 1
        else:
            break
    return writing.lines, index


def _is_item(row: Row) -> bool:
    return bool(_ITEM.fullmatch(row.text))


def _add_item(writing: _Writing, item: re.Match[str], enclosure: str = "") -> None:
    text, bullet = item["text"].strip(), item["bullet"]
    source = len(item["indent"]) + (1 if writing.folded and text else 0)
    while writing.levels and writing.levels[-1].source >= source:
        closed = writing.levels.pop()
        if not writing.levels or writing.levels[-1].source < source:
            column, before = closed.column, closed.kind
            break
    else:
        column, before = (writing.levels[-1].content if writing.levels else 0), ""
    marker = bullet if bullet[0].isdigit() else "-"
    kind = marker[-1]
    if writing.lines and (kind != before if before else marker[:-1] not in ("", "1")):
        writing.lines.append("")  # or it would be read as going on with the text above
    writing.levels.append(_Level(source, column, column + len(marker) + 1, kind))
    writing.lines.append(f"{' ' * column}{marker} {enclosure or writing.write(text)}".rstrip())
    writing.last = text
    lettered = _LETTERED.match(text)
    writing.label = lettered[1] if lettered else ""


def _add_text(writing: _Writing, text: str) -> None:
    """Add a line to the last item; the next item of a lettered list may stand at its end."""
    following = chr(ord(writing.label) + 1) if writing.label else ""
    lost = re.search(rf"[ \t]-[ \t]+(?={following}[:：])", text) if following else None
    own = text[: lost.start()] if lost else text
    if writing.last:
        writing.lines.append(" " * writing.levels[-1].content + writing.write(own))
    else:
        writing.lines[-1] += " " + writing.write(own)
    writing.last = own
    if lost:
        item = _ITEM.fullmatch(" " * writing.levels[-1].source + text[lost.start() :].strip())
        assert item is not None
        _add_item(writing, item)


def _add_enclosure(writing: _Writing, item: re.Match[str] | None, rows: Sequence[Row]) -> None:
    """Add an enclosure to the last item, or as an item of its own."""
    first, *rest = write_enclosure(item["text"] if item else rows[0].text.strip(), rows[1:])
    if item:
        _add_item(writing, item, first)
    indent = " " * writing.levels[-1].content
    lines = rest if item else [first, *rest]
    writing.lines += [(indent + line).rstrip() for line in lines]


def _next_of_list(writing: _Writing, rows: Sequence[Row], index: int) -> int:
    """Return where the list goes on after the blank rows that begin at *index*, or -1."""
    while index < len(rows) and rows[index].is_blank:
        index += 1
    if index == len(rows) or (item_of(rows, index) is None and rows[index].indent <= writing.levels[-1].source):
        return -1
    return index


def _belongs(writing: _Writing, rows: Sequence[Row], index: int) -> bool:
    """Return whether a row that is not indented goes on with the last item.

    It does if the item lacks its text, if the next item of a lettered list stands in it, or if it is the one line that
    the item announces.
    """
    row = rows[index]
    if _OTHER_BLOCK.match(row.text) or writing.lines[-1] == "":
        return False
    following = chr(ord(writing.label) + 1) if writing.label else ""
    if not writing.last or (following and re.search(rf"[ \t]-[ \t]+{following}[:：]", row.text)):
        return True
    after = rows[index + 1] if index + 1 < len(rows) else None
    alone = after is None or after.is_blank or after.block or item_of(rows, index + 1) or _OTHER_BLOCK.match(after.text)
    return writing.last.endswith((":", "：")) and bool(alone)
