"""What stands near each line of loose notes."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from generator.loose.plain_headings import plain_headings
from generator.loose.sights import Look, Sight


@dataclass(frozen=True, slots=True)
class Notes:
    """The sights of a document, and for each what is near it.

    *titles* are levels of headings without hashes; *previous* and *following* are the places of the nearest lines with
    text, *next_mark* that of the next label or heading; -1 where there is none. *numbers* are those of all questions'
    labels.
    """

    sights: tuple[Sight, ...]
    titles: Mapping[int, int]
    previous: Sequence[int]
    following: Sequence[int]
    next_mark: Sequence[int]
    numbers: frozenset[str]

    def look(self, place: int) -> Look:
        """Return what stands at *place*; beyond the ends there is nothing."""
        return self.sights[place].look if place >= 0 else Look.BLANK

    def touches(self, index: int, other: int) -> bool:
        """Return whether no blank line parts two places."""
        return other >= 0 and abs(index - other) == 1


def survey(sights: tuple[Sight, ...]) -> Notes:
    """Return *sights* with what is near each."""
    titles = plain_headings(sights)
    marks = {index for index, sight in enumerate(sights) if sight.look in (Look.LABEL, Look.ANSWER, Look.HEADING)}
    texts = {index for index, sight in enumerate(sights) if sight.look is not Look.BLANK}
    forward = range(len(sights))
    backward = range(len(sights) - 1, -1, -1)
    numbers = frozenset(sight.mark.number for sight in sights if sight.look is Look.LABEL and sight.mark)
    return Notes(
        sights,
        titles,
        _nearest(forward, texts),
        _nearest(backward, texts),
        _nearest(backward, marks | titles.keys()),
        numbers,
    )


def _nearest(places: range, wanted: Set[int]) -> list[int]:
    """Return for each place the one of *wanted* that was passed last on the way through *places*, or -1."""
    nearest = [-1] * len(places)
    last = -1
    for place in places:
        nearest[place] = last
        last = place if place in wanted else last
    return nearest
