"""Text as the sheet writes it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from html import escape
from typing import Final
from urllib.parse import quote

from generator.document import CodeBlock, CrossReference, Footnote
from generator.language.tables import word
from generator.model import Book
from generator.render.cheatsheet.formulas import Formulas
from generator.render.cheatsheet.pictures import picture
from generator.render.cheatsheet.sources import citation_html
from generator.render.highlight import highlighted
from generator.render.html import Dialect, attribute, plain_figure

_OPERATOR: Final = re.compile('<span class="o">(.*?)</span>')
_OPENING: Final = "（《「『【〈“‘"
_CLOSING: Final = "，。、；：？！）》」』】〉”’％"
_FORMULA: Final = "<math>(?:(?!</math>).)*</math>"
_MARKED_FORMULA: Final = re.compile(rf"[{_OPENING}]+{_FORMULA}[{_CLOSING}]*|{_FORMULA}[{_CLOSING}]+", re.DOTALL)


def sheet_dialect(book: Book, formulas: Formulas, numbers: Mapping[str, int]) -> Dialect:
    """Return how text is written on the sheet; *numbers* are the places of the sources.

    Links to footnotes need to know whose they are: see `noted`.
    """
    return Dialect(
        math=lambda tex, display: formulas.html[tex, display],
        image=lambda image: picture(image, book),
        cross_reference=_cross_reference,
        citation=lambda citation: citation_html(citation, book.sources, numbers),
        code=_code,
        footnote=lambda label: f"<sup>{escape(label)}</sup>",
        figure=plain_figure,
        callout_name=lambda kind: word(kind, book.edition.language),
    )


def noted(dialect: Dialect, owner: str, footnotes: Iterable[Footnote]) -> Dialect:
    """Return *dialect* for the text of the card or chapter *owner*: its marks of footnotes lead to *footnotes*."""
    places = {note.label: place for place, note in enumerate(footnotes, start=1)}

    def mark(label: str) -> str:
        if label not in places:
            return f"<sup>{escape(label)}</sup>"
        return f'<sup><a href="{attribute(_address(note_id(owner, places[label])))}">{places[label]}</a></sup>'

    return replace(dialect, footnote=mark)


def note_id(owner: str, place: int) -> str:
    """Return the id of a footnote; no id of a card or chapter holds a full stop."""
    return f"note.{owner}.{place}"


def tied(html: str) -> str:
    """Return *html* in which no line breaks between a formula and the mark next to it.

    Browsers break lines on either side of a formula, whatever stands there.
    """
    return _MARKED_FORMULA.sub(lambda match: f'<span class="tied">{match[0]}</span>', html)


def _code(block: CodeBlock) -> str:
    """Return a block of code in colour; operators and brackets, half of all spans, stay as black as names."""
    return _OPERATOR.sub(r"\1", highlighted(block))


def _cross_reference(reference: CrossReference, inner: str) -> str:
    return f'<a href="{attribute(_address(reference.target))}">{inner}</a>'


def _address(name: str) -> str:
    return "#" + quote(name)
