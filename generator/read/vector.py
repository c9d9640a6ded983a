"""SVG pictures, cut down to what draws: no script, no reference to anything outside the file."""

import re
from dataclasses import dataclass
from xml.etree import ElementTree

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_ELEMENTS = frozenset(
    [
        "svg",
        "g",
        "defs",
        "symbol",
        "use",
        "path",
        "rect",
        "circle",
        "ellipse",
        "line",
        "polyline",
        "polygon",
        "text",
        "tspan",
        "textPath",
        "title",
        "desc",
        "marker",
        "pattern",
        "clipPath",
        "mask",
        "linearGradient",
        "radialGradient",
        "stop",
        "image",
        "switch",
        "filter",
        "feGaussianBlur",
        "feOffset",
        "feBlend",
        "feFlood",
        "feComposite",
        "feMerge",
        "feMergeNode",
        "feColorMatrix",
    ]
)
_OUTSIDE = re.compile(r"url\(\s*['\"]?(?!#)|@import|expression\(|javascript:", re.IGNORECASE)
_INLINE_RASTER = re.compile(r"data:image/(png|jpeg|gif);base64,")


@dataclass(frozen=True, slots=True)
class Vector:
    """A safe SVG, its size in pixels, and the kinds of parts that were left out."""

    data: bytes
    width: int
    height: int
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnsafeVector:
    """Why an SVG can't be used, as the end of a message."""

    reason: str


def cleaned_vector(data: bytes) -> Vector | UnsafeVector:
    """Return an SVG with only the elements and attributes that draw, in canonical bytes."""
    if b"<!DOCTYPE" in data[:2000] or b"<!ENTITY" in data:
        data = re.sub(rb"<!DOCTYPE[^\[>]*>", b"", data, count=1)
        if b"<!DOCTYPE" in data or b"<!ENTITY" in data:  # entities can grow without bound or read files
            return UnsafeVector("defines entities; save it as plain SVG")
    try:
        root = ElementTree.fromstring(data)  # entities are refused above
    except ElementTree.ParseError as error:
        return UnsafeVector(f"is not well-formed SVG ({error}); save it anew")
    if root.tag != f"{{{_SVG}}}svg":
        return UnsafeVector("has no <svg> root in the SVG namespace; save it anew")
    removed: dict[str, None] = {}
    _clean(root, removed)
    width, height = _size(root)
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", _XLINK)
    return Vector(ElementTree.tostring(root, encoding="utf-8"), width, height, tuple(removed))


def _clean(element: ElementTree.Element, removed: dict[str, None]) -> None:
    for name, value in list(element.attrib.items()):
        if fault := _attribute_fault(name, value):
            del element.attrib[name]
            removed[fault] = None
    for child in list(element):
        space, _, name = child.tag.rpartition("}")
        if name == "style" and not _OUTSIDE.search("".join(child.itertext())) and space == f"{{{_SVG}":
            continue
        if space != f"{{{_SVG}" or name not in _ELEMENTS:
            element.remove(child)  # its tail is text between elements: nothing that draws
            if space in (f"{{{_SVG}", "") and name != "metadata":
                removed[f"<{name}>"] = None
        else:
            _clean(child, removed)


def _attribute_fault(name: str, value: str) -> str:
    """Return what is wrong with an attribute, or nothing; those of foreign namespaces go without a word."""
    _, _, local = name.rpartition("}")
    if local.lower().startswith("on"):
        return f"'{local}'"
    if local == "href":
        return "" if value.startswith("#") or _INLINE_RASTER.match(value) else "an outside reference"
    if _OUTSIDE.search(value):
        return "an outside reference"
    return ""


def _size(root: ElementTree.Element) -> tuple[int, int]:
    box = re.findall(r"-?[\d.]+", root.get("viewBox", ""))
    known = [_pixels(root.get("width", "")), _pixels(root.get("height", ""))]
    if len(box) == 4:
        wide, high = float(box[2]), float(box[3])
        if known[0] and not known[1]:
            return known[0], round(known[0] * high / wide) if wide else 0
        return known[0] or round(wide), known[1] or round(high)
    return known[0] or 300, known[1] or 150


def _pixels(length: str) -> int:
    match = re.fullmatch(r"([\d.]+)(px)?", length.strip())
    return round(float(match[1])) if match else 0
