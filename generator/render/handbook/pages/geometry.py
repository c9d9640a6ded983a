"""The page as data: a size of paper, its margins, and the grid of characters and lines that fills the rest.

A character of 10.5 pt (五号) on a line of 16.2 pt, forty on a line: within the 28 to 40 that are read with ease. Another
size of paper is one more entry here; the style sheet takes all its lengths from it.
"""

from dataclasses import dataclass
from typing import Final

from generator.model import Paper

_HEAD: Final = 19.0
"""From the line under the running head to the text, the line included."""


@dataclass(frozen=True, slots=True)
class PageFormat:
    """Lengths in points.

    *inner* is the margin at the spine; *top* ends at the line under the running head. *character* is the size of type,
    *leading* the distance of its lines; *columns* counts the characters of a line, *lines* the lines of a page.
    """

    width: float
    height: float
    inner: float
    top: float
    character: float
    leading: float
    columns: int
    lines: int

    @property
    def measure(self) -> float:
        """Return the width of the text."""
        return self.character * self.columns

    @property
    def depth(self) -> float:
        """Return the height of the text."""
        return self.leading * self.lines

    @property
    def outer(self) -> float:
        """Return the margin in which a reader writes."""
        return self.width - self.inner - self.measure

    @property
    def bottom(self) -> float:
        """Return the margin below the text."""
        return self.height - self.top - _HEAD - self.depth

    def properties(self) -> str:
        """Return the lengths as custom properties of a style sheet."""
        lengths = {
            "page-width": self.width,
            "page-height": self.height,
            "inner": self.inner,
            "outer": self.outer,
            "top": self.top,
            "bottom": self.bottom,
            "measure": self.measure,
            "depth": self.depth,
            "character": self.character,
            "leading": self.leading,
        }
        return f":root{{{''.join(f'--{name}:{length:.5g}pt;' for name, length in lengths.items())}}}"


A4: Final = PageFormat(595.276, 841.89, inner=68, top=50, character=10.5, leading=16.2, columns=40, lines=44)
LETTER: Final = PageFormat(612, 792, inner=68, top=50, character=10.5, leading=16.2, columns=40, lines=41)
A5: Final = PageFormat(419.528, 595.276, inner=46, top=34, character=9, leading=14, columns=37, lines=35)

FORMATS: Final = {Paper.A4: A4, Paper.LETTER: LETTER}
