"""Markdown text in, a chapter and its diagnostics out."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from markdown_it.token import Token

from generator.diagnostics import Diagnostic
from generator.document import (
    Anchor,
    Block,
    Blocks,
    Footnote,
    FootnoteReference,
    Image,
    Inline,
    Inlines,
    MathBlock,
    Paragraph,
    SubHeading,
)
from generator.model import Card, Chapter, FollowUp, Section, SourceFile
from generator.parse.attributes import split_attributes
from generator.parse.dialect import block_tokens, line_tokens, make_dialect
from generator.parse.divisions import FOLLOW_UP, Heading, read_divisions, tags_of, tell_attributes
from generator.parse.folding import cleaned, is_veiled, suspicious, unveiled
from generator.parse.front_matter import FrontMatter, read_front_matter
from generator.parse.inlines import read_inlines
from generator.parse.opening import read_opening
from generator.parse.reading import Reading
from generator.plaintext import line_text, text_of
from generator.rewriting import inlines_in, walk_inlines

_CARD_ATTRIBUTES = (".core", ".cloze", ".cloze-list", "tags", "formula")


@dataclass(frozen=True, slots=True)
class Parsed:
    """A chapter, and everything that is wrong with its text."""

    chapter: Chapter
    diagnostics: tuple[Diagnostic, ...]


@lru_cache(maxsize=100)  # while one writes, a book is read again and again, and one chapter of it has changed
def parse_chapter(source: SourceFile, number: int, language: str) -> Parsed:
    """Return the chapter in *source*; *number* is its number in the book, *language* that of the book.

    Any text has a chapter in it. A card whose heading gives no id gets "".
    """
    reading = Reading(source.path, make_dialect(), tuple(source.text.removeprefix("\ufeff").split("\n")), language)
    text = cleaned(source.text.removeprefix("\ufeff"))
    front = read_front_matter(text)
    for line, message in front.faults:
        reading.tell(line, "front-matter", message)
    if front.lines:
        text = "\n" * front.lines + "".join(text.split("\n", front.lines)[front.lines :])
    text, tokens = _tokens(reading, text)
    for line, code, message in suspicious(source.text, _code_lines(tokens)):
        reading.tell(line, code, message)
    _note_definitions(reading, tokens)
    divisions = read_divisions(reading, tokens)
    last_line = len(text.rstrip("\n").split("\n"))
    chapter = _chapter(reading, divisions, front, number, last_line)
    return Parsed(replace(chapter, source=tuple(text.split("\n"))), tuple(reading.found))


def _tokens(reading: Reading, text: str) -> tuple[str, list[Token]]:
    """Return the text as it was read, and its blocks."""
    tokens = block_tokens(reading.dialect, text, reading.known)
    if is_veiled(text):
        text = unveiled(text, _code_lines(tokens))
        reading.known = {}
        tokens = block_tokens(reading.dialect, text, reading.known)
    deep = reading.known["too_deep"]
    for line in sorted(line for line in deep if line - 1 not in deep):
        reading.tell(line, "nesting", "lists or quotations are nested too deeply; only their text is kept")
    return text, tokens


def _code_lines(tokens: list[Token]) -> frozenset[int]:
    blocks = [token.map for token in tokens if token.type in ("fence", "code_block") and token.map]
    return frozenset(line for start, end in blocks for line in range(start, end))


def _note_definitions(reading: Reading, tokens: list[Token]) -> None:
    """Note which footnotes are defined, and which definitions some text uses."""
    defined = [token.meta["label"] for token in tokens if token.type == "footnote_begin"]
    reading.defined = frozenset(defined)
    if not defined and not reading.known["definitions"]:
        return
    used: set[str] = set()
    for token in tokens:
        if token.type in ("paragraph", "heading"):
            used |= _used(reading, token.content)
        elif token.type == "table":
            used |= {label for _, cells in token.meta["rows"] for cell in cells for label in _used(reading, cell)}
    reading.used = frozenset(used)


def _used(reading: Reading, source: str) -> set[str]:
    if "[" not in source:
        return set()
    tokens = line_tokens(reading.dialect, source, reading.known)
    return {label for token in tokens if (label := token.meta.get("label"))}


@dataclass(frozen=True, slots=True)
class _Division:
    """A heading and the blocks up to the next; *end* is the line after them."""

    heading: Heading
    blocks: Blocks
    end: int


def _chapter(
    reading: Reading,
    divisions: list[tuple[Heading | None, Blocks]],
    front: FrontMatter,
    number: int,
    last_line: int,
) -> Chapter:
    """Return the chapter that *divisions* make up."""
    opening = read_opening(reading, divisions, front, number)
    intro: list[Block] = []
    sections: list[tuple[Heading | None, Inlines, Blocks, list[list[_Division]]]] = []
    titled = False
    ends = [heading.line for heading, _ in divisions[1:] if heading] + [last_line]
    for (heading, blocks), end in zip(divisions, ends, strict=True):
        if heading is None or (heading.level == 1 and not titled):
            titled = titled or heading is not None
            intro += blocks
        elif heading.level < 3:
            sections.append((heading, _section_title(reading, heading), blocks, []))
        elif heading.level == FOLLOW_UP:
            sections[-1][3][-1].append(_Division(heading, blocks, end))
        else:
            if not sections:
                sections.append((heading, (), (), []))
            sections[-1][3].append([_Division(heading, blocks, end)])
    text = (*intro, *(block for _, _, blocks, _ in sections for block in blocks))
    return Chapter(
        opening.id,
        number,
        opening.title,
        tuple(intro),
        tuple(
            Section(
                title,
                blocks,
                tuple(_card(reading, card, follow_ups) for card, *follow_ups in cards),
                location=reading.at(heading.line if heading else 0),
            )
            for heading, title, blocks, cards in sections
        ),
        footnotes=_footnotes(reading, opening.title + tuple(node for part in sections for node in part[1]), text),
        tags=opening.tags,
        deck=front.deck,
        location=reading.at(opening.line),
    )


def _section_title(reading: Reading, heading: Heading) -> Inlines:
    source, attributes = split_attributes(heading.source)
    tell_attributes(reading, heading, attributes, allowed=())
    anchor = (Anchor(attributes.id),) if attributes.id else ()
    return anchor + read_inlines(reading, source, heading.line)


def _card(reading: Reading, division: _Division, follow_ups: list[_Division]) -> Card:
    """Return the card that *division* and its *follow_ups* make up."""
    heading = division.heading
    source, attributes = split_attributes(heading.source)
    tell_attributes(reading, heading, attributes, allowed=_CARD_ATTRIBUTES)
    answer = _answer(reading, division, source)
    end = max(part.end for part in (division, *follow_ups))
    return Card(
        attributes.id,
        answer.question,
        answer.short,
        answer.detail,
        footnotes=answer.footnotes,
        follow_ups=tuple(_follow_up(reading, part) for part in follow_ups),
        prompt=read_inlines(reading, dict(attributes.values).get("formula", ""), heading.line),
        core="core" in attributes.flags,
        cloze="cloze" in attributes.flags or "cloze-list" in attributes.flags,
        cloze_list="cloze-list" in attributes.flags,
        tags=tags_of(attributes),
        location=reading.at(heading.line),
        lines=(heading.line + 1, max(end, heading.end)),
    )


def _follow_up(reading: Reading, division: _Division) -> FollowUp:
    heading = division.heading
    source, attributes = split_attributes(heading.source)
    tell_attributes(reading, heading, attributes, allowed=())
    answer = _answer(reading, division, source)
    for block in answer.detail:
        if isinstance(block, SubHeading) and block.level == 1:
            message = (
                f"'#### {line_text(block.children)}' stands after a follow-up and is read as part of its answer; "
                "move it before the card's follow-ups"
            )
            reading.found.append(Diagnostic(block.location, "follow-up", message))
    return FollowUp(
        attributes.id,
        answer.question,
        answer.short,
        answer.detail,
        footnotes=answer.footnotes,
        location=reading.at(heading.line),
        lines=(heading.line + 1, max(division.end, heading.end)),
    )


@dataclass(frozen=True, slots=True)
class _Answered:
    """A question and its answer in parts."""

    question: Inlines
    short: Blocks
    detail: Blocks
    footnotes: tuple[Footnote, ...]


def _answer(reading: Reading, division: _Division, source: str) -> _Answered:
    """Return the question *source* and its answer, and tell of what is empty."""
    heading, blocks = division.heading, division.blocks
    question = read_inlines(reading, source, heading.line)
    named = line_text(question).strip()
    if not named and not _has_picture(walk_inlines(question)):
        begin = "### " if heading.level < FOLLOW_UP else "#### 追问："
        message = f"the heading asks nothing; write the question after '{begin}'"
        reading.tell(heading.line, "empty-question", message)
    footnotes = _footnotes(reading, question, blocks)
    if not text_of(blocks).strip() and not footnotes and not _has_picture(inlines_in(blocks)):
        blocks = ()  # what is left is a rule, or an item without a word
        message = f"'{named or source}' has no answer and no deck will hold it; write one below the heading"
        reading.tell(heading.line, "empty-answer", message)
    short = _short_answer(blocks)
    return _Answered(question, short, blocks[len(short) :], footnotes)


def _has_picture(nodes: Iterable[Inline]) -> bool:
    return any(isinstance(node, Image) for node in nodes)


def _short_answer(blocks: Blocks) -> Blocks:
    """Return the paragraph that opens the answer, with the formula directly after it."""
    if not blocks or not isinstance(blocks[0], Paragraph):
        return ()
    return blocks[: 2 if len(blocks) > 1 and isinstance(blocks[1], MathBlock) else 1]


def _footnotes(reading: Reading, question: Inlines, blocks: Blocks) -> tuple[Footnote, ...]:
    """Return the footnotes that a text uses, those that footnotes use included, in order of use."""
    if not reading.footnotes:
        return ()
    found: dict[str, Footnote] = {}
    waiting = [*walk_inlines(question), *inlines_in(blocks)]
    while waiting:
        labels = [node.label for node in waiting if isinstance(node, FootnoteReference)]
        fresh = [label for label in dict.fromkeys(labels) if label not in found and label in reading.footnotes]
        found |= {label: reading.footnotes[label] for label in fresh}
        waiting = [node for label in fresh for node in inlines_in(found[label].blocks)]
    return tuple(found.values())
