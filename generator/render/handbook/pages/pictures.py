"""Pictures as the handbook prints them: drawings lettered in the book's own faces."""

import re
from collections.abc import Iterable
from typing import Final

from generator.model import Asset, Book

_TAG: Final = re.compile(rb"<[A-Za-z][^>]*>")
_FAMILY: Final = re.compile(rb"\s+font-family\s*=\s*(\"[^\"]*\"|'[^']*')")
_WEIGHT: Final = re.compile(rb"\s+font-weight\s*=\s*(\"[^\"]*\"|'[^']*')")
_STYLED: Final = re.compile(rb"font-(?:family|weight)\s*:[^;\"']*;?")
_HEAVY: Final = re.compile(rb"bold|[6-9]00")
_COLOUR: Final = re.compile(rb"#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b")
_REST: Final = b"Book Signs,Book Rare,Book Symbols"
_USED: Final = re.compile(r'src="asset:([^"]+)"')


def pictures_of(html: str, book: Book, *, greys: bool = False) -> dict[str, bytes]:
    """Return the pictures that *html* shows, by their address; *greys* takes the colours out of drawings."""
    names = set(_USED.findall(html))
    return {f"asset:{asset.name}": printable(asset.data, greys=greys) for asset in _assets(book) if asset.name in names}


def printable(data: bytes, *, greys: bool = False) -> bytes:
    """Return a picture with the typefaces of its texts replaced by the book's; other than SVG, as it is."""
    if b"<svg" not in data[:2000]:
        return data
    lettered = _TAG.sub(lambda match: _lettered(match[0]), data)
    return _COLOUR.sub(_grey, lettered) if greys else lettered


def letters(book: Book) -> frozenset[str]:
    """Return the characters in the book's drawings."""
    return frozenset("".join(asset.data.decode("utf-8") for asset in _assets(book) if b"<svg" in asset.data[:2000]))


def _assets(book: Book) -> Iterable[Asset]:
    return {asset.name: asset for asset in book.assets.values()}.values()


def _grey(match: re.Match[bytes]) -> bytes:
    """Return the grey that is as light as a colour, by the weights of ITU-R BT.709."""
    digits = match[1].decode()
    pairs = [digit * 2 for digit in digits] if len(digits) == 3 else [digits[:2], digits[2:4], digits[4:]]
    red, green, blue = (int(pair, 16) for pair in pairs)
    return b"#%02x%02x%02x" % ((round(0.2126 * red + 0.7152 * green + 0.0722 * blue),) * 3)


def _lettered(tag: bytes) -> bytes:
    family, weight = _FAMILY.search(tag), _WEIGHT.search(tag)
    if family is None and weight is None:
        return _STYLED.sub(b"", tag)
    heavy = weight is not None and _HEAVY.search(weight[1]) is not None
    bare = _STYLED.sub(b"", _WEIGHT.sub(b"", _FAMILY.sub(b"", tag)))
    name = re.match(rb"<[\w:-]+", bare)
    end = name.end() if name else 1
    return bare[:end] + b' font-family="%s,%s"' % (b"Book Bold" if heavy else b"Book Sans", _REST) + bare[end:]
