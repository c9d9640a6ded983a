"""What each line of loose notes is among its neighbours: a title, a question, an answer, or words.

Some questions are certain, others are so only where nothing speaks against them: that is for `pieces` to weigh, which
knows what the line comes after.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto

from generator.loose.marks import Mark, asks, asks_in_words, number_mark, prefix_length, whole_bold
from generator.loose.neighbours import Notes, survey
from generator.loose.sights import Look, Sight, see


class Kind(Enum):
    """What a line is."""

    BLANK = auto()
    TITLE = auto()
    QUESTION = auto()
    ANSWER = auto()
    WORDS = auto()


class Manner(Enum):
    """How a question shows that it is one."""

    LABEL = auto()
    HEADING = auto()
    NUMBER = auto()
    BOLD = auto()
    BARE = auto()


class Doubt(Enum):
    """What speaks against a question inside an answer or another question."""

    LISTED = auto()
    """It stands in a run of its like."""
    ANNOUNCED = auto()
    """A line that ends in a colon comes before it."""
    CLOSE = auto()
    """No blank line parts it from the text before."""
    UNANSWERED = auto()
    """No text of its own follows."""
    UNLABELLED = auto()
    """No answer follows that says so."""
    PLAIN = auto()
    """It neither asks nor is it set in bold: all that speaks for it is the answer after it."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line, or the part of one that begins with a label: *number* is that of the line in the file, from 1.

    *level* is that of a heading, else 0. *leads* says of a title that a question follows it. *block* is the line that
    opens the enclosure around this one, else 0.
    """

    number: int
    raw: str
    kind: Kind
    mark: Mark | None = None
    manner: Manner | None = None
    doubts: frozenset[Doubt] = frozenset()
    level: int = 0
    leads: bool = False
    block: int = 0

    @property
    def text(self) -> str:
        """Return the line without its mark."""
        return self.mark.text if self.mark else self.raw


def read_lines(text: str) -> tuple[Line, ...]:
    """Return the lines of *text*, which has LF line ends."""
    notes = survey(see(text))
    lines: list[Line] = [_judge(notes, index) for index in range(len(notes.sights))]
    leads = False
    for index in range(len(lines) - 1, -1, -1):
        line = lines[index]
        if line.kind is Kind.TITLE:
            lines[index] = replace(line, leads=leads)
        if line.kind is not Kind.BLANK:
            leads = line.kind is Kind.QUESTION
    return tuple(lines)


def _judge(notes: Notes, index: int) -> Line:
    sight = notes.sights[index]
    if index in notes.titles:
        return _line(sight, Kind.TITLE, level=notes.titles[index])
    match sight.look:
        case Look.BLANK:
            return _line(sight, Kind.BLANK)
        case Look.LABEL:
            return _judge_label(notes, index)
        case Look.ANSWER:
            return _judge_answer(notes, index)
        case Look.HEADING:
            return _judge_heading(notes, index)
        case Look.NUMBER | Look.BOLD:
            manner = Manner.NUMBER if sight.look is Look.NUMBER else Manner.BOLD
            return _line(sight, Kind.QUESTION, manner, doubts=_doubts(notes, index))
        case Look.TEXT:
            return _judge_text(notes, index)
        case Look.ENCLOSED | Look.LETTER:
            return _line(sight, Kind.WORDS)


def _judge_label(notes: Notes, index: int) -> Line:
    """Return a line with a question's label, if it is one: `Q：` in a list of symbols and `问题：` in prose are words."""
    sight = notes.sights[index]
    mark = sight.mark
    assert mark is not None
    next_mark = notes.next_mark[index]
    answered = notes.look(next_mark) is Look.ANSWER
    symbols = any(_is_symbol_beside(notes, index, place) for place in (notes.previous[index], notes.following[index]))
    evident = asks(mark.text) or answered or sight.level or _is_of_series(notes, index)
    if mark.weak and ((symbols and mark.word == "q") or not evident):
        bare = Sight(sight.number, sight.raw, Look.TEXT, block=sight.block)
        return _line(bare, Kind.WORDS)
    return _line(sight, Kind.QUESTION, Manner.LABEL)


def _is_of_series(notes: Notes, index: int) -> bool:
    """Return whether a numbered label stands apart, has a text of its own below, and one with the next number or the last."""
    mark = notes.sights[index].mark
    previous, following = notes.previous[index], notes.following[index]
    if mark is None or not mark.number.isdecimal() or notes.touches(index, previous):
        return False
    beside = {str(int(mark.number) - 1), str(int(mark.number) + 1)}
    return not notes.numbers.isdisjoint(beside) and following >= 0 and _is_own_text(notes, index, following)


