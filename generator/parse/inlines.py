"""A run of text, such as a paragraph or a table's cell, as inlines."""

import re
from urllib.parse import unquote

from markdown_it.token import Token

from generator.document import (
    Anchor,
    Emphasis,
    Image,
    Inline,
    Inlines,
    KeyWord,
    LineBreak,
    Link,
    MainPlace,
    Strikeout,
    Strong,
    Styled,
    Text,
)
from generator.language.tables import word
from generator.parse.dialect import line_tokens
from generator.parse.folding import folded
from generator.parse.leaves import Leaf, Run
from generator.parse.neighbours import settle
from generator.parse.reading import Reading
from generator.parse.tree import Branch, lay_out
from generator.plaintext import line_text
from generator.rewriting import rewrite_inlines, walk_inlines

_MARKED = re.compile(r"[\\`*_\[\]<!$=~&\n]")
"""What a text must hold to be anything but text: many hold none of it, and are read in no time."""

_SPACES = re.compile(r"[ \t\n]+")
_REMOTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def read_inlines(reading: Reading, source: str, line: int) -> Inlines:
    """Return the text of *source*, whose first line is *line*, counted from 0."""
    run, root = read_tree(reading, source, line)
    return freeze(run, root.children)


def read_tree(reading: Reading, source: str, line: int) -> tuple[Run, Branch]:
    """Return the text of *source* as a tree whose soft line ends and computations are settled."""
    run = Run(reading, line, tuple(match.end() for match in re.finditer("\n", source)), source)
    if not _MARKED.search(source):
        return run, Branch(children=[Leaf(source, line=line)] if source else [])
    root, leaves = lay_out(run, line_tokens(reading.dialect, source, reading.known))
    settle(run, leaves)
    return run, root


def freeze(run: Run, children: list[Branch | Leaf]) -> Inlines:
    """Return the inlines of a whole run, without space at its ends."""
    return _trimmed(_frozen(run, children))


def image_of(run: Run, leaf: Leaf) -> tuple[Image, str] | None:
    """Return the picture that *leaf* is, and its title, or None if it is none."""
    token = leaf.token
    if token is None:
        return None
    if token.type == "tag":
        source, alt, title = (token.meta["attributes"].get(name, "") for name in ("src", "alt", "title"))
        alt = folded(alt)
    else:
        source, title = token.meta["url"], token.meta["title"]
        alt = line_text(read_inlines(run.reading, token.content, run.line_at(leaf.at)))
    alt = " ".join(alt.split("\n"))
    return Image(_path(source), alt, location=run.location(leaf.at)), title


def _frozen(run: Run, children: list[Branch | Leaf]) -> Inlines:
    nodes: list[Inline] = []
    text: list[str] = []
    for child in children:
        if isinstance(child, Leaf) and child.node is None and child.token is None:
            text.append(child.text.removesuffix(child.figure.shown) if child.figure else child.text)
            if child.figure:
                _flush(text, nodes)
                nodes.append(child.figure)
            continue
        _flush(text, nodes)
        if isinstance(child, Branch):
            inner = _branch(run, child)
            touching = bool(nodes and inner) and isinstance(nodes[-1], LineBreak) and isinstance(inner[0], LineBreak)
            nodes += inner[1:] if touching else inner
        elif child.node is not None:
            nodes.append(child.node)
        elif image := image_of(run, child):
            nodes += (image[0], *_in_brackets(run, image[1], image[0].location.line - 1))
    _flush(text, nodes)
    return tuple(nodes)


def _in_brackets(run: Run, title: str, line: int) -> Inlines:
    """Return the title of a picture that stands in a line of text."""
    inner = read_inlines(run.reading, title, line)
    before, _, behind = word("in brackets", run.reading.language).partition("{}")
    return (Text(before), *inner, Text(behind)) if inner else ()


def _bracketed(run: Run, title: str) -> Text:
    return Text(word("in brackets", run.reading.language).format(folded(title)))


def _flush(text: list[str], nodes: list[Inline]) -> None:
    """Add what has gathered in *text* to *nodes*, folded, with runs of space as one."""
    joined = _SPACES.sub(" ", folded("".join(text)))
    text.clear()
    if joined:
        nodes.append(Text(joined))


