"""A formula as a drawing: one black path, spoken in words.

mathra draws it with STIX Two Math. Of its SVG the path and the spoken words are kept; its identifiers (twice the same
formula would be twice the same id), style element, copy of the source and transparent text are not: a book of three
hundred formulas is laid out in half the time.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from typing import Any, Final

import mathra

from generator.formula.commands import refused
from generator.formula.drawing import Bar, Mark, Placed, bar_path, marks, moved, outlines
from generator.formula.han import has_outline, outline
from generator.formula.numbers import for_mathra
from generator.formula.speech import UnknownNotationError, spoken
from generator.language import tables
from generator.plaintext import CJK

_BOX: Final = re.compile(r"the font has no '(.)' \(U\+[0-9A-F]+\): drew a box", re.DOTALL)
_CHINESE: Final = re.compile(rf"[{CJK}]")
_VIEW_BOX: Final = re.compile(r'viewBox="(\S+) (\S+) (\S+) (\S+)"')
_STROKE: Final = re.compile(r"<(?:line|circle|ellipse|polygon|polyline)\b")
"""What in a drawing can't be made a part of its path."""

_ANY_LANGUAGE: Final = "en"

_STAND_INS: Final = "".join(chr(code) for code in range(0x410, 0x450))
"""Cyrillic letters, which the formula font has: they show in which order Chinese characters are drawn."""

_HAN_SCALE: Final = 0.932
_HAN_DROP: Final = 50
"""The box that mathra draws for a character it lacks is 0.932 em wide, from -0.162 to 0.678 em: a Chinese character
fits it if it is made a little smaller and moved down a little."""

_LEAST: Final = 1
"""Thousandths of an em: a formula without ink, such as `{}` or a space, is a blank of its width, and no engine that
lays out pages takes a picture without a size."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A drawing, ready to stand in HTML; *width*, *height* and *depth* (below the baseline) are in em.

    *svg* and *spoken*, the formula in words, are empty if nothing right can be drawn.
    *problems* says what an author should mend; a formula may have some and be drawn all the same.
    """

    svg: str
    width: float
    height: float
    depth: float
    spoken: str
    problems: tuple[str, ...] = ()


@lru_cache(maxsize=10_000)  # while one writes, a book is checked again and again
def faults_of(tex: str, *, display: bool = False) -> tuple[str, ...]:
    """Return what an author should mend in *tex* so that it can be drawn; the drawing itself takes ten times as long."""
    if problems := refused(tex):
        return problems
    try:
        result = mathra.render(for_mathra(tex), _ANY_LANGUAGE, display=display)
        warnings = _warnings(result)
        if not warnings and (result["warnings"] or _STROKE.search(result["svg"])):
            for character in _han_order(tex, tuple(marks(result["svg"])), display=display):
                _require_outline(character)
    except ValueError as fault:
        return (_otherwise(fault),)
    return tuple(map(_otherwise, warnings))


def draw(tex: str, *, language: str, display: bool = False) -> Formula:
    """Return *tex* drawn, *display* in the larger style of formulas on a line of their own, and spoken in *language*."""
    problems = refused(tex)
    try:
        result = mathra.render(for_mathra(tex), tables.language(language).speech.letters, display=display)
        if warnings := _warnings(result):
            return _undrawn(*(problems or map(_otherwise, warnings)))
        path, top = _path(tex, result["svg"], display=display)
    except ValueError as fault:
        return _undrawn(*(problems or (_otherwise(fault),)))
    said = _spoken(result, language)
    left, above, width, height = (float(number) for number in _view_box(result["svg"]))
    room = max(0.0, top + above)  # *above* is negative: how far the box reaches above the baseline
    above = above - room
    width, height = max(width, _LEAST), max(height + room, _LEAST)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="formula" role="img" width="{_em(width)}" height="{_em(height)}" '
        f'viewBox="{left:g} {above:g} {width:g} {height:g}"><title>{escape(said)}</title>'
        f'<path fill="currentColor" transform="scale(1 -1)" d="{path}"/></svg>'
    )
    return Formula(svg, width / 1000, height / 1000, (height + above) / 1000, said, problems)


