"""The metadata block at the head of a file."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What the block says; *lines* is how many lines of the file it takes, *faults* are lines from 0 and messages."""

    title: str = ""
    tags: tuple[str, ...] = ()
    deck: str = ""
    lines: int = 0
    faults: tuple[tuple[int, str], ...] = ()


def read_front_matter(text: str) -> FrontMatter:
    """Return what the metadata block at the head of *text* says, if there is one."""
    return FrontMatter()
