"""A paragraph's text as blocks: most often a paragraph, but it may be a figure, or hold displayed formulas."""

import re

from generator.document import Block, Figure, Math, MathBlock, Paragraph
from generator.parse.folding import folded
from generator.parse.inlines import freeze, image_of, read_inlines, read_tree
from generator.parse.leaves import Leaf, Run
from generator.parse.reading import Reading
from generator.parse.rules.html import is_bare_wrapper
from generator.parse.tree import Branch

_CONTENTS_MARK = re.compile(r"\[toc\]|\[\[_?toc_?\]\]|@\[toc\](?:\(.*\))?", re.IGNORECASE)
_ITEM = re.compile(r"(?:\d{1,2}、|（\d{1,2}）|[①-⑳])")
"""Numbers that begin lines as those of a list would."""

_PUNCTUATION = re.compile(r"[\s。，；：、！？.,;:!?]*")

Nodes = list[Branch | Leaf]


def read_paragraph(reading: Reading, source: str, line: int) -> list[Block]:
    """Return what the paragraph *source*, whose first line is *line* (counted from 0), stands for."""
    if _CONTENTS_MARK.fullmatch(source.strip()):
        reading.tell(line, "foreign-mark", f"'{source.strip()}' is left out, as contents are made anyway; delete it")
        return []
    numbers = [match[0] for match in map(_ITEM.match, source.split("\n")) if match]
    if len(numbers) > 1:
        message = f"lines that begin with '{numbers[0]}', '{numbers[1]}' run together; begin them with '1. ', '2. '"
        reading.tell(line, "left-over", message)
    run, root = read_tree(reading, source, line)
    blocks: list[Block] = []
    for part, formula in _parts(root.children):
        blocks += _text(run, part)
        if formula is not None and isinstance(formula.node, Math):
            blocks.append(MathBlock(formula.node.tex, location=formula.node.location))
    return blocks


def _text(run: Run, part: Nodes) -> list[Block]:
    """Return the paragraph or the figure that *part* is, or nothing where it shows nothing."""
    sole = _sole_leaf(part)
    if sole and (found := image_of(run, sole)):
        image, title = found
        caption = read_inlines(run.reading, title, image.location.line - 1)
        return [Figure(image, caption, location=image.location)]
    children = freeze(run, part)
    return [Paragraph(children, location=run.reading.at(_first_line(part, run.line)))] if children else []


def _sole_leaf(part: Nodes) -> Leaf | None:
    """Return the one thing that *part* shows, if it is no more, and no mark but a wrapping tag is around it."""
    shown = [child for child in part if not isinstance(child, Leaf) or child.token or child.node or _shows(child)]
    if len(shown) != 1:
        return None
    only = shown[0]
    if isinstance(only, Branch):
        return _sole_leaf(only.children) if only.token and is_bare_wrapper(only.token) else None
    return only


def _shows(leaf: Leaf) -> bool:
    return bool(folded(leaf.text).strip())


def _first_line(shown: Nodes, otherwise: int) -> int:
    """Return the line, counted from 0, of the first leaf that shows something."""
    for child in shown:
        if isinstance(child, Branch):
            line = _first_line(child.children, -1)
            if line >= 0:
                return line
        elif child.token or _shows(child):
            return child.line
    return otherwise


def _parts(children: Nodes) -> list[tuple[Nodes, Leaf | None]]:
    """Return the text before each displayed formula, with the formula, and last the text after them."""
    parts: list[tuple[Nodes, Leaf | None]] = []
    part: Nodes = []
    for index, child in enumerate(children):
        if isinstance(child, Leaf) and child.display and not _is_punctuation_only(children[index + 1 : index + 2]):
            parts.append((part, child))
            part = []
        else:
            part.append(child)
    return [*parts, (part, None)]


def _is_punctuation_only(after: Nodes) -> bool:
    """Return whether a lone full stop would be left after a formula; then it stays in its line."""
    if not after or not isinstance(after[0], Leaf):
        return False
    text = after[0].text.strip()
    return bool(text) and bool(_PUNCTUATION.fullmatch(text))
