"""Cases that a person can read: a title, an input and what comes of it, parted by lines of a single dot.

An input without a heading stands below `# t` and `### q`, so that its first line is line 3, and only its answer is
shown. `{U+001F}` in an input is that character.
"""

import re
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from generator.model import SourceFile
from generator.outline import outline_of_card, outline_of_chapter
from generator.parse.chapter import Parsed, parse_chapter

_ESCAPE = re.compile(r"\{U\+([0-9A-F]{4,6})\}")
_HEADING = re.compile(r"^(?:#{1,3}[ \t]|---$|\+\+\+$)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a file."""

    title: str
    source: str
    expected: str


def read_cases(path: Path) -> list[Case]:
    parts = re.split(r"^\.\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    titles, sources, expectations = parts[0::3], parts[1::3], parts[2::3]
    return [
        Case(title.strip(), source, expected)
        for title, source, expected in zip(titles, sources, expectations, strict=False)
    ]


def write_cases(path: Path, cases: list[Case]) -> None:
    text = "\n".join(f"{case.title}\n.\n{case.source}.\n{case.expected}.\n" for case in cases)
    path.write_text(text, encoding="utf-8", newline="\n")


def outcome(case: Case) -> str:
    """Return the outline of what a case's input is read as, and the diagnostics."""
    text = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), case.source.removesuffix("\n"))
    if _HEADING.search(text):
        parsed = parse(text)
        shown = outline_of_chapter(parsed.chapter)
    else:
        parsed = parse(f"# t\n### q\n{text}")
        card = parsed.chapter.cards[0]
        shown = "".join(line[2:] + "\n" for line in outline_of_card(card).split("\n")[2:-1])
        shown += "".join(outline_of_card(card) for card in parsed.chapter.cards[1:])
    return shown + "".join(f"{found}\n" for found in parsed.diagnostics)


def parse(text: str, path: str = "03-case.md") -> Parsed:
    return parse_chapter(SourceFile(PurePosixPath(path), text), 3, "zh-CN")


def accepted(cases: list[Case]) -> list[Case]:
    return [replace(case, expected=outcome(case)) for case in cases]
