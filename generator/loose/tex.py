"""Pieces of TeX put together."""

import re

from generator.loose.symbols import RELATIONS

_COMMAND_END = re.compile(r"\\[A-Za-z]+$")


def sign(operator: str, *, spaced: bool) -> str:
    """Return an operator in TeX, with the spaces that it had or needs."""
    if operator == ",":
        return ", "
    sign = RELATIONS[operator]
    return f" {sign} " if spaced or sign.startswith("\\") else sign


def braced(text: str) -> str:
    """Return *text* as the argument of `_` or `^`."""
    return text if len(text) == 1 else f"{{{text}}}"


def wrapped(tex: str) -> bool:
    """Return whether one pair of round brackets encloses the whole of *tex*."""
    depth = 0
    for place, character in enumerate(tex):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return place == len(tex) - 1 and tex[0] == "("
    return False


def together(parts: list[str]) -> str:
    """Return *parts* side by side, with a space where a command would run into a letter."""
    tex = ""
    for part in parts:
        tex += " " if _COMMAND_END.search(tex) and part[:1].isalpha() else ""
        tex += part
    return tex
