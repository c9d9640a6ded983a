"""What is missing from the finished artifacts, or stands there twice, each at the line that says it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Final

from generator.diagnostics import Diagnostic
from generator.model import Book, Chapter, Role
from generator.proof.said import BREAK, FORMULA, PICTURE, Run, Said, said_by
from generator.proof.shown import (
    contents_of,
    strips_of,
    without_marks_of_print,
    words_of_deck,
    words_of_html,
)

_SENTENCE: Final = 15
"""So many characters, with a mark at their end, stand twice only by mistake; a name or a head may well."""

_ENDS: Final = tuple("。？！；?!;")
_NUMBERS: Final = re.compile(r"(?:\d+\.)+$")
"""The signs of numbered lists: print draws them behind the text of their page."""


_REPORT: Final = "write it otherwise, and report this as a fault of the program"


def losses(book: Book, files: Mapping[str, bytes]) -> tuple[Diagnostic, ...]:
    """Return what *book* says and *files*, the artifacts by name, do not show as often, or not in its order.

    All are read card by card, with formulas and pictures; in the sheet, follow-ups with their cards. Formulas and
    pictures of the handbook count where they put ink on the page.
    """
    said = tuple(said_by(book))
    found: list[Diagnostic] = []
    if deck := files.get("deck.apkg"):
        found += _from_deck(said, words_of_deck(deck, book))
    if sheet := files.get("cheatsheet.html"):
        found += _from_sheet(said, book, sheet.decode())
    if handbook := files.get("handbook.pdf"):
        found += _from_handbook(_with_notes_beside(said, book), book.edition.language, handbook)
        found += _from_contents(said, frozenset(card.id for card in book.cards()), handbook)
    return tuple(found)


def _from_deck(said: Iterable[tuple[Chapter, tuple[Said, ...]]], words: Mapping[str, str]) -> Iterator[Diagnostic]:
    for _, parts in said:
        for part in parts:
            if part.id in words:
                yield from _compared("the deck", part.runs, words[part.id])


def _from_sheet(said: Iterable[tuple[Chapter, tuple[Said, ...]]], book: Book, html: str) -> Iterator[Diagnostic]:
    owners = {one.id: card.id for card in book.cards() for one in card.follow_ups}
    cards = {card.id: card for card in book.cards()}
    words = words_of_html(html, frozenset((*cards, *(chapter.id for chapter, _ in said))))
    for chapter, parts in said:
        merged: dict[str, list[Run]] = {}
        for part in parts:
            shown = (run for run in part.runs if run.role is not Role.PROMPT)
            merged.setdefault(owners.get(part.id, part.id), []).extend(
                run for run in shown if book.edition.sheet_detail or run.role not in (Role.DETAIL, Role.FOOTNOTE)
            )
        whole = BREAK.join(words.get(id, "") for id in merged)
        for id, runs in merged.items():
            # Titles of sections stand in the card that opens the section.
            yield from _compared("the cheat sheet", runs, whole if id == chapter.id else words.get(id, ""))


def _with_notes_beside(
    said: Iterable[tuple[Chapter, tuple[Said, ...]]], book: Book
) -> Iterator[tuple[Chapter, tuple[Said, ...]]]:
    """Yield what is *said*, a card that has footnotes as one with its follow-ups: print sets the notes behind those."""
    owners = {one.id: card.id for card in book.cards() for one in card.follow_ups}
    for chapter, parts in said:
        noted = {owners.get(part.id, part.id) for part in parts if any(run.role is Role.FOOTNOTE for run in part.runs)}
        merged: dict[str, tuple[Run, ...]] = {}
        for part in parts:
            owner = owners.get(part.id, part.id)
            name = owner if owner in noted else part.id
            merged[name] = (*merged.get(name, ()), *part.runs)
        yield chapter, tuple(Said(name, runs) for name, runs in merged.items())


def _from_handbook(
    said: Iterable[tuple[Chapter, tuple[Said, ...]]], language: str, handbook: bytes
) -> Iterator[Diagnostic]:
    said = tuple(said)
    ids = {chapter.number: (chapter.id, frozenset(part.id for part in parts)) for chapter, parts in said}
    shown = strips_of(handbook, ids)
    for chapter, parts in said:
        whole = tuple(strip for part in parts for strip in shown.get(part.id, ()))
        for part in parts:
            runs = [run for run in part.runs if run.role is not Role.PROMPT]
            plain = [replace(run, text=without_marks_of_print(run.text)) for run in runs if not run.is_drawn]
            # Titles of sections stand before the card that opens the section.
            strips = whole if part.id == chapter.id else shown.get(part.id, ())
            words = tuple(strip.words for strip in strips)
            yield from _compared("the handbook", [run for run in plain if run.text], "".join(words), words)
            yield from _drawn(runs, sum(strip.drawn for strip in strips), language)


def _drawn(runs: Iterable[Run], there: int, language: str) -> Iterator[Diagnostic]:
    """Yield that the handbook draws fewer formulas and pictures, *there*, than are said in *runs* and have ink."""
    drawn = [run for run in runs if run.is_drawn]
    if there >= len(drawn):
        return
    from generator.formula.svg import draw  # a slow import, wanted where something is lost

    inked = [run for run in drawn if run.text[-1] == PICTURE or _has_ink(draw(run.tex, language=language).svg)]
    if there < len(inked):
        yield _told(inked[0], f"the handbook draws {there} of {len(inked)} formulas and pictures from here on")


def _has_ink(svg: str) -> bool:
    """Return whether *svg*, a formula, is more than a blank or nothing at all."""
    return bool(svg) and ' d=""' not in svg


def _from_contents(
    said: Iterable[tuple[Chapter, tuple[Said, ...]]], cards: frozenset[str], handbook: bytes
) -> Iterator[Diagnostic]:
    """Yield each title and question of *cards* that the outline does not list, or the contents, those of sections aside."""
    outline, pages = contents_of(handbook)
    for chapter, run in ((chapter, run) for chapter, parts in said for part in parts for run in _heads(part, cards)):
        text = without_marks_of_print(run.text)
        if text not in outline:
            yield _told(run, f"the outline of the handbook does not list '{_brief(text)}'")
        is_section = run.role is Role.TITLE and run.location != chapter.location
        if not is_section and text not in "".join(pages) and not _is_parted(text, pages):
            yield _told(run, f"the contents of the handbook do not list '{_brief(text)}'")


def _heads(part: Said, cards: frozenset[str]) -> Iterator[Run]:
    roles = (Role.TITLE, Role.QUESTION) if part.id in cards else (Role.TITLE,)
    return (run for run in part.runs if run.role in roles and not run.is_drawn)


def _compared(artifact: str, runs: Iterable[Run], words: str, pages: Iterable[str] = ()) -> Iterator[Diagnostic]:
    """Yield what is said in *runs* and stands in *words* less or more often, or elsewhere; *pages* are those of *words*."""
    listed = tuple(runs)
    texts, drawn = (tuple(run for run in listed if run.is_drawn == is_drawn) for is_drawn in (False, True))
    whole, parts = BREAK.join(run.text for run in texts), tuple(pages)
    for text, run in {run.text: run for run in reversed(texts)}.items():
        wanted, there = whole.count(text), words.count(text)
        if there < wanted and not _is_parted(text, parts):
            yield _told(run, f"{artifact} does not show '{_brief(text)}'")
        elif there > wanted and len(text) >= _SENTENCE and text.endswith(_ENDS):
            yield _told(run, f"{artifact} shows '{_brief(text)}' twice")
    whole = BREAK.join(run.text for run in drawn)
    for text, run in {run.text: run for run in reversed(drawn)}.items():
        if words.count(text) < whole.count(text):
            kind, before = "formula" if text[-1] == FORMULA else "picture", text[:-1]
            yield _told(run, f"{artifact} does not show the {kind}" + f" behind '{before}'" * bool(before))
    yield from _displaced(artifact, texts, words)


def _displaced(artifact: str, texts: Iterable[Run], words: str) -> Iterator[Diagnostic]:
    """Yield the first that stands in *words* before what it is said after.

    Prompts and footnotes, and what tables and figures hold, may stand elsewhere.
    """
    place, last = 0, ""
    for run in texts:
        if run.role in (Role.PROMPT, Role.FOOTNOTE) or run.apart or run.text not in words:
            continue
        if (found := words.find(run.text, place)) >= 0:
            place, last = found + len(run.text), run.text
        else:
            yield _told(run, f"{artifact} shows '{_brief(run.text)}' before '{_brief(last)}'")
            return


def _told(run: Run, fault: str) -> Diagnostic:
    return Diagnostic(run.location, "lost", f"{fault}; {_REPORT}")


def _is_parted(text: str, pages: tuple[str, ...]) -> bool:
    """Return whether *text* ends a page and goes on on the next one, a figure or a table drawn in between."""
    return any(
        _NUMBERS.sub("", before).endswith(text[:place]) and text[place:] in behind
        for before, behind in pairwise(pages)
        for place in range(1, len(text))
    )


def _brief(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
