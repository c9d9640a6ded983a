"""SVG pictures, cut down to what draws: no script, no reference to anything outside the file."""

import base64
import io
import re
from dataclasses import dataclass
from xml.etree import ElementTree

from generator.read.encoding import decode
from generator.read.raster import UnfitRaster, cleaned_raster

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
_OUTSIDE = re.compile(
    r"url\(\s*['\"]?(?!#)|@import|expression\(|javascript:|\\|image(?:-set)?\(|src\(|@font-face", re.IGNORECASE
)
"""What reaches out of a style; a backslash could spell any of it."""

_IMPORT = re.compile(r"@import\b[^;{}]*;?", re.IGNORECASE)

_WIDEST = 20_000
_DEEPEST = 200
_MOST_ELEMENTS = 100_000
_REFERENCE = re.compile(r"#([\w.:-]+)")
_BROKEN = "data:"
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
    text = _decoded(data)
    if text is None:
        return UnsafeVector("is in no known encoding; save it as UTF-8")
    text = re.sub(r"<!DOCTYPE[^\[>]*>", "", text, count=1)
    if "<!DOCTYPE" in text or "<!ENTITY" in text:  # entities can grow without bound or read files
        return UnsafeVector("defines entities; save it as plain SVG")
    try:
        root = _parsed(text)
    except (ElementTree.ParseError, ValueError) as error:
        return UnsafeVector(f"is not well-formed SVG ({error}); save it anew")
    if root is None:
        return UnsafeVector("is nested too deeply or has too many elements; simplify it, or save it as PNG")
    if root.tag != f"{{{_SVG}}}svg":
        return UnsafeVector("has no <svg> root in the SVG namespace; save it anew")
    removed: dict[str, None] = {}
    _clean(root, removed)
    if _weight(root) > _MOST_ELEMENTS:
        return UnsafeVector("uses its own parts too many times over; simplify it, or save it as PNG")
    width, height = _size(root)
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", _XLINK)
    return Vector(ElementTree.tostring(root, encoding="utf-8"), width, height, tuple(removed))


def _decoded(data: bytes) -> str | None:
    """Return the text of an XML file without its declaration, in the encoding that this or its first bytes name."""
    text = decode(data)
    declared = re.match(rb"\s*<\?xml[^>]*?encoding\s*=\s*[\"']([\w.-]+)", data)
    if not isinstance(text, str) and declared:
        try:
            text = data.decode(declared[1].decode("ascii"))
        except (LookupError, ValueError):  # no such encoding, none for text, or not in it
            return None
    return re.sub(r"^\s*<\?xml[^>]*\?>", "", text) if isinstance(text, str) else None


def _parsed(text: str) -> ElementTree.Element | None:
    """Return the root of *text*, in which no entities are defined, or None if it goes too deep or on too long."""
    depth = count = 0
    root: ElementTree.Element | None = None
    for event, element in ElementTree.iterparse(io.BytesIO(text.encode()), ("start", "end")):  # reads on as it goes
        root = element if root is None else root
        depth += 1 if event == "start" else -1
        count += event == "start"
        if depth > _DEEPEST or count > _MOST_ELEMENTS:
            return None
    return root


def _weight(root: ElementTree.Element) -> int:
    """Return how many elements are drawn, counting each as often as others refer to it, up to `_MOST_ELEMENTS` or so."""
    named = {element.get("id"): element for element in root.iter() if element.get("id")}
    known: dict[ElementTree.Element, int] = {}

    def weight(element: ElementTree.Element, above: int) -> int:
        if above > _DEEPEST:  # a circle, or as good as one
            return _MOST_ELEMENTS + 1
        if element not in known:
            targets = [
                named[name] for value in element.attrib.values() for name in _REFERENCE.findall(value) if name in named
            ]
            known[element] = min(_MOST_ELEMENTS + 1, 1 + sum(weight(part, above + 1) for part in [*element, *targets]))
        return known[element]

    return weight(root, 0)


_POINTING = ("image", "use", "feImage")


def _clean(element: ElementTree.Element, removed: dict[str, None]) -> None:
    for name, value in list(element.attrib.items()):
        if name.rpartition("}")[2] == "href" and _INLINE_RASTER.match(value):
            value = element.attrib[name] = _cleaned_raster(value)
        if fault := _attribute_fault(name, value):
            del element.attrib[name]
            removed[fault] = None
    for child in list(element):
        space, _, name = child.tag.rpartition("}")
        if name == "style" and _IMPORT.search(child.text or "") and space == f"{{{_SVG}":
            child.text = _IMPORT.sub("", child.text or "")
            removed["@import"] = None
        if name == "style" and not _OUTSIDE.search("".join(child.itertext())) and space == f"{{{_SVG}":
            continue
        if space != f"{{{_SVG}" or name not in _ELEMENTS:
            element.remove(child)  # its tail is text between elements: nothing that draws
            if space in (f"{{{_SVG}", "") and name != "metadata":
                removed[_told(name, "".join(child.itertext()))] = None
        else:
            _clean(child, removed)
            if name in _POINTING and not any(key.rpartition("}")[2] == "href" for key in child.attrib):
                element.remove(child)  # it showed what was left out, and WeasyPrint would stumble over it


def _told(name: str, text: str) -> str:
    """Return how an element that is left out is told of: what one of HTML says, as drawing programs write it, is lost."""
    words = " ".join(text.split())
    if name != "foreignObject" or not words:
        return f"<{name}>"
    return f"<foreignObject> with the words '{words if len(words) <= 40 else f'{words[:40]}…'}'"


def _cleaned_raster(address: str) -> str:
    """Return the `data:` address of a picture as it ships, or one that leads nowhere if it is no picture."""
    try:
        raster = cleaned_raster(base64.b64decode(address.partition(",")[2]))
    except ValueError:
        return _BROKEN
    if isinstance(raster, UnfitRaster):
        return _BROKEN
    return f"data:{raster.media_type};base64,{base64.b64encode(raster.data).decode('ascii')}"


def _attribute_fault(name: str, value: str) -> str:
    """Return what is wrong with an attribute, or nothing; those of foreign namespaces go without a word."""
    _, _, local = name.rpartition("}")
    if local.lower().startswith("on"):
        return f"'{local}'"
    if value == _BROKEN:
        return "a broken picture"
    if local == "href":
        return "" if value.startswith("#") or _INLINE_RASTER.match(value) else "an outside reference"
    if _OUTSIDE.search(value):
        return "an outside reference"
    return ""


def _size(root: ElementTree.Element) -> tuple[int, int]:
    box = [_pixels(part) for part in re.split(r"[\s,]+", root.get("viewBox", "").strip())]
    known = [_pixels(root.get("width", "")), _pixels(root.get("height", ""))]
    if len(box) == 4:
        wide, high = box[2:]
        if known[0] and not known[1]:
            return known[0], round(known[0] * high / wide) if wide else 0
        return known[0] or wide, known[1] or high
    return known[0] or 300, known[1] or 150


def _pixels(length: str) -> int:
    """Return a length in whole pixels, 0 if it is relative, negative or beyond reason."""
    match = re.fullmatch(r"(\+?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,2})?)(?:px)?", length.strip())
    return round(float(match[1])) if match and float(match[1]) < _WIDEST else 0
