"""What a book is, with no trace of how it was read or is shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from pathlib import PurePosixPath

from generator.diagnostics import Location, Severity
from generator.document import Blocks, Footnote, Inline, Inlines, Math, MathBlock
from generator.plaintext import line_text, text_of
from generator.rewriting import Line, Rewrite, lines_in, rewrite_blocks, rewrite_inlines, walk_blocks, walk_inlines


class Role(Enum):
    """What a text is to the chapter, section or card that owns it."""

    TITLE = "title"
    INTRODUCTION = "introduction"
    QUESTION = "question"
    PROMPT = "prompt"
    SHORT = "short answer"
    DETAIL = "detail"
    FOOTNOTE = "footnote"


@dataclass(frozen=True, slots=True)
class BookText:
    """A text of a book: a *line* if it is a title, a question or a prompt, else *blocks*; never empty.

    *label* is that of a footnote.
    """

    owner: "Owner"
    role: Role
    line: Inlines = ()
    blocks: Blocks = ()
    label: str = ""
    location: Location = field(compare=False, kw_only=True)

    def plain(self) -> str:
        """Return the visible text, one line a paragraph, item, row or line of code."""
        return line_text(self.line) if self.line else text_of(self.blocks)

    def lines(self) -> Iterator[Line]:
        """Yield every line of the text (heading, paragraph, cell, caption…), in reading order."""
        if self.line:
            yield Line(self.line, self.location)
        yield from lines_in(self.blocks)

    def inlines(self) -> Iterator[Inline]:
        """Yield every inline of the text at any depth, in reading order."""
        for line in self.lines():
            yield from walk_inlines(line.inlines)

    def formulas(self) -> Iterator[Math | MathBlock]:
        """Yield every formula of the text: those inside lines, then those displayed."""
        yield from (node for node in self.inlines() if isinstance(node, Math))
        yield from (block for block in walk_blocks(self.blocks) if isinstance(block, MathBlock))


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A question that goes on from its card's (`#### 追问：`), with its answer: a note of its own in the deck.

    *id*, *derived*, *short*, *detail* and *lines* are as those of a card.
    """

    id: str
    question: Inlines
    short: Blocks
    detail: Blocks
    footnotes: tuple[Footnote, ...] = ()
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

    def texts(self) -> Iterator[BookText]:
        """Yield every text of the follow-up, in reading order."""
        yield from _line_text(self, Role.QUESTION, self.question)
        yield from _block_text(self, Role.SHORT, self.short)
        yield from _block_text(self, Role.DETAIL, self.detail)
        yield from _footnote_texts(self, self.footnotes)

    def rewritten(self, rewrite: Rewrite) -> "FollowUp":
        """Return the follow-up with *rewrite* at work in all its texts."""
        return replace(
            self,
            question=rewrite_inlines(self.question, rewrite),
            short=rewrite_blocks(self.short, rewrite),
            detail=rewrite_blocks(self.detail, rewrite),
            footnotes=_rewritten_footnotes(self.footnotes, rewrite),
        )


@dataclass(frozen=True, slots=True)
class Card:
    """One question with its answer.

    *id* is unique in the book and never changes once an edition holds it; *derived* says that it was made from the
    question's text and is not written in the source.
    *short* is the short answer: nothing, a paragraph, or a paragraph and its key formula.
    *detail* is the rest of the answer, in order; *follow_ups* stand after it.
    *prompt* asks for the key formula alone. *cloze* says that key words of the short answer are deletions, *cloze_list*
    that all are hidden while one is asked.
    *lines* is the number of the card's first and last line in its file.
    """

    id: str
    question: Inlines
    short: Blocks
    detail: Blocks
    footnotes: tuple[Footnote, ...] = ()
    follow_ups: tuple[FollowUp, ...] = ()
    prompt: Inlines = ()
    core: bool = False
    cloze: bool = False
    cloze_list: bool = False
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

    def texts(self) -> Iterator[BookText]:
        """Yield every text of the card, in reading order, those of its follow-ups last."""
        yield from _line_text(self, Role.QUESTION, self.question)
        yield from _line_text(self, Role.PROMPT, self.prompt)
        yield from _block_text(self, Role.SHORT, self.short)
        yield from _block_text(self, Role.DETAIL, self.detail)
        yield from _footnote_texts(self, self.footnotes)
        for follow_up in self.follow_ups:
            yield from follow_up.texts()

    def rewritten(self, rewrite: Rewrite) -> "Card":
        """Return the card with *rewrite* at work in all its texts."""
        return replace(
            self,
            question=rewrite_inlines(self.question, rewrite),
            short=rewrite_blocks(self.short, rewrite),
            detail=rewrite_blocks(self.detail, rewrite),
            footnotes=_rewritten_footnotes(self.footnotes, rewrite),
            follow_ups=tuple(follow_up.rewritten(rewrite) for follow_up in self.follow_ups),
            prompt=rewrite_inlines(self.prompt, rewrite),
        )


