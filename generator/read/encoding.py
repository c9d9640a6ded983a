"""Bytes to text: UTF-8 and UTF-16 for certain, GB18030 only where the caller allows a guess."""

import codecs
from dataclasses import dataclass

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


@dataclass(frozen=True, slots=True)
class Undecodable:
    """Why bytes are not certainly text, as the end of a message: what is wrong, and what to do."""

    reason: str


def decode(data: bytes) -> str | Undecodable:
    """Return *data* as text with LF line ends, if its encoding is certain: UTF-8, or UTF-16 with its mark."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decode_as(data[len(mark) :], encoding)
    return _decode_as(data, "utf-8")


def decode_leniently(data: bytes) -> str | Undecodable:
    """Return *data* as `decode` does, or else as GB18030 or UTF-16 without a mark if it reads as Chinese text."""
    text = decode(data)
    if isinstance(text, str) and "\0" not in text:
        return text
    for encoding in _likely(data):
        return _decode_as(data, encoding)
    return text


def with_unix_ends(text: str) -> str:
    """Return *text* with CRLF and lone CR as LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decode_as(data: bytes, encoding: str) -> str | Undecodable:
    try:
        return with_unix_ends(data.decode(encoding))
    except UnicodeDecodeError as error:
        guess = next((f"; it reads as {name.upper()}" for name in _likely(data)), "")
        return Undecodable(f"byte {error.start} is not {encoding.upper()}{guess}; save the file as UTF-8")


def _likely(data: bytes) -> list[str]:
    """Return the encodings, best first, in which *data* is plausible Chinese text."""
    return [name for name in ("utf-16-le", "utf-16-be", "gb18030") if _plausible(data, name)]


def _plausible(data: bytes, encoding: str) -> bool:
    """Return whether *data* decodes to text of which nearly all is ASCII, Chinese or common punctuation.

    Random bytes decode as GB18030 or UTF-16 often enough, but then land all over Unicode.
    """
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return False
    expected = sum(
        char in "\t\n\r" or " " <= char <= "~" or "\u4e00" <= char <= "\u9fff" or char in _PUNCTUATION for char in text
    )
    return bool(text) and expected >= 0.9 * len(text)


_PUNCTUATION = frozenset("，。、；：？！“”‘’（）《》【】—…·～①②③④⑤⑥⑦⑧⑨⑩→←×≈≤≥·　")
