"""A document as HTML: one flat match over its nodes, the only place where markup is made.

No `style` attribute is ever written, so that a strict content security policy holds.
"""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
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
    ListItem,
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
from generator.language.tables import word
from generator.plaintext import calc_text


@dataclass(frozen=True, slots=True)
class Dialect:
    """The few things in which the outputs differ; each function returns HTML, the plain strings are escaped already.

    *math* gets a formula and whether it is displayed. *image* gets a picture. *cross_reference* gets the link and the
    HTML of its text. *citation* gets the sources. *code* gets a block of code. *footnote* gets a label.
    *figure* gets the figure, the HTML of its picture and of its caption. *text* gets plain characters.
    *key_word* gets key words and their HTML. *columns* gets a table and returns its `<colgroup>`, if it wants one.
    *callout_name* gets a kind and returns its name for readers. *row_heads* says whether the first cell of each row of
    a table is the row's head; an empty cell above them is no head then. *label* gets the HTML of a column's head and
    returns what stands before each cell below it, where a narrow page shows rows one cell below the other; *table_class*
    gets a table. *fold* gets the HTML of a summary and of what it folds away. *paragraph* gives the class of a
    paragraph, if it has one.
    """

    math: Callable[[str, bool], str]
    image: Callable[[Image], str]
    cross_reference: Callable[[CrossReference, str], str]
    citation: Callable[[Citation], str]
    code: Callable[[CodeBlock], str]
    footnote: Callable[[str], str]
    figure: Callable[[Figure, str, str], str]
    callout_name: Callable[[str], str]
    text: Callable[[str], str] = escape
    key_word: Callable[[KeyWord, str], str] = lambda node, inner: f'<b class="key">{inner}</b>'
    columns: Callable[[Table], str] = lambda table: ""
    row_heads: Callable[[Table], bool] = lambda table: False
    label: Callable[[str], str] = lambda head: ""
    table_class: Callable[[Table], str] = lambda table: "scroll"
    fold: Callable[[str, str], str] = lambda summary, inner: f"<details><summary>{summary}</summary>{inner}</details>"
    paragraph: Callable[[Paragraph], str] = lambda paragraph: ""


def inlines_to_html(inlines: Inlines, dialect: Dialect) -> str:
    """Return a line of text as HTML."""
    return "".join(_inline(node, dialect) for node in inlines)


def blocks_to_html(blocks: Blocks, dialect: Dialect) -> str:
    """Return *blocks* as HTML, one element below the other."""
    return "".join(_block(block, dialect) for block in blocks)


def attribute(value: str) -> str:
    """Return *value* ready to stand between double quotes."""
    return escape(value, quote=True)


def unanswered(language: str) -> str:
    """Return the mark that stands where a card has no answer."""
    return f'<p class="missing">{word("no answer", language)}</p>'


def missing_picture(image: Image, language: str) -> str:
    """Return the plain words that stand where a picture is missing."""
    name = word("missing image", language)
    return word("join title", language).format(name, image.alt) if image.alt else name


def plain_figure(figure: Figure, picture: str, caption: str) -> str:
    """Return a figure whose caption carries no number."""
    return f"<figure>{picture}{f'<figcaption>{caption}</figcaption>' if caption else ''}</figure>"


def _inline(node: Inline, dialect: Dialect) -> str:
    match node:
        case Text():
            return dialect.text(node.text)
        case LineBreak():
            return "<br>"
        case Code():
            return f"<code>{escape(node.text)}</code>"
        case Math():
            return dialect.math(node.tex, False)
        case Emphasis():
            return f"<em>{inlines_to_html(node.children, dialect)}</em>"
        case Strong():
            return f"<strong>{inlines_to_html(node.children, dialect)}</strong>"
        case Strikeout():
            return f"<del>{inlines_to_html(node.children, dialect)}</del>"
        case KeyWord():
            return dialect.key_word(node, inlines_to_html(node.children, dialect))
        case MainPlace():
            return inlines_to_html(node.children, dialect)
        case Styled():
            return f"<{node.element}>{inlines_to_html(node.children, dialect)}</{node.element}>"
        case Link():
            return f'<a href="{attribute(node.url)}">{inlines_to_html(node.children, dialect)}</a>'
        case CrossReference():
            return dialect.cross_reference(node, inlines_to_html(node.children, dialect))
        case Anchor():
            return ""  # assembly has pointed its links at the card
        case Citation():
            return dialect.citation(node)
        case FootnoteReference():
            return dialect.footnote(node.label)
        case Image():
            return dialect.image(node)
        case Computed():
            return dialect.text(node.shown)
        case _:
            assert_never(node)


