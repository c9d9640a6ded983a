"""Every formula can be drawn by all three outputs."""

from collections.abc import Iterator

from generator.diagnostics import Diagnostic
from generator.document import MathBlock
from generator.formula.svg import faults_of
from generator.model import Book


def undrawable_formulas(book: Book) -> Iterator[Diagnostic]:
    """Yield each formula that uses a command outside the accepted list, or is broken TeX, once a place."""
    for text in book.texts():
        for formula in text.formulas():
            for problem in faults_of(formula.tex, display=isinstance(formula, MathBlock)):
                yield Diagnostic(formula.location, "formula", problem)