@dataclass(frozen=True, slots=True)
class Section:
    """Cards under one `##` heading; *title* is empty for the cards before the first.

    *intro* is text between the heading and the first card: printed, no card.
    """

    title: Inlines
    intro: Blocks
    cards: tuple[Card, ...]
    location: Location = field(compare=False, kw_only=True)

    def texts(self) -> Iterator[BookText]:
        """Yield the section's own texts, then those of its cards, in reading order."""
        yield from _line_text(self, Role.TITLE, self.title)
        yield from _block_text(self, Role.INTRODUCTION, self.intro)
        for card in self.cards:
            yield from card.texts()

    def rewritten(self, rewrite: Rewrite) -> "Section":
        """Return the section with *rewrite* at work in all its texts."""
        return replace(
            self,
            title=rewrite_inlines(self.title, rewrite),
            intro=rewrite_blocks(self.intro, rewrite),
            cards=tuple(card.rewritten(rewrite) for card in self.cards),
        )


@dataclass(frozen=True, slots=True)
class Chapter:
    """One source file. *number* is that of its file name, else its position from 1; *source* are its lines."""

    id: str
    number: int
    title: Inlines
    intro: Blocks
    sections: tuple[Section, ...]
    footnotes: tuple[Footnote, ...] = ()
    tags: tuple[str, ...] = ()
    deck: str = ""
    source: tuple[str, ...] = field(compare=False, kw_only=True, default=(), repr=False)
    location: Location = field(compare=False, kw_only=True)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the chapter's cards in order."""
        return tuple(card for section in self.sections for card in section.cards)

    def texts(self) -> Iterator[BookText]:
        """Yield every text of the chapter, in reading order: its footnotes stand below its introduction."""
        yield from _line_text(self, Role.TITLE, self.title)
        yield from _block_text(self, Role.INTRODUCTION, self.intro)
        yield from _footnote_texts(self, self.footnotes)
        for section in self.sections:
            yield from section.texts()

    def rewritten(self, rewrite: Rewrite) -> "Chapter":
        """Return the chapter with *rewrite* at work in all its texts."""
        return replace(
            self,
            title=rewrite_inlines(self.title, rewrite),
            intro=rewrite_blocks(self.intro, rewrite),
            sections=tuple(section.rewritten(rewrite) for section in self.sections),
            footnotes=_rewritten_footnotes(self.footnotes, rewrite),
        )


Owner = Chapter | Section | Card | FollowUp


def _line_text(owner: Owner, role: Role, line: Inlines) -> Iterator[BookText]:
    if line:
        yield BookText(owner, role, line=line, location=owner.location)


def _block_text(owner: Owner, role: Role, blocks: Blocks) -> Iterator[BookText]:
    if blocks:
        yield BookText(owner, role, blocks=blocks, location=blocks[0].location)


def _footnote_texts(owner: Owner, footnotes: tuple[Footnote, ...]) -> Iterator[BookText]:
    for note in footnotes:
        if note.blocks:
            yield BookText(owner, Role.FOOTNOTE, blocks=note.blocks, label=note.label, location=note.location)


def _rewritten_footnotes(footnotes: tuple[Footnote, ...], rewrite: Rewrite) -> tuple[Footnote, ...]:
    return tuple(replace(note, blocks=rewrite_blocks(note.blocks, rewrite)) for note in footnotes)


@dataclass(frozen=True, slots=True)
class ReadingPath:
    """A way through the book; *items* are `chapter:ID`, `tag:NAME` or `card:ID`, in reading order."""

    id: str
    title: str
    description: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """Which rules of style a book has chosen; the default is none of them.

    *short_answer* is the least and the greatest length of a short answer, in the unit of the book's language.
    *bare_figures* says that a number needs a source or a computation. *evidence* are the chapters whose citations must
    name places that hold their figures, *recall* those whose follow-ups and deletions must stand alone; True is all
    chapters.
    *severities* maps the code of a diagnostic to the book's own severity, or to None where it is not told.
    """

    short_answer: tuple[int, int] | None = None
    bare_figures: bool = False
    evidence: tuple[str, ...] | bool = False
    recall: tuple[str, ...] | bool = False
    severities: Mapping[str, Severity | None] = field(default_factory=dict)


def holds_in(chapter: str, chapters: tuple[str, ...] | bool) -> bool:
    """Return whether a rule that holds in *chapters* holds in the one with this id."""
    return chapters if isinstance(chapters, bool) else chapter in chapters


