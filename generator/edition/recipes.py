"""What to type into Anki's Browser to find the notes that an edition leaves to the learner."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from generator.edition.changes import Move
from generator.edition.facts import card_of, is_cloze


@dataclass(frozen=True, slots=True)
class Recipe:
    """Notes that belong into *deck*: find them by *search*, select all, then Cards → Change Deck."""

    deck: str
    search: str
    keys: tuple[str, ...]


def search_for(keys: Iterable[str], types: tuple[int, int]) -> str:
    """Return the search that finds the notes with *keys*, wherever a learner has put them.

    *types* are the ids of the two note types, that of questions first.
    """
    listed = tuple(keys)
    parts = []
    for note_type, of_type in (
        (types[0], [key for key in listed if not is_cloze(key)]),
        (types[1], [card_of(key) for key in listed if is_cloze(key)]),
    ):
        ids = [f"CardID:{name}" for name in of_type]
        if ids:
            parts.append(f"mid:{note_type} " + (ids[0] if len(ids) == 1 else f"({' OR '.join(ids)})"))
    return parts[0] if len(parts) == 1 else " OR ".join(f"({part})" for part in parts)


def recipes(moves: Iterable[Move], types: tuple[int, int]) -> tuple[Recipe, ...]:
    """Return one recipe a deck that cards have moved to; cards that a learner put elsewhere are not found."""
    targets: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for move in moves:
        targets[move.view.deck][move.old].append(move.view.key)
    return tuple(
        Recipe(deck, _from_decks(sources, types), tuple(key for keys in sources.values() for key in keys))
        for deck, sources in targets.items()
    )


def in_deck(name: str) -> str:
    """Return the search for a deck by its exact name."""
    escaped = "".join(f"\\{sign}" if sign in '\\"*_' else sign for sign in name)
    return f'"deck:{escaped}"'


def _from_decks(sources: dict[str, list[str]], types: tuple[int, int]) -> str:
    parts = [f"{in_deck(old)} {search_for(keys, types)}" for old, keys in sources.items()]
    return parts[0] if len(parts) == 1 else " OR ".join(f"({part})" for part in parts)
