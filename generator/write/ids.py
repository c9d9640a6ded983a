"""Derived ids, written back into the headings they belong to."""

import codecs
from collections import defaultdict
from pathlib import Path

from generator.model import Book
from generator.parse.identity import write_ids
from generator.write.artifacts import replace_file

_UTF16 = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def write_back_ids(folder: Path, book: Book) -> tuple[Path, ...]:
    """Add `{#id}` to the heading of every card whose id is derived; return the files changed.

    Nothing else in a file is touched: line ends, byte order mark and encoding stay as they are.
    """
    missing: dict[str, dict[int, str]] = defaultdict(dict)
    for card in book.cards():
        if card.derived:
            missing[card.location.path.name][card.location.line] = card.id
    for name, ids in missing.items():
        _write_into(folder / name, ids)
    return tuple(folder / name for name in missing)


def _write_into(path: Path, ids: dict[int, str]) -> None:
    data = path.read_bytes()
    mark, encoding = next(((mark, name) for mark, name in _UTF16 if data.startswith(mark)), (b"", "utf-8"))
    text = data[len(mark) :].decode(encoding)
    replace_file(path, mark + write_ids(text, ids).encode(encoding))
