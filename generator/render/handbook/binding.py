"""The handbook from end to end: pages, fonts, parts, labels, one file."""

from collections.abc import Mapping

from generator.model import Book
from generator.output import Press, Rendering
from generator.render.handbook.back_pages import cards_page, references_page, terms_page
from generator.render.handbook.chapter_pages import chapter_page
from generator.render.handbook.characters import book_texts, code_characters, text_characters
from generator.render.handbook.complaints import diagnostics_of
from generator.render.handbook.fonts import Fonts, cut_fonts, face_rules
from generator.render.handbook.front_pages import front_page, plain_title
from generator.render.handbook.joining import Bound, join
from generator.render.handbook.labels import Labels
from generator.render.handbook.part import Part
from generator.render.handbook.templates import Pages, Sheet
from generator.render.handbook.workshop import workshop


def bind(book: Book, press: Press) -> Rendering:
    """Return the handbook as a PDF with its diagnostics."""
    pages = Pages(press, book.edition, face_rules())
    numbers = book.card_numbers()
    chapters = {chapter.id: chapter_page(book, chapter, pages, numbers) for chapter in book.chapters}
    fonts = _fonts(book, press, chapters)
    with workshop(book, press, fonts) as shop:
        parts = shop.parts(chapters)
        labels = Labels.of(book, parts)
        others = shop.parts(_others(book, pages, numbers, labels))
    data = join(_in_order(book, parts, others), fonts, plain_title(book, numbers), book.edition.language)
    return Rendering(data, diagnostics_of(book, parts | others, fonts.missing))


def _fonts(book: Book, press: Press, chapters: Mapping[str, Sheet]) -> Fonts:
    html = [page for sheet in chapters.values() for page in (sheet.html, sheet.notes)]
    text = text_characters([*html, *book_texts(book, press.templates)], book)
    return cut_fonts(text, code_characters(html), press.cache / "handbook" / "fonts")


def _others(book: Book, pages: Pages, numbers: Mapping[str, str], labels: Labels) -> dict[str, Sheet]:
    """Return the matter before and after the chapters, in which page numbers stand."""
    others = {
        "front": front_page(book, pages, numbers, labels.label),
        "terms": terms_page(book, pages, labels.label, labels.order),
        "cards": cards_page(book, pages, numbers, labels.label),
    }
    if book.sources:
        others["references"] = references_page(book, pages, labels.label, labels.order)
    return others


def _in_order(book: Book, parts: Mapping[str, Part], others: Mapping[str, Part]) -> list[Bound]:
    bound = [Bound(others["front"], "", "roman")]
    bound += [Bound(parts[chapter.id], f"{chapter.number}-") for chapter in book.chapters]
    back = (("references", "R-"), ("terms", "I-"), ("cards", "Q-"))
    return bound + [Bound(others[name], prefix) for name, prefix in back if name in others]
