"""The formulas of a book as MathML, each made once, with the style rules and the characters that they need."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from typing import Final

from generator.document import MathBlock
from generator.formula.mathml import mark_up, source_mark, style_sheet
from generator.formula.parting import lines_at_spaces
from generator.formula.svg import draw
from generator.formula.width import width_of
from generator.model import Book
from generator.render.cheatsheet.contents import texts_shown

_TAG: Final = re.compile(r"<[^>]+>")
_ANNOTATION: Final = re.compile(r"<annotation\b.*?</annotation>", re.DOTALL)
_LETTER: Final = re.compile(r"<mi>(.)</mi>")
_ITALICS: Final = {
    chr(int(unicodedata.decomposition(chr(code)).removeprefix("<font> "), 16)): chr(code)
    for run in ((0x1D434, 0x1D468), (0x1D6A4, 0x1D6A6), (0x1D6E2, 0x1D71C), (0x210E, 0x210F))
    for code in range(*run)
    if unicodedata.decomposition(chr(code))
}
"""A browser shows a letter alone in `<mi>` as its mathematical italic."""

_FITS_ANYWHERE: Final = 19
"""Em: a formula no wider than this fits the narrowest column."""

_LONG_SOURCE: Final = 40
"""Characters: a formula inside a line with a shorter source fits the narrowest column."""


@dataclass(frozen=True, slots=True)
class Formulas:
    """All formulas of a book: *html* by TeX and whether displayed, and what the page needs to show them."""

    html: Mapping[tuple[str, bool], str]
    style: str
    characters: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Shown:
    html: str
    rules: frozenset[tuple[str, str]] = frozenset()


def formulas_of(book: Book) -> Formulas:
    """Return every formula of *book*, ready to be placed."""
    language = book.edition.language
    shown = {
        (tex, is_block): _displayed(tex, language) if is_block else _in_line(tex, language)
        for tex, is_block in dict.fromkeys(_sources(book))
    }
    html = {key: formula.html for key, formula in shown.items()}
    rules = frozenset(rule for formula in shown.values() for rule in formula.rules)
    return Formulas(html, style_sheet(rules), _characters(html.values()))


def _displayed(tex: str, language: str) -> _Shown:
    parts = lines_at_spaces(tex) or (tex,)
    shown = [_part(part) for part in parts]
    if len(parts) > 1 and any(part is None for part in shown):
        shown = [_part(tex)]
    found = [part or _drawn(tex, language, display=True) for part in shown]
    return _Shown("".join(part.html for part in found), frozenset(rule for part in found for rule in part.rules))


def _part(tex: str) -> _Shown | None:
    """Return a displayed formula; a wide one has a class by which the style sheet makes it fit its column."""
    markup = mark_up(tex, display=True)
    if markup is None:
        return None
    width = width_of(tex, display=True)
    if width <= _FITS_ANYWHERE:
        return _Shown(markup.mathml, markup.rules)
    name = f"wide-{2 * int(width / 2 + 1)}"
    html = markup.mathml.replace("<math ", f'<math class="{name}" ', 1)
    return _Shown(html, markup.rules | {(name, f"--width:{name.removeprefix('wide-')}")})


def _in_line(tex: str, language: str) -> _Shown:
    """Return a formula inside a line; one that may be wider than a column scrolls."""
    markup = mark_up(tex)
    shown = _drawn(tex, language, display=False) if markup is None else _Shown(markup.mathml, markup.rules)
    if len(tex) < _LONG_SOURCE or width_of(tex) <= _FITS_ANYWHERE:
        return shown
    return _Shown(f'<span class="long">{shown.html}</span>', shown.rules)


def _drawn(tex: str, language: str, *, display: bool) -> _Shown:
    """Return the drawing of a formula for which there is no MathML, else its source in a box."""
    formula = draw(tex, language=language, display=display)
    if not formula.svg:
        return _Shown(source_mark(tex))
    name = f"sunk-{round(formula.depth * 100)}"
    svg = formula.svg.replace('class="formula"', f'class="formula {name}"', 1)
    return _Shown(svg, frozenset([(name, f"vertical-align:-{formula.depth:.2f}em")]))


def _characters(html: Iterable[str]) -> frozenset[str]:
    """Return the characters that the formulas show, those that browsers make of single letters included."""
    markup = "".join(formula for formula in html if "<math" in formula)
    text = set(unescape(_TAG.sub("", _ANNOTATION.sub("", markup))))
    return frozenset(text | {_ITALICS[letter] for letter in _LETTER.findall(markup) if letter in _ITALICS})


def _sources(book: Book) -> Iterator[tuple[str, bool]]:
    for text in texts_shown(book):
        for formula in text.formulas():
            yield formula.tex, isinstance(formula, MathBlock)
