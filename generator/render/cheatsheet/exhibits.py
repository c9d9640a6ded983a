"""What the overview shows besides key formulas: results of named worked examples, tables marked for it, constants."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape

from markupsafe import Markup

from generator.document import Calc, Table
from generator.language.tables import word
from generator.model import Book, Card
from generator.render.cheatsheet.dialect import tied
from generator.render.constants import ConstantTable, constant_tables
from generator.render.html import Dialect, blocks_to_html, inlines_to_html
from generator.rewriting import walk_blocks


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A table or the results of a worked example; *card* is the id of the card it is from, none for constants.

    *wide* says that it needs more than one column.
    """

    title: Markup
    body: Markup
    card: str = ""
    number: str = ""
    wide: bool = False


_NARROW = 3
"""Columns of a table that fit one column of the page."""


def exhibits_of(card: Card, number: str, dialect: Dialect) -> Iterator[Exhibit]:
    """Yield the exhibits that stand in *card*, in order; *dialect* is that of its text."""
    for block in walk_blocks(card.answer):
        if isinstance(block, Table) and block.compare:
            yield Exhibit(
                title=Markup(tied(inlines_to_html(block.caption or card.question, dialect))),
                body=Markup(tied(blocks_to_html((replace(block, caption=()),), dialect))),
                card=card.id,
                number=number,
                wide=len(block.alignments) > _NARROW,
            )
        elif isinstance(block, Calc) and block.id:
            title = Markup(tied(inlines_to_html(card.question, dialect)))
            yield Exhibit(title, Markup(_results(block)), card.id, number)


def constant_exhibits(book: Book) -> Iterator[Exhibit]:
    """Yield the book's constants as tables, one for each kind of thing."""
    for table in constant_tables(book):
        labels = [source.label for key in table.sources if (source := book.sources.get(key))]
        title = word("from sources", book.edition.language).format(
            word("join clauses", book.edition.language).join(labels)
        )
        yield Exhibit(Markup(escape(title)), Markup(_constants(table)), wide=True)


def _results(calc: Calc) -> str:
    """Return the values that *calc* shows, each with its name and how it is worked out."""
    rows = (
        f"<div><dt>{escape(line.name)}</dt><dd>{escape(line.shown)}</dd><dd>{escape(line.expression)}</dd></div>"
        for line in calc.lines
        if line.shown
    )
    return f'<dl class="results">{"".join(rows)}</dl>'


def _constants(table: ConstantTable) -> str:
    head = "".join(f'<th class="right">{escape(label)}</th>' for label in table.labels)
    rows = "".join(
        f'<tr><th scope="row">{escape(title)}</th>'
        + "".join(f'<td class="right">{escape(cell)}</td>' for cell in cells)
        + "</tr>"
        for title, cells in table.rows
    )
    return f'<div class="scroll"><table><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
