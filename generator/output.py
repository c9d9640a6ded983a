"""What every renderer is: a function from a book to bytes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from generator.diagnostics import Diagnostic
from generator.model import Book


@dataclass(frozen=True, slots=True)
class Stamps:
    """What was settled of the notes that learners have; times are seconds of Unix time.

    *notes* maps a note's key (its GUID without the namespace) to the time of its last change; *stale* are those whose
    words have changed since. *dues* are places among new cards, *numbers* the cloze numbers each cloze note ever had.
    *style* is the time of the note types whose style and templates have the hash *look*.
    """

    notes: Mapping[str, int] = field(default_factory=dict)
    stale: frozenset[str] = frozenset()
    dues: Mapping[str, int] = field(default_factory=dict)
    numbers: Mapping[str, frozenset[int]] = field(default_factory=dict)
    style: int = 0
    look: str = ""


NOT_RELEASED: Final = Stamps()
"""What is settled before the first edition: nothing."""


@dataclass(frozen=True, slots=True)
class Press:
    """What a renderer gets besides the book.

    *templates* is the folder with one folder an output. *cache* is a folder in which a renderer may keep what it made,
    keyed by everything that shaped it. *now* is the clock; *reproducible* says that it was set from outside, so that
    the bytes may depend on the source, the ledger and the clock alone. *stamps* is what the ledger says of released notes.
    *workers* is how many processes may run at once.
    """

    templates: Path
    cache: Path
    now: datetime
    stamps: Stamps = field(default_factory=Stamps)
    workers: int = 1
    reproducible: bool = False


@dataclass(frozen=True, slots=True)
class Rendering:
    """What a renderer made, and what it has to say about it."""

    data: bytes
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Output:
    """A kind of artifact: its name on the command line, its file, and the function that makes it.

    *obstacles* returns why it should not even be tried with a book; it is left out then. *foretold* returns what
    rendering would say of the source, as far as it can be known without: a check tells it.
    """

    name: str
    filename: str
    render: Callable[[Book, Press], Rendering]
    obstacles: Callable[[Book], tuple[Diagnostic, ...]] = lambda book: ()
    foretold: Callable[[Book], tuple[Diagnostic, ...]] = lambda book: ()
