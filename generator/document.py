"""What a text is: a closed union of plain records, with no trace of how it was written or is shown.

Inlines make up a line of text, blocks stand one below the other.
A place is not part of a value: two texts are equal when their content is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from generator.diagnostics import Location

# --- inlines ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Text:
    """Characters as the reader sees them; never empty, never a line end."""

    text: str


@dataclass(frozen=True, slots=True)
class LineBreak:
    """A line end that the author asked for."""


@dataclass(frozen=True, slots=True)
class Gap:
    """The quarter-em between Chinese and other script; made by typesetting only, never by the parser."""


@dataclass(frozen=True, slots=True)
class Code:
    """Code inside a line."""

    text: str


@dataclass(frozen=True, slots=True)
class Math:
    """A formula inside a line, in LaTeX, without its delimiters."""

    tex: str
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Emphasised text; set in 黑体 where Chinese."""

    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Strong:
    """Strongly emphasised text."""

    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Strikeout:
    """Text that is struck out."""

    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class KeyWord:
    """Key words (`==…==`); in the short answer of a cloze card, a deletion.

    *group* is the number written after it (`==…=={2}`), or None.
    """

    children: tuple[Inline, ...]
    group: int | None = None


@dataclass(frozen=True, slots=True)
class Styled:
    """Text in one of the few HTML elements that an author may write."""

    element: Literal["sub", "sup", "kbd", "u", "small", "mark", "ins", "abbr"]
    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A link as written; after assembly only links to the outside (http, https, mailto) are left."""

    url: str
    children: tuple[Inline, ...]
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class CrossReference:
    """A link to a card or a chapter of this book; made by assembly."""

    target: str
    children: tuple[Inline, ...]
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A named place in the text that links may point to; invisible."""

    name: str


@dataclass(frozen=True, slots=True)
class Cite:
    """One source in a citation: `[see @key, p. 3]` has prefix, key and locator."""

    key: str
    prefix: str = ""
    locator: str = ""


@dataclass(frozen=True, slots=True)
class Citation:
    """Sources named in brackets."""

    cites: tuple[Cite, ...]
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class FootnoteReference:
    """The mark of a footnote of the same card (or chapter introduction)."""

    label: str
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Image:
    """A picture; *source* is the path as written, after assembly a key of `Book.assets`, or None if it is missing."""

    source: str | None
    alt: str
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Computed:
    """A shown number with the arithmetic behind it: `112 GB<!-- = 7e9 * 16 B -->`."""

    shown: str
    expression: str
    location: Location = field(compare=False, kw_only=True)


Inline = (
    Text
    | LineBreak
    | Gap
    | Code
    | Math
    | Emphasis
    | Strong
    | Strikeout
    | KeyWord
    | Styled
    | Link
    | CrossReference
    | Anchor
    | Citation
    | FootnoteReference
    | Image
    | Computed
)
Inlines = tuple[Inline, ...]


# --- blocks ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    children: Inlines
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class SubHeading:
    """A heading inside an answer; *level* counts from 1 (`####`) to 3 (`######`)."""

    level: int
    children: Inlines
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class MathBlock:
    """A displayed formula, in LaTeX, without its delimiters."""

    tex: str
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Code on lines of its own, without a final line end."""

    text: str
    language: str = ""
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class CalcLine:
    """A line of a worked example: `name = expression = shown`, or a remark (*name* and *expression* empty)."""

    name: str
    expression: str
    shown: str
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Calc:
    """A worked example whose arithmetic the build checks."""

    lines: tuple[CalcLine, ...]
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class ListItem:
    """An item of a list; *checked* is None unless it is a task."""

    blocks: tuple[Block, ...]
    checked: bool | None = None


@dataclass(frozen=True, slots=True)
class BulletList:
    """An unordered list."""

    items: tuple[ListItem, ...]
    tight: bool = True
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class OrderedList:
    """A numbered list; *start* is its first number."""

    items: tuple[ListItem, ...]
    start: int = 1
    tight: bool = True
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Quote:
    """A quotation."""

    blocks: tuple[Block, ...]
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Callout:
    """A note, tip, warning… set apart (GFM alert)."""

    kind: Literal["note", "tip", "important", "warning", "caution"]
    blocks: tuple[Block, ...]
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Details:
    """Text folded under a summary."""

    summary: Inlines
    blocks: tuple[Block, ...]
    location: Location = field(compare=False, kw_only=True)


Alignment = Literal["left", "center", "right", ""]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: one head row, then rows, each with as many cells as *alignments*."""

    alignments: tuple[Alignment, ...]
    head: tuple[Inlines, ...]
    rows: tuple[tuple[Inlines, ...], ...]
    caption: Inlines = ()
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture in a block of its own, with its caption."""

    image: Image
    caption: Inlines
    location: Location = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across the text."""

    location: Location = field(compare=False, kw_only=True)


Block = (
    Paragraph
    | SubHeading
    | MathBlock
    | CodeBlock
    | Calc
    | BulletList
    | OrderedList
    | Quote
    | Callout
    | Details
    | Table
    | Figure
    | Rule
)
Blocks = tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Footnote:
    """The text of a footnote."""

    label: str
    blocks: Blocks
    location: Location = field(compare=False, kw_only=True)
