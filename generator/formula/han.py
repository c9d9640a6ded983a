"""Chinese characters inside formulas, as outlines of the book's text face.

The formula's own font has none. Outlines make a formula independent of any font that a reader has or lacks.
"""

from functools import cache

import uharfbuzz
from fontTools.pens.svgPathPen import SVGPathPen

from generator.formula.drawing import moved
from generator.typefaces import typeface


def outline(character: str, x: float, y: float, scale: float) -> str | None:
    """Return the SVG path of *character* with its origin at *x*, *y*, in thousandths of an em, y growing upwards.

    None if the face lacks the character.
    """
    font = _font()
    glyph = font.get_nominal_glyph(ord(character))
    if glyph is None:
        return None
    pen = SVGPathPen(None)
    font.draw_glyph_with_pen(glyph, pen)
    return moved(pen.getCommands(), x, y, scale)


def has_outline(character: str) -> bool:
    """Return whether the face has *character*."""
    return _font().get_nominal_glyph(ord(character)) is not None


@cache
def _font() -> uharfbuzz.Font:
    # Opening the file takes longer than any formula.
    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(typeface("serif")))))
