"""Han characters for code: enlarged a little and centred in a cell twice as wide as a Latin letter of the code face."""

from io import BytesIO
from typing import Final

from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

CELL: Final = 1200
"""Width of a cell in thousandths of an em: twice that of a letter of JetBrains Mono."""

_SCALE: Final = 1.1


def widened(font: bytes) -> bytes:
    """Return the static TrueType *font* with every full-width glyph scaled and centred in its cell; others untouched."""
    face = TTFont(BytesIO(font), recalcTimestamp=False)
    glyphs, outlines, widths = face.getGlyphSet(), face["glyf"], face["hmtx"]
    margin = (CELL - 1000 * _SCALE) / 2
    for name in face.getGlyphOrder():
        if widths[name][0] != 1000:
            continue
        if outlines[name].numberOfContours:
            pen = TTGlyphPen(glyphs)
            glyphs[name].draw(TransformPen(pen, (_SCALE, 0, 0, _SCALE, margin, 0)))
            outlines[name] = pen.glyph()
            outlines[name].recalcBounds(outlines)
            widths[name] = (CELL, outlines[name].xMin)
        else:
            widths[name] = (CELL, 0)
    out = BytesIO()
    face.save(out)
    return out.getvalue()
