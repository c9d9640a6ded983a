"""The parts of a run of text that have no parts: what each token of a line shows, and what is wrong with it."""

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from markdown_it.token import Token

from generator.diagnostics import Location
from generator.document import Citation, Cite, Code, Computed, FootnoteReference, Inline, LineBreak, Math
from generator.parse.folding import folded
from generator.parse.reading import Reading


@dataclass(slots=True)
class Leaf:
    """A part without parts: *text* is what is seen of it, *node* is None if it is nothing but text.

    *soft* marks a line end of the source, *expression* is the arithmetic of a comment, *figure* the computed number with
    which the text ends, *token* is a picture's. *at* is a position in the run, where one is needed, *line* counts from 0.
    """

    text: str = ""
    node: Inline | None = None
    soft: bool = False
    display: bool = False
    expression: str | None = None
    figure: Computed | None = None
    token: Token | None = None
    at: int = 0
    line: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """A run of text, its *source*, and where it stands: *ends* are the positions after its line ends."""

    reading: Reading
    line: int
    ends: tuple[int, ...]
    source: str = ""

    def line_at(self, position: int) -> int:
        """Return the line, counted from 0, of a position in the run."""
        return self.line + bisect_right(self.ends, position)

    def location(self, position: int) -> Location:
        """Return the place of a position in the run."""
        return self.reading.at(self.line_at(position))

    def column(self, position: int) -> int:
        """Return the place of a position in its line of the file, counted from 0; -1 if the line was changed by reading."""
        start = max((end for end in self.ends if end <= position), default=0)
        line = self.source[start:].partition("\n")[0]
        begin = self.reading.lines[self.line_at(position)].find(line)
        return begin + position - start if begin >= 0 else -1

    def tell(self, position: int, code: str, message: str) -> None:
        """Note a mistake at a position in the run."""
        self.reading.tell(self.line_at(position), code, message)


def leaf_of(run: Run, token: Token) -> Leaf | None:
    """Return the leaf that *token* stands for, or None where it shows nothing."""
    make = _LEAVES.get(token.type)
    if make is None:
        raise AssertionError(f"no leaf for a token of type {token.type!r}")
    return make(run, token)


def _text(run: Run, token: Token) -> Leaf | None:
    return Leaf(token.content) if token.content else None


def _soft_end(run: Run, token: Token) -> Leaf:
    return Leaf(soft=True)


def _line_break(run: Run, token: Token) -> Leaf:
    return Leaf(node=LineBreak())


def _code(run: Run, token: Token) -> Leaf:
    return Leaf(token.content, Code(folded(token.content)))


def _math(run: Run, token: Token) -> Leaf:
    tex = folded(token.content)
    at = token.meta["at"]
    return Leaf(tex, Math(tex.strip(), location=run.location(at)), display=token.meta["display"], at=at)


def _citation(run: Run, token: Token) -> Leaf:
    cites = tuple(Cite(key, folded(prefix), folded(locator)) for key, prefix, locator in token.meta["cites"])
    return Leaf(token.content, Citation(cites, location=run.location(token.meta["at"])))


def _footnote_mark(run: Run, token: Token) -> Leaf:
    at, label = token.meta["at"], token.meta["label"]
    if label in run.reading.defined:
        return Leaf(node=FootnoteReference(label, location=run.location(at)))
    run.tell(at, "unknown-footnote", f"footnote '{label}' is not defined; write '[^{label}]: …' on a line of its own")
    return Leaf(token.content)


def _comment(run: Run, token: Token) -> Leaf | None:
    content = token.content.strip()
    return Leaf(expression=content[1:].strip(), at=token.meta["at"]) if content.startswith("=") else None


def _unclosed_comment(run: Run, token: Token) -> Leaf:
    run.tell(token.meta["at"], "unclosed", "a comment begins in this line and does not end; write '-->' after it")
    return Leaf(token.content)


