"""The dialect's block tokens as blocks, and the headings between which a chapter is divided."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from markdown_it.token import Token

from generator.document import (
    Anchor,
    Blocks,
    BulletList,
    Callout,
    CalloutKind,
    CodeBlock,
    Footnote,
    ListItem,
    MathBlock,
    OrderedList,
    Paragraph,
    Quote,
    Rule,
    Strong,
    SubHeading,
    Text,
)
from generator.parse.attributes import split_attributes
from generator.parse.calculations import read_calc
from generator.parse.folding import folded
from generator.parse.inlines import read_inlines
from generator.parse.joining import DetailsBegin, DetailsEnd, Piece, joined
from generator.parse.paragraphs import read_paragraph
from generator.parse.reading import Reading, line_of
from generator.parse.tables import read_table
from generator.parse.unseen import comment_block, details_begin, details_end, trouble, wrapper

_CALLOUT = re.compile(r"\[!([^\[\]|\s]+)(?:\|[^\[\]\n]*)?\](?![(\[])[+-]?[ \t]*")
"""`[!kind]`, in Obsidian also `[!kind|metadata]`, `[!kind]-` for one that is folded and `[!kind]+` for one that is not."""

_SUMMARY = re.compile(r"<summary(?:\s[^<>]*)?>(.*?)</summary\s*>[ \t]*\n?", re.IGNORECASE | re.DOTALL)
_CALC_ID = re.compile(r"\{[ \t]*#([a-z0-9]+(?:-[a-z0-9]+)*)[ \t]*\}")
_INDENTED_CARD = re.compile(r"\s*###[ \t]+\S.*(?:[?？]|\{#[^{}]*\})\s*")
_DETAILS_END = re.compile(r"</details\s*>\s*$", re.IGNORECASE)


def tell_space(reading: Reading, token: Token) -> None:
    """Tell of a heading whose hashes touch its text or are full-width."""
    if not token.meta["space"]:
        right = "#" * token.meta["level"] + " " + token.content[:20]
        reading.tell(
            line_of(token), "heading-space", f"'{token.meta['written']}' is read as a heading; write '{right}'"
        )


def read_blocks(reading: Reading, tokens: list[Token]) -> Blocks:
    """Return the blocks that *tokens* stand for."""
    pieces: list[Piece] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        end = index + 1
        if token.nesting == 1:
            end = _end(tokens, index)
        make = _READERS.get(token.type)
        if make is None:
            raise AssertionError(f"no block for a token of type {token.type!r}")
        pieces += make(reading, tokens[index:end])
        index = end
    return joined(reading, pieces)


def _end(tokens: list[Token], start: int) -> int:
    """Return the place after the token that closes the one at *start*."""
    level = tokens[start].level
    for index in range(start + 1, len(tokens)):
        if tokens[index].nesting == -1 and tokens[index].level == level:
            return index + 1
    return len(tokens)


def _paragraph(reading: Reading, tokens: list[Token]) -> list[Piece]:
    token = tokens[1]
    source, line = token.content, line_of(token)
    pieces: list[Piece] = []
    summary = _SUMMARY.match(source)
    if summary:
        text = summary[1].lstrip()
        inner = line + source.count("\n", 0, summary.end(1) - len(text))
        pieces.append(DetailsBegin(read_inlines(reading, text.rstrip(), inner), inner, summary_only=True))
        line += source.count("\n", 0, summary.end())
        source = source[summary.end() :]
    closing = _DETAILS_END.search(source)
    pieces += read_paragraph(reading, source[: closing.start()] if closing else source, line)
    if closing:
        pieces.append(DetailsEnd(line + source.count("\n", 0, closing.start())))
    return pieces


def _sub_heading(reading: Reading, tokens: list[Token]) -> list[Piece]:
    token = tokens[0]
    source, attributes = split_attributes(token.content)
    tell_space(reading, token)
    for code, message in attributes.faults:
        reading.tell(line_of(token), code, message)
    for name in (*attributes.flags, *(key for key, _ in attributes.values)):
        reading.tell(line_of(token), "attribute", f"'{name}' means nothing here; delete it")
    anchor = (Anchor(attributes.id),) if attributes.id else ()
    level = min(3, max(1, token.meta["level"] - 3))
    children = anchor + read_inlines(reading, source, line_of(token))
    return [SubHeading(level, children, location=reading.at(line_of(token)))] if children else []


def _code_block(reading: Reading, tokens: list[Token]) -> list[Piece]:
    for place, content in enumerate(tokens[0].content.split("\n")):
        if _INDENTED_CARD.fullmatch(content):
            message = f"'{content.strip()}' is indented, and so is code; remove the space before it"
            reading.tell(line_of(tokens[0]) + place, "heading-space", message)
    return [CodeBlock(tokens[0].content.removesuffix("\n"), location=reading.at(line_of(tokens[0])))]


def _fence(reading: Reading, tokens: list[Token]) -> list[Piece]:
    token = tokens[0]
    line = line_of(token)
    if token.meta["unclosed"]:
        reading.tell(line, "unclosed", f"a fence begins in this line and does not end; write '{token.markup}' after it")
    text = token.content.rstrip("\n") if token.meta["unclosed"] else token.content.removesuffix("\n")
    language, _, rest = token.info.partition(" ")
    language = language.lower()
    named = _CALC_ID.fullmatch(rest.strip()) if language == "calc" else None
    if (rest.strip() and not named) or not language.isascii():
        shown = rest.strip() or language
        reading.tell(line, "foreign-mark", f"'{shown}' beside a fence is not shown; write only a language there")
    if language == "mermaid":
        message = "a diagram of mermaid is shown as its source; draw it, and show the picture: ![words](file.svg)"
        reading.tell(line, "left-over", message)
    if language == "calc":
        return [read_calc(reading, text, line, named[1] if named else "")]
    return [CodeBlock(text, language.strip("{}."), location=reading.at(line))]


def _math_block(reading: Reading, tokens: list[Token]) -> list[Piece]:
    return [MathBlock(tokens[0].content, location=reading.at(line_of(tokens[0])))]


def _rule(reading: Reading, tokens: list[Token]) -> list[Piece]:
    return [Rule(location=reading.at(line_of(tokens[0])))]


def _list(reading: Reading, tokens: list[Token]) -> list[Piece]:
    items: list[ListItem] = []
    index = 1
    tight = True
    while index < len(tokens) - 1:
        end = _end(tokens, index)
        inner = tokens[index + 1 : end - 1]
        tight = tight and all(token.hidden for token in inner if _is_own_paragraph(token, tokens[index]))
        items.append(ListItem(read_blocks(reading, inner), tokens[index].meta.get("checked")))
        index = end
    location = reading.at(line_of(tokens[0]))
    if tokens[0].type == "bullet_list_open":
        return [BulletList(tuple(items), tight, location=location)]
    start = tokens[0].attrs.get("start", 1)
    return [OrderedList(tuple(items), int(start), tight, location=location)]


def _is_own_paragraph(token: Token, item: Token) -> bool:
    return token.type == "paragraph_open" and token.level == item.level + 1


def _quote(reading: Reading, tokens: list[Token]) -> list[Piece]:
    inner = tokens[1:-1]
    location = reading.at(line_of(tokens[0]))
    callout = _CALLOUT.match(inner[1].content) if len(inner) > 1 and inner[1].type == "paragraph" else None
    if callout is None:
        return [Quote(read_blocks(reading, inner), location=location)]
    first = inner[1]
    kind = _kind(reading, callout[1], line_of(first))
    title, _, first.content = first.content[callout.end() :].partition("\n")
    named = read_inlines(reading, title or ("" if kind else callout[1]), line_of(first))
    heading = (Paragraph((Strong(named),), location=location),) if named else ()
    first.map = [line_of(first) + 1, line_of(first) + 1]
    return [Callout(kind or CalloutKind.NOTE, heading + read_blocks(reading, inner), location=location)]


def _kind(reading: Reading, written: str, line: int) -> CalloutKind | None:
    """Return the kind of callout that *written* names, here or in another tool; None, and a word about it, if it is none."""
    for kind in CalloutKind:
        if written.lower() in kind.value:
            return kind
    known = ", ".join(kind.key.upper() for kind in CalloutKind)
    reading.tell(line, "foreign-mark", f"'[!{written}]' is read as a note; write one of {known}")
    return None


def _footnote(reading: Reading, tokens: list[Token]) -> list[Piece]:
    label = tokens[0].meta["label"]
    line = line_of(tokens[0])
    blocks = read_blocks(reading, tokens[1:-1])
    if label in reading.used and label not in reading.footnotes:
        reading.footnotes[label] = Footnote(label, blocks, location=reading.at(line))
        return []
    why = "is defined twice; keep one" if label in reading.footnotes else f"is not used; write '[^{label}]' in the text"
    reading.tell(line, "unknown-footnote", f"footnote '{label}' {why}")
    return _named(reading, f"[^{label}]: ", blocks, line)


def _named(reading: Reading, name: str, blocks: Blocks, line: int) -> list[Piece]:
    """Return *blocks* with the text *name* before them."""
    if blocks and isinstance(blocks[0], Paragraph):
        return [replace(blocks[0], children=(Text(name), *blocks[0].children)), *blocks[1:]]
    return [Paragraph((Text(name.strip()),), location=reading.at(line)), *blocks]


def _link_definition(reading: Reading, tokens: list[Token]) -> Sequence[Piece]:
    token = tokens[0]
    if token.meta["label"] in reading.used and token.meta["first"]:
        return []
    why = "is not used" if token.meta["first"] else "is defined before"
    reading.tell(line_of(token), "unused-link", f"the link definition '{token.content}' {why}; delete it")
    return [Paragraph((Text(folded(token.content)),), location=reading.at(line_of(token)))]


def _table(reading: Reading, tokens: list[Token]) -> list[Piece]:
    return [read_table(reading, tokens[0])]


_READERS: dict[str, Callable[[Reading, list[Token]], Sequence[Piece]]] = {
    "paragraph_open": _paragraph,
    "heading": _sub_heading,
    "code_block": _code_block,
    "fence": _fence,
    "math_block": _math_block,
    "hr": _rule,
    "bullet_list_open": _list,
    "ordered_list_open": _list,
    "blockquote_open": _quote,
    "footnote_begin": _footnote,
    "link_definition": _link_definition,
    "table": _table,
    "comment_block": comment_block,
    "wrapper": wrapper,
    "details_begin": details_begin,
    "details_end": details_end,
    "trouble": trouble,
}
