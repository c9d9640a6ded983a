"""Where links inside the book lead."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import unquote

from generator.diagnostics import Diagnostic
from generator.document import Anchor, CrossReference, Inlines, Link, SubHeading, Text
from generator.language.tables import word
from generator.model import Chapter, FollowUp, Owner, Role, Section
from generator.parse.slugs import github_slug
from generator.plaintext import line_text
from generator.rewriting import walk_blocks
from generator.suggestions import did_you_mean

_OUTSIDE = ("http://", "https://", "mailto:")


@dataclass(frozen=True, slots=True)
class Targets:
    """The names that links may use.

    *ids* are the cards, follow-ups and chapters. *names* maps, a file at a time, heading slugs and anchors to the id of the card,
    follow-up or chapter that holds them; *files* maps a file's name to its chapter.
    """

    ids: frozenset[str]
    names: Mapping[str, Mapping[str, str]]
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Resolved:
    """What stands in the book for a link, and what is wrong with it."""

    inlines: Inlines
    diagnostics: tuple[Diagnostic, ...] = ()


def targets_of(chapters: tuple[Chapter, ...], language: str) -> Targets:
    """Return every name in *chapters* that a link may use."""
    return Targets(
        ids=frozenset(name for chapter in chapters for name in (chapter.id, *_question_ids(chapter))),
        names={chapter.location.path.name: _names(chapter, language) for chapter in chapters},
        files={chapter.location.path.name: chapter.id for chapter in chapters},
    )


def resolved_link(link: Link, targets: Targets, *, suggest: bool = True) -> Resolved:
    """Return a link to the outside as it is, one inside the book as a cross reference, a dead or unsafe one as text.

    With *suggest* a near name is looked for, which takes time with every name in the book.
    """
    if link.url.lower().startswith(_OUTSIDE):
        return Resolved((link,))
    path, _, fragment = link.url.partition("#")
    scheme, colon, _ = path.partition(":")
    if (colon and scheme.isalnum()) or path.startswith("//"):
        message = f"'{link.url[:60]}' is not shipped; link to https://, mailto: or a card's #id"
        return Resolved(link.children, (Diagnostic(link.location, "unsafe-link", message),))
    own_file = PurePosixPath(unquote(path)).name if path else link.location.path.name
    target = _target(unquote(fragment), own_file, targets)
    if target is None:
        wanted = unquote(link.url)
        near = [*targets.ids, *targets.names.get(own_file, ())] if suggest else []
        hint = did_you_mean(unquote(fragment), near, "link to a card's #id")
        message = f"nothing in the book is called '{wanted}'; {hint}"
        return Resolved(link.children, (Diagnostic(link.location, "dead-link", message),))
    return Resolved((CrossReference(target, link.children, location=link.location),))


def _target(name: str, file: str, targets: Targets) -> str | None:
    """Return the id of the card or chapter that *name* in *file* means."""
    if file not in targets.files:
        return None
    if not name:
        return targets.files[file]
    if name in targets.ids:
        return name
    if name in targets.names[file]:
        return targets.names[file][name]
    elsewhere = {names[name] for names in targets.names.values() if name in names}
    return elsewhere.pop() if len(elsewhere) == 1 else None


def _question_ids(chapter: Chapter) -> Iterator[str]:
    for card in chapter.cards:
        yield card.id
        yield from (follow_up.id for follow_up in card.follow_ups)


def _names(chapter: Chapter, language: str) -> dict[str, str]:
    """Return the heading slugs and anchors of one file; equal slugs get -1, -2… in order, as on GitHub."""
    names: dict[str, str] = {}
    seen: dict[str, int] = {}

    def add_heading(title: Inlines, target: str) -> None:
        slug = github_slug(line_text(title))
        count = seen.get(slug, 0)
        seen[slug] = count + 1
        names.setdefault(f"{slug}-{count}" if count else slug, target)

    for text in chapter.texts():
        target = _place_of(text.owner, chapter)
        if text.role is Role.QUESTION and isinstance(text.owner, FollowUp):
            add_heading((Text(word("follow-up", language)), *text.line), target)
        elif text.line and text.role is not Role.PROMPT:
            add_heading(text.line, target)
        for node in text.inlines():
            if isinstance(node, Anchor):
                names.setdefault(node.name, target)
        for block in walk_blocks(text.blocks):
            if isinstance(block, SubHeading):
                add_heading(block.children, target)
    return names


def _place_of(owner: Owner, chapter: Chapter) -> str:
    """Return the id of the question or chapter where a text of *owner* is found; a section has none of its own."""
    if isinstance(owner, Section):
        return owner.cards[0].id if owner.cards else chapter.id
    return owner.id
