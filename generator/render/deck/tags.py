"""The tags of a card: its chapter, reading paths, the mark of what is asked most, and the author's own."""

from collections.abc import Iterator, Mapping
from typing import Final

from generator.diagnostics import Diagnostic
from generator.edition.names import clean_tag
from generator.edition.notes import Kind
from generator.model import Book, Card, Chapter

SKILLS: Final = frozenset(("code", "derive"))
"""Tags that say what a question wants done: code written, a derivation made."""

_ANKI_ACTS_ON: Final = frozenset(("leech", "marked"))
"""Tags that Anki sets and takes away by itself, and shows as what they say."""

Stops = Mapping[str, frozenset[str]]
"""What each reading path goes through (`chapter:ID`, `tag:NAME`, `card:ID`), by its id."""


def stops_of(book: Book) -> Stops:
    """Return the stops of all reading paths: asked for once a book, since a path may list every card."""
    return {path.id: frozenset(path.items) for path in book.edition.paths}


def tags_of(
    card: Card, chapter: Chapter, book: Book, stops: Stops, kind: Kind = Kind.QUESTION
) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
    """Return the tags of a card's note as Anki keeps them, sorted, and what is wrong with those the author typed.

    Tags of a skill say what a question wants done; they stand on its own note alone.
    """
    root = f"{clean_tag(book.edition.tag_root)}::" if book.edition.tag_root else ""
    made = (f"kind::{kind.value}", *_made(card, chapter, book, stops))
    names = {f"{root}{name}".casefold(): f"{root}{name}" for name in made}
    faults = []
    for typed in (*chapter.tags, *card.tags):
        name = clean_tag(typed)
        if typed in SKILLS:
            name = typed = f"skill::{typed}" if kind is Kind.QUESTION else ""
        if (root + name).casefold() in names:
            faults.append(Diagnostic(card.location, "tag", f"tag '{typed}' stands twice; keep one form of it"))
        elif (root + name).casefold() in _ANKI_ACTS_ON:
            message = (
                f"tag '{typed}' has a meaning of its own in Anki; write another, or set tags in [deck] of book.toml"
            )
            faults.append(Diagnostic(card.location, "tag", message))
        elif name != typed:
            faults.append(Diagnostic(card.location, "tag", f"tag '{typed}' can't be one in Anki; write '{name}'"))
        if name:
            names.setdefault((root + name).casefold(), root + name)
    return tuple(sorted(names.values())), tuple(faults)


def _made(card: Card, chapter: Chapter, book: Book, stops: Stops) -> Iterator[str]:
    if not book.edition.trial:
        yield chapter.id
    if card.core:
        yield "core"
    own = {f"card:{card.id}", f"chapter:{chapter.id}", *(f"tag:{tag}" for tag in (*chapter.tags, *card.tags))}
    yield from (f"path::{path}" for path, items in stops.items() if items & own)
