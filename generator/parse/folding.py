"""Look-alike and invisible characters: folded in text, reported once a line, left alone in code."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import PurePosixPath

from generator.diagnostics import Diagnostic, Location

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
_SPACE = re.compile("[\u00a0\u2007\u202f]")
_INVISIBLE = re.compile("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb]")
_JOINED = re.compile("[\u200c\u200d]")
_SEPARATOR = re.compile("[\u2028\u2029]")
_LOOK_ALIKE = re.compile("[\u2e80-\u2ef3\u2f00-\u2fd5\uf900-\ufaff\U0002f800-\U0002fa1f]")


def folded(text: str) -> str:
    """Return *text* with each character that only looks like another, or like nothing, as the plain one."""
    if text.isascii() and text.isprintable():
        return text
    text = _SPACE.sub(" ", text)
    return unicodedata.normalize("NFC", text)
