"""The pictures that a text names: read from inside the source folder only, made safe to ship."""

import base64
import binascii
import hashlib
import io
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from PIL import Image, UnidentifiedImageError

from generator.model import Asset
from generator.read.vector import UnsafeVector, cleaned_vector

_FORMATS = {"PNG": ("png", "image/png"), "JPEG": ("jpg", "image/jpeg"), "GIF": ("gif", "image/gif")}
_LONGEST_SIDE = 2000
"""Pixels: enough for 170 mm at 300 dpi; phones show less."""

_MOST_PIXELS = 100_000_000
_MOST_BYTES = 50_000_000
"""A picture with more is refused before it is decoded."""

Image.MAX_IMAGE_PIXELS = None
"""Pillow would warn of what is refused here, in words that an author can use."""

_DATA_URL = re.compile(r"data:image/(?:png|jpeg|gif|svg\+xml);base64,([A-Za-z0-9+/=\s]+)")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture and what was done to it, in words, or why there is none (*asset* is None)."""

    asset: Asset | None
    problem: str = ""


def read_picture(folder: Path, written: str) -> Picture:
    """Return the picture that *written*, a path relative to *folder* or a `data:` address, names."""
    if match := _DATA_URL.fullmatch(written):
        try:
            return _picture(base64.b64decode(match[1], validate=False), "inline")
        except binascii.Error:
            return Picture(None, "is no base64 data; write a path inside the source folder")
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//", written):
        return Picture(None, "is not in the source folder; save the picture there and write its path")
    try:
        path = _inside(folder, unquote(written))
        if path is None:
            return Picture(None, "leads out of the source folder; move the picture into it")
        if not path.is_file():
            return Picture(None, "does not exist; save the picture there or mend the path")
        if path.stat().st_size > _MOST_BYTES:
            return Picture(None, f"is larger than {_MOST_BYTES // 1_000_000} MB; save it smaller")
        data = path.read_bytes()
    except (OSError, ValueError, RuntimeError):  # a name that no file can have, a circle of links, a file kept from us
        return Picture(None, "can't be read; mend the path, or who may read the file")
    return _picture(data, PurePosixPath(written).stem)


def _inside(folder: Path, written: str) -> Path | None:
    """Return the file, symbolic links followed, if it lies below *folder*; Unicode forms of names do not matter."""
    path = folder / written
    if not path.exists() and path.parent.is_dir() and path.parent.resolve().is_relative_to(folder.resolve()):
        wanted = unicodedata.normalize("NFC", path.name)
        path = next((p for p in path.parent.iterdir() if unicodedata.normalize("NFC", p.name) == wanted), path)
    return path if path.resolve().is_relative_to(folder.resolve()) else None


def _picture(data: bytes, stem: str) -> Picture:
    if data.lstrip()[:5] in (b"<?xml", b"<svg ", b"<!DOC") or b"<svg" in data[:1000]:
        return _vector(data, stem)
    try:
        image = Image.open(io.BytesIO(data))
    except (UnidentifiedImageError, OSError, ValueError):
        return Picture(None, "is not a picture that can be shown; save it as SVG, PNG, JPEG or GIF")
    if image.width * image.height > _MOST_PIXELS:
        return Picture(None, f"has {image.width} × {image.height} pixels; scale it down to {_LONGEST_SIDE}")
    try:
        return _raster(image, data, stem)
    except (OSError, SyntaxError, ValueError):  # what Pillow raises for a picture cut short
        return Picture(None, "is a broken picture; save it anew")


def _vector(data: bytes, stem: str) -> Picture:
    vector = cleaned_vector(data)
    if isinstance(vector, UnsafeVector):
        return Picture(None, vector.reason)
    asset = _asset(vector.data, stem, "svg", "image/svg+xml", (vector.width, vector.height))
    removed = ", ".join(vector.removed)
    return Picture(asset, f"holds {removed}, left out; remove it from the file" if removed else "")


def _raster(image: Image.Image, data: bytes, stem: str) -> Picture:
    known = image.format in _FORMATS
    image.load()  # raises for a picture cut short
    longest = max(image.size)
    if known and longest <= _LONGEST_SIDE:
        extension, media_type = _FORMATS[str(image.format)]
        return Picture(_asset(data, stem, extension, media_type, image.size))
    size = image.size
    if longest > _LONGEST_SIDE:
        image.thumbnail((_LONGEST_SIDE, _LONGEST_SIDE))
    out = io.BytesIO()
    image.convert("RGBA" if "A" in image.getbands() else "RGB").save(out, "PNG", optimize=True)
    problem = f"has {size[0]} × {size[1]} pixels and was scaled down; save it with at most {_LONGEST_SIDE}"
    asset = _asset(out.getvalue(), stem, "png", "image/png", image.size)
    return Picture(asset, problem if longest > _LONGEST_SIDE else "")


def _asset(data: bytes, stem: str, extension: str, media_type: str, size: tuple[int, int]) -> Asset:
    """Return the picture under a name that says what it is and changes with its bytes."""
    slug = re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-")[:40]
    digest = hashlib.sha256(data).hexdigest()[:12]
    return Asset("-".join(part for part in (slug, digest) if part) + f".{extension}", media_type, data, *size)
