"""A place in a text that may be a formula, and what comes next there."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_TOKEN = re.compile(
    r"(?P<word>[A-Za-z]+)|(?P<number>\d+(?:\.\d+)?)|(?P<operator><<|>>|<=|>=|[-=≈≠≤≥<>≪≫∈∉⊂⊆∝∼≡+−±×·⋅∙*/÷⊙⊗⊕∘])"
    r"|(?P<dots>\.\.\.|…|⋯)|(?P<space>[ \t]+)|(?P<other>.)",
    re.DOTALL,
)


class NoFormulaError(Exception):
    """What is tried as a part of a formula is none; it never leaves `notation`."""


@dataclass(slots=True)
class Cursor:
    """Reads *text* from left to right: *place* is the first character not yet read, *limit* where reading ends."""

    text: str
    place: int
    limit: int

    def peek(self) -> tuple[str, str]:
        """Return kind and text of what comes next, both empty at the end."""
        match = _TOKEN.match(self.text, self.place, self.limit)
        return (match.lastgroup or "", match[0]) if match else ("", "")

    def next(self) -> tuple[str, str]:
        """Take what comes next."""
        kind, text = self.peek()
        if not text:
            raise NoFormulaError
        self.place += len(text)
        return kind, text

    def spaces(self) -> bool:
        """Take spaces, and return whether there were any."""
        kind, text = self.peek()
        self.place += len(text) if kind == "space" else 0
        return kind == "space"

    def run(self, table: Mapping[str, str]) -> str:
        """Take all signs that come next and are in *table*, and return what they stand for."""
        signs = ""
        while self.peek()[1] in table:
            signs += table[self.next()[1]]
        return signs
