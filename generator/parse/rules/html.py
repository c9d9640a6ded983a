"""HTML in a line: comments, the few tags that an author may write, addresses in angle brackets.

All other angle brackets are text: `<PAD>`, `vector<int>` and `<s>` are tokens and types, not tags.
"""

import re
from html import unescape

from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline import entity as named_entity
from markdown_it.token import Token

from generator.parse.folding import cleaned

ALLOWED = frozenset(
    [
        "b",
        "strong",
        "i",
        "em",
        "del",
        "sub",
        "sup",
        "kbd",
        "u",
        "ins",
        "mark",
        "small",
        "abbr",
        "a",
        "br",
        "img",
        "p",
        "div",
        "span",
        "center",
        "details",
        "summary",
    ]
)
"""The tags that mean what they say; `details` and `summary` only where they stand as blocks."""

VOID = frozenset({"br", "img"})

_REFUSED = frozenset(
    [
        "applet",
        "area",
        "audio",
        "base",
        "body",
        "button",
        "canvas",
        "embed",
        "font",
        "form",
        "frame",
        "frameset",
        "head",
        "html",
        "iframe",
        "input",
        "link",
        "map",
        "meta",
        "math",
        "object",
        "ol",
        "option",
        "param",
        "pre",
        "script",
        "select",
        "source",
        "style",
        "svg",
        "table",
        "tbody",
        "td",
        "template",
        "textarea",
        "tfoot",
        "th",
        "thead",
        "title",
        "tr",
        "ul",
        "li",
        "video",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "blockquote",
        "code",
        "hr",
    ]
)
"""Tags that a browser would act on, and that are told to the author when they are shown as text."""

_ATTRIBUTE = r"""\s+[A-Za-z_:][A-Za-z0-9_:.-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?"""
_TAG = re.compile(rf"<(?:/([A-Za-z][A-Za-z0-9-]*)\s*|([A-Za-z][A-Za-z0-9-]*)((?:{_ATTRIBUTE})*)\s*/?)>")
_BROKEN_TAG = re.compile(r"<(?:/([A-Za-z][A-Za-z0-9]*)|([A-Za-z][A-Za-z0-9]*))([\s/][^<>]*)>")
_ONE_ATTRIBUTE = re.compile(r"""([A-Za-z_:][A-Za-z0-9_:.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?""")
_NUMBER = re.compile(r"&#(?:[xX]([0-9A-Fa-f]{1,6})|([0-9]{1,7}));")
_ADDRESS = re.compile(
    r"<((?:https?|ftp)://[^\s<>]+|mailto:[^\s<>]+|[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,})>"
)


def comment(state: StateInline, silent: bool) -> bool:
    """Take a comment, or the unclosed beginning of one."""
    start = state.pos
    if not state.src.startswith("<!--", start):
        return False
    close = -1 if state.html_terminator_last("-->") < start else state.src.find("-->", start + 4, state.posMax)
    end = close + 3 if close >= 0 else start + 4
    if not silent:
        token = state.push("comment" if close >= 0 else "unclosed_comment", "", 0)
        token.content = state.src[start + 4 : close] if close >= 0 else "<!--"
        token.meta = {"at": start}
    state.pos = end
    return True


def address(state: StateInline, silent: bool) -> bool:
    """Take an address of the web or of mail in angle brackets."""
    match = _ADDRESS.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        url = match[1]
        opening = state.push("link_open", "a", 1)
        opening.meta = {"at": state.pos, "url": url if re.match(r"\w+:", url) else f"mailto:{url}"}
        state.push("text", "", 0).content = url
        state.push("link_close", "a", -1)
    state.pos = match.end()
    return True


def entity(state: StateInline, silent: bool) -> bool:
    """Take a character by name or number, and one that no output can show as a token of its own."""
    match = _NUMBER.match(state.src, state.pos, state.posMax)
    if match is None or _is_shown(int(match[1], 16) if match[1] else int(match[2])):
        return named_entity(state, silent)
    if not silent:
        token = state.push("refused_entity", "", 0)
        token.content, token.meta = match[0], {"at": state.pos}
    state.pos = match.end()
    return True


def _is_shown(code: int) -> bool:
    return code <= 0x10FFFF and (code in (9, 10) or bool(cleaned(chr(code))))


def tag(state: StateInline, silent: bool) -> bool:
    """Take a tag of the allow-list, or show one that a browser would act on as text, without its attributes."""
    match = _TAG.match(state.src, state.pos, state.posMax) or _BROKEN_TAG.match(state.src, state.pos, state.posMax)
    if match is None or (match.re is _BROKEN_TAG and "=" not in match[3]):
        return False
    name = (match[1] or match[2]).lower()
    if name not in ALLOWED and name not in _REFUSED:
        return False
    if not silent:
        allowed = name in ALLOWED and match.re is _TAG
        token = state.push("tag" if allowed else "refused_tag", name, 0)
        token.content = match[0] if allowed else _without_attributes(match)
        token.meta = {
            "at": state.pos,
            "closing": match[1] is not None,
            "attributes": attributes_of(match[3] or "") if allowed else {},
        }
    state.pos = match.end()
    return True


def is_bare_wrapper(token: Token) -> bool:
    """Return whether *token* is a tag that shows nothing and names no place."""
    return token.tag in ("p", "div", "span", "center") and not {"id", "name"} & token.meta.get("attributes", {}).keys()


def attributes_of(text: str) -> dict[str, str]:
    """Return the attributes written in *text*, names in lower case, without characters that no output can show."""
    return {m[1].lower(): cleaned(unescape(m[2] or m[3] or m[4] or "")) for m in _ONE_ATTRIBUTE.finditer(text)}


def _without_attributes(match: re.Match[str]) -> str:
    """Return a refused tag as text: attributes could name files and addresses, so a mark stands for them."""
    return f"<{match[2] or '/' + match[1]} …>" if match[3] else match[0]
