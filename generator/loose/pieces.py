"""Lines to pieces: titles, pairs of question and answer, and what is neither.

A state machine with both halves named: where one is in the notes (`_Outside`, `_Asking`, `_Answering`) and what the line
is (`Kind`). Every line is in exactly one piece, and the pieces are in order.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from generator.loose.lines import Doubt, Kind, Line, Manner
from generator.loose.marks import asks

_UNSEEN = re.compile(
    r"<!--(?!\s*=)(?:(?!<!--).)*?-->|</?(?:b|br|i|em|strong|sub|sup|u|ins|del|mark|small|span|div|p|center|kbd)(?:\s[^<>]*)?/?>"
)

_MARKS = frozenset(" \u3000>-*_=#`~|")


class Reason(Enum):
    """Why lines are in no pair."""

    APART = "apart"
    UNANSWERED = "unanswered"
    UNASKED = "unasked"


@dataclass(frozen=True, slots=True)
class Title:
    """A heading of the notes."""

    line: Line


@dataclass(frozen=True, slots=True)
class Pair:
    """A question and its answer; the answer's lines of kind `ANSWER` each begin an answer of their own."""

    question: tuple[Line, ...]
    answer: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Stray:
    """Lines that are in no pair."""

    lines: tuple[Line, ...]
    reason: Reason


Piece = Title | Pair | Stray


@dataclass(slots=True)
class _Outside:
    """Before a question: *lines* are in no pair."""

    lines: list[Line] = field(default_factory=list)
    reason: Reason = Reason.APART


@dataclass(slots=True)
class _Asking:
    """After a question: whether *words* go on with it or answer it shows only when an answer's label comes, or none.

    *full* says that there are some.
    """

    question: Line
    words: list[Line] = field(default_factory=list)
    full: bool = False


@dataclass(slots=True)
class _Answering:
    """After the label of an answer, *first*; *full* says that it has text."""

    question: Line
    between: list[Line]
    first: Line
    answer: list[Line]
    full: bool


_State = _Outside | _Asking | _Answering


def read_pieces(lines: Sequence[Line]) -> tuple[Piece, ...]:
    """Return the pieces that *lines* make up."""
    depth = _depth(lines)
    pieces: list[Piece] = []
    state: _State = _Outside()
    for line in lines:
        state = _step(state, _weighed(state, line, depth), pieces)
    pieces += _closed(state)
    return tuple(pieces)


def _depth(lines: Sequence[Line]) -> int:
    """Return the level of the lowest headings that divide the notes: those before the first question, or directly before one."""
    depth, asked = 2, False
    for line in lines:
        asked = asked or line.kind is Kind.QUESTION
        if line.kind is Kind.TITLE and (line.leads or not asked):
            depth = max(depth, line.level)
    return depth


def words_in(lines: Iterable[Line]) -> bool:
    """Return whether any of *lines* has a letter, a digit or a sign beside marks, rules and quotation marks."""
    texts = (_UNSEEN.sub("", line.text) for line in lines)
    return any(sign.isprintable() and sign not in _MARKS for text in texts for sign in text)


def heading_place(lines: Sequence[Line]) -> int:
    """Return the place of the first of *lines* that may stand in a heading, or -1: it has words and is in no enclosure."""
    return next((place for place, line in enumerate(lines) if not line.block and words_in([line])), -1)


def _step(state: _State, line: Line, pieces: list[Piece]) -> _State:
    """Return the state after *line*; what ends with it is added to *pieces*."""
    match state, line.kind:
        case _, Kind.QUESTION:
            pieces += _closed(state)
            return _Asking(line)
        case _, Kind.TITLE:
            pieces += (*_closed(state), Title(line))
            return _Outside()
        case _Outside(), Kind.ANSWER:
            pieces += _closed(state)
            return _Outside([line], Reason.UNASKED)
        case _Outside(), Kind.WORDS | Kind.BLANK:
            state.lines.append(line)
            return state
        case _Asking(), Kind.ANSWER:
            return _Answering(state.question, state.words, line, [line], words_in([line]))
        case _Asking(), Kind.WORDS | Kind.BLANK:
            state.words.append(line)
            state.full = state.full or words_in([line])
            return state
        case _Answering(), Kind.ANSWER | Kind.WORDS | Kind.BLANK:
            state.answer.append(line)
            state.full = state.full or words_in([line])
            return state
    raise AssertionError(f"no step for {state!r} and {line.kind}")