def _is_symbol_beside(notes: Notes, index: int, place: int) -> bool:
    """Return whether another letter is explained at *place*, in the next line or in the same list."""
    if notes.look(place) is not Look.LETTER:
        return False
    own, other = (raw[: prefix_length(raw)].strip() for raw in (notes.sights[index].raw, notes.sights[place].raw))
    return notes.touches(index, place) or bool(own and own == other)


def _judge_answer(notes: Notes, index: int) -> Line:
    sight = notes.sights[index]
    if sight.mark and sight.mark.word == "a" and notes.look(notes.following[index]) is Look.LETTER:
        return _line(Sight(sight.number, sight.raw, Look.TEXT, block=sight.block), Kind.WORDS)
    return _line(sight, Kind.ANSWER)


def _judge_heading(notes: Notes, index: int) -> Line:
    """Return a heading as a question if it asks and has an answer, or if a labelled answer follows."""
    sight = notes.sights[index]
    following = notes.following[index]
    if notes.look(following) is Look.ANSWER:
        return _line(sight, Kind.QUESTION, Manner.HEADING)
    worded = sight.level >= 3 and asks_in_words(sight.text) and notes.look(following) is not Look.HEADING
    if not (asks(sight.text) or worded) or notes.look(following) in (Look.LABEL, Look.NUMBER):
        return _line(sight, Kind.TITLE)
    if notes.look(following) is Look.HEADING:
        other = notes.sights[following]
        if other.level > sight.level and asks(other.text):
            return _line(sight, Kind.TITLE)
    return _line(sight, Kind.QUESTION, Manner.HEADING)


def _judge_text(notes: Notes, index: int) -> Line:
    """Return plain text as a question if a labelled answer follows it directly, or after blanks where it asks."""
    sight = notes.sights[index]
    following = notes.following[index]
    if sight.mark or notes.look(following) is not Look.ANSWER or (answer := notes.sights[following].mark) is None:
        return _line(sight, Kind.WORDS)
    text = sight.raw.strip()
    bold = whole_bold(sight.raw)
    numbered = number_mark(sight.raw)
    asking = asks(sight.raw) or bold is not None or numbered is not None or answer.word == "details"
    listed = bool(sight.raw[: prefix_length(sight.raw)].strip(" \t>"))
    apart = not notes.touches(index, following)
    if (
        answer.word == "a"
        or len(text) > 300
        or (not asking and (listed or apart or text[-1] in "。；：，、…!！|`>.,;:"))
    ):
        return _line(sight, Kind.WORDS)
    start = prefix_length(sight.raw)
    mark = bold or numbered or Mark("", "", "", sight.raw[:start], sight.raw[start:])
    marked = Sight(sight.number, sight.raw, sight.look, mark)
    return _line(marked, Kind.QUESTION, Manner.BARE, doubts=_doubts(notes, index, plain=not asking))


def _doubts(notes: Notes, index: int, *, plain: bool = False) -> frozenset[Doubt]:
    """Return what speaks against the question at *index*; most does not if an answer follows that says so."""
    previous, following = notes.previous[index], notes.following[index]
    found = {Doubt.PLAIN} if plain else set()
    if previous >= 0 and notes.touches(index, previous) and previous not in notes.titles:
        found |= {Doubt.CLOSE} if notes.look(previous) is not Look.HEADING else set()
    if notes.look(following) is Look.ANSWER:
        return frozenset(found)
    found.add(Doubt.UNLABELLED)
    if previous >= 0 and notes.sights[previous].raw.rstrip().endswith((":", "：")):
        found.add(Doubt.ANNOUNCED)
    if notes.look(index) is Look.NUMBER and Doubt.CLOSE in found and number_mark(notes.sights[previous].raw):
        found.add(Doubt.LISTED)
    if following < 0 or following in notes.titles or not _is_own_text(notes, index, following):
        found.add(Doubt.UNANSWERED)
    return frozenset(found)


def _is_own_text(notes: Notes, index: int, following: int) -> bool:
    """Return whether what follows is a text of its own, and neither another question nor the rest of a list's item."""
    other, own = notes.sights[following], notes.sights[index]
    if other.look in (Look.LABEL, Look.NUMBER, Look.BOLD, Look.HEADING):
        return False
    indent = len(own.raw) - len(own.raw.lstrip())
    return len(other.raw) - len(other.raw.lstrip()) <= indent


def _line(
    sight: Sight,
    kind: Kind,
    manner: Manner | None = None,
    *,
    doubts: frozenset[Doubt] = frozenset(),
    level: int = 0,
) -> Line:
    return Line(sight.number, sight.raw, kind, sight.mark, manner, doubts, level or sight.level, block=sight.block)
