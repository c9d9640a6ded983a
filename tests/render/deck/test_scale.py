"""A hundred thousand notes: packed in linear time, imported by Anki, sound."""

import time
from datetime import timedelta
from pathlib import Path, PurePosixPath

import pytest

from generator.diagnostics import Location
from generator.document import Code, Math, Paragraph, Text
from generator.model import Book, Card, Chapter, Section
from tests.anki_import import Counts, import_package, opened
from tests.render.deck.decks import EDITION, NOON, rendered

PLACE = Location(PurePosixPath("a.md"), 1)
CHAPTERS = 20


def large_book(cards: int) -> Book:
    """Return a book of so many cards in twenty chapters, each with text, a formula and code."""

    def card(number: int) -> Card:
        short = Text(f"第 {number} 张卡片的短答，一句能单独成立的话，写到三十个字以上才算数。")
        detail = (Text("展开里有公式"), Math(rf"x_{{{number}}}", location=PLACE), Text("和代码"), Code(f"f({number})"))
        return Card(
            f"card-{number}",
            (Text(f"第 {number} 个问题是什么？"),),
            (Paragraph((short,), location=PLACE),),
            tuple(Paragraph(detail, location=PLACE) for _ in range(3)),
            location=PLACE,
        )

    share = cards // CHAPTERS
    chapters = tuple(
        Chapter(
            f"c{place}",
            place,
            (Text(f"第 {place} 章"),),
            (),
            (Section((), (), tuple(map(card, range(place * share, (place + 1) * share))), location=PLACE),),
            location=PLACE,
        )
        for place in range(CHAPTERS)
    )
    return Book(EDITION, chapters)


@pytest.mark.soak
def test_a_hundred_thousand_notes_are_packed_in_linear_time_and_imported(tmp_path: Path) -> None:
    books = {count: large_book(count) for count in (10_000, 100_000)}

    seconds = {}
    for count, book in books.items():
        began = time.process_time()
        data = rendered(book, tmp_path / str(count))
        seconds[count] = time.process_time() - began
        (tmp_path / f"{count}.apkg").write_bytes(data)
    with opened(tmp_path / "a.anki2") as collection:
        counts = import_package(collection, tmp_path / "100000.apkg")
        again = import_package(collection, tmp_path / "100000.apkg")
        problems, sound = collection.fix_integrity()

    assert (counts, again) == (Counts(new=100_000), Counts(duplicate=100_000))
    assert (problems, sound) == ("Database rebuilt and optimized.", True)
    assert seconds[100_000] < 15 * seconds[10_000]


@pytest.mark.soak
def test_a_draft_of_a_large_book_with_one_edit_changes_one_note(tmp_path: Path) -> None:
    book = large_book(10_000)
    first = rendered(book, tmp_path)

    second = rendered(book, tmp_path, now=NOON + timedelta(hours=1))

    assert first == second
