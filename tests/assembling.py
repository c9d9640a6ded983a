"""A book from text, for tests that need one without a folder."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from generator.assemble.book import Assembled, Surroundings, assemble, picture_sources
from generator.diagnostics import Diagnostic, in_order
from generator.model import Book, Edition, Section, Source, SourceFile
from generator.parse.chapter import parse_chapter
from generator.read.pictures import Picture

TRIAL = Edition(title="", namespace="trial", trial=True)


def assembled(
    *texts: str,
    edition: Edition = TRIAL,
    sources: Mapping[str, Source] | None = None,
    pictures: Mapping[str, Picture] | None = None,
) -> Assembled:
    """Return the book of chapters `01-a.md`, `02-b.md`… with everything that is wrong so far."""
    files = [
        SourceFile(PurePosixPath(f"book/{number:02}-{chr(96 + number)}.md"), text)
        for number, text in enumerate(texts, start=1)
    ]
    parsed = [parse_chapter(file, number, "zh-CN") for number, file in enumerate(files, start=1)]
    chapters = tuple(result.chapter for result in parsed)
    shown = {source: Picture(None, "is not there") for source in picture_sources(chapters)} | dict(pictures or {})
    result = assemble(chapters, Surroundings(edition, sources or {}), shown)
    found = (*(fault for one in parsed for fault in one.diagnostics), *result.diagnostics)
    return Assembled(result.book, in_order(found))


def told(diagnostics: tuple[Diagnostic, ...]) -> list[str]:
    """Return *diagnostics* as they are printed."""
    return [str(diagnostic) for diagnostic in diagnostics]


def only(book: Book, ids: Iterable[str]) -> Book:
    """Return *book* with no other cards than those of *ids*."""
    wanted = frozenset(ids)

    def thinned(section: Section) -> Section:
        return replace(section, cards=tuple(card for card in section.cards if card.id in wanted))

    chapters = (replace(one, sections=tuple(map(thinned, one.sections))) for one in book.chapters)
    return replace(book, chapters=tuple(chapters))
