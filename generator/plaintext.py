"""A document as plain text: for search, outlines, titles, identity and tests."""

import re
from typing import assert_never

from generator.document import (
    Anchor,
    Block,
    Blocks,
    BulletList,
    Calc,
    CalcLine,
    Callout,
    Citation,
    Code,
    CodeBlock,
    Computed,
    CrossReference,
    Details,
    Emphasis,
    Figure,
    FootnoteReference,
    Image,
    Inline,
    Inlines,
    KeyWord,
    LineBreak,
    Link,
    MainPlace,
    Math,
    MathBlock,
    OrderedList,
    Paragraph,
    Quote,
    Rule,
    Strikeout,
    Strong,
    Styled,
    SubHeading,
    Table,
    Text,
)

CJK = "\u2e80-\u303f\u3040-\u30ff\u3100-\u312f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
"""Ranges for a character class: ideographs, kana and full-width punctuation."""

STRAIGHT = str.maketrans("“”‘’", "\"\"''")
"""Sets curly quotes straight, for comparing: print sets them curly."""

_SPACE_AT_CJK = re.compile(rf"(?<=[{CJK}]) (?=\S)|(?<=\S) (?=[{CJK}])")


def line_text(inlines: Inlines) -> str:
    """Return the visible text of a line; a formula stands as its TeX, a picture as its alternative text."""
    return "".join(_inline_text(node) for node in inlines)


def text_of(blocks: Blocks) -> str:
    """Return the visible text of *blocks*, one line a paragraph, item, row or line of code."""
    return "\n".join(line for block in blocks for line in _block_lines(block))


def squeezed(text: str) -> str:
    """Return *text* with runs of space as one, and none next to a Chinese character, where it makes no difference."""
    return _SPACE_AT_CJK.sub("", " ".join(text.split()))


def calc_text(line: CalcLine) -> str:
    """Return a line of a worked example as it is shown."""
    return " = ".join(part for part in (line.name, line.expression, line.shown) if part)


def _inline_text(node: Inline) -> str:
    match node:
        case Text() | Code():
            return node.text
        case Math():
            return node.tex
        case LineBreak():
            return "\n"
        case Anchor() | FootnoteReference():
            return ""
        case Emphasis() | Strong() | Strikeout() | KeyWord() | MainPlace() | Styled() | Link() | CrossReference():
            return line_text(node.children)
        case Citation():
            return "[" + "; ".join(f"@{cite.key}" for cite in node.cites) + "]"
        case Image():
            return node.alt
        case Computed():
            return node.shown
        case _:
            assert_never(node)


def _block_lines(block: Block) -> list[str]:
    match block:
        case Paragraph() | SubHeading():
            return line_text(block.children).split("\n")
        case MathBlock():
            return [block.tex]
        case CodeBlock():
            return block.text.split("\n")
        case Calc():
            return [calc_text(line) for line in block.lines]
        case BulletList() | OrderedList():
            return [line for item in block.items for inner in item.blocks for line in _block_lines(inner)]
        case Quote() | Callout():
            return [line for inner in block.blocks for line in _block_lines(inner)]
        case Details():
            return [line_text(block.summary), *(line for inner in block.blocks for line in _block_lines(inner))]
        case Table():
            rows = [" | ".join(line_text(cell) for cell in row) for row in (block.head, *block.rows)]
            return rows + ([line_text(block.caption)] if block.caption else [])
        case Figure():
            return [block.image.alt] + ([line_text(block.caption)] if block.caption else [])
        case Rule():
            return []
        case _:
            assert_never(block)
