"""Corrections as a patch of the Markdown, where it is sure what to change."""

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Final

from generator.diagnostics import Diagnostic
from generator.edition.corrections import Correction, Run
from generator.plaintext import CJK
from generator.read.folder import read_text

_CJK: Final = re.compile(f"[{CJK}]")
_CONTEXTS: Final = (20, 8, 4)
"""How many characters on either side tell where a change belongs."""

_GAP: Final = r"\s*"
_MARKUP: Final = re.compile(r"[\\`*_$<>\[\]=#|~{}\n]")


@dataclass(frozen=True, slots=True)
class Patch:
    """A unified diff, and how many corrections it holds."""

    text: str
    count: int


def patched(folder: Path, corrections: Iterable[Correction]) -> Patch:
    """Return the patch that makes *corrections* in the Markdown of *folder*, as far as they fit."""
    listed = tuple(corrections)
    parts = []
    count = 0
    for name in sorted({correction.card.location.path.name for correction in listed}):
        text = read_text(folder, folder / name)
        if isinstance(text, Diagnostic):
            continue
        new, made = _in_file(text, [one for one in listed if one.card.location.path.name == name])
        count += made
        label = (folder / name).as_posix()
        lines = difflib.unified_diff(
            text.splitlines(keepends=True), new.splitlines(keepends=True), f"a/{label}", f"b/{label}"
        )
        parts += [line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines]
    return Patch("".join(parts), count)


def corrected(text: str, runs: Iterable[Run]) -> str | None:
    """Return the Markdown of a card with *runs* changed, None if one is not there exactly once or would be markup."""
    for run in runs:
        start = _shared(run.old, run.new)
        behind = _shared(run.old[start:][::-1], run.new[start:][::-1])
        new = run.new[start : len(run.new) - behind]
        span = _place(text, run.old, start, len(run.old) - behind)
        if span is None or _MARKUP.search(new):
            return None
        text = text[: span[0]] + new + text[span[1] :]
    return text


def _place(text: str, run: str, start: int, end: int) -> tuple[int, int] | None:
    """Return where in *text* the characters of *run* from *start* to *end* stand, None if that is not sure.

    If the run is not there as a whole, which the author may have edited, what stands around them decides.
    """
    for context in (len(run), *_CONTEXTS):
        first, last = max(0, start - context), min(len(run), end + context)
        places = list(re.finditer(_pattern(run[first:last], start - first, end - first), text))
        if places:
            return places[0].span("changed") if len(places) == 1 else None
    return None


def _shared(one: str, other: str) -> int:
    """Return how many characters *one* and *other* begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _in_file(text: str, corrections: Iterable[Correction]) -> tuple[str, int]:
    lines = text.split("\n")
    made = 0
    for correction in corrections:
        first, last = correction.card.lines
        card = "\n".join(lines[first - 1 : last])
        new = corrected(card, correction.runs) if correction.runs else None
        if new is not None and new.count("\n") == card.count("\n"):
            lines[first - 1 : last] = new.split("\n")
            made += 1
    return "\n".join(lines), made


def _pattern(text: str, start: int, end: int) -> str:
    """Return a pattern for *text* in Markdown with the characters from *start* to *end* as the group `changed`."""
    parts = list(_loose(text))
    changed = "".join(parts[start:end])
    core = changed.removesuffix(_GAP)
    return "".join((*parts[:start], f"(?P<changed>{core})", changed[len(core) :], *parts[end:]))


def _loose(text: str) -> Iterator[str]:
    """Yield a pattern a character; spaces and line ends next to Chinese come and go."""
    for place, sign in enumerate(text):
        gap = place + 1 < len(text) and (_CJK.match(sign) or _CJK.match(text[place + 1]))
        yield (_GAP if sign.isspace() else re.escape(sign)) + (_GAP if gap else "")
