"""`<details>` in notes: mostly an answer to unfold, sometimes a question that unfolds into its answer."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.loose.marks import asks, question_mark

_OPENING = re.compile(r"[ \t>]*<details(?:\s[^<>]*)?>[ \t]*", re.IGNORECASE)
_SUMMARY = re.compile(r"[ \t>]*<summary(?:\s[^<>]*)?>(.*?)</summary\s*>[ \t]*", re.IGNORECASE)
_END = re.compile(r"</details\s*>[ \t]*$", re.IGNORECASE)
_SHOWS_ANSWER = re.compile(
    r"(?:点击|点我|点开|单击|轻触)?(?:查看|展开|显示|看|打开)?(?:参考|标准)?(?:答案|解答|回答|答)?(?:展开|查看|[:：.。…▼▾⬇\s])*"
    r"|(?:click|tap)?(?:\s*(?:to|for))?\s*(?:show|see|view|reveal)?\s*(?:the\s*)?answer[\s:.…]*",
    re.IGNORECASE,
)
_ANSWER = re.compile("答|answer", re.IGNORECASE)
_MARKUP = re.compile(r"</?(?:b|strong|i|em|span|font|u)(?:\s[^<>]*)?>|\*\*|__", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Unfolding:
    """A `<details>`: the places of the parts that open it, hold its summary (-1: none) and end it."""

    start: int
    summary_part: int
    end: int
    summary: str

    @property
    def is_answer(self) -> bool:
        """Return whether the summary only says that an answer comes."""
        return bool(_SHOWS_ANSWER.fullmatch(self.summary))

    @property
    def says_answer(self) -> bool:
        """Return whether the summary calls what it hides an answer."""
        return self.is_answer and bool(_ANSWER.search(self.summary))

    @property
    def is_question(self) -> bool:
        """Return whether the summary is a question."""
        mark = question_mark(self.summary)
        return asks(self.summary) or (mark is not None and not mark.weak)


def parted(line: str) -> Iterator[str]:
    """Yield the parts of *line*, which are the line: each tag of a `<details>` at its ends, and its summary, is one."""
    for pattern in (_OPENING, _SUMMARY):
        match = pattern.match(line)
        if match and match.end() < len(line):
            yield line[: match.end()]
            line = line[match.end() :]
    match = _END.search(line)
    if match and line[: match.start()].strip():
        yield line[: match.start()]
        line = line[match.start() :]
    yield line


def unfoldings(parts: Sequence[str], enclosed: Sequence[bool]) -> list[Unfolding]:
    """Return every `<details>` outside of enclosures, in order; those inside another are left out."""
    found: list[Unfolding] = []
    opened: list[int] = []
    for index, part in enumerate(parts):
        if enclosed[index] or "<" not in part:
            continue
        if _OPENING.fullmatch(part):
            opened.append(index)
        elif opened and _END.match(part.lstrip(" \t>")):
            start = opened.pop()
            while found and found[-1].start > start:
                found.pop()
            found.append(_unfolding(parts, start, index))
    return found


def summary_span(part: str) -> tuple[int, int]:
    """Return where the text of a summary begins and ends."""
    match = _SUMMARY.fullmatch(part)
    return match.span(1) if match else (0, len(part))


def _unfolding(parts: Sequence[str], start: int, end: int) -> Unfolding:
    """Return the `<details>` between two parts; its summary is the first part in it that has text."""
    place = next((index for index in range(start + 1, min(start + 4, end)) if parts[index].strip(" \t>")), start)
    summary = _SUMMARY.fullmatch(parts[place])
    if summary is None:
        return Unfolding(start, -1, end, "")
    return Unfolding(start, place, end, _MARKUP.sub("", summary[1]).strip())
