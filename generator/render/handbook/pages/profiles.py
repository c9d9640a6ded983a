"""The forms in which the handbook is printed, as data: what is printed, the page, the colours."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from generator.render.handbook.pages.geometry import A4, A5, LETTER, PageFormat


@dataclass(frozen=True, slots=True)
class Profile:
    """A form of the handbook. *page* is its paper, None that of the book; *colours* replace those of the style sheet, by name.

    *content* is the whole `book`, `practice` (questions with room to write, the short answers behind them) or `cards` to
    be cut out, questions on one side and short answers on the other. *greys* says that drawings have no colours.
    """

    name: str
    page: PageFormat | None = None
    content: Literal["book", "practice", "cards"] = "book"
    colours: Mapping[str, str] = field(default_factory=dict)
    greys: bool = False


_BLACK: Final = dict.fromkeys(
    (
        *("ink", "quiet", "accent", "hair", "frame", "note", "tip", "important", "warning", "caution"),
        *("code-comment", "code-keyword", "code-string", "code-number", "code-builtin", "code-name", "code-operator"),
    ),
    "#000",
) | dict.fromkeys(("tint", "ground", "marked"), "#fff")

PROFILES: Final = {
    profile.name: profile
    for profile in (
        Profile("book"),
        Profile("a4", A4),
        Profile("a5", A5),
        Profile("letter", LETTER),
        Profile("ink", colours=_BLACK, greys=True),
        Profile("practice", content="practice"),
        Profile("cards", content="cards"),
    )
}
"""By name; the first is what is printed if nothing else is asked for."""

DEFAULT: Final = PROFILES["book"]
