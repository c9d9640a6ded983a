"""Lines of text as a Chinese printer sets them, before they are HTML.

- Between Chinese and other script, code or a formula stands a space of about a quarter em, whether typed or not.
- Of two full-width marks in a row one is set at half its width.
- `～` does not open a line, and a number is not parted from its unit.
- A paragraph does not end in a line of one character.
- An apostrophe in a Latin word is as narrow as its letters. In languages that have curly quotes, straight ones are
  set as the curly ones that are meant.
- A long Latin word may be hyphenated, and code may go on in the next line after a mark: a token that must stay whole
  leaves a line that is stretched too far.

A line is edited as one string, in which everything that is not text is one placeholder, so that rules see across the
borders of emphasis; then the edits are put back where they belong.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from html import escape
from typing import Final, assert_never

from pyphen import Pyphen

from generator.document import (
    Anchor,
    Citation,
    Code,
    Computed,
    CrossReference,
    Emphasis,
    FootnoteReference,
    Image,
    Inline,
    Inlines,
    KeyWord,
    LineBreak,
    Link,
    MainPlace,
    Math,
    Strikeout,
    Strong,
    Styled,
    Text,
)
from generator.language import tables
from generator.plaintext import line_text
from generator.rewriting import rewrite_inlines

_HALF: Final = "\ufdd0"
_NARROW: Final = "\ufdd1"
"""Noncharacters behind a mark that is to be set at half its width, or as narrow as Latin text has it."""

_LATIN: Final = "\ufdd2"
_PICTURE: Final = "\ufdd3"
_NOTE: Final = "\ufdd4"
"""What stands in a line for code and formulas, for pictures, for the mark of a footnote."""

_JOINER: Final = "\u2060"
_HYPHEN: Final = "\u00ad"
_BREAK: Final = "\u200b"
"""Where lines must not, may with a hyphen, and may be broken; none of them is copied from a PDF."""

_HAN: Final = "\u2e80-\u2fff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_FULL: Final = "\u3000-\u3004\u3008-\u303f\uff00-\uffef"
_QUOTES: Final = "“”‘’"
_CLOSING: Final = "，。、；：？！）》」』】〕〉”’"
_OPENING: Final = "（《「『【〔〈“‘"

_SPACE: Final = re.compile(rf"(?<=[{_HAN}{_FULL}]) +| +(?=[{_HAN}{_FULL}])")
_GAP: Final = re.compile(
    rf"(?<=[{_HAN}])(?=[A-Za-z0-9À-ɏͰ-Ͽ{_LATIN}+\-−±≈≤≥<>=~@#$&])|(?<=[A-Za-z0-9À-ɏͰ-Ͽ{_LATIN}%°‰+])(?=[{_HAN}])"
)
_HALVED: Final = re.compile(rf"[{_CLOSING}](?=[{_CLOSING}{_OPENING}])|(?<=[{_OPENING}])[{_OPENING}]")
_APOSTROPHE: Final = re.compile(r"(?<=[A-Za-z])[‘’](?=[A-Za-z])")
_UNIT: Final = re.compile(
    r"(?<=\d) (?=(?:[kKMGTPEμµmn]i?)?(?:B|b|bit|bits|FLOPs?|FLOPS|FLOP/s|Hz|s|ms|W|token|tokens|tok|K|M|B|T|x|GPU|层|倍)\b)|(?<=\d) (?=[%‰])"
)
_WORD: Final = re.compile(r"(?<![A-Za-z])[A-Z]?[a-z]{6,}(?![A-Za-z])")
_CODE_BREAK: Final = re.compile(r"(?<=[A-Za-z)\]][_./(,=:])(?=[A-Za-z]{2})")
_LONE: Final = re.compile(rf"(?<=[{_HAN}])(?=[{_HAN}][{_CLOSING}{_NOTE}]*$)")
_INVISIBLE: Final = re.compile("[\u200d\ufe0e\ufe0f\U000e0020-\U000e007f]")
_STRAIGHT: Final = re.compile("[\"']")
_CURLY: Final = {'"': "“”", "'": "‘’"}
_BEFORE_OPENING: Final = frozenset("([{/“‘\N{EM DASH}\N{EN DASH}")
_MARKS: Final = {_HALF: "h", _NARROW: "n"}
_MARKED: Final = re.compile(f"(.)([{_HALF}{_NARROW}])")
_LONG: Final = 24
"""A line of fewer characters than this fits the page's width, so that its end is of no concern."""


def set_line(inlines: Inlines, language: str) -> Inlines:
    """Return a line of text with spaces, joiners and marks where a printer of *language* would have them; see `text_to_html`."""
    line = "".join(_plain(inlines))
    edits = _edits(line, tables.language(language))
    places = sorted(edits.dropped | edits.before.keys() | edits.behind.keys())
    return _Setter(edits, places).inlines(inlines)


def bare(inlines: Inlines) -> Inlines:
    """Return a heading as it stands elsewhere, in contents, outline and running heads: no links, notes or sources."""
    return rewrite_inlines(inlines, _bare)


def heading_text(inlines: Inlines) -> str:
    """Return the plain text of a heading as it stands elsewhere."""
    return line_text(bare(inlines)).strip()


