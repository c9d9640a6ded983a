"""Look-alike and invisible characters: folded in text, told once a line, left alone in code blocks.

Control characters and direction marks go everywhere: no output can show them, and one U+001F makes Anki refuse a deck.
"""

import re
import unicodedata
from collections.abc import Iterator, Set

_CONTROL = "\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
_BIDI = "\u202a-\u202e\u2066-\u2069"
_SPACES = "\u00a0\u2007\u202f\u2028\u2029"
_INVISIBLE = (
    "\u00ad\u061c\u180e\u200b-\u200f\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb\U000e0001\U000e0020-\U000e007f"
)
_IDEOGRAPHS = "\u2e80-\u2ef3\u2f00-\u2fd5\uf900-\ufaff\U0002f800-\U0002fa1f"

_SUPPLEMENT = (
    "厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑彐忄心扌攵·旡日月歺母民氵氺灬爫爫丬牛犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂肀"
    "聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟"
)
"""The unified ideographs of U+2E81 to U+2EF3, a dot where there is none (Unicode's EquivalentUnifiedIdeograph.txt)."""

_RADICALS = {0x2E81 + place: ideograph for place, ideograph in enumerate(_SUPPLEMENT) if ideograph != "·"} | {
    code: unicodedata.normalize("NFKC", chr(code)) for code in range(0x2F00, 0x2FD6)
}

_REMOVED = re.compile(f"[{_CONTROL}{_BIDI}]")
_SPACE = re.compile(f"[{_SPACES}]")
_HIDDEN = re.compile(f"(\U0001f3f4[\U000e0020-\U000e007f]+)|[{_INVISIBLE}]")
_RADICAL = re.compile("[\u2e80-\u2ef3\u2f00-\u2fd5]")
_SPECIAL = re.compile(f"[{_CONTROL}{_BIDI}{_SPACES}{_INVISIBLE}{_IDEOGRAPHS}]")
_FOLDED = re.compile(f"[{_SPACES}{_INVISIBLE}{_IDEOGRAPHS}]")
_DIRECTION = re.compile(f"[{_BIDI}]")
_VEILED = re.compile(
    rf"^[ \t>]*[{_SPACES}{_INVISIBLE}][ \t>{_SPACES}{_INVISIBLE}]*"
    rf"|^[ \t>]*(?:#{{1,6}}|[-+*]|\d{{1,9}}[.)])[{_SPACES}{_INVISIBLE}]+",
    re.MULTILINE,
)
_JOINING = re.compile("[\u0600-\u08ff\u0900-\u0dff\u1800-\u18af\ufb50-\ufdff\ufe70-\ufefc]")

Told = tuple[int, str, str]
"""A line, counted from 0, a code and a message."""


def cleaned(text: str) -> str:
    """Return *text* without control characters and direction marks."""
    return _REMOVED.sub("", text)


def folded(text: str) -> str:
    """Return *text* with each character that only looks like another, or like nothing, as the plain one."""
    if not _SPECIAL.search(text):
        return unicodedata.normalize("NFC", text)
    text = _SPACE.sub(" ", _HIDDEN.sub(_shown, cleaned(text)))
    text = _RADICAL.sub(lambda found: _RADICALS.get(ord(found[0]), found[0]), text)
    return unicodedata.normalize("NFC", text)


def is_veiled(text: str) -> bool:
    """Return whether a line of *text* begins with invisible characters, or has them after a heading's or item's mark."""
    return bool(_VEILED.search(text))


def unveiled(text: str, code: Set[int]) -> str:
    """Return *text* with the beginnings of lines folded, so that marks are seen; lines of *code* are left alone."""
    lines = text.split("\n")
    for line, content in enumerate(lines):
        if line not in code:
            lines[line] = _VEILED.sub(lambda found: folded(found[0]), content)
    return "\n".join(lines)


def suspicious(text: str, code: Set[int]) -> Iterator[Told]:
    """Yield what is removed and folded, once a line and kind; look-alikes in lines of *code* are kept."""
    composed = unicodedata.is_normalized("NFC", text)
    if composed and not _SPECIAL.search(text):
        return
    for line, content in enumerate(text.split("\n")):
        if _REMOVED.search(content):
            bidi = set(_DIRECTION.findall(content))
            control = set(_REMOVED.findall(content)) - bidi
            if control:
                names = _names(content, control)
                yield line, "control-character", f"control characters are left out: {names}; delete them"
            if bidi:
                yield line, "bidi", f"direction marks are left out: {_names(content, bidi)}; delete them"
        if composed and not _FOLDED.search(content):
            continue
        if fault := _look_alikes(content, kept=line in code):
            yield line, "folded", fault


def _look_alikes(content: str, *, kept: bool) -> str:
    """Return what is to be said of a line's look-alikes, or nothing."""
    found = list(dict.fromkeys(_FOLDED.findall(content)))
    shown = folded(content)
    parts = [f"'{old}' (U+{ord(old):04X}) as '{folded(old)}'" for old in found if folded(old).strip(" " + old)]
    parts += [f"U+{ord(old):04X} as nothing" for old in found if not folded(old) and old not in shown]
    parts += [f"U+{ord(old):04X} as a space" for old in found if folded(old) == " "]
    if not parts and unicodedata.normalize("NFC", content) != content:
        parts = ["letters with loose accents as one letter each"]
    if not parts:
        return ""
    where = "code keeps characters that are elsewhere read as others" if kept else "characters are read as others"
    return f"{where}: {', '.join(parts)}; type the plain ones"


def _names(content: str, characters: set[str]) -> str:
    """Return the code points of *characters* with the column of the first of each."""
    places = sorted((content.index(character), character) for character in characters)
    return ", ".join(f"U+{ord(character):04X} in column {place + 1}" for place, character in places)


def _shown(found: re.Match[str]) -> str:
    """Return what stands for an invisible character: itself where it joins emoji or letters, else nothing."""
    if found[1]:
        return found[1]
    text, place = found.string, found.start()
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if found[0] not in "\u200c\u200d" or not before or not after:
        return ""
    if found[0] == "\u200d" and unicodedata.category(after) == "So" and _is_emoji(before):
        return found[0]
    return found[0] if _JOINING.match(before) and _JOINING.match(after) else ""


def _is_emoji(character: str) -> bool:
    return character == "\ufe0f" or unicodedata.category(character) in ("So", "Sk")
