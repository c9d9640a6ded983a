"""The pages before the first chapter: cover, imprint, how to use the book, contents."""

from collections.abc import Callable, Mapping
from functools import partial

from generator.language.tables import word
from generator.model import Book, Card, ReadingPath
from generator.render.handbook.pages.chapter import Setter, reference_id, section_id, short_name, stages
from generator.render.handbook.pages.lines import bare, heading_text
from generator.render.handbook.pages.sheets import ROMAN, Pages, Sheet
from generator.render.reading_paths import cards_on

Label = Callable[[str], str]
"""Gives the label of the page on which something stands, by its id."""


def front_page(book: Book, pages: Pages, numbers: Mapping[str, str], label: Label) -> Sheet:
    """Return the front matter; without a `book.toml` it is the contents alone."""
    edition, language = book.edition, book.edition.language
    return pages.sheet(
        "front.html",
        ROMAN,
        extra_style=_STYLE,
        created=f"{pages.day}T00:00:00Z",
        edition=edition,
        edition_name=pages.edition_name,
        date=pages.day,
        stages=stages(book, None),
        counts=_counts(book),
        word=partial(word, code=language),
        paths=[_path(path, book, numbers, label) for path in edition.paths],
        chapters=[_chapter(book, place, numbers, label) for place in range(len(book.chapters))],
        back=_back(book, label),
    )


_STYLE = (
    "@page cover{border-top-color:#fff;@top-left{content:none}@top-right{content:none}"
    "@bottom-left{content:none}@bottom-right{content:none}}"
)


def _counts(book: Book) -> dict[str, int]:
    cards = tuple(book.cards())
    return {"chapters": len(book.chapters), "cards": len(cards), "core": sum(card.core for card in cards)}


def _chapter(book: Book, place: int, numbers: Mapping[str, str], label: Label) -> dict[str, object]:
    chapter = book.chapters[place]
    text = Setter(book, numbers, 0)
    return {
        "id": chapter.id,
        "number": chapter.number,
        "title": text.line(bare(chapter.title)),
        "label": label(chapter.id),
        "cards": [
            {
                "id": card.id,
                "number": numbers[card.id],
                "question": text.line(bare(card.question)),
                "core": card.core,
                "label": label(card.id),
            }
            for card in chapter.cards
        ],
    }


def _path(path: ReadingPath, book: Book, numbers: Mapping[str, str], label: Label) -> dict[str, object]:
    """Return a path as stretches: whole chapters by name, single cards by number."""
    wanted = cards_on(path, book)
    homes = {card.id: chapter for chapter in book.chapters for card in chapter.cards}
    by_chapter: dict[str, list[Card]] = {}
    for card in wanted:
        by_chapter.setdefault(homes[card.id].id, []).append(card)
    stretches = [
        {
            "name": short_name(book, homes[cards[0].id]),
            "label": label(name),
            "id": name,
            "whole": len(cards) == len(homes[cards[0].id].cards),
            "cards": [{"id": card.id, "number": numbers[card.id], "label": label(card.id)} for card in cards],
        }
        for name, cards in by_chapter.items()
    ]
    return {"title": path.title, "description": path.description, "count": len(wanted), "stretches": stretches}


def _back(book: Book, label: Label) -> list[dict[str, str]]:
    language = book.edition.language
    parts = (("references", "references"), ("index", "terms"), ("card index", "cards"))
    return [
        {"title": word(name, language), "id": f"back:{part}", "label": label(f"back:{part}")}
        for name, part in parts
        if part != "references" or book.sources
    ]


def plain_title(book: Book, numbers: Mapping[str, str]) -> dict[str, str]:
    """Return a text for every place that links lead to: what a listener hears of a link."""
    titles = {chapter.id: f"{chapter.number} {heading_text(chapter.title)}" for chapter in book.chapters}
    titles |= {
        section_id(chapter, section): heading_text(section.title)
        for chapter in book.chapters
        for section in chapter.sections
    }
    titles |= {card.id: f"{numbers[card.id]} {heading_text(card.question)}" for card in book.cards()}
    titles |= {reference_id(key): source.label for key, source in book.sources.items()}
    return titles
