"""Blocks that belong together: a table and its caption, what stands in `<details>`, a named place and its text."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.document import Anchor, Block, Blocks, Details, Inlines, Paragraph, SubHeading, Table, Text
from generator.parse.reading import Reading

_CAPTION = "Table: "


@dataclass(frozen=True, slots=True)
class DetailsBegin:
    """Where `<details>` or its summary stands; *line* counts from 0."""

    summary: Inlines
    line: int
    summary_only: bool = False


@dataclass(frozen=True, slots=True)
class DetailsEnd:
    """Where `</details>` stands."""

    line: int


Piece = Block | DetailsBegin | DetailsEnd


def joined(reading: Reading, pieces: Sequence[Piece]) -> Blocks:
    """Return *pieces* that stand one below the other as blocks."""
    return _with_captions(_with_anchors(_fold(reading, pieces)))


def _fold(reading: Reading, pieces: Sequence[Piece]) -> list[Block]:
    """Put what stands between `<details>` and `</details>` into one block; what is left open ends here."""
    stack: list[tuple[DetailsBegin | None, list[Block]]] = [(None, [])]
    for piece in pieces:
        begin, blocks = stack[-1]
        if isinstance(piece, DetailsBegin):
            if piece.summary_only and begin is not None and not blocks and not begin.summary:
                stack[-1] = (replace(begin, summary=piece.summary), blocks)
            elif piece.summary_only:
                blocks.append(Paragraph(piece.summary, location=reading.at(piece.line)))
            else:
                stack.append((piece, []))
        elif isinstance(piece, DetailsEnd):
            if begin is None:
                reading.tell(piece.line, "raw-html", "'</details>' ends nothing and is left out; delete it")
            else:
                stack.pop()
                stack[-1][1].append(_details(reading, begin, blocks))
        else:
            blocks.append(piece)
    while len(stack) > 1:
        begin, blocks = stack.pop()
        if begin is not None:
            reading.tell(begin.line, "unclosed", "'<details>' ends with its card; write '</details>' after its text")
            stack[-1][1].append(_details(reading, begin, blocks))
    return stack[0][1]


def _details(reading: Reading, begin: DetailsBegin, blocks: list[Block]) -> Details:
    return Details(begin.summary, _with_captions(_with_anchors(blocks)), location=reading.at(begin.line))


def _with_anchors(blocks: list[Block]) -> list[Block]:
    """Return *blocks* with a paragraph of nothing but named places put at the head of the text after it."""
    result: list[Block] = []
    waiting: Inlines = ()
    for block in blocks:
        if isinstance(block, Paragraph) and all(isinstance(node, Anchor) for node in block.children):
            waiting += block.children
        elif waiting and isinstance(block, Paragraph | SubHeading):
            result.append(replace(block, children=waiting + block.children))
            waiting = ()
        else:
            result.append(block)
    if waiting:
        last = next(block for block in reversed(blocks) if isinstance(block, Paragraph))
        result.append(Paragraph(waiting, location=last.location))
    return result


def _with_captions(blocks: list[Block]) -> Blocks:
    """Return *blocks* with each paragraph `Table: …` made the caption of the table before it, or after it."""
    result: list[Block] = []
    waiting: Paragraph | None = None
    for block in blocks:
        caption = _caption(block)
        if waiting is not None:
            if isinstance(block, Table):
                block = replace(block, caption=_caption(waiting) or ())
            else:
                result.append(waiting)
            waiting = None
        if caption is None or not isinstance(block, Paragraph):
            result.append(block)
        elif result and isinstance(result[-1], Table) and not result[-1].caption:
            result[-1] = replace(result[-1], caption=caption)
        else:
            waiting = block
    return (*result, waiting) if waiting is not None else tuple(result)


def _caption(block: Block) -> Inlines | None:
    """Return the text of a caption without its label, or None if *block* is none."""
    if not isinstance(block, Paragraph) or not block.children:
        return None
    first = block.children[0]
    if not isinstance(first, Text) or not first.text.startswith(_CAPTION):
        return None
    rest = first.text.removeprefix(_CAPTION).lstrip()
    return ((Text(rest),) if rest else ()) + block.children[1:]
