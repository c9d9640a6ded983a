"""Loose notes as a chapter of our format, and what is not in it, with its lines."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from generator.diagnostics import Diagnostic, Location
from generator.loose.answers import write_answer
from generator.loose.headings import heading_text
from generator.loose.inlines import write_line
from generator.loose.lines import Kind, Line, read_lines
from generator.loose.lists import item_of
from generator.loose.marks import whole_bold
from generator.loose.pieces import Pair, Reason, heading_place, read_pieces
from generator.loose.rows import Row, rows_of
from generator.loose.sections import arrange, title_from_name
from generator.loose.wrapping import full_width
from generator.parse.identity import derived_id
from generator.plaintext import CJK

_LONGEST_QUESTION = 300
_LONGEST_SHOWN = 200
_AT_CHINESE = re.compile(rf"(?<=[{CJK}]) | (?=[{CJK}])")
_LETTER = re.compile(r"[ \t]*[A-Z][:：.、]")
_OTHER_BLOCK = re.compile(r"[ \t]*(?:[|>#]|\$\$|```|~~~|<details|<summary)")


@dataclass(frozen=True, slots=True)
class Imported:
    """A chapter made from notes: its *text* in our format, how many *cards* it has, and what was left out of it."""

    text: str
    cards: int
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class _Card:
    """A pair, written: *blocks* are its answer; *opening* is the paragraph that the answer begins with, if it does."""

    question: str
    blocks: tuple[str, ...]
    opening: str
    moved: bool


def import_notes(path: PurePosixPath, text: str) -> Imported:
    """Return the notes *text* as a chapter; every line that is in no pair and no heading is a diagnostic.

    A pair whose question and first paragraph stand in the notes before is left out, too: it could have no id of its own.
    An answer that begins with no paragraph counts whole; a pair that differs from an earlier one only behind such a
    beginning gets its id here, since the id of a card comes from its question and first paragraph alone.
    """
    lines = read_lines(text)
    arranged = arrange(read_pieces(lines))
    width = full_width(line.text for line in lines if not line.block and "|" not in line.text)
    title = _heading(arranged.title) if arranged.title else heading_text(write_line(title_from_name(path.stem)))
    blocks = [f"# {title}"]
    found = [fault for stray in arranged.strays for fault in _left_out(path, stray.lines, stray.reason)]
    known: dict[tuple[str, str], int] = {}
    plain: set[str] = set()
    for section in arranged.sections:
        if section.title:
            blocks.append(f"## {_heading(section.title)}")
        for pair in section.pairs:
            card = _write_card(pair, width)
            question, answer = _folded(card.question), "\n\n".join(card.blocks)
            key = (question, _folded(card.opening) or answer)
            first = known.setdefault(key, pair.question[0].number)
            if first != pair.question[0].number:
                found += _repeated(path, pair, first)
                continue
            found += [_moved(path, pair)] if card.moved else []
            attributes = f" {{#{derived_id(question, answer)}}}" if not card.opening and question in plain else ""
            plain |= set() if card.opening else {question}
            blocks += [f"### {card.question}{attributes}", *card.blocks]
    return Imported("\n\n".join(blocks) + "\n", len(known), tuple(found))


def _write_card(pair: Pair, width: int) -> _Card:
    """Return a pair as a card: a question of several lines is joined, but what can't stand in a heading goes below it."""
    lines = pair.question
    first = heading_place(lines)
    question = [lines[first].text]
    place = first + 1
    while place < len(lines) and _continues(lines, place) and sum(map(len, question)) < _LONGEST_QUESTION:
        question.append(lines[place].text)
        place += 1
    rest = (*lines[:first], *lines[place:])
    body = [Row("" if line.kind is Kind.BLANK else line.text.rstrip(), line.number, line.block) for line in rest]
    moved = any(not row.is_blank for row in body)
    rows = rows_of(pair.question[0], pair.answer)
    blocks = write_answer([*body, Row("", 0), *rows] if moved else rows, width)
    opening = "\n".join(blocks[0]) if blocks and not _OTHER_BLOCK.match(blocks[0][0]) else ""
    return _Card(_heading_of(question), tuple("\n".join(block) for block in blocks), opening, moved)


def _continues(lines: Sequence[Line], place: int) -> bool:
    """Return whether a line goes on with the question above it."""
    line = lines[place]
    rows = [Row(line.text, line.number)]
    block = line.block or _OTHER_BLOCK.match(line.text) or item_of(rows, 0) or _LETTER.match(line.text)
    return line.kind is Kind.WORDS and line.mark is None and not block and bool(line.text.strip())


def _heading(line: Line) -> str:
    return _heading_of([line.text])


def _heading_of(texts: Sequence[str]) -> str:
    """Return *texts* as the text of one heading."""
    text = " ".join(" ".join(texts).split())
    bold = whole_bold(text)
    text = bold.text if bold else text
    return heading_text(write_line(_AT_CHINESE.sub("", text) if len(texts) > 1 else text))


def _folded(text: str) -> str:
    """Return *text* without what makes no difference to its words."""
    return re.sub(r"[\s*_`\\=~]", "", unicodedata.normalize("NFC", text))


def _left_out(path: PurePosixPath, lines: Iterable[Line], reason: Reason) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each line with text; the first says why the lines are in no pair."""
    for line in lines:
        shown = _shown(line.raw if line.mark is None or line.text.strip() else "")
        if not shown:
            continue
        location = Location(path, line.number)
        match reason if line.kind in (Kind.QUESTION, Kind.ANSWER) else Reason.APART:
            case Reason.UNANSWERED:
                message = f"'{shown}' has no answer and is left out; write '答：' and the answer below it"
                yield Diagnostic(location, "unanswered", message)
            case Reason.UNASKED:
                message = f"'{shown}' answers no question and is left out; write '问：' and the question above it"
                yield Diagnostic(location, "unasked", message)
            case Reason.APART:
                message = f"'{shown}' is in no question or answer and is left out; mark it, or move it by hand"
                yield Diagnostic(location, "unpaired", message)


def _repeated(path: PurePosixPath, pair: Pair, first: int) -> Iterator[Diagnostic]:
    for line in (*pair.question, *pair.answer):
        if shown := _shown(line.raw):
            message = f"'{shown}' is left out, as the question and the beginning of its answer stand in line {first}"
            yield Diagnostic(Location(path, line.number), "repeated-pair", f"{message}; add there what is new")


def _moved(path: PurePosixPath, pair: Pair) -> Diagnostic:
    message = "the question is more than a line of text, so its rest opens the answer; shorten it"
    return Diagnostic(Location(path, pair.question[0].number), "long-question", message)


def _shown(text: str) -> str:
    bare = " ".join(text.split())
    return bare if len(bare) <= _LONGEST_SHOWN else bare[:_LONGEST_SHOWN] + "…"