def _branch(run: Run, branch: Branch) -> Inlines:
    """Return what a mark and its content stand for."""
    token = branch.token
    assert token is not None
    children = _frozen(run, branch.children)
    if token.type == "link_open":
        return _link(run, token, children)
    if token.type == "tag":
        return _element(run, token, children)
    if not children:
        return ()
    match token.type:
        case "strong_open":
            return (Strong(children),)
        case "em_open":
            return (Emphasis(children),)
        case "s_open":
            return (Strikeout(children),)
        case "main_open":
            return (MainPlace(children),)
        case "keyword_open":
            return (_key_word(run, token, children),)
        case _:
            raise AssertionError(f"no mark for a token of type {token.type!r}")


def _key_word(run: Run, token: Token, children: Inlines) -> KeyWord:
    meta = token.meta
    if "odd" in meta:
        message = f"'{meta['odd']}' after key words is text; write '{{1}}' or '{{1 hint=\"…\"}}'"
        run.tell(meta["end"], "key-word", message)
    if any(mark in meta["hint"] for mark in ("::", "{{", "}}")):
        message = f"the hint '{meta['hint']}' holds '::', '{{{{' or '}}}}', which Anki acts on; write it without"
        run.tell(meta["end"], "cloze", message)
    if any(isinstance(node, KeyWord) for node in walk_inlines(children)):
        run.tell(
            meta["end"],
            "key-word",
            "key words stand inside key words and count as part of them; take the inner '==' away",
        )
        children = rewrite_inlines(children, lambda node: node.children if isinstance(node, KeyWord) else (node,))
    return KeyWord(
        children,
        meta["number"],
        folded(meta["hint"]),
        location=run.location(meta["end"]),
        column=run.column(meta["end"]),
    )


def _link(run: Run, token: Token, children: Inlines) -> Inlines:
    url, title = token.meta["url"], token.meta.get("title", "")
    children = children or (Text(url),) if url else children
    if title:
        children = (*children, _bracketed(run, title))
    return (Link(url, children, location=run.location(token.meta["at"])),) if children else ()


def _element(run: Run, token: Token, children: Inlines) -> Inlines:
    """Return what a pair of tags stands for; an id is a place to link to."""
    attributes = token.meta["attributes"]
    for name in attributes:
        if name.startswith("on") or name == "style":
            run.tell(token.meta["at"], "raw-html", f"attribute '{name}' of <{token.tag}> is left out; delete it")
    anchors = tuple(Anchor(name) for name in _names(attributes))
    match token.tag:
        case "a":
            url = attributes.get("href", "")
            link = (Link(url, children, location=run.location(token.meta["at"])),) if url and children else children
            return anchors + link
        case "b" | "strong":
            content: Inlines = (Strong(children),)
        case "i" | "em":
            content = (Emphasis(children),)
        case "del":
            content = (Strikeout(children),)
        case "abbr":
            title = attributes.get("title", "")
            content = (Styled("abbr", children), *((_bracketed(run, title),) if title else ()))
        case "sub" | "sup" | "kbd" | "u" | "small" | "mark" | "ins" as name:
            content = (Styled(name, children),)
        case "div" | "p" | "center" | "details" | "summary":
            return (LineBreak(), *anchors, *children, LineBreak())
        case _:
            content = children
    return anchors + (content if children else ())


def _names(attributes: dict[str, str]) -> list[str]:
    return list(dict.fromkeys(attributes[key] for key in ("id", "name") if attributes.get(key)))


def _trimmed(inlines: Inlines) -> Inlines:
    nodes = list(inlines)
    while nodes and _is_blank(nodes[0]):
        nodes.pop(0)
    while nodes and _is_blank(nodes[-1]):
        nodes.pop()
    if nodes and isinstance(nodes[0], Text):
        nodes[0] = Text(nodes[0].text.lstrip())
    if nodes and isinstance(nodes[-1], Text):
        nodes[-1] = Text(nodes[-1].text.rstrip())
    return tuple(nodes)


def _is_blank(node: Inline) -> bool:
    return isinstance(node, LineBreak) or (isinstance(node, Text) and not node.text.strip())


def _path(source: str) -> str:
    """Return a picture's path as it is on the disk; an address stays as written."""
    if _REMOTE.match(source) or "%" not in source:
        return source
    decoded = unquote(source, errors="replace")
    return source if "\ufffd" in decoded else decoded
