"""What each line of loose notes looks like on its own: blank, a heading, a label, a number, plain text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from generator.loose.details import Unfolding, parted, summary_span, unfoldings
from generator.loose.enclosures import enclosures
from generator.loose.marks import (
    Mark,
    answer_mark,
    asks,
    asks_in_words,
    closing_hashes,
    hash_count,
    is_other_letter,
    number_mark,
    plain,
    prefix_length,
    question_mark,
    whole_bold,
)

_INLINE_ANSWER = re.compile(r"(?<=[?!。.\s])(?:\*\*)?答(?:\*\*)?:|(?<=[?。] )A\d{0,3}:")
_UNDERLINE = re.compile(r" {0,3}={3,}[ \t]*")
_TAGS = re.compile(r"#[^\s#]+(?:[ \t]+#[^\s#]+)+[ \t]*")


class Look(Enum):
    """What a line looks like."""

    BLANK = auto()
    ENCLOSED = auto()
    HEADING = auto()
    LABEL = auto()
    ANSWER = auto()
    NUMBER = auto()
    BOLD = auto()
    LETTER = auto()
    TEXT = auto()


@dataclass(frozen=True, slots=True)
class Sight:
    """A line, or the part of one that begins with a label: *number* is that of the line in the file, from 1.

    *level* is that of a heading, else 0; *block* is the line that opens the enclosure around this one, else 0.
    """

    number: int
    raw: str
    look: Look
    mark: Mark | None = None
    level: int = 0
    block: int = 0

    @property
    def text(self) -> str:
        """Return the line without its mark."""
        return self.mark.text if self.mark else self.raw


def see(text: str) -> tuple[Sight, ...]:
    """Return what the lines of *text* look like, in order."""
    lines = text.split("\n")
    blocks = enclosures(lines)
    sights: list[Sight] = []
    for index, line in enumerate(lines):
        if blocks[index]:
            sights.append(_see_enclosed(line, index + 1, blocks[index]))
        elif "<" in line:
            sights += [_see_part(part, index + 1) for part in parted(line)]
        else:
            sights += _halves(_see_line(lines, index))
    for unfolding in unfoldings([sight.raw for sight in sights], [sight.block > 0 for sight in sights]):
        _see_unfolding(sights, unfolding)
    return tuple(sights)


def _see_enclosed(raw: str, number: int, block: int) -> Sight:
    """Return what a line of an enclosure looks like; the first may begin with a label."""
    if block == number:
        if mark := question_mark(raw):
            return Sight(number, raw, Look.LABEL, mark, block=block)
        if mark := answer_mark(raw):
            return Sight(number, raw, Look.ANSWER, mark, block=block)
    return Sight(number, raw, Look.ENCLOSED, block=block)


def _see_part(raw: str, number: int) -> Sight:
    return _see_line([raw], 0, number)


def _see_line(lines: Sequence[str], index: int, number: int = 0) -> Sight:
    raw = lines[index]
    number = number or index + 1
    if not raw.replace(">", " ").strip():
        return Sight(number, raw, Look.BLANK)
    if _UNDERLINE.fullmatch(raw) and index and _is_underlined(lines, index - 1):
        return Sight(number, raw, Look.TEXT, Mark("=", "", "", raw, ""))
    level = _heading_level(lines, index)
    if mark := question_mark(raw):
        return Sight(number, raw, Look.LABEL, mark, level)
    if mark := answer_mark(raw):
        return Sight(number, raw, Look.ANSWER, mark, level)
    if level:
        return Sight(number, raw, Look.HEADING, _heading_mark(raw), level)
    if is_other_letter(raw):
        return Sight(number, raw, Look.LETTER)
    return _see_text(number, raw)


def _see_text(number: int, raw: str) -> Sight:
    if asks(raw):
        if mark := number_mark(raw):
            return Sight(number, raw, Look.NUMBER, mark)
        if mark := whole_bold(raw):
            return Sight(number, raw, Look.BOLD, mark)
    return Sight(number, raw, Look.TEXT)


def _heading_level(lines: Sequence[str], index: int) -> int:
    """Return the level of the heading that a line is, or 0; hashes may touch their text where it is no tag."""
    raw = lines[index]
    if index + 1 < len(lines) and _UNDERLINE.fullmatch(lines[index + 1]) and _is_underlined(lines, index):
        return 1
    count = hash_count(raw)
    rest = raw.strip(" #\t\u3000")
    if not count or not rest:
        return 0
    if raw.lstrip(" ")[count] in " \t\u3000":
        return count
    if count > 1:
        return count if rest[0].isalnum() or rest[0] > "\u2e7f" or rest[0] in "*`$[(<“‘" else 0
    around = [lines[place] for place in (index - 1, index + 1) if 0 <= place < len(lines)]
    apart = not any(line.strip() for line in around)
    return 1 if rest[0] > "\u2e7f" and apart and not _TAGS.fullmatch(raw.strip()) else 0


def _heading_mark(raw: str) -> Mark:
    """Return the hashes of a heading as its mark, those at its end too; a number before a question goes with them."""
    start = prefix_length(raw)
    end = max(start, closing_hashes(raw))
    number = number_mark(raw, heading=True) if asks(raw[:end]) or asks_in_words(_unnumbered(raw)) else None
    if number and len(number.taken) > start and not number.tail:
        start = len(number.taken)
    return Mark("", number.number if number else "", "#", raw[:start], raw[start:end], raw[end:])


def _unnumbered(raw: str) -> str:
    """Return a heading's text without its number."""
    number = number_mark(raw, heading=True)
    return number.text if number else raw[prefix_length(raw) :]


