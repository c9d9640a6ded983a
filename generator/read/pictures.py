"""The pictures that a text names: read from inside the source folder only, made safe to ship."""

import base64
import binascii
import hashlib
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import unquote

from generator.model import Asset
from generator.read.raster import LONGEST_SIDE, UnfitRaster, cleaned_raster
from generator.read.vector import UnsafeVector, cleaned_vector
from generator.snapshot import MOST_BYTES

_START: Final = re.compile(rb"\s*(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*\x00?<")
"""How text opens; a picture of pixels never does."""

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
        if path.stat().st_size > MOST_BYTES:
            return Picture(None, f"is larger than {MOST_BYTES // 1_000_000} MB; save it smaller")
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


@lru_cache(maxsize=300)
def _picture(data: bytes, stem: str) -> Picture:
    if _START.match(data) or b"<svg" in data[:1000]:
        return _vector(data, stem)
    raster = cleaned_raster(data)
    if isinstance(raster, UnfitRaster):
        return Picture(None, raster.reason)
    asset = _asset(raster.data, stem, raster.extension, raster.media_type, (raster.width, raster.height))
    if raster.original is None:
        return Picture(asset)
    width, height = raster.original
    return Picture(asset, f"has {width} × {height} pixels and was scaled down; save it with at most {LONGEST_SIDE}")


def _vector(data: bytes, stem: str) -> Picture:
    vector = cleaned_vector(data)
    if isinstance(vector, UnsafeVector):
        return Picture(None, vector.reason)
    asset = _asset(vector.data, stem, "svg", "image/svg+xml", (vector.width, vector.height))
    removed = ", ".join(vector.removed)
    if "<foreignObject> with" in removed:
        return Picture(asset, f"holds {removed}, left out; save the picture anew with its words as text, not as HTML")
    return Picture(asset, f"holds {removed}, left out; remove it from the file" if removed else "")


def _asset(data: bytes, stem: str, extension: str, media_type: str, size: tuple[int, int]) -> Asset:
    """Return the picture under a name that says what it is and changes with its bytes."""
    slug = re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-")[:40]
    digest = hashlib.sha256(data).hexdigest()[:12]
    return Asset("-".join(part for part in (slug, digest) if part) + f".{extension}", media_type, data, *size)
