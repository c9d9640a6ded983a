"""Characters that the handbook can't show, known before anything is laid out."""

from collections.abc import Iterator

from generator.diagnostics import Diagnostic, Location
from generator.document import Calc, CodeBlock, MathBlock
from generator.model import Book, BookText
from generator.plaintext import line_text, text_of
from generator.render.handbook.fonts.cutting import without_glyph
from generator.rewriting import walk_blocks


def missing_glyphs(book: Book) -> tuple[Diagnostic, ...]:
    """Return each character of *book* that no typeface of the handbook has, once a line."""
    pieces = tuple(piece for text in book.texts() for piece in _pieces(text))
    missing = frozenset(without_glyph(frozenset().union(*(shown for _, shown in pieces))))
    return tuple(
        Diagnostic(
            location,
            "missing-glyph",
            f"no typeface of the handbook has '{character}' (U+{ord(character):04X}); write it in words",
        )
        for location, shown in (pieces if missing else ())
        for character in sorted(missing.intersection(shown))
    )


def _pieces(text: BookText) -> Iterator[tuple[Location, str]]:
    """Yield what stands in *text*, line by line and formula or code block by block, with its place."""
    yield from ((line.location, line_text(line.inlines)) for line in text.lines())
    for block in walk_blocks(text.blocks):
        if isinstance(block, MathBlock | CodeBlock | Calc):
            yield block.location, text_of((block,))