def _is_underlined(lines: Sequence[str], index: int) -> bool:
    """Return whether a line is a paragraph of its own, so that equals signs below make it a heading."""
    return bool(lines[index].strip()) and not (index and lines[index - 1].strip()) and not hash_count(lines[index])


def _see_unfolding(sights: list[Sight], unfolding: Unfolding) -> None:
    """Make the parts of a `<details>` an answer to the question before it, or a question with its answer."""
    if unfolding.is_question:
        sights[unfolding.summary_part] = _see_summary(sights[unfolding.summary_part])
        emptied = [unfolding.start, unfolding.end]
    elif unfolding.is_answer and _follows_question(sights, unfolding):
        emptied = [unfolding.start, unfolding.end]
        emptied += [unfolding.summary_part] if unfolding.summary_part >= 0 else []
    else:
        return
    for index in emptied:
        raw = sights[index].raw
        sights[index] = replace(sights[index], look=Look.TEXT, level=0, mark=Mark("details", "", "", raw, ""))
    if not unfolding.is_question:
        sights[unfolding.start] = replace(sights[unfolding.start], look=Look.ANSWER)


def _see_summary(sight: Sight) -> Sight:
    """Return the summary of a `<details>` as a question."""
    begin, end = summary_span(sight.raw)
    label = question_mark(sight.raw[begin:end]) or number_mark(sight.raw[begin:end], heading=True)
    begin += len(label.taken) if label else 0
    mark = Mark("details", "", "", sight.raw[:begin], sight.raw[begin:end], sight.raw[end:])
    return Sight(sight.number, sight.raw, Look.LABEL, mark)


def _follows_question(sights: Sequence[Sight], unfolding: Unfolding) -> bool:
    """Return whether the last line with text before a `<details>` may be a question: any text, if the summary says so."""
    place = unfolding.start - 1
    while place >= 0 and sights[place].look is Look.BLANK:
        place -= 1
    if place < 0:
        return False
    sight = sights[place]
    questions = (Look.LABEL, Look.NUMBER, Look.BOLD, Look.HEADING)
    said = unfolding.says_answer and sight.look is Look.TEXT and sight.mark is None
    return sight.look in questions or asks(sight.raw) or said


def _halves(sight: Sight) -> tuple[Sight, ...]:
    """Return *sight*, or its two halves if a question has its answer in the same line."""
    mark = sight.mark
    if sight.look is not Look.LABEL or mark is None:
        return (sight,)
    found = _INLINE_ANSWER.search(plain(mark.text))
    answer = answer_mark(mark.text[found.start() :] + mark.tail) if found else None
    if found is None or answer is None or not mark.text[: found.start()].strip():
        return (sight,)
    rest = mark.text[found.start() :] + mark.tail
    question = replace(mark, text=mark.text[: found.start()], tail="")
    return (
        replace(sight, raw=sight.raw.removesuffix(rest), mark=question),
        Sight(sight.number, rest, Look.ANSWER, answer),
    )