def _undrawn(*problems: str) -> Formula:
    return Formula("", 0, 0, 0, "", problems)


def _warnings(result: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what mathra could not read or draw as it stands; Chinese characters are drawn here."""
    return tuple(text for text in (warning["description"] for warning in result["warnings"]) if not _is_han_box(text))


def _otherwise(fault: object) -> str:
    return f"{fault}; write it another way"


def _spoken(result: Mapping[str, Any], language: str) -> str:
    try:
        return spoken(result["tree"], language)
    except UnknownNotationError:
        said: str = result["speech"]
        return said


def _path(tex: str, svg: str, *, display: bool) -> tuple[str, float]:
    """Return the path of the whole formula, and how high its Chinese characters reach."""
    glyphs, drawn = outlines(svg), tuple(marks(svg))
    han = iter(_han_order(tex, drawn, display=display))
    paths, top = [], 0.0
    for mark in drawn:
        if isinstance(mark, Bar):
            paths.append(bar_path(mark))
            continue
        character = next(han) if mark.glyph == _box_glyph() else None
        if character is None:
            paths.append(moved(glyphs[mark.glyph], mark.x, mark.y, mark.scale))
            continue
        scale, baseline = mark.scale * _HAN_SCALE, mark.y - _HAN_DROP * mark.scale
        paths.append(_han_outline(character, mark.x, baseline, scale))
        top = max(top, baseline + 880 * scale)
    return "".join(paths), top


def _han_order(tex: str, drawn: tuple[Mark, ...], *, display: bool) -> list[str | None]:
    """Return which Chinese character of *tex* each box of the drawing stands for, or None if it is a box indeed.

    That is not their order in the source: a superscript is drawn before a subscript. So the formula is drawn once more
    with a letter standing in for each.
    """
    boxes = sum(isinstance(mark, Placed) and mark.glyph == _box_glyph() for mark in drawn)
    if not boxes:
        return []
    characters = dict.fromkeys(_CHINESE.findall(tex))
    if len(characters) > len(_STAND_INS):
        raise ValueError("the formula holds too many different Chinese characters")
    letters = dict(zip(characters, _STAND_INS, strict=False))
    shown: dict[int, str | None] = {_glyph_of(letter): character for character, letter in letters.items()}
    shown[_box_glyph()] = None
    again = marks(mathra.render(for_mathra(tex).translate(str.maketrans(letters)), "zh", display=display)["svg"])
    order = [shown[mark.glyph] for mark in again if isinstance(mark, Placed) and mark.glyph in shown]
    if len(order) != boxes:
        raise ValueError("the Chinese text stands where it can't be drawn")
    return order


def _han_outline(character: str, x: float, y: float, scale: float) -> str:
    _require_outline(character)
    return outline(character, x, y, scale) or ""


def _require_outline(character: str | None) -> None:
    if character is not None and not has_outline(character):
        raise ValueError(f"no typeface has '{character}'")


def _is_han_box(description: str) -> bool:
    match = _BOX.search(description)
    return match is not None and _CHINESE.match(match[1]) is not None


def _view_box(svg: str) -> tuple[str, ...]:
    match = _VIEW_BOX.search(svg)
    if match is None:
        raise ValueError("the drawing has no view box")
    return match.groups()


def _em(thousandths: float) -> str:
    return f"{thousandths / 1000:.4g}em"


@cache
def _box_glyph() -> int:
    return _glyph_of("中")


@cache
def _glyph_of(character: str) -> int:
    # The number of a glyph does not change while the version of mathra does not; asking costs as much as a formula.
    (mark,) = marks(mathra.render(rf"\text{{{character}}}", "zh", display=False)["svg"])
    if not isinstance(mark, Placed):
        raise TypeError(f"mathra draws {character} as {mark}")
    return mark.glyph
