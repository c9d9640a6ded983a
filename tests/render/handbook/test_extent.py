"""What could not end well is not begun: see the hard input with 100,000 cards."""

from datetime import UTC, datetime
from pathlib import Path

from generator.output import Output, Rendering
from generator.pipeline import Options, build
from generator.render.handbook import beyond_print
from tests.assembling import assembled, told


def cards(count: int, length: int = 10) -> str:
    return "# 章\n\n" + "".join(f"### 第 {n} 题？ {{#q-{n}}}\n\n{'字' * length}\n\n" for n in range(count))


def test_a_chapter_too_long_to_print_is_told_before_any_work() -> None:
    book = assembled(cards(5_000)).book

    faults = beyond_print(book)

    assert told(faults) == [
        "book/01-a.md:1: the chapter would fill some 693 pages, and 600 can be printed, so no handbook is made; "
        "divide it into several files, or build with --only deck --only cheatsheet [too-long]"
    ]


def test_a_book_of_many_chapters_too_long_to_print_is_told_once() -> None:
    chapters = [cards(4, 140_000).replace("#q-", f"#q-{number}-") for number in range(8)]

    faults = beyond_print(assembled(*chapters).book)

    assert [fault.code for fault in faults] == ["too-long"]


def test_the_other_outputs_are_made_without_it(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "10-a.md").write_text(cards(5_000), "utf-8")
    outputs = (
        Output("one", "one.txt", lambda book, press: Rendering(b"1")),
        Output("two", "two.txt", lambda book, press: Rendering(b"2"), beyond_print),
    )

    built = build(source, tmp_path / "build", outputs, Options(now=datetime(2026, 1, 1, tzinfo=UTC)))

    assert dict(built.files) == {"one.txt": 1}
    assert "too-long" in {fault.code for fault in built.diagnostics}
