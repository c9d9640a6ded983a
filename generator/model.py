"""What a book is, with no trace of how it was read or is shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import PurePosixPath

from generator.diagnostics import Location
from generator.document import Blocks, Footnote, Inlines


@dataclass(frozen=True, slots=True)
class Card:
    """One question with its answer.

    *id* is unique in the book and never changes once an edition holds it; *derived* says that it was made from the
    question's text and is not written in the source.
    *short* is the short answer: nothing, a paragraph, or a paragraph and its key formula.
    *detail* is the rest of the answer, in order.
    *lines* is the number of the card's first and last line in its file.
    """

    id: str
    question: Inlines
    short: Blocks
    detail: Blocks
    footnotes: tuple[Footnote, ...] = ()
    core: bool = False
    cloze: bool = False
    tags: tuple[str, ...] = ()
    derived: bool = False
    location: Location = field(compare=False, kw_only=True)
    lines: tuple[int, int] = field(compare=False, kw_only=True, default=(0, 0))

    @property
    def answer(self) -> Blocks:
        """Return the whole answer: the short answer, then the detail."""
        return self.short + self.detail

    @property
    def is_answered(self) -> bool:
        """Return whether there is anything to turn the card over for; if not, no deck holds it."""
        return bool(self.answer or self.footnotes)


@dataclass(frozen=True, slots=True)
class Section:
    """Cards under one `##` heading; *title* is empty for the cards before the first.

    *intro* is text between the heading and the first card: printed, no card.
    """

    title: Inlines
    intro: Blocks
    cards: tuple[Card, ...]
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Chapter:
    """One source file. *number* is that of its file name, else its position from 1."""

    id: str
    number: int
    title: Inlines
    intro: Blocks
    sections: tuple[Section, ...]
    footnotes: tuple[Footnote, ...] = ()
    tags: tuple[str, ...] = ()
    deck: str = ""
    location: Location = field(compare=False, kw_only=True)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the chapter's cards in order."""
        return tuple(card for section in self.sections for card in section.cards)


@dataclass(frozen=True, slots=True)
class ReadingPath:
    """A way through the book; *items* are `chapter:ID`, `tag:NAME` or `card:ID`, in reading order."""

    id: str
    title: str
    description: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Edition:
    """What `book.toml` says.

    *number* is 0 until the first release. *namespace* opens every GUID. *deck_names* maps a chapter's id to the last
    part of its deck's name (`10 数据`). *trial* is true for a folder without `book.toml`.
    """

    title: str
    namespace: str
    language: str = "zh-CN"
    subtitle: str = ""
    authors: tuple[str, ...] = ()
    number: int = 0
    released: date | None = None
    licence: str = ""
    deck: str = ""
    deck_description: str = ""
    deck_names: Mapping[str, str] = field(default_factory=dict)
    cloze_deck: str = "90 背诵"
    note_type: int = 0
    cloze_note_type: int = 0
    tag_root: str = ""
    paths: tuple[ReadingPath, ...] = ()
    sheet_detail: bool = True
    trial: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """An entry of the bibliography. *authors* are family names first-to-last; *label* is `Su et al. 2021`."""

    key: str
    kind: str
    authors: tuple[str, ...]
    title: str
    year: str
    label: str
    venue: str = ""
    url: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the glossary, its English, and the variants that may not stand in the book."""

    term: str
    english: str
    forbidden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SyllabusRow:
    """A question that the book must answer: which card does, and a phrase of that card."""

    question: str
    card: str
    phrase: str
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Asset:
    """A picture, safe to ship: *name* is content-hashed lower-case ASCII, *data* its bytes, sizes in pixels."""

    name: str
    media_type: str
    data: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Book:
    """Everything a renderer needs to know; *assets* are keyed by `Image.source`."""

    edition: Edition
    chapters: tuple[Chapter, ...]
    sources: Mapping[str, Source] = field(default_factory=dict)
    terms: tuple[Term, ...] = ()
    syllabus: tuple[SyllabusRow, ...] = ()
    assets: Mapping[str, Asset] = field(default_factory=dict)

    def cards(self) -> Iterator[Card]:
        """Yield the cards in book order."""
        for chapter in self.chapters:
            yield from chapter.cards

    def card_numbers(self) -> dict[str, str]:
        """Return each card's number as printed, `3.07`: its chapter's number and its place in it."""
        return {
            card.id: f"{chapter.number}.{place:02}"
            for chapter in self.chapters
            for place, card in enumerate(chapter.cards, start=1)
        }


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A text file of the source folder: decoded, line ends made LF, nothing else changed."""

    path: PurePosixPath
    text: str