def _closed(state: _State) -> tuple[Piece, ...]:
    """Return the pieces that *state* ends with."""
    match state:
        case _Outside(lines, reason):
            return (Stray(tuple(lines), reason),) if lines else ()
        case _Asking(question, words, _):
            asked = 0 if words_in([question]) else 1 + heading_place(words)
            return _pair_of((question, *words[:asked]), tuple(words[asked:]))
        case _Answering(question, between, _, answer, _):
            return _pair_of((question, *between), tuple(answer))


def _pair_of(question: tuple[Line, ...], answer: tuple[Line, ...]) -> tuple[Piece, ...]:
    if heading_place(question) < 0:
        return (Stray(question + answer, Reason.UNASKED),)
    if not words_in(answer):
        return (Stray(question + answer, Reason.UNANSWERED),)
    return (Pair(question, answer),)


def _weighed(state: _State, line: Line, depth: int) -> Line:
    """Return *line* as what it is after *state*: what only looks like a mark there becomes words."""
    match line.kind:
        case Kind.TITLE:
            holds = _is_structural(state, line, depth)
        case Kind.QUESTION:
            holds = _is_question(state, line)
        case Kind.ANSWER:
            holds = _is_answer(state, line)
        case Kind.WORDS | Kind.BLANK:
            return line
    return line if holds else replace(line, kind=Kind.WORDS, mark=None)


def _is_structural(state: _State, line: Line, depth: int) -> bool:
    """Return whether a title divides the notes, rather than the answer that it stands in."""
    if isinstance(state, _Outside) or line.leads:
        return True
    return line.level <= (state.question.level or depth)


def _is_question(state: _State, line: Line) -> bool:
    """Return whether a line that may be a question is one after *state*."""
    if isinstance(state, _Outside) or line.manner in (Manner.LABEL, Manner.HEADING):
        return True
    opened = state.question.manner
    labelled = Doubt.UNLABELLED not in line.doubts
    if isinstance(state, _Asking) and opened is Manner.LABEL:
        clear = not line.doubts - {Doubt.UNLABELLED}
        return clear and (line.manner is not Manner.BARE or asks(state.question.text))
    if line.manner is Manner.BARE:
        return state.full and (Doubt.PLAIN not in line.doubts or opened is not Manner.LABEL)
    if line.manner is opened and not state.full:
        return True
    if line.manner is opened and _goes_on(state.question, line):
        return line.doubts <= {Doubt.UNLABELLED, Doubt.CLOSE, Doubt.UNANSWERED}
    return labelled or (line.manner is Manner.NUMBER and line.doubts == {Doubt.UNLABELLED})


def _goes_on(question: Line, line: Line) -> bool:
    """Return whether *line* has the number after that of *question*, or no such number as digits at all."""
    own, before = (found.mark.number if found.mark else "" for found in (line, question))
    if own.isdecimal() and before.isdecimal():
        return int(own) == int(before) + 1
    return line.manner is Manner.BOLD or bool(own) == bool(before)


def _is_answer(state: _State, line: Line) -> bool:
    """Return whether a line with an answer's label begins an answer after *state*.

    A second answer must be labelled like the first, and a letter with a number must answer the question of that number.
    """
    mark = line.mark
    assert mark is not None
    if isinstance(state, _Outside):
        return not mark.weak and mark.word != "details"
    asked = state.question.mark
    if mark.number and asked and asked.number and mark.number != asked.number:
        return False
    if isinstance(state, _Asking):
        return True
    first = state.first.mark
    return first is not None and (first.word, first.shape) == (mark.word, mark.shape) and mark.word != "details"
