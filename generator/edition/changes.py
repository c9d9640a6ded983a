"""What an edition changes for learners who have the last one."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field

from generator.diagnostics import Location


@dataclass(frozen=True, slots=True)
class View:
    """A note as two editions are compared by it; *words* and *markup* are anything that can be compared."""

    key: str
    deck: str
    question: str
    words: object
    markup: object
    location: Location | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Move:
    """A note that stands in another deck than before."""

    view: View
    old: str


@dataclass(frozen=True, slots=True)
class Changes:
    """Notes by what becomes of them, in book order; *changed* holds each with what it was."""

    added: tuple[View, ...] = ()
    revived: tuple[View, ...] = ()
    changed: tuple[tuple[View, View], ...] = ()
    held_back: tuple[tuple[View, View], ...] = ()
    moved: tuple[Move, ...] = ()
    retired: tuple[View, ...] = ()
    restyled: bool = False

    @property
    def sent(self) -> frozenset[str]:
        """Return the keys of the notes that an import adds or updates."""
        return frozenset(view.key for view in (*self.added, *self.revived, *(new for _, new in self.changed)))


def compare(
    old: Mapping[str, View],
    new: Iterable[View],
    *,
    retired: Set[str] = frozenset(),
    markup: bool = False,
    restyled: bool = False,
) -> Changes:
    """Return what changes from *old*, the notes that learners have, to *new*.

    *retired* are keys that learners may still have from before. A change of markup alone is held back unless *markup*.
    """
    views = tuple(new)
    keys = {view.key for view in views}
    both = [(old[view.key], view) for view in views if view.key in old]
    touched = [(was, now) for was, now in both if was.words == now.words and was.markup != now.markup]
    return Changes(
        added=tuple(view for view in views if view.key not in old and view.key not in retired),
        revived=tuple(view for view in views if view.key not in old and view.key in retired),
        changed=tuple(
            (was, now) for was, now in both if was.words != now.words or (markup and was.markup != now.markup)
        ),
        held_back=() if markup else tuple(touched),
        moved=tuple(Move(now, was.deck) for was, now in both if was.deck != now.deck),
        retired=tuple(view for key, view in old.items() if key not in keys),
        restyled=restyled,
    )
