"""What every renderer is: a function from a book to bytes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from generator.diagnostics import Diagnostic
from generator.model import Book


@dataclass(frozen=True, slots=True)
class Press:
    """What a renderer gets besides the book.

    *templates* is the folder with one folder an output. *cache* is a folder in which a renderer may keep what it made,
    keyed by everything that shaped it. *now* is the clock. *stamps* maps a card's id to the second (Unix time) from
    which its note counts as changed, *style_stamp* the same for the note types. *workers* is how many processes may
    run at once. *profile* names a print profile.
    """

    templates: Path
    cache: Path
    now: datetime
    stamps: Mapping[str, int] = field(default_factory=dict)
    style_stamp: int = 0
    workers: int = 1
    profile: str = ""


@dataclass(frozen=True, slots=True)
class Rendering:
    """What a renderer made, and what it has to say about it."""

    data: bytes
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Output:
    """A kind of artifact: its name on the command line, its file, and the function that makes it."""

    name: str
    filename: str
    render: Callable[[Book, Press], Rendering]
