"""Every formula can be drawn by all three outputs."""

from collections.abc import Iterator

from generator.check.lines import lines_of_book
from generator.diagnostics import Diagnostic, Location
from generator.document import Blocks, Math, MathBlock
from generator.formula.commands import refused
from generator.model import Book
from generator.rewriting import walk_blocks, walk_inlines


def undrawable_formulas(book: Book) -> Iterator[Diagnostic]:
    """Yield each formula that uses a command outside the accepted list, or is broken, once a place."""
    for line in lines_of_book(book):
        for node in walk_inlines(line.inlines):
            if isinstance(node, Math):
                yield from _faults(node.tex, node.location)
    for blocks in _texts(book):
        for block in walk_blocks(blocks):
            if isinstance(block, MathBlock):
                yield from _faults(block.tex, block.location)


def _faults(tex: str, location: Location) -> Iterator[Diagnostic]:
    for problem in refused(tex):
        yield Diagnostic(location, "formula", problem)


def _texts(book: Book) -> Iterator[Blocks]:
    for chapter in book.chapters:
        yield chapter.intro
        for section in chapter.sections:
            yield section.intro
            for card in section.cards:
                yield card.answer
                for note in card.footnotes:
                    yield note.blocks
