"""What the layout has to say, as diagnostics with a line of the source."""

from collections.abc import Iterator, Mapping

from generator.diagnostics import Diagnostic
from generator.model import Book
from generator.render.handbook.glyphs import missing_glyphs
from generator.render.handbook.typesetter.part import Part


def diagnostics_of(book: Book, parts: Mapping[str, Part]) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of all *parts*, and those of characters that no typeface has."""
    return (*missing_glyphs(book), *_undrawn(book, parts), *_layout(book, parts))


def _undrawn(book: Book, parts: Mapping[str, Part]) -> Iterator[Diagnostic]:
    reasons = {tex: reason for part in parts.values() for tex, reason in part.undrawn}
    if not reasons:
        return
    for formula in (formula for text in book.texts() for formula in text.formulas()):
        if formula.tex in reasons:
            yield Diagnostic(formula.location, "formula", reasons[formula.tex])


def _layout(book: Book, parts: Mapping[str, Part]) -> Iterator[Diagnostic]:
    locations = {chapter.id: chapter.location for chapter in book.chapters}
    first = book.chapters[0].location if book.chapters else None
    for name, part in parts.items():
        location = locations.get(name, first)
        for complaint in part.complaints:
            if location is not None:
                yield Diagnostic(location, "layout", f"{complaint}; change the text there, or report it")
