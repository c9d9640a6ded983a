"""What an edition changes, told on the command line."""

from collections.abc import Callable, Iterable, Mapping

import click

from generator.edition.abi import type_ids
from generator.edition.changes import Changes, View
from generator.edition.reading import Passage
from generator.edition.recipes import recipes, search_for
from generator.model import Edition

_LOOK = {"old": ("[-{}-]", "red"), "new": ("{{+{}+}}", "green")}
_MOST = 12
"""How many notes are listed where the number says enough."""


def tell_changes(changes: Changes, edition: Edition, words: Mapping[str, tuple[Passage, ...]]) -> None:
    """Print *changes*; *words* holds, by key, the passages of changed notes, if they are known."""
    _tell_list("added", changes.added[:_MOST], len(changes.added))
    _tell_list("revived", changes.revived, len(changes.revived))
    note = "changed (an import replaces their fields and tags)"
    _tell_list(note, [new for _, new in changes.changed], len(changes.changed), lambda key: words.get(key, ()))
    _tell_list("retired (learners keep them)", changes.retired, len(changes.retired))
    if changes.retired:
        click.echo(
            f"  to find them in Anki's Browser: {search_for([view.key for view in changes.retired], type_ids(edition))}"
        )
    if changes.moved:
        click.echo("moved (an import leaves cards where they are; in the Browser: search, select all, Change Deck):")
        for recipe in recipes(changes.moved, type_ids(edition)):
            click.echo(f"  to {recipe.deck}: {recipe.search}")
    held = [new for _, new in changes.held_back]
    note = "held back (markup or tags only; sent with the next change of words, or by release --markup)"
    _tell_list(note, held[:_MOST], len(held))
    if changes.restyled:
        click.echo("restyled: the look of all cards changes; a learner's _cardpress-user.css stays")
    if changes == Changes():
        click.echo("nothing changes for learners")


def passage_text(passage: Passage) -> str:
    """Return a passage with what went in `[-…-]` and what came in `{+…+}`, in colour on a terminal."""
    return "".join(_shown(piece.kind, piece.text) for piece in passage)


def _shown(kind: str, text: str) -> str:
    if kind not in _LOOK:
        return text
    marks, colour = _LOOK[kind]
    return click.style(marks.format(text), fg=colour)


def _tell_list(
    title: str, views: Iterable[View], count: int, words: Callable[[str], tuple[Passage, ...]] = lambda key: ()
) -> None:
    if not count:
        return
    click.echo(f"{title}: {count}")
    shown = 0
    for view in views:
        shown += 1
        place = f"{view.location}: " if view.location else ""
        click.echo(f"  {place}{view.key}  {view.question}")
        for passage in words(view.key):
            click.echo(f"      {passage_text(passage)}")
    if shown < count:
        click.echo(f"  … and {count - shown} more")
