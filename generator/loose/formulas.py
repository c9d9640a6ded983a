"""Formulas among words: found where they are certain, left alone where they are not."""

import re
from collections.abc import Iterable

from generator.formula.commands import refused
from generator.loose.notation import Formula, read_formula
from generator.loose.symbols import GREEK, LOWERED, RAISED, SIGNS, TELLING

_TELLS = re.compile("[" + re.escape("".join([*GREEK, *SIGNS, *TELLING, *RAISED, *LOWERED, *"^×·⋅∙"])) + "]|_\\{|_")
_START = re.compile(rf"(?<![A-Za-z0-9_^\\.@#&%/$-])[A-Za-z0-9(\[−±-]|[{re.escape(''.join([*GREEK, *SIGNS]))}]")
_CUT_AFTER = re.compile(r"[A-Za-z0-9_^{\\%°·×/*=+(\[]|-[A-Za-z0-9]|[" + "".join([*RAISED, *LOWERED]) + "]")
_GOES_ON = re.compile(r"[ \t]*(?:[+×·⋅*/≤≥∈≈≠−-]|<=|>=)[ \t]*[A-Za-z0-9(\[]")
_CUT_BEFORE = re.compile(r"[A-Za-z0-9)\]}|_][ \t]*[-=+×·⋅*/<>≤≥∈≈−^|]+[ \t]*$")

_QUANTITY = re.compile(r"\d[ \t]*$")
_UNIT = re.compile(r"[a-z]{1,2}[²³]")


def find_formulas(text: str, known: frozenset[str]) -> list[tuple[int, Formula]]:
    """Return the certain formulas in *text* with the places where they begin, in order."""
    found: list[tuple[int, Formula]] = []
    if not _TELLS.search(text):
        return found
    place = 0
    while match := _START.search(text, place):
        formula = read_formula(text, match.start(), known)
        if formula is None:
            place = match.end()
            continue
        if formula.certain and _is_whole(text, match.start(), formula.end) and not refused(formula.tex):
            found.append((match.start(), formula))
        place = formula.end
    return found


def symbols_in(texts: Iterable[str]) -> frozenset[str]:
    """Return the symbols with a subscript in the certain formulas of *texts*: where they stand alone, they are certain too."""
    return frozenset(
        symbol for text in texts for _, formula in find_formulas(text, frozenset()) for symbol in formula.symbols
    )


def whole_formula(text: str, known: frozenset[str]) -> str:
    """Return the TeX of *text* if it is one certain formula that says something of its own, else nothing."""
    bare = text.strip().rstrip("，。；,;")
    found = find_formulas(bare, known)
    if len(found) == 1 and found[0][0] == 0 and found[0][1].end == len(bare) and re.search("[=≈∝≤≥∈]", bare):
        return found[0][1].tex
    return ""


def _is_whole(text: str, start: int, end: int) -> bool:
    """Return whether a formula is cut off from nothing that is notation, too, but could not be read."""
    if _CUT_AFTER.match(text, end) or _GOES_ON.match(text, end):
        return False
    before = text[max(0, start - 40) : start]
    return not _CUT_BEFORE.search(before) and not (_QUANTITY.search(before) and _UNIT.fullmatch(text, start, end))
