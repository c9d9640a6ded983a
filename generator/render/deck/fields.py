"""Text as the HTML of an Anki field: formulas stay LaTeX for Anki's own MathJax, commands to Anki are defused."""

import math
import re
from collections.abc import Iterable
from html import escape
from typing import Final
from unicodedata import east_asian_width

from generator.document import Blocks, Citation, CrossReference, Image, Inlines, Table
from generator.formula.commands import refused
from generator.formula.mathml import source_mark
from generator.formula.parting import parted
from generator.formula.width import width_of
from generator.language.tables import word
from generator.model import Asset, Book, Source
from generator.plaintext import line_text
from generator.render.citations import labelled, reservation
from generator.render.highlight import highlighted_in_rows
from generator.render.html import Dialect, attribute, blocks_to_html, inlines_to_html, missing_picture, plain_figure

_ROOM: Final = 18.0
"""Em of a displayed line: wider ones are parted if they can be. On a phone of 360 px text would then be 13 px high."""

_ROOM_OF_TABLES: Final = 20.0
"""Em: the width of a phone in the type of tables."""

_WIDEST_OF_EQUALS: Final = 20
"""Em: the lines of a formula are as large as each other unless one is wider than this, and would make all too small."""

_FITS_ANYWHERE: Final = 9
"""Em: a formula no wider than this fits a phone at full size, in a list within a list too."""

_SHORT_SOURCE: Final = 20
"""Characters: a formula inside a line with a shorter source fits a phone."""

_WIDEST: Final = 60
"""Em: the style sheet has a rule for every even width up to this."""

_WIDEST_CELL: Final = 9
"""Em: text in a cell breaks into lines of this width."""

_ANKI_COMMAND: Final = re.compile(r"\[(?=(?:/?latex\]|/?\$\$?\]|sound:|anki:|\[?type:))", re.IGNORECASE)
"""What Anki acts on in a field's text: LaTeX images, sounds, type-in boxes."""

_MARK_AFTER_FORMULA: Final = re.compile(r"(\\\((?:(?!\\\().)*?\\\)[，。、；：！？）》」』】”’]+)")
_TEX_DELIMITER: Final = re.compile(r"\\(?=[()\[\]])")


def line_field(inlines: Inlines, book: Book) -> str:
    """Return a line of text as a field's HTML."""
    return finished(inlines_to_html(inlines, field_dialect(book)))


def block_field(blocks: Blocks, book: Book) -> str:
    """Return *blocks* as a field's HTML."""
    return finished(blocks_to_html(blocks, field_dialect(book)))


def field_dialect(book: Book) -> Dialect:
    """Return how text is written in the fields of a note."""
    language = book.edition.language
    return Dialect(
        math=field_math,
        image=lambda image: _image(image, book),
        cross_reference=lambda reference, inner: _cross_reference(reference, inner, book.edition.sheet_address),
        citation=lambda citation: _citation(citation, book),
        code=highlighted_in_rows,
        footnote=lambda label: f'<sup class="note">{escape(label)}</sup>',
        figure=plain_figure,
        callout_name=lambda kind: word(kind, language),
        text=field_text,
        label=lambda head: f'<b class="label">{head}</b>' if head else "",
        table_class=_table_class,
        fold=lambda summary, inner: _fold(summary, inner, language),
    )


def field_math(tex: str, display: bool) -> str:
    """Return a formula between the marks that Anki's MathJax looks for, a displayed one in lines that a phone can show.

    What is wider than a phone all the same has a class by which the style sheet makes it smaller. One with commands
    outside the accepted list is shown as its source: MathJax knows some that run a script, load from elsewhere or cover
    the page.
    """
    if refused(tex):
        return _TEX_DELIMITER.sub(r"<span>\\</span>", source_mark(tex))
    tex = " ".join(tex.split())
    if not display:
        formula = rf"\({escape(tex, quote=False)}\)"
        return formula if len(tex) < _SHORT_SOURCE else _shrinking("span", formula, width_of(tex), "")
    lines = parted(tex, _ROOM)
    if len(lines) == 1:
        return _shrinking("div", rf"\[{escape(tex, quote=False)}\]", width_of(tex, display=True), "")
    widths = [width_of(line.tex, display=True) for line in lines]
    if (widest := max(widths)) <= _WIDEST_OF_EQUALS:
        widths = [widest] * len(lines)
    return "".join(
        _shrinking(
            "div",
            rf"\[{'{}' if line.goes_on else ''}{escape(line.tex, quote=False)}\]",
            width,
            "line on" if line.goes_on else "line",
        )
        for line, width in zip(lines, widths, strict=True)
    )


