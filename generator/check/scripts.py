"""Scripts that print would set wrong: letters that join or change their order, and lines that run to the left."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from generator.diagnostics import Diagnostic
from generator.model import Book
from generator.plaintext import line_text

_RANGES: Final = (
    "\u0590-\u08ff"  # Hebrew, Arabic, Syriac, Thaana, N'Ko and what belongs to them
    "\u0900-\u0dff"  # the scripts of India
    "\u0f00-\u109f\u1780-\u18af"  # Tibetan, Burmese, Khmer, Mongolian
    "\ufb1d-\ufdff\ufe70-\ufefe"  # forms of Hebrew and Arabic letters
)
_WRONGLY_SET: Final = re.compile(f"[{_RANGES}](?:[{_RANGES}\\s]*[{_RANGES}])?")


def unsettable_scripts(book: Book) -> Iterator[Diagnostic]:
    """Yield each line with words in such a script: the handbook keeps no rules of joining in its typefaces."""
    for line in (line for text in book.texts() for line in text.lines()):
        if match := _WRONGLY_SET.search(line_text(line.inlines)):
            script = unicodedata.name(match[0][0], "another script").split()[0].title()
            message = f"'{match[0]}' ({script}) would be printed unjoined or out of order; write it in Latin letters"
            yield Diagnostic(line.location, "script", message)
