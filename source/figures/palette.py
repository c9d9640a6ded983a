"""The colours of the figures, and the looks that areas have: five colours, each with its own texture or lightness."""

from __future__ import annotations

from dataclasses import dataclass

PAPER = "#ffffff"
WASH = "#eef1f5"
RULE = "#c3cad3"
INK = "#1b2430"
BLUE = "#0b4f8c"
VERMILION = "#c4501b"
SKY = "#3d9bc9"
YELLOW = "#f6cf58"


@dataclass(frozen=True, slots=True)
class Tone:
    """The look of an area: its colour, the colour of text on it, and the texture that tells it in black and white."""

    fill: str
    ink: str = INK
    texture: str = "plain"


SOLID = Tone(BLUE, PAPER)
STRONG = Tone(VERMILION, PAPER)
STRIPED = Tone(VERMILION, PAPER, "rising")
MIDDLE = Tone(SKY)
LIGHT = Tone(YELLOW)
HATCHED = Tone(YELLOW, INK, "falling")
QUIET = Tone(WASH)
EMPTY = Tone(PAPER)
VOID = Tone(PAPER, INK, "falling")
