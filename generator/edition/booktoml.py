"""`book.toml` with another edition and date, and nothing else touched."""

import re
import tomllib
from datetime import date

from generator.diagnostics import BuildError


def with_edition(text: str, number: int, released: date) -> str:
    """Return the text of `book.toml` with its top-level `edition` and `released` set.

    Comments, order, space and line ends stay. BuildError if the text is laid out so that this can't be done surely.
    """
    head, tables = _parted(text)
    end = "\r\n" if "\r\n" in text else "\n"
    head = _with_key(head, "edition", str(number), end)
    head = _with_key(head, "released", released.isoformat(), end, after="edition")
    new = head + tables
    if tomllib.loads(new) != {**tomllib.loads(text), "edition": number, "released": released}:
        raise BuildError("book.toml: can't be edited safely; put 'edition = 0' on a line of its own before all tables")
    return new


def _parted(text: str) -> tuple[str, str]:
    """Return the part of *text* before its first table, and the rest."""
    table = re.search(r"^[ \t]*\[", text, re.MULTILINE)
    place = table.start() if table else len(text)
    return text[:place], text[place:]


def _with_key(head: str, key: str, value: str, end: str, after: str = "") -> str:
    new, count = re.subn(rf"^([ \t]*{key}[ \t]*=[ \t]*)[^\s#]+", rf"\g<1>{value}", head, count=1, flags=re.MULTILINE)
    if count:
        return new
    line = f"{key} = {value}{end}"
    if after and (found := re.search(rf"^[ \t]*{after}[ \t]*=.*(?:\r?\n|$)", head, re.MULTILINE)):
        before = head[: found.end()] if found[0].endswith("\n") else head[: found.end()] + end
        return before + line + head[found.end() :]
    return line + head
