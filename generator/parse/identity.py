"""Ids for cards that have none: derived from the question, and written back into the source."""

import hashlib
import re
import unicodedata
from collections.abc import Mapping

from generator.plaintext import squeezed

_ALPHABET = "0123456789bcdfghjklmnpqrstvwxyz"
"""Digits and consonants, 31 symbols: no word comes out by chance."""

_LENGTH = 6
_HEADING = re.compile(r"([ \t]*#{1,6}.*?)((?:[ \t]+#+)?[ \t]*)")
_LIST = re.compile(r"\{([ \t]*(?:[#.]|[A-Za-z-]+[ \t]*=)[^{}]*)\}$")
_LINE = re.compile(r"(\r\n|\r|\n)")


def derived_id(question_text: str, short_text: str = "") -> str:
    """Return the id of a card whose question reads so; *short_text* tells two cards with one question apart.

    Space next to Chinese and the form of composed letters make no difference.
    """
    parts = [unicodedata.normalize("NFC", squeezed(text)) for text in (question_text, short_text) if text]
    number = int.from_bytes(hashlib.sha256("\n".join(parts).encode()).digest())
    symbols = []
    for _ in range(_LENGTH):
        number, rest = divmod(number, len(_ALPHABET))
        symbols.append(_ALPHABET[rest])
    return "q-" + "".join(symbols)


def write_ids(text: str, ids: Mapping[int, str]) -> str:
    """Return *text* with ids added to the headings in the lines that *ids* names; nothing else is touched.

    Lines count from 1 and may end in LF, CRLF or CR. A heading that has an id keeps it.
    """
    pieces = _LINE.split(text)
    for line, id in ids.items():
        place = 2 * (line - 1)
        if 0 <= place < len(pieces):
            pieces[place] = _with_id(pieces[place], id)
    return "".join(pieces)


def _with_id(heading: str, id: str) -> str:
    match = _HEADING.fullmatch(heading)
    if match is None:
        return heading
    content, tail = match[1], match[2]
    attributes = _LIST.search(content)
    if attributes is None:
        return f"{content} {{#{id}}}{tail}"
    if re.search(r"(?:^|\s)#", attributes[1]):
        return heading
    return f"{content[: attributes.start()]}{{#{id} {attributes[1].strip()}}}{tail}"
