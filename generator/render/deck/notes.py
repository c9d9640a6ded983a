"""Cards as notes: which fields, which deck, which tags, in which order."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape

from generator.diagnostics import Diagnostic
from generator.document import Citation, KeyWord, Math
from generator.model import Book, Card, Chapter
from generator.plaintext import line_text
from generator.render.deck.fields import cloze_dialect, defused, field_dialect, source_line
from generator.render.html import blocks_to_html, inlines_to_html
from generator.render.words import word
from generator.rewriting import inlines_in


@dataclass(frozen=True, slots=True)
class Note:
    """A note of the deck; *due* is its place among new cards, *stamp* the second it last changed."""

    guid: str
    fields: tuple[str, ...]
    deck: str
    tags: tuple[str, ...]
    due: int
    stamp: int
    cloze: bool = False


RESERVED = ("", "", "", "")
"""The spare fields, empty until an edition needs them."""


def notes_of(book: Book, stamps: Mapping[str, int]) -> tuple[tuple[Note, ...], tuple[Diagnostic, ...]]:
    """Return the notes of *book*, and what is wrong with its tags."""
    notes: list[Note] = []
    faults: list[Diagnostic] = []
    memorised = 0
    for chapter in book.chapters:
        for place, card in enumerate(chapter.cards, start=1):
            tags, tag_faults = tags_of(card, chapter, book)
            faults += tag_faults
            stamp = stamps.get(card.id, 0)
            guid = f"{book.edition.namespace}_{card.id}"
            deck = deck_name(chapter, book)
            notes.append(Note(guid, question_fields(card, chapter, book), deck, tags, place, stamp))
            if card.cloze and any(isinstance(node, KeyWord) for node in inlines_in(card.short)):
                memorised += 1
                fields, deck = cloze_fields(card, chapter, book), cloze_deck_name(book)
                notes.append(Note(f"{guid}_cloze", fields, deck, tags, memorised, stamp, cloze=True))
    return tuple(notes), tuple(faults)


def question_fields(card: Card, chapter: Chapter, book: Book) -> tuple[str, ...]:
    """Return Question, Short, Detail, Sources, Chapter, Core, CardID and the spare fields."""
    dialect = field_dialect(book)
    return (
        defused(inlines_to_html(card.question, dialect)),
        defused(blocks_to_html(card.short, dialect)),
        _detail(card, book),
        _sources(card, book),
        _chapter(chapter),
        _core(card, book),
        card.id,
        *RESERVED,
    )


def cloze_fields(card: Card, chapter: Chapter, book: Book) -> tuple[str, ...]:
    """Return Text, Question, Detail, Sources, Chapter, Core, CardID and the spare fields."""
    return (
        defused(blocks_to_html(card.short, cloze_dialect(book))),
        defused(inlines_to_html(card.question, field_dialect(book))),
        _detail(card, book),
        _sources(card, book),
        _chapter(chapter),
        _core(card, book),
        card.id,
        *RESERVED,
    )


def deck_name(chapter: Chapter, book: Book) -> str:
    """Return the full name of a chapter's deck; in a trial, chapters stand below the book's title in order."""
    edition = book.edition
    if edition.trial:
        root = _deck_part(edition.deck or edition.title or "cardpress")
        own = (
            _deck_part(chapter.deck) if chapter.deck else f"{chapter.number:02} {_deck_part(line_text(chapter.title))}"
        )
        return own if len(book.chapters) == 1 and not chapter.deck and own.endswith(root) else f"{root}::{own}"
    return f"{edition.deck}::{edition.deck_names.get(chapter.id, f'{chapter.number:02} {chapter.id}')}"


def cloze_deck_name(book: Book) -> str:
    """Return the full name of the deck for what has to be known by heart."""
    return f"{_deck_part(book.edition.deck or book.edition.title or 'cardpress')}::{book.edition.cloze_deck}"


def tags_of(card: Card, chapter: Chapter, book: Book) -> tuple[tuple[str, ...], list[Diagnostic]]:
    """Return the tags of a card as Anki keeps them, and a warning for each that stands twice."""
    root = book.edition.tag_root
    prefix = f"{root}::" if root else ""
    names = {} if book.edition.trial else {f"{prefix}{chapter.id}".casefold(): f"{prefix}{chapter.id}"}
    faults = []
    for path in _paths(card, chapter, book):
        names[path.casefold()] = path
    if card.core:
        names[f"{prefix}::core".casefold()] = f"{prefix}core"
    for typed in (*chapter.tags, *card.tags):
        tag = prefix + clean_tag(typed)
        if tag.casefold() in names:
            faults.append(Diagnostic(card.location, "tag", f"tag '{typed}' stands twice; keep one form of it"))
        elif tag != prefix:
            names[tag.casefold()] = tag
    return tuple(sorted(names.values())), faults


def clean_tag(typed: str) -> str:
    """Return a tag as Anki keeps it: any white space (U+3000 too) would split it, an empty level is renamed."""
    parts = [re.sub(r"\s+", "_", part.strip()) for part in typed.split("::")]
    return "::".join(part for part in parts if part)


def _paths(card: Card, chapter: Chapter, book: Book) -> Iterator[str]:
    root = f"{book.edition.tag_root}::" if book.edition.tag_root else ""
    own = {f"card:{card.id}", f"chapter:{chapter.id}", *(f"tag:{tag}" for tag in (*chapter.tags, *card.tags))}
    for path in book.edition.paths:
        if own & set(path.items):
            yield f"{root}path::{path.id}"


def _deck_part(name: str) -> str:
    """Return *name* as one level of a deck's name."""
    return " ".join(name.replace("::", "∷").split()) or "cardpress"


def _detail(card: Card, book: Book) -> str:
    dialect = field_dialect(book)
    notes = "".join(
        f"<li>{'' if note.label.isdigit() else f'<sup>{escape(note.label)}</sup> '}{defused(blocks_to_html(note.blocks, dialect))}</li>"
        for note in card.footnotes
    )
    return defused(blocks_to_html(card.detail, dialect)) + (f'<ol class="footnotes">{notes}</ol>' if notes else "")


def _sources(card: Card, book: Book) -> str:
    keys = dict.fromkeys(cite.key for node in _inlines(card) if isinstance(node, Citation) for cite in node.cites)
    lines = "".join(source_line(book.sources[key]) for key in keys if key in book.sources)
    return f"<ul>{lines}</ul>" if lines else ""


def _inlines(card: Card) -> Iterator[object]:
    yield from inlines_in(card.answer)
    for note in card.footnotes:
        yield from inlines_in(note.blocks)


def _chapter(chapter: Chapter) -> str:
    return escape(line_text(tuple(node for node in chapter.title if not isinstance(node, Math))), quote=False)


def _core(card: Card, book: Book) -> str:
    return word("core", book.edition.language) if card.core else ""