def _block(block: Block, dialect: Dialect) -> str:
    match block:
        case Paragraph():
            return f"<p{_class(dialect.paragraph(block))}>{inlines_to_html(block.children, dialect)}</p>"
        case SubHeading():
            name = f"h{block.level + 3}"
            place = f' id="{attribute(block.id)}"' if block.id else ""
            number = f'<span class="follow-up-number">{block.number}</span>' if block.number else ""
            return f"<{name}{place}>{number}{inlines_to_html(block.children, dialect)}</{name}>"
        case MathBlock():
            return f'<div class="math">{dialect.math(block.tex, True)}</div>'
        case CodeBlock():
            return dialect.code(block)
        case Calc():
            return f'<div class="calc">{"".join(_calc_line(line) for line in block.lines)}</div>'
        case BulletList():
            return f"<ul>{_items(block.items, dialect, tight=block.tight)}</ul>"
        case OrderedList():
            start = "" if block.start == 1 else f' start="{block.start}"'
            return f"<ol{start}>{_items(block.items, dialect, tight=block.tight)}</ol>"
        case Quote():
            return f"<blockquote>{blocks_to_html(block.blocks, dialect)}</blockquote>"
        case Callout():
            name = f'<p class="callout-name">{escape(dialect.callout_name(block.kind.key))}</p>'
            return f'<div class="callout {block.kind.key}">{name}{blocks_to_html(block.blocks, dialect)}</div>'
        case Details():
            summary = inlines_to_html(block.summary, dialect)
            return dialect.fold(summary, blocks_to_html(block.blocks, dialect))
        case Table():
            return _table(block, dialect)
        case Figure():
            picture, caption = dialect.image(block.image), inlines_to_html(block.caption, dialect)
            return dialect.figure(block, picture, caption)
        case Rule():
            return "<hr>"
        case _:
            assert_never(block)


def _calc_line(line: CalcLine) -> str:
    return f"<p>{escape(calc_text(line))}</p>"


def _items(items: tuple[ListItem, ...], dialect: Dialect, *, tight: bool) -> str:
    return "".join(f"<li>{_item(item, dialect, tight=tight)}</li>" for item in items)


def _item(item: ListItem, dialect: Dialect, *, tight: bool) -> str:
    task = "" if item.checked is None else f'<span class="task">{"☑" if item.checked else "☐"}</span> '
    if tight:
        return task + "".join(
            inlines_to_html(block.children, dialect) if isinstance(block, Paragraph) else _block(block, dialect)
            for block in item.blocks
        )
    return task + blocks_to_html(item.blocks, dialect)


def _table(table: Table, dialect: Dialect) -> str:
    heads = [inlines_to_html(cell, dialect) for cell in table.head]
    labels = ["", *(dialect.label(head) for head in heads[1:])]

    def row(cells: list[str], elements: list[str]) -> str:
        return "".join(
            f"<{element}{_class(align)}>{cell}</{element.partition(' ')[0]}>"
            for cell, align, element in zip(cells, table.alignments, elements, strict=True)
        )

    def labelled(cells: tuple[Inlines, ...]) -> list[str]:
        return [label + inlines_to_html(cell, dialect) for label, cell in zip(labels, cells, strict=True)]

    first = 'th scope="row"' if dialect.row_heads(table) else "td"
    others = len(table.alignments) - 1

    caption = f"<caption>{inlines_to_html(table.caption, dialect)}</caption>" if table.caption else ""
    elements = ["th" if head else "td" for head in heads]
    head = f"<thead><tr>{row(heads, elements)}</tr></thead>"
    body = "".join(f"<tr>{row(labelled(cells), [first, *['td'] * others])}</tr>" for cells in table.rows)
    name = dialect.table_class(table)
    return f'<div class="{name}"><table>{caption}{dialect.columns(table)}{head}<tbody>{body}</tbody></table></div>'


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""
