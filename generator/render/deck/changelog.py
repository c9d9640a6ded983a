"""What an edition changes, as release notes for learners in Markdown."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Final

from generator.edition.abi import type_ids
from generator.edition.changes import Changes
from generator.edition.ledger import Entry
from generator.edition.reading import Passage, Piece
from generator.edition.recipes import recipes, search_for
from generator.language.tables import word
from generator.model import Edition
from generator.render.deck.media import user_style

Lines = Iterator[str]

_NOTED: Final = ("changed", "retired", "emptied")
"""Sections that open with a sentence of advice."""

_NO_PASSAGES: Final[Mapping[str, tuple[Passage, ...]]] = {}
_MARKS: Final = {"old": "~~{}~~", "new": "**{}**"}
_SIGNS: Final = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>#|~"})


def changelog(changes: Changes, edition: Edition, words: Mapping[str, tuple[Passage, ...]]) -> str:
    """Return release notes; *words* holds, by key, the passages of changed notes, if they are known."""
    return "\n".join(_lines(changes, edition, words)) + "\n"


def _lines(changes: Changes, edition: Edition, words: Mapping[str, tuple[Passage, ...]]) -> Lines:
    said = partial(word, code=edition.language)

    def section(
        name: str, entries: Iterable[Entry], passages: Mapping[str, tuple[Passage, ...]] = _NO_PASSAGES
    ) -> Lines:
        return _section(tuple(entries), name, edition.language, passages)

    yield f"## {said('news title').format(edition.title)}"
    yield from ("", said("news import"))
    yield from section("added", changes.added)
    yield from section("revived", changes.revived)
    yield from section("changed", (new for _, new in changes.changed), words)
    yield from section("retired", changes.retired)
    if changes.retired:
        yield from ("", "```", search_for((entry.key for entry in changes.retired), type_ids(edition)), "```")
    yield from section("emptied", changes.emptied)
    if changes.moved:
        yield from ("", f"### {said('news section').format(said('news moved'), len(changes.moved))}")
        yield from ("", said("news moved note"))
        for recipe in recipes(changes.moved, type_ids(edition)):
            yield from ("", said("news moved to").format(recipe.deck), "", "```", recipe.search, "```")
    if changes.restyled:
        yield from ("", f"### {said('news looks')}")
        yield from ("", said("news looks note").format(user_style(edition.namespace)))
    if changes == Changes():
        yield from ("", said("news none"))


def _section(entries: tuple[Entry, ...], name: str, language: str, words: Mapping[str, tuple[Passage, ...]]) -> Lines:
    """Yield a list of *entries* under the heading *name*, with its note if it has one; nothing if there are none."""
    if not entries:
        return
    yield from ("", f"### {word('news section', language).format(word(f'news {name}', language), len(entries))}", "")
    if name in _NOTED:
        yield from (word(f"news {name} note", language), "")
    for entry in entries:
        yield f"- {word('news entry', language).format(_plain(entry.question), entry.key)}"
        for passage in words.get(entry.key, ()):
            yield "  - " + "".join(_marked(piece) for piece in passage)


def _marked(piece: Piece) -> str:
    """Return a piece with its marks, spaces outside them: inside, they would be no marks."""
    text = piece.text.strip()
    if not text or piece.kind == "same":
        return _plain(piece.text)
    return piece.text.replace(text, _MARKS[piece.kind].format(_plain(text)))


def _plain(text: str) -> str:
    return text.translate(_SIGNS)
