"""What a leaf is by the leaves beside it: soft line ends, and the numbers of computed figures."""

import re

from generator.document import Computed, Math
from generator.parse.leaves import Leaf, Run
from generator.plaintext import CJK

_CJK = re.compile(f"[{CJK}]")
_CHINESE_TOO = re.compile("[“”‘’…—]")
_SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺"
_SHOWN = re.compile(
    rf"(?:(?<![\w.])[-+−])?(?<![\d.])\d[\d,]*(?:\.\d+)?(?:[eE][+-]?\d+|\s?[×x]\s?10(?:[{_SUPERSCRIPT}]+|\^\{{?[-+−]?\d+\}}?))?"
    r"(?: ?[A-Za-z%‰μµ][A-Za-z0-9%‰μµ/²³·]{0,15}| ?[\u4e00-\u9fff]{1,3})?$"
)
_LONGEST_SHOWN = 60


def settle(run: Run, leaves: list[Leaf]) -> None:
    """Make soft line ends a space or nothing, and give each computation its number."""
    _attach_computations(run, leaves)
    following = _next_characters(leaves)
    before = ""
    for leaf, after in zip(leaves, following, strict=True):
        if leaf.soft:
            leaf.soft = False
            leaf.text = "" if _touch(before, after) else " "
        if leaf.text:
            before = leaf.text[-1]


def _next_characters(leaves: list[Leaf]) -> list[str]:
    """Return for each leaf the character that follows it."""
    following, after = [], ""
    for leaf in reversed(leaves):
        following.append(after)
        if leaf.text:
            after = leaf.text[0]
    return following[::-1]


def _touch(before: str, after: str) -> bool:
    """Return whether no space stands between two lines that end and begin so."""
    first, second = bool(_CJK.match(before)), bool(_CJK.match(after))
    return (first or (bool(_CHINESE_TOO.match(before)) and second)) and (second or bool(_CHINESE_TOO.match(after)))


def _attach_computations(run: Run, leaves: list[Leaf]) -> None:
    """Give each computation to the number before it; its comment may stand outside a mark: `**112 GB**<!-- = … -->`."""
    for number, leaf in zip([Leaf(), *leaves], leaves, strict=False):
        if leaf.expression is None:
            continue
        shown = _number_at_end(number)
        if not shown:
            run.tell(
                leaf.at, "calc", f"no number stands directly before '<!-- = {leaf.expression} -->'; write it there"
            )
            continue
        number.figure = Computed(shown, leaf.expression, location=run.location(leaf.at))
        if number.node is not None:
            number.node, number.text = None, shown


def _number_at_end(leaf: Leaf) -> str:
    """Return the number, with its unit, with which *leaf* ends."""
    if isinstance(leaf.node, Math):
        text = leaf.node.tex.replace("\\times", "×").replace("\\%", "%").replace("\\,", " ")
        match = _SHOWN.match(text)
        return text if match else ""
    if leaf.node or leaf.token or leaf.figure:
        return ""
    found = _SHOWN.search(leaf.text[-_LONGEST_SHOWN:])
    return found[0] if found else ""
