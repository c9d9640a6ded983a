"""The handbook from end to end: pages, fonts, parts, labels, one file."""

from collections.abc import Iterable, Iterator, Mapping

from generator.model import Book
from generator.output import Press, Rendering
from generator.render.handbook.binding.joining import Binder, Bound
from generator.render.handbook.complaints import diagnostics_of
from generator.render.handbook.fonts.cutting import Fonts, cut_fonts, face_rules
from generator.render.handbook.pages.back import cards_page, references_page, terms_page
from generator.render.handbook.pages.chapter import chapter_page
from generator.render.handbook.pages.characters import book_texts, code_characters, text_characters
from generator.render.handbook.pages.front import front_page, plain_title
from generator.render.handbook.pages.labels import Labels
from generator.render.handbook.pages.practice import cut_out_page, plain_titles, practice_page
from generator.render.handbook.pages.profiles import DEFAULT, Profile
from generator.render.handbook.pages.sheets import Pages, Sheet
from generator.render.handbook.pages.terms import index_of
from generator.render.handbook.typesetter.part import Part
from generator.render.handbook.typesetter.patches import unfitted
from generator.render.handbook.typesetter.workshop import workshop

_FRONT = "front"
_BACK = {"references": "R-", "terms": "I-", "cards": "Q-"}
"""The parts before and after the chapters, with what stands before their page numbers."""


def bind(book: Book, press: Press, installed: str, profile: Profile = DEFAULT) -> Rendering:
    """Return the handbook as a PDF with its diagnostics; *installed* is the version of WeasyPrint."""
    make = _bound_book if profile.content == "book" else _bound_pages
    return make(book, press, installed, profile)


def _bound_pages(book: Book, press: Press, installed: str, profile: Profile) -> Rendering:
    """Return a form that is no book: all of it is laid out at once, for its pages name each other."""
    numbers = book.card_numbers()
    make = practice_page if profile.content == "practice" else cut_out_page
    with workshop(book, press, installed, greys=profile.greys) as shop:
        sheets = {profile.name: make(book, Pages(press, book.edition, face_rules(), profile), numbers)}
        fonts = _fonts(book, press, sheets)
        ((name, part),) = shop.begin(sheets, fonts).parts()
    binder = Binder(plain_titles(book, numbers))
    binder.add(0, Bound(part, ""))
    data = binder.bind(fonts, book.edition.language)
    return Rendering(data, (*unfitted(installed), *diagnostics_of(book, {name: part})))


def _bound_book(book: Book, press: Press, installed: str, profile: Profile) -> Rendering:
    numbers = book.card_numbers()
    parts: dict[str, Part] = {}
    others: dict[str, Part] = {}
    with workshop(book, press, installed, greys=profile.greys) as shop:
        pages = Pages(press, book.edition, face_rules(), profile)
        chapters = {chapter.id: chapter_page(book, chapter, pages, numbers) for chapter in book.chapters}
        fonts = _fonts(book, press, chapters)
        running = shop.begin(chapters, fonts)
        # While processes work on chapters that changed:
        index = index_of(book)
        binder = Binder(plain_title(book, numbers))
        for place, bound in _chapters(book, running.parts()):
            parts[book.chapters[place - 1].id] = bound.part
            binder.add(place, bound)
        labels = _labels(book, parts)
        for name, part in shop.begin(_others(book, pages, numbers, labels, index), fonts).parts():
            others[name] = part
            binder.add(*_bound(name, part, len(book.chapters)))
    data = binder.bind(fonts, book.edition.language)
    return Rendering(data, (*unfitted(installed), *diagnostics_of(book, parts | others)))


def _labels(book: Book, parts: Mapping[str, Part]) -> Labels:
    pages = {name: part.pages for name, part in parts.items()}
    places = {name: {id: place.page for id, place in part.anchors.items()} for name, part in parts.items()}
    return Labels.of(book, pages, places)


def _chapters(book: Book, parts: Iterable[tuple[str, Part]]) -> Iterator[tuple[int, Bound]]:
    """Yield the parts of chapters with their places, which count from 1: the front matter comes before."""
    places = {chapter.id: place for place, chapter in enumerate(book.chapters, start=1)}
    for name, part in parts:
        place = places[name]
        yield place, Bound(part, f"{book.chapters[place - 1].number}-")


def _bound(name: str, part: Part, chapters: int) -> tuple[int, Bound]:
    """Return the place and the numbering of a part that is no chapter."""
    if name == _FRONT:
        return 0, Bound(part, "", "roman")
    return chapters + 1 + list(_BACK).index(name), Bound(part, _BACK[name])


def _fonts(book: Book, press: Press, chapters: Mapping[str, Sheet]) -> Fonts:
    html = [page for sheet in chapters.values() for page in (sheet.html, sheet.notes)]
    text = text_characters([*html, *book_texts(book, press.templates)], book)
    return cut_fonts(text, code_characters(html), press.cache / "handbook" / "fonts")


def _others(
    book: Book, pages: Pages, numbers: Mapping[str, str], labels: Labels, index: Mapping[str, tuple[str, ...]]
) -> dict[str, Sheet]:
    """Return the matter before and after the chapters, in which page numbers stand."""
    others = {
        _FRONT: front_page(book, pages, numbers, labels.label),
        "terms": terms_page(book, index, pages, labels),
        "cards": cards_page(book, pages, numbers, labels),
    }
    if book.sources:
        others["references"] = references_page(book, pages, labels)
    return others
