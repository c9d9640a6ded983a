"""A checker of tagged PDF: content, structure tree, annotations, destinations and outline agree with each other.

Written from ISO 32000-1, 14.7 and 14.8; it found every fault that was planted in it, see `test_tagged.py`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary

from tests.render.handbook.reading import leaves

_MARK = re.compile(rb"<</MCID (\d+)>>\s+BDC|\bB[DM]C\b|\bEMC\b")
_CATALOGUE = ("/Lang", "/MarkInfo", "/ViewerPreferences", "/Metadata", "/PageLabels")
Objgen = tuple[int, int]


@dataclass(slots=True)
class _Tree:
    """What a walk through the structure tree finds."""

    elements: set[Objgen] = field(default_factory=set)
    contents: dict[tuple[Objgen, int], Objgen] = field(default_factory=dict)
    annotations: dict[Objgen, Objgen] = field(default_factory=dict)
    identifiers: dict[str, Objgen] = field(default_factory=dict)
    headers: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def faults_of(pdf: pikepdf.Pdf) -> list[str]:
    """Return what is wrong with the tags of *pdf*; nothing if all agrees."""
    root = pdf.Root
    tree = _walk(root.StructTreeRoot)
    faults = [*tree.faults, *(f"the catalogue lacks {name}" for name in _CATALOGUE if name not in root)]
    if b"pdfuaid" not in root.Metadata.read_bytes():
        faults.append("the metadata does not claim PDF/UA")
    faults += [f"cell refers to unknown head {name}" for name in tree.headers if name not in tree.identifiers]
    names = leaves(root.StructTreeRoot.get("/IDTree", Dictionary()), "/Names")
    listed = {str(names[place]): names[place + 1].objgen for place in range(0, len(names), 2)}
    if listed != tree.identifiers:
        faults.append("the tree of identifiers differs from the identifiers")
    numbers = leaves(root.StructTreeRoot.ParentTree, "/Nums")
    parents = {int(numbers[place]): numbers[place + 1] for place in range(0, len(numbers), 2)}
    if sorted(parents) != [int(key) for key in numbers[::2]]:
        faults.append("the parent tree is out of order")
    faults += _page_faults(pdf, tree, parents)
    return [*faults, *_target_faults(pdf)]


def _walk(root: Any) -> _Tree:
    tree = _Tree()
    stack = [(root.K[0], root)]
    if len(root.K) != 1 or root.K[0].S != "/Document":
        tree.faults.append("the tree is not one document")
    while stack:
        element, parent = stack.pop()
        if element.objgen in tree.elements:
            tree.faults.append(f"{element.S} is in the tree twice")
            continue
        tree.elements.add(element.objgen)
        if element.P.objgen != parent.objgen:
            tree.faults.append(f"{element.S} names another parent")
        if element.S == "/Figure" and not str(element.get("/Alt", "")):
            tree.faults.append("a figure has no alternative text")
        if "/ID" in element:
            tree.identifiers[str(element.ID)] = element.objgen
        attributes = element.get("/A")
        if isinstance(attributes, Dictionary):
            tree.headers += [str(name) for name in attributes.get("/Headers", ())]
        stack += [(kid, element) for kid in _kids(element, tree)]
    return tree


def _kids(element: Any, tree: _Tree) -> Iterator[Any]:
    kids = element.get("/K", Array())
    for kid in kids if isinstance(kids, Array) else [kids]:
        if isinstance(kid, int):
            key = (element.Pg.objgen, int(kid))
            if key in tree.contents:
                tree.faults.append("a piece of content belongs to two elements")
            tree.contents[key] = element.objgen
        elif kid.get("/Type") == "/OBJR":
            tree.annotations[kid.Obj.objgen] = element.objgen
        else:
            yield kid


def _page_faults(pdf: pikepdf.Pdf, tree: _Tree, parents: dict[int, Any]) -> Iterator[str]:
    used: set[int] = set()
    for place, page in enumerate(pdf.pages):
        key = int(page.obj.get("/StructParents", -1))
        if key not in parents or key in used:
            yield f"page {place}: no row in the parent tree"
            continue
        used.add(key)
        yield from (f"page {place}: {fault}" for fault in _content_faults(page, parents[key], tree))
        for annotation in page.obj.get("/Annots", ()):
            number = int(annotation.get("/StructParent", -1))
            owner = parents.get(number)
            used.add(number)
            if owner is None or tree.annotations.get(annotation.objgen) != owner.objgen:
                yield f"page {place}: a link belongs to no element"
            if not str(annotation.get("/Contents", "")) and "/A" not in annotation:
                yield f"page {place}: a link has no description"
            if not int(annotation.get("/F", 0)) & 4:
                yield f"page {place}: a link does not print"
    if set(parents) - used:
        yield "the parent tree has rows that nothing uses"


def _content_faults(page: Any, row: Any, tree: _Tree) -> Iterator[str]:
    depth, found = 0, []
    for match in _MARK.finditer(page.obj.Contents.read_bytes()):
        if match[0] == b"EMC":
            depth -= 1
            continue
        depth += 1
        if match[1] is not None:
            found.append(int(match[1]))
            if depth != 1:
                yield "marked content inside marked content"
    if depth:
        yield "marks are not balanced"
    if len(found) != len(set(found)):
        yield "a mark is used twice"
    for mark in found:
        owner = row[mark] if mark < len(row) else None
        if owner is None or tree.contents.get((page.obj.objgen, mark)) != owner.objgen:
            yield f"content {mark} belongs to no element"
    missing = {mark for where, mark in tree.contents if where == page.obj.objgen} - set(found)
    yield from (f"element has content {mark}, which is not there" for mark in sorted(missing))


def _target_faults(pdf: pikepdf.Pdf) -> Iterator[str]:
    pages = {page.obj.objgen: place for place, page in enumerate(pdf.pages)}
    names = leaves(pdf.Root.Names.Dests, "/Names")
    known = {str(name) for name in names[::2]}
    if list(names[::2]) != sorted(names[::2], key=bytes):
        yield "destinations are out of order"
    yield from ("a destination has no page" for target in names[1::2] if target[0].objgen not in pages)
    for page in pdf.pages:
        for annotation in page.obj.get("/Annots", ()):
            if "/Dest" in annotation and str(annotation.Dest) not in known:
                yield f"a link leads to unknown {annotation.Dest}"
    last = -1
    with pdf.open_outline() as outline:
        stack = list(outline.root)
        while stack:
            line = stack.pop(0)
            target: Any = line.destination
            here = pages[target[0].objgen]
            if here < last:
                yield f"the outline goes back at {line.title}"
            last = here
            stack = [*line.children, *stack]
