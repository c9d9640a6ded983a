"""What the outputs show of a text: the deck's fields, the sheet and the handbook's pages, as a reader sees them.

A formula is seen as `¤`; white space and the marks that only set distances are not seen.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from pathlib import Path, PurePosixPath
from typing import Final

from generator.assemble.book import Surroundings, assemble, picture_sources
from generator.check.rules import check
from generator.diagnostics import Diagnostic, in_order
from generator.edition.notes import Note, is_question
from generator.model import Book, Source, SourceFile
from generator.output import Press
from generator.parse.chapter import parse_chapter
from generator.read.pictures import Picture
from generator.render.cheatsheet.document import document
from generator.render.cheatsheet.formulas import formulas_of
from generator.render.cheatsheet.page import Page, page_of
from generator.render.deck.notes import notes_of
from generator.render.handbook.pages.chapter import chapter_page
from generator.render.handbook.pages.sheets import Pages
from tests.assembling import TRIAL

FORMULA: Final = "¤"
_TEMPLATES: Final = Path(__file__).parents[2] / "templates"
_DECK_FORMULA: Final = re.compile(r"<(?P<code>code|pre)\b.*?</(?P=code)>|\\\((.*?)\\\)|\\\[(.*?)\\\]", re.DOTALL)
_PRINT_FORMULA: Final = re.compile(r"<tex-math[^>]*>(.*?)</tex-math>", re.DOTALL)
_SHEET_FORMULA: Final = re.compile(
    r'(?:<math\b.*?</math>)+|<svg class="formula.*?</svg>|<code class="bad-formula.*?</code>'
)
_MADE: Final = re.compile(
    r'(?<=<details class="detail">)<summary>.*?</summary>|<b class="label">(?:(?!</?b\b).|<b\b(?:(?!</b>).)*</b>)*</b>|<p class="callout-name">.*?</p>|<span class="(?:to|label)">.*?</span>'
    r'|<sup class="note(?:-mark)?">.*?</sup>|<sup><a href="#note.*?</sup>|(?<=<li>)<sup>n\d+</sup>',
    re.DOTALL,
)
"""What outputs add by themselves: names of callouts, numbers of cards and footnotes, heads repeated in cells."""

_TAG: Final = re.compile(r"<[^>]*>")
_UNSEEN: Final = re.compile("[\\s\u00ad\u200b\u2060\ufe0f\ufdd0\ufdd1]")


@dataclass(frozen=True, slots=True)
class Shown:
    """A text in the outputs: *html* as it is shipped, by output; the rest as it is seen.

    *formulas* are those of the deck, in order; *told* are the diagnostics.
    """

    book: Book
    told: tuple[Diagnostic, ...]
    html: Mapping[str, str]
    deck: str
    sheet: str
    handbook: str
    formulas: tuple[str, ...]


def shown(text: str, *, sources: Mapping[str, Source] | None = None) -> Shown:
    """Return what the outputs show of a trial book of one chapter."""
    parsed = parse_chapter(SourceFile(PurePosixPath("book/01-a.md"), text), 1, "zh-CN")
    pictures = {source: Picture(None, "is not there") for source in picture_sources((parsed.chapter,))}
    assembled = assemble((parsed.chapter,), Surroundings(TRIAL, sources or {}), pictures)
    book = assembled.book
    notes, faults = notes_of(book)
    fields = "\n".join(field for note in notes for field in note.fields.values())
    formulas = formulas_of(book)
    page = page_of(book, formulas)
    pages = Pages(Press(_TEMPLATES, Path(), datetime(2026, 1, 1, tzinfo=UTC)), book.edition, "")
    handbook = chapter_page(book, book.chapters[0], pages, book.card_numbers()).html.partition("<body>")[2]
    questions = "\n".join(_card_text(note) for note in notes if is_question(note.key))
    return Shown(
        book,
        in_order((*parsed.diagnostics, *assembled.diagnostics, *check(book), *faults)),
        {
            "deck": fields,
            "sheet": document(page, book.edition, _TEMPLATES, extra_style=formulas.style),
            "handbook": handbook,
        },
        deck=seen(_DECK_FORMULA.sub(lambda match: match[0] if match["code"] else FORMULA, questions)),
        sheet=seen(_SHEET_FORMULA.sub(FORMULA, "\n".join(_sheet_text(page)))),
        handbook=seen(_PRINT_FORMULA.sub(FORMULA, handbook)),
        formulas=tuple(
            unescape(match[2] or match[3])
            for match in _DECK_FORMULA.finditer(_MADE.sub("", questions))
            if not match["code"]
        ),
    )


def _card_text(note: Note) -> str:
    return "\n".join(note.fields[name] for name in ("Question", "Short", "Formula", "Detail"))


def seen(html: str) -> str:
    """Return the characters that a reader sees of *html*, without white space."""
    return without_space(unescape(_TAG.sub("", _MADE.sub("", html))))


def without_space(text: str) -> str:
    """Return *text* without white space and without the marks that only set distances or choose a glyph."""
    return _UNSEEN.sub("", text)


def _sheet_text(page: Page) -> Iterator[str]:
    for part in page.parts:
        yield from (part.title, part.intro)
        for entry in part.entries:
            yield from (entry.question, entry.short, entry.detail)
