"""Marks that nobody meant to print: those of other tools, and those of this format where they were not read as such."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from generator.diagnostics import Diagnostic
from generator.document import Code, Math
from generator.model import Book, Role
from generator.plaintext import line_text
from generator.rewriting import without

_ATTRIBUTES: Final = r"\{:?\s*[#.][A-Za-z][\w-]*"
_MARKS: Final[Mapping[str, str]] = {
    r"\\(?:begin|end)\{\w+\*?\}": "put the formula between $$ and $$, each on a line of its own",
    r"\\[A-Za-z]+\{": "put a formula between $ and $, anything else into backticks",
    r"(?<![\\\w$])\$(?=[^$]*[\\^_{])[^$\s](?:[^$]*[^$\s])?\$": "put no space inside the $ signs, and close each of them",
    r"!?\[\[[^\[\]]+\]\]": "write a link as [words](#id), a picture as ![words](file.svg)",
    r"\{\{c\d+::": "write a deletion as ==words=={1}, on a card with the flag .cloze",
    r"\{\{[<%]?|\{%": "delete what another program would fill in, or put it into backticks",
    r"\^\[[^\[\]]+\]": "write a footnote as [^1], and its text below the card: [^1]: …",
    r"(?<=\s)\^[A-Za-z][\w-]+$": "delete it, and link to the card: ### question {#id}",
    r"%%": "write a comment as <!-- … -->",
    r">?\s*\[![A-Za-z]+\]": "begin the line with > and nothing before it: > [!NOTE]",
    r"^:{3,}|^!{3}\s": "write a callout as > [!NOTE], and each of its lines behind a >",
    _ATTRIBUTES: "close the attribute list, and let it end a heading: {#id .core}",
    r"^\|.*\|.*\|$": "put a line of dashes below the table's head: |---|---|",
    r"```|~~~": "let a fence of code begin and end on lines of its own",
}
"""A pattern for each, and what to write instead; the first that is found is told."""

_SIGN: Final = re.compile(r"[$\\[{%|`~^]|:::|!!!")
"""What every such mark has in it: most lines have none."""


def left_over_marks(book: Book) -> Iterator[Diagnostic]:
    """Yield each line on which a reader would see such a mark, outside code and formulas."""
    for role, line in ((text.role, line) for text in book.texts() for line in text.lines()):
        text = line_text(without(line.inlines, Code, Math)).strip()
        if not _SIGN.search(text):
            continue
        for pattern, instead in _MARKS.items():
            if pattern == _ATTRIBUTES and role in (Role.TITLE, Role.QUESTION):
                continue  # whoever reads the heading has told it
            if match := re.search(pattern, text):
                yield Diagnostic(
                    line.location, "left-over", f"'{match[0].strip()}' would be shown as it stands; {instead}"
                )
                break