def _bare(node: Inline) -> Inlines:
    match node:
        case Link() | CrossReference() | KeyWord():
            return node.children
        case Citation() | FootnoteReference() | Anchor():
            return ()
        case _:
            return (node,)


def text_to_html(text: str) -> str:
    """Return the text of a line made by `set_line` as HTML."""
    return _MARKED.sub(lambda match: f'<span class="{_MARKS[match[2]]}">{match[1]}</span>', escape(text, quote=False))


def without_invisibles(text: str) -> str:
    """Return *text* without the characters that only choose the look of their neighbours, such as emoji variants."""
    return _INVISIBLE.sub("", text)


@dataclass(frozen=True, slots=True)
class _Edits:
    """What changes in a line, by place: characters to drop, text to put before and behind."""

    dropped: frozenset[int]
    before: dict[int, str]
    behind: dict[int, str]


def _edits(line: str, language: tables.Language) -> _Edits:
    dropped = {place for match in _SPACE.finditer(line) for place in range(*match.span())}
    # Where a typed space goes, the neighbours meet: look for gaps in the line without it.
    kept = [place for place in range(len(line)) if place not in dropped]
    tight = "".join(line[place] for place in kept)
    before: dict[int, str] = {}
    for match in _GAP.finditer(tight):
        before[kept[match.start()]] = " "
    for match in (*_UNIT.finditer(line),):
        dropped.add(match.start())
        before[match.end()] = "\N{NO-BREAK SPACE}"
    for place, character in enumerate(line):
        if character == "～" and place:
            before[place] = _JOINER + before.get(place, "")
    if len(tight) > _LONG:
        for match in _LONE.finditer(tight):
            place = kept[match.start()]
            before[place] = before.get(place, "") + _JOINER
    for match in _WORD.finditer(line):
        for place in _hyphenation().positions(match[0]):
            before[match.start() + place] = _HYPHEN
    if language.curls_quotes:
        for place, quote in _curled(line):
            dropped.add(place)
            before[place] = before.get(place, "") + quote
    behind = {kept[match.start()]: _HALF for match in _HALVED.finditer(tight)}
    behind |= {match.start(): _NARROW for match in _APOSTROPHE.finditer(line)}
    return _Edits(frozenset(dropped), before, behind)


def _curled(line: str) -> Iterator[tuple[int, str]]:
    """Yield the place of each straight quote and the curly one that is meant: it opens after a space, else it closes."""
    last, opens = -1, True
    for match in _STRAIGHT.finditer(line):
        place = match.start()
        before = line[place - 1 : place]
        if place - 1 != last or not place:  # of two in a row the second does as the first
            opens = not before or before.isspace() or before in _BEFORE_OPENING
        last = place
        yield place, _CURLY[match[0]][not opens]


@cache
def _hyphenation() -> Pyphen:
    return Pyphen(lang="en_US", left=3, right=3)


def _plain(inlines: Inlines) -> Iterator[str]:
    for node in inlines:
        match node:
            case Text():
                yield node.text
            case Computed():
                yield node.shown
            case Code() | Math() | Citation():
                yield _LATIN
            case Image():
                yield _PICTURE
            case FootnoteReference():
                yield _NOTE
            case LineBreak():
                yield "\n"
            case Anchor():
                pass
            case Emphasis() | Strong() | Strikeout() | KeyWord() | MainPlace() | Styled() | Link() | CrossReference():
                yield from _plain(node.children)
            case _:
                assert_never(node)


@dataclass(slots=True)
class _Setter:
    """Puts edits back into a line; a class because it counts the characters as it walks."""

    edits: _Edits
    places: list[int]
    place: int = field(default=0)

    def inlines(self, inlines: Inlines) -> Inlines:
        return tuple(new for node in inlines for new in self._inline(node))

    def _inline(self, node: Inline) -> Inlines:
        match node:
            case Text():
                return self._text(node.text)
            case Computed():
                return self._text(node.shown)
            case Code() | Math() | Citation() | Image() | FootnoteReference() | LineBreak():
                if isinstance(node, Code):
                    node = replace(node, text=_CODE_BREAK.sub(_BREAK, node.text))
                space = self.edits.before.get(self.place, "")
                self.place += 1
                return (Text(space), node) if space else (node,)
            case Anchor():
                return (node,)
            case Emphasis() | Strong() | Strikeout() | KeyWord() | MainPlace() | Styled() | Link() | CrossReference():
                return (replace(node, children=self.inlines(node.children)),)
            case _:
                assert_never(node)

    def _text(self, text: str) -> Inlines:
        start, self.place = self.place, self.place + len(text)
        changed = self.places[bisect_left(self.places, start) : bisect_left(self.places, self.place)]
        if not changed:
            return (Text(text),)
        pieces, last = [], start
        for place in changed:
            pieces += [text[last - start : place - start], self.edits.before.get(place, "")]
            if place not in self.edits.dropped:
                pieces += [text[place - start], self.edits.behind.get(place, "")]
            last = place + 1
        new = "".join([*pieces, text[last - start :]])
        return (Text(new),) if new else ()
