"""What a chapter's readers share while it is read."""

from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from generator.diagnostics import Diagnostic, Location
from generator.document import Footnote


@dataclass(slots=True)
class Reading:
    """One chapter being read: the dialect, what is known of the file, and what was found so far.

    *lines* are those of the file, as they stand there; *language* is the book's.
    *defined* holds the labels of footnotes, *used* those of all definitions that some text uses. *heading* is the
    heading under which is being read.
    It never leaves `parse_chapter`; what leaves is frozen.
    """

    path: PurePosixPath
    dialect: MarkdownIt
    lines: tuple[str, ...] = ()
    language: str = ""
    known: dict[str, Any] = field(default_factory=dict)
    defined: frozenset[str] = frozenset()
    used: frozenset[str] = frozenset()
    footnotes: dict[str, Footnote] = field(default_factory=dict)
    heading: str = ""
    found: list[Diagnostic] = field(default_factory=list)

    def at(self, line: int) -> Location:
        """Return the place of a line that the dialect counts from 0: the one border where lines become 1-based."""
        return Location(self.path, line + 1)

    def tell(self, line: int, code: str, message: str) -> None:
        """Note a mistake in *line*, counted from 0."""
        self.found.append(Diagnostic(self.at(line), code, message))


def line_of(token: Token) -> int:
    """Return the first line of *token*, counted from 0."""
    return token.map[0] if token.map else 0
