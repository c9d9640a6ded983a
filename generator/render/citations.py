"""What citations name: the sources, and the places of each."""

from collections.abc import Iterable, Mapping

from generator.document import Citation, Inline
from generator.language.tables import word
from generator.model import Sight, Source


def cited_places(nodes: Iterable[Inline]) -> Mapping[str, tuple[str, ...]]:
    """Return the keys that the citations among *nodes* name, in order, each with the places named, in order."""
    places: dict[str, dict[str, None]] = {}
    for node in nodes:
        if isinstance(node, Citation):
            for cite in node.cites:
                named = places.setdefault(cite.key, {})
                if cite.locator:
                    named[cite.locator] = None
    return {key: tuple(named) for key, named in places.items()}


def labelled(source: Source, places: Iterable[str]) -> str:
    """Return *source* as a list of sources names it: `Grattafiori 等 2024, §3.3.2; 表 4`."""
    named = "; ".join(places)
    return f"{source.label}, {named}" if named else source.label


def reservation(source: Source, language: str) -> str:
    """Return the words for what of *source* was not seen in the original, empty if all was or nothing is known."""
    seen = dict.fromkeys(place.seen for place in source.places)
    told = [sight for sight in Sight if sight in seen and sight not in (Sight.ORIGINAL, Sight.CODE)]
    words = word("join names", language).join(word(f"seen {sight.value}", language) for sight in told)
    return word("in brackets", language).format(words) if told else ""
