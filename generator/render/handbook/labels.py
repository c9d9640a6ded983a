"""Page labels: where in the book each thing stands, as the reader finds it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from generator.model import Book
from generator.render.handbook.part import Part

_FIRST = {"back-references": "R-1", "back-terms": "I-1", "back-cards": "Q-1"}


@dataclass(frozen=True, slots=True)
class Labels:
    """The label of the page on which each id stands, and the order of the labelled pages in the book."""

    labels: Mapping[str, str]
    order: Mapping[str, int]

    @classmethod
    def of(cls, book: Book, parts: Mapping[str, Part]) -> Self:
        """Return the labels of all places in the chapters, which are *parts* by id."""
        labels, order = dict(_FIRST), dict[str, int]()
        for chapter in book.chapters:
            part = parts[chapter.id]
            for page in range(part.pages):
                order[f"{chapter.number}-{page + 1}"] = len(order)
            labels |= {name: f"{chapter.number}-{place.page + 1}" for name, place in part.anchors.items()}
        return cls(labels, order)

    def label(self, name: str) -> str:
        """Return the label of the page on which *name* stands."""
        return self.labels[name]
