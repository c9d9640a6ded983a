"""A language as data: what readers of the outputs see and hear that no author wrote.

Each `LANGUAGE.toml` beside this module has the same keys (tested); another language is another file.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal

_FOLDER: Final = Path(__file__).parent

LANGUAGES: Final = tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))
"""The languages that outputs can speak: an edition freezes names in its language, so another is not taken for one."""


@dataclass(frozen=True, slots=True)
class Names:
    """Names that learners see in Anki, frozen with a book's first edition.

    *questions* and *recall* are the two decks below the book's, *question*, *spare* and *cloze* templates, *follow_up*,
    *formula* and *cloze* kinds of notes as cards show them.
    """

    questions: str
    recall: str
    question: str
    spare: str
    follow_up: str
    formula: str
    cloze: str


@dataclass(frozen=True, slots=True)
class Speech:
    """How formulas are spoken: words by sign or name, and *phrases*, which have `{}` where words of their own belong.

    *paired* are signs that open and close alike: what to say first, last, and where one stands alone. *sets* are letters
    in double strokes, *letters* the language in which mathra names Greek ones.
    """

    letters: str
    phrases: Mapping[str, str]
    signs: Mapping[str, str]
    paired: Mapping[str, tuple[str, str, str]]
    functions: Mapping[str, str]
    accents: Mapping[str, str]
    large: Mapping[str, str]
    variants: Mapping[str, str]
    sets: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ShortAnswer:
    """How long a short answer may be in a book that says nothing of it, and in what it is counted."""

    unit: Literal["characters", "words"]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Language:
    """All that one file says; *words* has by English name what the outputs show.

    *curls_quotes* says that print sets straight quotes and apostrophes as the curly ones that are meant.
    """

    curls_quotes: bool
    names: Names
    short_answer: ShortAnswer
    words: Mapping[str, str]
    speech: Speech


@cache
def language(code: str) -> Language:
    """Return the language that `book.toml` calls *code*, one of LANGUAGES."""
    table = tomllib.loads((_FOLDER / f"{code}.toml").read_text(encoding="utf-8"))
    speech = table["speech"]
    paired = {sign: (first, last, alone) for sign, (first, last, alone) in speech.pop("paired").items()}
    return Language(
        table["curls_quotes"],
        Names(**table["names"]),
        ShortAnswer(**table["short_answer"]),
        table["words"],
        Speech(paired=paired, **speech),
    )


def word(name: str, code: str) -> str:
    """Return the words for *name* in the language *code*."""
    return language(code).words[name]


def names_in(code: str) -> Names:
    """Return the names that editions in the language *code* freeze."""
    return language(code).names
