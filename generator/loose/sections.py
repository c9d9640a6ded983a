"""Pieces under their headings: a title, sections of pairs, and everything that is in no pair."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from generator.loose.lines import Line
from generator.loose.pieces import Pair, Piece, Reason, Stray, Title


@dataclass(frozen=True, slots=True)
class Section:
    """Pairs under a heading; those before the first heading have none."""

    title: Line | None
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Arranged:
    """A chapter of notes: *title* is the line of its heading, if one is; *strays* are in the order of the notes."""

    title: Line | None
    sections: tuple[Section, ...]
    strays: tuple[Stray, ...]


def arrange(pieces: Sequence[Piece]) -> Arranged:
    """Return *pieces* in sections; a heading under which no pair stands is a stray."""
    title = _title(pieces)
    empty = _empty_titles(pieces) - ({title} if title is not None else set())
    sections: list[tuple[Line | None, list[Pair]]] = [(None, [])]
    strays: list[Stray] = []
    for place, piece in enumerate(pieces):
        match piece:
            case Pair():
                sections[-1][1].append(piece)
            case Stray():
                strays.append(piece)
            case Title(line):
                if place in empty:
                    strays.append(Stray((line,), Reason.APART))
                elif place != title:
                    sections.append((line, []))
    heading = pieces[title] if title is not None else None
    return Arranged(
        heading.line if isinstance(heading, Title) else None,
        tuple(Section(line, tuple(pairs)) for line, pairs in sections if line or pairs),
        tuple(strays),
    )


def title_from_name(stem: str) -> str:
    """Return a title made from a file's name without its extension: no number in front, spaces for hyphens."""
    name = unicodedata.normalize("NFC", stem)
    bare = re.sub(r"^\d+[-_. ]+(?=\S)", "", name)
    return re.sub(r"[-_\s]+", " ", bare).strip() or name


def _title(pieces: Sequence[Piece]) -> int | None:
    """Return the place of the heading that is the chapter's: the first, if it is above all others or has no pairs of its own."""
    places = [place for place, piece in enumerate(pieces) if isinstance(piece, Title)]
    levels = {place: _level(pieces[place]) for place in places}
    if not places or any(isinstance(piece, Pair) for piece in pieces[: places[0]]):
        return None
    first, *others = places
    top = levels[first]
    if any(levels[place] < top for place in others):
        return None
    equal = next((place for place in others if levels[place] == top), None)
    alone = equal is None or not any(isinstance(piece, Pair) for piece in pieces[first:equal])
    return first if alone and _has_words(pieces[first]) else None


def _empty_titles(pieces: Sequence[Piece]) -> set[int]:
    """Return the places of headings with no pair before the next heading of their level or above."""
    empty: set[int] = set()
    open_titles: list[int] = []
    for place, piece in enumerate(pieces):
        if isinstance(piece, Pair):
            open_titles.clear()
        elif isinstance(piece, Title):
            while open_titles and _level(pieces[open_titles[-1]]) >= piece.line.level:
                empty.add(open_titles.pop())
            open_titles.append(place)
            if not _has_words(piece):
                empty.add(open_titles.pop())
    return empty | set(open_titles)


def _level(piece: Piece) -> int:
    return piece.line.level if isinstance(piece, Title) else 0


def _has_words(piece: Piece) -> bool:
    return isinstance(piece, Title) and any(character.isalnum() for character in piece.line.text)