def _tag(run: Run, token: Token) -> Leaf:
    at = token.meta["at"]
    if token.tag == "br":
        return Leaf(node=LineBreak())
    if token.tag == "img" and token.meta["attributes"].get("src"):
        _tell_handlers(run, token)
        return Leaf(token=token, at=at)
    shown = token.content.replace("\n", " ")
    run.tell(at, "raw-html", f"'{shown}' has no partner in its paragraph; close it, or write it in backticks")
    return Leaf(shown)


def _refused_tag(run: Run, token: Token) -> Leaf:
    shown = token.content.replace("\n", " ")
    message = next(
        (message for tags, message in _PASTED.items() if re.match(rf"</?(?:{tags})\b", shown, re.IGNORECASE)), ""
    )
    if not message:
        run.tell(token.meta["at"], "raw-html", f"HTML '{shown}' is shown as text; write it in backticks")
    elif not _goes_on(run, token, message):
        run.tell(token.meta["at"], "raw-html", message)
    return Leaf(shown)


def _goes_on(run: Run, token: Token, message: str) -> bool:
    """Return whether a tag belongs to something of which an earlier tag was told: only tags begin the lines between."""
    if message == _PREFORMATTED and token.content.startswith("</"):
        return True
    told = max((found.location.line for found in run.reading.found if found.message == message), default=0)
    between = run.reading.lines[told - 1 : run.line_at(token.meta["at"])] if told else ("text",)
    return all(not line.strip() or line.lstrip().startswith("<") for line in between)


def _refused_entity(run: Run, token: Token) -> None:
    message = f"'{token.content}' names a character that is left out; delete it, or write it in backticks"
    run.tell(token.meta["at"], "control-character", message)


def _picture(run: Run, token: Token) -> Leaf:
    return Leaf(token=token, at=token.meta["at"])


def _refused_attributes(run: Run, token: Token) -> None:
    message = f"'{token.content}' after a picture or a link is left out; delete it"
    run.tell(token.meta["at"], "foreign-mark", message)


def _stray_dollars(run: Run, token: Token) -> Leaf:
    if len(token.content) == 2:
        message = "'$$' opens a formula that does not end; close it, or write it in backticks"
        run.tell(token.meta["at"], "unclosed", message)
    return Leaf(token.content)


def _stray_keyword(run: Run, token: Token) -> Leaf:
    message = "'==' has no partner and is shown as text; close the key words, or write it in backticks"
    run.tell(token.meta["at"], "key-word", message)
    return Leaf(token.content)


def _tell_handlers(run: Run, token: Token) -> None:
    for name in token.meta["attributes"]:
        if name.startswith("on") or name == "style":
            run.tell(token.meta["at"], "raw-html", f"attribute '{name}' of <{token.tag}> is left out; delete it")


_PREFORMATTED: Final = "an HTML block of code is shown as text; write ``` on a line of its own before it and after it"
_PASTED: Final = {
    "table|thead|tbody|tfoot|tr|td|th|caption|colgroup|col": (
        "an HTML table is shown as text; write it with pipes: | a | b |, below it |---|---|, then the rows"
    ),
    "ul|ol|li|dl|dt|dd": "an HTML list is shown as text; begin each item on a line of its own with '- ' or '1. '",
    "pre": _PREFORMATTED,
}
"""Of what is pasted from pages, by its tags, what is told once."""

_LEAVES: dict[str, Callable[[Run, Token], Leaf | None]] = {
    "text": _text,
    "text_special": _text,
    "softbreak": _soft_end,
    "hardbreak": _line_break,
    "code_inline": _code,
    "math": _math,
    "citation": _citation,
    "footnote_mark": _footnote_mark,
    "comment": _comment,
    "unclosed_comment": _unclosed_comment,
    "tag": _tag,
    "refused_tag": _refused_tag,
    "refused_entity": _refused_entity,
    "picture": _picture,
    "refused_attributes": _refused_attributes,
    "stray_dollars": _stray_dollars,
    "stray_keyword": _stray_keyword,
}
