"""Ends of pages mended: figures and tables moved where they would leave a hole, no code parted behind a colon.

WeasyPrint 70.0 has no floats of pages. A figure too high for what is left of a page opens the next one; if that leaves
the page emptier than three quarters, the paragraphs behind the figure are set before it, as many as fill the page. If
nothing behind it may pass, the figure goes before the last paragraphs of the page, where it has room. Then both pages
are made again: those before them stay, as WeasyPrint itself keeps them where only a number of pages changes.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise, zip_longest
from typing import Any, Final

from weasyprint.formatting_structure import boxes

FULL: Final = 0.75
"""How much of a page is filled at least, where a figure can be moved."""

_BREAKABLE: Final = ("p", "ul", "ol")
_PASSABLE: Final = (*_BREAKABLE, "div", "blockquote", "pre")
"""What a figure may pass: text, formulas, tables, callouts and code, but no heading."""

_FIXED: Final = {"card-head", "short", "footnotes", "sources"}
"""Classes of what keeps its place in a card: its question and short answer first, notes and sources last."""

# An untyped library: documents, boxes and elements are whatever WeasyPrint makes them.
Box = Any
Pages = Callable[[Any, Box, Any, list[Box]], Iterator[Box]]
"""`make_all_pages` of WeasyPrint: context, box of the root, HTML and pages made before, to pages without margins."""


def with_mended_ends(usual: Pages) -> Pages:
    """Return *usual* such that the end of each page is mended, see above; a figure is moved once at most."""

    def make_all_pages(context: Any, root: Box, html: Any, pages: list[Box]) -> Iterator[Box]:
        mended: set[tuple[int, int]] = set()
        while True:
            made: list[Box] = []
            for page in usual(context, root, html, pages):
                made.append(page)
                if len(made) > 1 and _mended(root, made[-2], made[-1], mended):
                    break
            else:
                yield from made
                return
            pages = made[:-2]
            _make_again_from(context, len(pages))

    make_all_pages.__wrapped__ = usual  # type: ignore[attr-defined]  # says that this is done, see `patches.py`
    return make_all_pages


def _make_again_from(context: Any, place: int) -> None:
    """Let WeasyPrint forget what it knows of the page at *place*, which counts from 0, and of those behind it."""
    del context.page_maker[place + 1 :]
    context.page_maker[place][-1]["content_changed"] = True


def _mended(root: Box, before: Box, after: Box, mended: set[tuple[int, int]]) -> bool:
    """Return whether something was done in the tree of *root* about how the page *before* ends and *after* begins.

    Each time it is among those *mended*, so that it is done once.
    """
    opening = _opening(after)
    if opening is None:
        return False
    mend = _take_over_a_line if opening[1].element_tag == "pre" else _fill
    return mend(root, before, *opening, mended)


def _fill(root: Box, before: Box, parent: Box, first: Box, mended: set[tuple[int, int]]) -> bool:
    """Return whether there is a hole in the page *before* and it is filled: *first* of *parent* opens the next page."""
    room = before.content_box_y() + before.height - foot_of(before)
    most, key = (1 - FULL) * before.height, (id(first.element), 0)
    if room <= most or key in mended or not _is_float(first) or _began_on(before, first):
        return False
    passed, left = _passed(parent, room)
    raised = _raised(_ending(before, parent.element), first, room) if left > most else 0
    if not passed and not raised:
        return False
    mended.add(key)
    _move(root, first, -raised or passed)
    return True


def _take_over_a_line(root: Box, before: Box, parent: Box, first: Box, mended: set[tuple[int, int]]) -> bool:
    """Return whether the block of code *first* went on behind a line with a colon, and now takes that line with it."""
    lines = [box for box in before.descendants() if isinstance(box, boxes.LineBox)]
    key = id(first.element), len(first.children)
    if not _began_on(before, first) or key in mended or not _text_of(lines[-1]).endswith(":"):
        return False
    mended.add(key)
    code = next(box for box in root.descendants() if box.element is first.element and box.element_tag == "pre")
    code.style["widows"] = len(first.children) + 1
    return True


def _text_of(line: Box) -> str:
    return "".join(box.text for box in line.descendants() if isinstance(box, boxes.TextBox)).rstrip()


def _began_on(page: Box, box: Box) -> bool:
    return any(other.element is box.element for other in page.descendants())


def _move(root: Box, moved: Box, steps: int) -> None:
    """Put what *moved* was laid out from behind as many boxes as *steps* says; before them if it is negative."""
    for parent in root.descendants():
        for place, box in enumerate(getattr(parent, "children", ())):
            if box.element is moved.element and box.element_tag == moved.element_tag:
                children = [*parent.children]
                children.insert(place + steps, children.pop(place))
                parent.children = children
                return


def foot_of(page: Box) -> float:
    """Return how far down the text of *page* reaches, in pixels from the upper edge of the paper."""
    text = page.children[0]  # behind it come the boxes in the margins
    lines = (box for box in text.descendants() if isinstance(box, boxes.LineBox | boxes.ReplacedBox))
    return max((float(box.position_y + box.height) for box in lines), default=float(page.content_box_y()))


def _opening(page: Box) -> tuple[Box, Box] | None:
    """Return the block that opens *page*, behind what holds it."""
    parent = page
    while isinstance(parent, boxes.ParentBox) and parent.children:
        first = parent.children[0]
        if first.element_tag not in ("html", "body", "section"):
            return parent, first
        parent = first
    return None


def _ending(page: Box, element: Any) -> tuple[Box, ...]:
    """Return what of the children of *element* stands on *page*, without one that may have begun before."""
    here = (box for box in page.descendants() if box.element is element and isinstance(box, boxes.BlockBox))
    return next((tuple(box.children[1:]) for box in here), ())


def _passed(parent: Box, room: float) -> tuple[int, float]:
    """Return how many boxes behind the one that opens *parent* go into the *room* on the page before, and what is left."""
    best, first = (0, room), parent.children[0]
    for count, (box, following) in enumerate(zip_longest(parent.children[1:], parent.children[2:]), start=1):
        height = float(box.margin_height())
        if not _passes(box, first) or (height > room and box.element_tag not in _BREAKABLE):
            break
        room -= height
        if following is None or not _holds(box, following):
            best = count, room
        if room <= 0:
            break
    return best


def _raised(ending: tuple[Box, ...], moved: Box, room: float) -> int:
    """Return before how many of the boxes that end the page before *moved* must stand to fit into the *room*; 0 if none."""
    missing = float(moved.margin_height()) - room
    for count, (box, above) in enumerate(pairwise(reversed(ending)), start=1):
        if not _passes(box, moved):
            break
        missing -= float(box.margin_height())
        if missing <= 0 and not _holds(above, box):
            return count
    return 0


def _is_float(box: Box) -> bool:
    """Return whether *box* is a figure or a table: what has a number and a title can stand a little apart."""
    return box.element_tag == "figure" or "scroll" in _classes(box)


def _passes(box: Box, other: Box) -> bool:
    """Return whether *box* and the figure or table *other* may change places; figures keep their order, and tables do."""
    if box.element_tag not in _PASSABLE or _FIXED.intersection(_classes(box)):
        return False
    return not (_is_float(box) and box.element_tag == other.element_tag)


def _holds(box: Box, following: Box) -> bool:
    """Return whether *box* may not be parted from what is *following* it."""
    return "lead" in _classes(box) or (box.element_tag == "p" and "math" in _classes(following))


def _classes(box: Box) -> list[str]:
    return (box.element.get("class") or "").split()
