"""Pictures as part of the page: `data:` addresses."""

import base64
import re
from html import escape
from typing import Final

from generator.document import Image
from generator.model import Asset, Book
from generator.render.html import attribute, missing_picture

_SPOKEN: Final = re.compile(r"<(title|desc)\b[^>]*>.*?</\1>\s*", re.DOTALL)
_SPECIAL: Final = re.compile(r'[%#"&<>\t\n\r]')
_TAG: Final = re.compile(r"<[a-z][^<>']*>")
_BREAK: Final = re.compile(r">\s*\n\s*<")
_LARGE: Final = re.compile(r'viewBox="0 0 [1-9]\d\d')
_PLACE: Final = re.compile(r" (?:[xy][12]?|width|height|c[xy]|d|points)='[^']*'")
_FRACTION: Final = re.compile(r"(\d\.\d)\d+(?![\d.e])")
_ROLE: Final = re.compile(r' (?:role|aria-labelledby)="[^"]*"')


def picture(image: Image, book: Book) -> str:
    """Return *image* as an `<img>` that needs no file, or a visible mark with its words if it is missing."""
    asset = book.assets.get(image.source) if image.source else None
    if asset is None:
        return f'<span class="missing">{escape(missing_picture(image, book.edition.language))}</span>'
    kind = "drawing" if asset.media_type == "image/svg+xml" else "photo"
    size = f' width="{asset.width}" height="{asset.height}"' if asset.width and asset.height else ""
    return f'<img class="{kind}" src="{data_address(asset)}" alt="{attribute(image.alt)}"{size} decoding="async">'


def data_address(asset: Asset) -> str:
    """Return the bytes of *asset* as an address, ready to stand between double quotes.

    A drawing stays text: a third smaller than in base64, half when the page is compressed. Its title and description
    are left out: of a picture in a page only `alt` is spoken.
    """
    if asset.media_type == "image/svg+xml":
        try:
            text = asset.data.decode("utf-8")
        except UnicodeDecodeError:
            pass  # an SVG may be in another encoding, and says so itself
        else:
            return f"data:image/svg+xml,{_SPECIAL.sub(_encoded, _compact(text))}"
    return f"data:{asset.media_type};base64,{base64.b64encode(asset.data).decode('ascii')}"


def _compact(drawing: str) -> str:
    """Return *drawing* without what nobody sees in a picture, and with the quotes that need no escape in a page.

    In a drawing of hundreds of units a tenth of one is as near as anybody sees.
    """
    shorter = _SPOKEN.sub("", drawing)
    if "xml:space" not in shorter and "white-space" not in shorter:
        shorter = _BREAK.sub("><", shorter)
    shorter = _TAG.sub(lambda tag: _ROLE.sub("", tag[0]).replace('"', "'"), shorter)
    if not _LARGE.search(drawing):
        return shorter
    return _PLACE.sub(lambda place: _FRACTION.sub(r"\1", place[0]), shorter)


def _encoded(match: re.Match[str]) -> str:
    return f"%{ord(match[0]):02X}"
