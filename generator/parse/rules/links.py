"""Links and pictures, as CommonMark has them, in linear time and with their place kept."""

import re

from markdown_it.common.utils import normalizeReference, unescapeAll
from markdown_it.helpers import parseLinkDestination, parseLinkTitle
from markdown_it.rules_inline import StateInline

from generator.parse.folding import cleaned

_MAX_BRACKETS = 32
_SPACES = re.compile(r"[ \t\n]*")
_MAIN = re.compile(r"\{[ \t]*\.main[ \t]*\}")
_EXTRA = re.compile(r"\{[ \t]*(?:[#.][\w-]+|[\w-]+=)[^{}\n]*\}")
_SIZE = re.compile(r"=(?:\d+%?(?:x\d*%?)?|x\d+%?)[ \t]*(?=\))")
"""A picture's size as HackMD and others write it, behind its address."""

_LOOSE = re.compile(
    r"""[ \t]*((?:\#[^()\n"]*|[^()<>\n"\#]*?\.(?:png|jpe?g|gif|svg|webp|bmp|avif|md)))[ \t]*(?:"([^"\n]*)")?[ \t]*\)""",
    re.IGNORECASE,
)


def link(state: StateInline, silent: bool) -> bool:
    """Take `[text](address "title")`, or `[text][label]` where the label is defined."""
    start = state.pos
    if state.src[start] != "[" or state.linkLevel:
        return False
    label_end = _end_of_label(state, start, no_links=True)
    target = _target(state, start + 1, label_end) if label_end >= 0 else None
    if target is None:
        return False
    url, title, label, end = target
    if not silent:
        limit = state.posMax
        token = state.push("link_open", "a", 1)
        token.meta = {"at": start, "url": url, "title": unescapeAll(title), "label": label}
        state.pos, state.posMax = start + 1, label_end
        state.linkLevel += 1
        state.md.inline.tokenize(state)
        state.linkLevel -= 1
        state.push("link_close", "a", -1)
        state.posMax = limit
    state.pos = _after_attributes(state, start, end, silent=silent)
    return True


def main_place(state: StateInline, silent: bool) -> bool:
    """Take `[term]{.main}`, the main place of an index term."""
    start = state.pos
    if state.src[start] != "[":
        return False
    label_end = _end_of_label(state, start, no_links=False)
    mark = _MAIN.match(state.src, label_end + 1, state.posMax) if label_end >= 0 else None
    if mark is None:
        return False
    if not silent:
        limit = state.posMax
        state.push("main_open", "span", 1)
        state.pos, state.posMax = start + 1, label_end
        state.md.inline.tokenize(state)
        state.push("main_close", "span", -1)
        state.posMax = limit
    state.pos = mark.end()
    return True


def picture(state: StateInline, silent: bool) -> bool:
    """Take `![alt](path "title")`; the title is text like any other, so its escapes are left to whoever reads it."""
    start = state.pos
    if not state.src.startswith("![", start):
        return False
    label_end = _end_of_label(state, start + 1, no_links=False)
    target = _target(state, start + 2, label_end) if label_end >= 0 else None
    if target is None:
        return False
    url, title, label, end = target
    if not silent:
        token = state.push("picture", "img", 0)
        token.content = state.src[start + 2 : label_end]
        token.meta = {"at": start, "url": url, "title": title, "label": label}
    state.pos = _after_attributes(state, start, end, silent=silent)
    return True


def _after_attributes(state: StateInline, start: int, end: int, *, silent: bool) -> int:
    """Return where the attribute list behind a link or picture ends; there is no use for one, or a size, so it is told."""
    begin = state.src.rfind(" ", start, end)
    size = _SIZE.match(state.src, begin + 1, end) if begin >= 0 else None
    extra = _EXTRA.match(state.src, end, state.posMax)
    for refused in filter(None, (size, extra) if not silent else ()):
        token = state.push("refused_attributes", "", 0)
        token.content, token.meta = refused[0].rstrip(), {"at": start}
    return extra.end() if extra else end


def _end_of_label(state: StateInline, start: int, *, no_links: bool) -> int:
    """Return where the bracket that opens at *start* closes, or -1.

    Brackets nested deeper than any author's are not followed, so that runs of them cost linear time.
    """
    if state.html_terminator_last("]") < start:
        return -1
    old, depth, found = state.pos, 1, -1
    state.pos = start + 1
    while state.pos < state.posMax and depth <= _MAX_BRACKETS:
        character = state.src[state.pos]
        if character == "]":
            depth -= 1
            if depth == 0:
                found = state.pos
                break
        before = state.pos
        state.md.inline.skipToken(state)
        if character == "[":
            if before == state.pos - 1:
                depth += 1
            elif no_links and not _is_mark(state, before):
                break
    state.pos = old
    return found


def _is_mark(state: StateInline, start: int) -> bool:
    """Return whether the brackets at *start* are a footnote's mark or a citation, which may stand in a link."""
    return state.src.startswith("[^", start) or (
        "@" in state.src[start : state.pos] and state.src[state.pos - 1] == "]"
    )


def _target(state: StateInline, label_start: int, label_end: int) -> tuple[str, str, str, int] | None:
    """Return where a link leads, its title, its label and where it ends."""
    inline = _address(state, label_end + 1) or _loose_address(state, label_end + 1)
    if inline:
        url, title, end = inline
        return url, title, "", end
    return _defined(state, label_start, label_end)


def _address(state: StateInline, start: int) -> tuple[str, str, int] | None:
    if start >= state.posMax or state.src[start] != "(":
        return None
    position = _after_spaces(state, start + 1)
    found = parseLinkDestination(state.src, position, state.posMax)
    if not found.ok:
        return None
    after = _after_spaces(state, found.pos)
    title, end = "", after
    if after > found.pos:
        named = parseLinkTitle(state.src, after, state.posMax)
        if named.ok:
            title, end = state.src[after + 1 : named.pos - 1], _after_spaces(state, named.pos)
    if after > found.pos and (size := _SIZE.match(state.src, end, state.posMax)):
        end = size.end()
    if end >= state.posMax or state.src[end] != ")":
        return None
    return cleaned(found.str), title, end + 1


def _loose_address(state: StateInline, start: int) -> tuple[str, str, int] | None:
    """Return an address with spaces in it, where it can't be mistaken: a file's name, a heading of this book."""
    if start >= state.posMax or state.src[start] != "(":
        return None
    match = _LOOSE.match(state.src, start + 1, state.posMax)
    return (cleaned(unescapeAll(match[1].strip())), match[2] or "", match.end()) if match else None


def _defined(state: StateInline, label_start: int, label_end: int) -> tuple[str, str, str, int] | None:
    definitions = state.env["definitions"]
    if not definitions:
        return None
    label, end = state.src[label_start:label_end], label_end + 1
    second = re.compile(r"\[((?:[^\[\]\\]|\\.)*)\]").match(state.src, end, state.posMax)
    if second:
        label, end = second[1] or label, second.end()
    label = normalizeReference(label)
    if label not in definitions:
        return None
    return (*definitions[label], label, end)


def _after_spaces(state: StateInline, start: int) -> int:
    match = _SPACES.match(state.src, start, state.posMax)
    return match.end() if match else start
