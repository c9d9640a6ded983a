"""The handbook from end to end: pages, fonts, parts, labels, one file."""

from collections.abc import Mapping
from dataclasses import dataclass

from generator.model import Book
from generator.output import Press, Rendering
from generator.render.handbook.back_pages import cards_page, references_page, terms_page
from generator.render.handbook.chapter_pages import chapter_page
from generator.render.handbook.characters import code_characters, text_characters
from generator.render.handbook.complaints import diagnostics_of
from generator.render.handbook.fonts import Fonts, cut_fonts, face_rules
from generator.render.handbook.front_pages import front_page, plain_title
from generator.render.handbook.joining import Bound, join
from generator.render.handbook.labels import Labels
from generator.render.handbook.part import Part
from generator.render.handbook.templates import Pages, Sheet
from generator.render.handbook.workshop import workshop


@dataclass(frozen=True, slots=True)
class _Sheets:
    """The pages of every part: the chapters by id, then the matter before and after them."""

    chapters: Mapping[str, Sheet]
    front: Sheet
    references: Sheet
    terms: Sheet
    cards: Sheet


def bind(book: Book, press: Press) -> Rendering:
    """Return the handbook as a PDF with its diagnostics."""
    pages = Pages(press, book.edition, face_rules())
    numbers = book.card_numbers()
    chapters = {chapter.id: chapter_page(book, chapter, pages, numbers) for chapter in book.chapters}
    # Page numbers are not known yet; what characters the pages need is.
    draft = _sheets(book, pages, numbers, chapters, Labels.unknown())
    fonts = _fonts(book, press, draft)
    with workshop(book, press, fonts) as shop:
        parts = shop.parts(chapters)
        labels = Labels.of(book, parts)
        sheets = _sheets(book, pages, numbers, chapters, labels)
        others = shop.parts(_others(book, sheets))
    data = join(_in_order(book, parts, others), fonts, plain_title(book, numbers), book.edition.language)
    return Rendering(data, diagnostics_of(book, parts | others, fonts.missing))


def _sheets(
    book: Book, pages: Pages, numbers: Mapping[str, str], chapters: Mapping[str, Sheet], labels: Labels
) -> _Sheets:
    return _Sheets(
        chapters=chapters,
        front=front_page(book, pages, numbers, labels.label),
        references=references_page(book, pages, labels.label, labels.order),
        terms=terms_page(book, pages, labels.label, labels.order),
        cards=cards_page(book, pages, numbers, labels.label),
    )


def _fonts(book: Book, press: Press, draft: _Sheets) -> Fonts:
    sheets = (*draft.chapters.values(), draft.front, draft.references, draft.terms, draft.cards)
    html = [page for sheet in sheets for page in (sheet.html, sheet.notes)]
    return cut_fonts(text_characters(html, book), code_characters(html), press.cache / "handbook" / "fonts")


def _others(book: Book, sheets: _Sheets) -> dict[str, Sheet]:
    others = {"front": sheets.front, "terms": sheets.terms, "cards": sheets.cards}
    return others | {"references": sheets.references} if book.sources else others


def _in_order(book: Book, parts: Mapping[str, Part], others: Mapping[str, Part]) -> list[Bound]:
    bound = [Bound(others["front"], "", "roman")]
    bound += [Bound(parts[chapter.id], f"{chapter.number}-") for chapter in book.chapters]
    back = (("references", "R-"), ("terms", "I-"), ("cards", "Q-"))
    return bound + [Bound(others[name], prefix) for name, prefix in back if name in others]
