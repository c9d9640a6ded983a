"""Reading paths and deck names point at what is there."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from generator.diagnostics import Diagnostic, Location
from generator.model import Book
from generator.suggestions import did_you_mean


def broken_paths(book: Book) -> Iterator[Diagnostic]:
    """Yield what reading paths and deck names of `book.toml` name that the book does not have."""
    location = Location(_folder(book) / "book.toml", 0)
    chapters = {chapter.id for chapter in book.chapters}
    known = {
        "chapter": chapters,
        "tag": {tag for chapter in book.chapters for tag in chapter.tags} | {t for c in book.cards() for t in c.tags},
        "card": {card.id for card in book.cards()},
    }
    for path in book.edition.paths:
        for item in path.items:
            kind, _, name = item.partition(":")
            if name not in known[kind]:
                hint = did_you_mean(name, known[kind], "name one that the book has")
                yield Diagnostic(location, "reading-path", f"path '{path.id}' names no {kind} '{name}'; {hint}")
    if book.edition.trial:
        return
    for chapter in book.chapters:
        if chapter.id not in book.edition.deck_names:
            message = f"chapter '{chapter.id}' has no deck name; add it to [deck.chapters] of book.toml"
            yield Diagnostic(chapter.location, "deck-name", message)


def _folder(book: Book) -> PurePosixPath:
    """Return the source folder as messages show it."""
    return book.chapters[0].location.path.parent if book.chapters else PurePosixPath()