class Paper(Enum):
    """What the handbook is printed on."""

    A4 = "A4"
    LETTER = "Letter"


@dataclass(frozen=True, slots=True)
class Edition:
    """What `book.toml` says.

    *number* is 0 until the first release. *namespace* opens every GUID. *deck_names* maps a chapter's id to the last
    part of its deck's name (`10 数据`). *trial* is true for a folder without `book.toml`.
    *sheet_address* is where the cheat sheet stands on the web, *report_address* where a reader says what is wrong on a
    card, with `{id}` for its id; cards link to both if they are given.
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
    note_type: int = 0
    cloze_note_type: int = 0
    tag_root: str = ""
    paths: tuple[ReadingPath, ...] = ()
    sheet_detail: bool = True
    paper: Paper = Paper.A4
    sheet_address: str = ""
    report_address: str = ""
    rules: Rules = field(default_factory=lambda: Rules())
    trial: bool = False


class Sight(Enum):
    """How the words of a source were seen, from the surest way to the least sure."""

    ORIGINAL = "original"
    CODE = "code"
    COPY = "copy"
    ABSTRACT = "abstract"
    RETOLD = "retold"

    @property
    def is_sure(self) -> bool:
        """Return whether the words were read as they stand in the source, in full."""
        return self not in (Sight.ABSTRACT, Sight.RETOLD)


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a source that was opened: *where* as citations print it, and the *words* that stand there.

    *via* says through which copy.
    """

    where: str
    words: str
    seen: Sight
    on: date
    via: str = ""
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Source:
    """An entry of the bibliography. *authors* are family names first-to-last; *label* is `Su et al. 2021`.

    *places* are those of its evidence file, *superseded* is the key of the source that replaces it.
    """

    key: str
    kind: str
    authors: tuple[str, ...]
    title: str
    year: str
    label: str
    venue: str = ""
    url: str = ""
    note: str = ""
    superseded: str = ""
    places: tuple[Place, ...] = ()

    def words_at(self, where: str) -> tuple[Place, ...]:
        """Return the entries of the place that a citation calls *where*."""
        return tuple(place for place in self.places if place.where == where)


@dataclass(frozen=True, slots=True)
class Constant:
    """A value that cards take by *name* (`H100.bf16`): arithmetic in *value*, found at *where* of *source*.

    *title* is what the group before the dot is called (`H100 SXM 80GB`). *label* is what the key behind it is called
    (`BF16 峰值`), if it is to be shown in a table, *column* its place there.
    """

    name: str
    value: str
    title: str
    source: str
    where: str
    label: str = ""
    column: int = 0
    location: Location = field(compare=False, kw_only=True)

    @property
    def group(self) -> str:
        """Return the part of the name before the dot."""
        return self.name.partition(".")[0]

    @property
    def key(self) -> str:
        """Return the part of the name behind the dot."""
        return self.name.partition(".")[2]


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the glossary, its English, and the variants that may not stand in the book.

    *aliases* are words that people search it by and the text need not use.
    """

    term: str
    english: str
    forbidden: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


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
    constants: Mapping[str, Constant] = field(default_factory=dict)
    assets: Mapping[str, Asset] = field(default_factory=dict)

    def cards(self) -> Iterator[Card]:
        """Yield the cards in book order."""
        for chapter in self.chapters:
            yield from chapter.cards

    def questions(self) -> Iterator[Card | FollowUp]:
        """Yield the cards in book order, each followed by its follow-ups."""
        for card in self.cards():
            yield card
            yield from card.follow_ups

    def texts(self) -> Iterator[BookText]:
        """Yield every text of the book with its owner, its role and its place, in reading order.

        Whatever looks at the book's texts filters this by role and owner, so that none is overlooked.
        """
        for chapter in self.chapters:
            yield from chapter.texts()

    def card_numbers(self) -> dict[str, str]:
        """Return each card's number as printed, `3.07`: its chapter's number and its place in it.

        A follow-up's has its place in the card besides: `3.07.1`.
        """
        numbers = {}
        for chapter in self.chapters:
            for place, card in enumerate(chapter.cards, start=1):
                numbers[card.id] = f"{chapter.number}.{place:02}"
                for inner, follow_up in enumerate(card.follow_ups, start=1):
                    numbers[follow_up.id] = f"{numbers[card.id]}.{inner}"
        return numbers


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A text file of the source folder: decoded, line ends made LF, nothing else changed.

    *data* is what the file held, empty if the text comes from no file.
    """

    path: PurePosixPath
    text: str
    data: bytes = field(default=b"", repr=False)
