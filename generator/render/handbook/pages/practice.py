"""Forms of the handbook to practise with: questions with room to write, and cards to be cut out."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from markupsafe import Markup

from generator.document import Blocks
from generator.language.tables import word
from generator.model import Book, Card, FollowUp
from generator.render.handbook.pages.chapter import Setter, short_name
from generator.render.handbook.pages.lines import bare, heading_text
from generator.render.handbook.pages.sheets import Pages, Sheet
from generator.rewriting import map_lines

_CARDS_A_PAGE: Final = 8
_CARDS_A_ROW: Final = 2
_MANY_CHARACTERS: Final = 150
"""A short answer of more, its formula counted, is set smaller on a card."""

_Cards = list[dict[str, object]]


def answer_id(card: str) -> str:
    """Return the id of the place of a card's answer; that of its question is the card's own."""
    return f"answer:{card}"


def practice_page(book: Book, pages: Pages, numbers: Mapping[str, str]) -> Sheet:
    """Return all questions with room to write, then all short answers; each names the page of the other."""
    text = Setter(book, numbers, pages.format.measure)
    chapters = [
        {
            "id": chapter.id,
            "title": f"{chapter.number} {heading_text(chapter.title)}",
            "cards": [_asked(card, text, numbers) for card in chapter.cards],
        }
        for chapter in book.chapters
    ]
    return _sheet(book, pages, "practice", {"chapters": chapters})


def cut_out_page(book: Book, pages: Pages, numbers: Mapping[str, str]) -> Sheet:
    """Return cards to be cut out: sides with questions, each with the side of their answers behind it.

    The paper is turned over along its long edge, so the answers of a row stand in the opposite order.
    """
    text = Setter(book, numbers, pages.format.measure / _CARDS_A_ROW)
    homes = {card.id: short_name(book, chapter) for chapter in book.chapters for card in chapter.cards}
    cards = [{**_asked(card, text, numbers), "chapter": homes[card.id]} for card in book.cards() if card.short]
    leaves = [{"front": leaf, "back": list(_mirrored(leaf))} for leaf in _parted(cards, _CARDS_A_PAGE)]
    return _sheet(book, pages, "cut-out", {"leaves": leaves})


def plain_titles(book: Book, numbers: Mapping[str, str]) -> dict[str, str]:
    """Return a text for every place that links of these pages lead to."""
    titles = {card.id: f"{numbers[card.id]} {heading_text(card.question)}" for card in book.questions()}
    return titles | {answer_id(name): title for name, title in titles.items()}


def _sheet(book: Book, pages: Pages, name: str, values: dict[str, object]) -> Sheet:
    style = (pages.press.templates / "handbook" / f"{name}.css").read_text("utf-8")
    return pages.sheet(
        f"{name}.html",
        "",
        extra_style=style,
        created=f"{pages.day}T00:00:00Z",
        edition=book.edition,
        edition_name=pages.edition_name,
        word=partial(word, code=book.edition.language),
        **values,
    )


def _asked(card: Card, text: Setter, numbers: Mapping[str, str]) -> dict[str, object]:
    short = _blocks(card.short, text)
    return {
        "id": card.id,
        "answer": answer_id(card.id),
        "number": numbers[card.id],
        "core": card.core,
        "question": text.line(bare(card.question)),
        "short": short,
        "long": sum(len(part) for part in short.striptags().split()) > _MANY_CHARACTERS,
        "follow_ups": [_follow_up(one, place, numbers[card.id], text) for place, one in enumerate(card.follow_ups, 1)],
    }


def _follow_up(one: FollowUp, place: int, number: str, text: Setter) -> dict[str, object]:
    return {"number": f"{number}.{place}", "question": text.line(bare(one.question)), "short": _blocks(one.short, text)}


def _blocks(blocks: Blocks, text: Setter) -> Markup:
    return text.blocks(map_lines(blocks, bare))


def _mirrored(leaf: _Cards) -> Iterator[dict[str, object] | None]:
    """Yield what stands on the back of *leaf*, row by row; None is an empty place."""
    for row in _parted(leaf, _CARDS_A_ROW):
        yield from reversed((*row, *(None,) * (_CARDS_A_ROW - len(row))))


def _parted(cards: _Cards, count: int) -> Iterator[_Cards]:
    """Yield *cards* by so many."""
    yield from (cards[first : first + count] for first in range(0, len(cards), count))