def _shrinking(element: str, formula: str, width: float, name: str) -> str:
    """Return a formula of *width* em in an element that says so, if it needs one."""
    names = [name] if name else []
    if width > _FITS_ANYWHERE:
        names.append(f"wide-{min(_WIDEST, 2 * math.ceil(width / 2))}")
    return f'<{element} class="{" ".join(names)}">{formula}</{element}>' if names else formula


def _table_class(table: Table) -> str:
    """Return the class of a table: `stack` for one that is too wide for a phone, where its rows stand in lines."""
    rows = (table.head, *table.rows)
    widths = [max(_width(row[column]) for row in rows) for column in range(len(table.head))]
    return (
        "scroll stack"
        if len(widths) > 2 and sum(min(width, _WIDEST_CELL) for width in widths) > _ROOM_OF_TABLES
        else "scroll"
    )


def _width(cell: Inlines) -> float:
    """Return about how wide the text of a cell is, in em."""
    return sum(1 if east_asian_width(sign) in "WF" else 0.55 for sign in line_text(cell)) + 0.8


def _fold(summary: str, inner: str, language: str) -> str:
    """Return what folds away under a checkbox, which the style sheet lays over the summary: so neither needs an id.

    `<details>` will not do: engines that don't lay out what is closed make MathJax set its formulas wrong (measured).
    """
    box = f'<input type="checkbox" class="tappable" aria-label="{word("detail", language)}">'
    return f'<div class="fold">{box}<span>{summary}</span><div>{inner}</div></div>'


def field_text(text: str) -> str:
    """Return characters that mean nothing to MathJax but themselves: it finds no delimiter across elements."""
    return _TEX_DELIMITER.sub(r"<span>\\</span>", escape(text, quote=False))


def finished(field: str) -> str:
    """Return the HTML of a field fit for Anki: what would be a command to it is defused, in code and attributes too.

    A mark of punctuation stays on the line of the formula before it: browsers break there, whatever the mark.
    """
    return _ANKI_COMMAND.sub("&#91;", _MARK_AFTER_FORMULA.sub(r'<span class="nb">\1</span>', field))


def source_line(source: Source, places: Iterable[str], language: str) -> str:
    """Return a source as it stands in a list of sources: author–year, places, title, link, what was not seen."""
    title = field_text(source.title)
    shown = f'<a href="{attribute(source.url)}">{title}</a>' if source.url else title
    entry = word("join title", language).format(field_text(labelled(source, places)), shown)
    return f"<li>{entry}{field_text(reservation(source, language))}</li>"


def _image(image: Image, book: Book) -> str:
    asset = book.assets.get(image.source) if image.source else None
    if asset is None:
        return f'<span class="missing">{field_text(missing_picture(image, book.edition.language))}</span>'
    return f'<img src="{asset.name}" alt="{attribute(image.alt)}"{_size(asset)}>'


def _size(asset: Asset) -> str:
    return f' width="{asset.width}" height="{asset.height}"' if asset.width and asset.height else ""


def _cross_reference(reference: CrossReference, inner: str, sheet: str) -> str:
    """Return the link's words, with a link to the card on the *sheet* if it has an address.

    Else phones get links that open the card in their own program (AnkiDroid's manifest, `CardBrowserDeepLink`;
    AnkiMobile's manual, from 2.0.90). The style sheet shows each where it works; on a desktop the words are just words.
    """
    target = attribute(reference.target)
    shown = inner or field_text(reference.target)
    if sheet:
        return f'<a href="{attribute(sheet)}#{target}">{shown}</a>'
    return (
        f'<span class="xref">{shown}'
        f'<a class="in-ankidroid" href="anki://x-callback-url/browser?search=CardID:{target}"></a>'
        f'<a class="in-ankimobile" href="anki://x-callback-url/search?query=CardID:{target}"></a></span>'
    )


def _citation(citation: Citation, book: Book) -> str:
    shown = [_cite(cite.key, cite.prefix, cite.locator, book) for cite in citation.cites]
    return f"<cite>[{'; '.join(shown)}]</cite>"


def _cite(key: str, prefix: str, locator: str, book: Book) -> str:
    source = book.sources.get(key)
    label = source.label if source else f"?{key}"
    return field_text((f"{prefix} " if prefix else "") + label + (f", {locator}" if locator else ""))
