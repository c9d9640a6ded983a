"""The sheet as values that its template places: strings are escaped there, markup stands as it is."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import quote

from markupsafe import Markup

from generator.document import Blocks, Calc, CodeBlock, Figure, Footnote, Table
from generator.language.tables import word
from generator.model import Book, Card, Chapter, ReadingPath
from generator.plaintext import line_text
from generator.render.cheatsheet.calculators import Calculator, calculators_of, quantities_json
from generator.render.cheatsheet.contents import footnotes_shown
from generator.render.cheatsheet.dialect import note_id, noted, sheet_dialect, tied
from generator.render.cheatsheet.exhibits import Exhibit, constant_exhibits, exhibits_of
from generator.render.cheatsheet.formulas import Formulas
from generator.render.cheatsheet.lexicon import lexicon_json
from generator.render.cheatsheet.sources import places, quotations_html, source_html
from generator.render.follow_ups import with_follow_ups
from generator.render.html import Dialect, attribute, blocks_to_html, inlines_to_html, unanswered
from generator.render.reading_paths import cards_on
from generator.render.study_plan import Plan, Scope, paths_to_learn, plans
from generator.rewriting import walk_blocks

_DECK_NUMBER: Final = re.compile(r"^\d+\s+")


@dataclass(frozen=True, slots=True)
class Entry:
    """A card; *section* is the title of the section that it opens, *holds* names what its detail holds besides text."""

    id: str
    address: str
    number: str
    section: Markup
    question: Markup
    short: Markup
    detail: Markup
    holds: str
    core: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A chapter; *label* is its name in the navigation, *intro* what the book says before its cards.

    *exhibits* are the tables and results of its cards that belong to the overview.
    """

    id: str
    address: str
    number: int
    label: str
    title: Markup
    plain: str
    intro: Markup
    entries: tuple[Entry, ...]
    exhibits: tuple[Exhibit, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """A reading path; *cards* are the ids of its cards, in its order, with spaces between."""

    id: str
    title: str
    cards: str


@dataclass(frozen=True, slots=True)
class Page:
    """The whole sheet."""

    parts: tuple[Part, ...]
    routes: tuple[Route, ...]
    constants: tuple[Exhibit, ...]
    calculators: tuple[Calculator, ...]
    quantities: Markup
    plans: tuple[Plan, ...]
    paths: tuple[Scope, ...]
    lexicon: Markup
    sources: Markup
    source_count: int
    quotations: Markup
    count: int
    core_count: int


def page_of(book: Book, formulas: Formulas) -> Page:
    """Return what stands on the sheet of *book*."""
    numbers = places(book)
    dialect = sheet_dialect(book, formulas, numbers)
    parts = tuple(_part(chapter, book, dialect) for chapter in book.chapters)
    calculators = tuple(_calculators(book, dialect)) if book.edition.sheet_detail else ()
    return Page(
        parts=parts,
        routes=tuple(_route(path, book) for path in book.edition.paths),
        constants=tuple(constant_exhibits(book)),
        calculators=calculators,
        quantities=Markup(quantities_json(book, calculators)),
        plans=plans(book),
        paths=paths_to_learn(book),
        lexicon=Markup(lexicon_json(book)),
        sources=Markup(
            "".join(source_html(book.sources[key], place, book.edition.language) for key, place in numbers.items())
        ),
        source_count=len(numbers),
        quotations=Markup("".join(quotations_html(book, numbers))),
        count=sum(len(part.entries) for part in parts),
        core_count=sum(entry.core for part in parts for entry in part.entries),
    )


def _part(chapter: Chapter, book: Book, dialect: Dialect) -> Part:
    footnotes = footnotes_shown(chapter, detail=book.edition.sheet_detail)
    own = noted(dialect, chapter.id, footnotes)
    intro = _intro(chapter, own) if book.edition.sheet_detail else ""
    title = line_text(chapter.title)
    return Part(
        id=chapter.id,
        address=quote(chapter.id),
        number=chapter.number,
        label=_DECK_NUMBER.sub("", book.edition.deck_names.get(chapter.id, "")) or title,
        title=Markup(tied(inlines_to_html(chapter.title, own))),
        plain=title,
        intro=Markup(tied(intro + _notes(chapter.id, footnotes, own))),
        entries=tuple(_entries(chapter, book, dialect, own)),
        exhibits=tuple(_exhibits(chapter, book, dialect)) if book.edition.sheet_detail else (),
    )


def _entries(chapter: Chapter, book: Book, dialect: Dialect, own: Dialect) -> Iterator[Entry]:
    """Yield the chapter's cards; titles of sections are in *own*, since their footnotes are the chapter's."""
    place = 0
    for section in chapter.sections:
        title = Markup(tied(inlines_to_html(section.title, own)))
        for card in section.cards:
            place += 1
            entry = _entry(card, f"{chapter.number}.{place:02}", book, dialect)
            yield replace(entry, section=title) if card is section.cards[0] else entry


def _exhibits(chapter: Chapter, book: Book, dialect: Dialect) -> Iterator[Exhibit]:
    for place, card in enumerate(chapter.cards, start=1):
        own = noted(dialect, card.id, footnotes_shown(card, detail=True))
        yield from exhibits_of(card, f"{chapter.number}.{place:02}", own)


def _calculators(book: Book, dialect: Dialect) -> Iterator[Calculator]:
    numbers = book.card_numbers()
    for card in book.cards():
        own = noted(dialect, card.id, footnotes_shown(card, detail=True))
        yield from calculators_of(card, numbers[card.id], own, book)


def _entry(card: Card, number: str, book: Book, dialect: Dialect) -> Entry:
    card = with_follow_ups(card, number, book.edition.language)
    footnotes = footnotes_shown(card, detail=book.edition.sheet_detail)
    own = noted(dialect, card.id, footnotes)
    short, notes = blocks_to_html(card.short, own), _notes(card.id, footnotes, own)
    with_detail = book.edition.sheet_detail and bool(card.detail or footnotes)
    missing = unanswered(book.edition.language)
    return Entry(
        id=card.id,
        address=quote(card.id),
        number=number,
        section=Markup(""),
        question=Markup(tied(inlines_to_html(card.question, own))),
        short=Markup(tied(short if with_detail else short + notes) if card.is_answered else missing),
        detail=Markup(tied(blocks_to_html(card.detail, own) + notes) if with_detail else ""),
        holds=" · ".join(_holds(card.detail, book.edition.language)) if with_detail else "",
        core=card.core,
    )


def _intro(chapter: Chapter, dialect: Dialect) -> str:
    """Return the chapter's introduction, and those of its sections under their titles."""
    sections = (
        f"<h3>{inlines_to_html(section.title, dialect)}</h3>{blocks_to_html(section.intro, dialect)}"
        for section in chapter.sections
        if section.intro or not section.cards  # the title of a section with cards stands over the first
    )
    return blocks_to_html(chapter.intro, dialect) + "".join(sections)


def _notes(owner: str, footnotes: tuple[Footnote, ...], dialect: Dialect) -> str:
    notes = "".join(
        f'<li id="{attribute(note_id(owner, place))}">{blocks_to_html(note.blocks, dialect)}</li>'
        for place, note in enumerate(footnotes, start=1)
    )
    return f'<ol class="notes">{notes}</ol>' if notes else ""


def _holds(detail: Blocks, language: str) -> Iterator[str]:
    """Yield the names of what makes *detail* worth opening."""
    kinds = {type(block) for block in walk_blocks(detail)}
    for kind, name in ((Figure, "figure"), (Table, "table"), (CodeBlock, "code"), (Calc, "worked example")):
        if kind in kinds:
            yield word(name, language)


def _route(path: ReadingPath, book: Book) -> Route:
    return Route(path.id, path.title, " ".join(card.id for card in cards_on(path, book)))
