"""Follow-ups as print and sheet show them: inside their cards."""

from collections.abc import Iterator
from dataclasses import replace

from generator.document import Block, SubHeading, Text
from generator.language.tables import word
from generator.model import Card


def with_follow_ups(card: Card, number: str, language: str) -> Card:
    """Return *card* with each follow-up at the end of its detail, under a heading with its id and number (3.07.1).

    *number* is the card's. Footnotes of all are the card's then, each once.
    """
    if not card.follow_ups:
        return card
    notes = [*card.footnotes, *(note for one in card.follow_ups for note in one.footnotes)]
    return replace(
        card,
        detail=card.detail + tuple(_blocks(card, number, language)),
        footnotes=tuple({note.label: note for note in notes}.values()),
        follow_ups=(),
    )


def _blocks(card: Card, number: str, language: str) -> Iterator[Block]:
    label = Text(word("follow-up", language))
    for place, one in enumerate(card.follow_ups, start=1):
        heading = (label, *one.question)
        shown = f"{number}.{place}" if number else ""
        yield SubHeading(1, heading, one.id, shown, location=one.location)
        yield from one.answer
