"""A formula in words, so that a listener hears where each piece ends.

A small grammar over mathra's tree; its words are those of the book's language. What is simple, one letter or number, is
said short: `x sub i`, `x squared`. What is not is closed by a word: `e sub n plus 1 end sub` is another formula than
`e sub n plus 1`. Signs that stand in pairs, such as the bars of a norm, are opened and closed.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

import mathra

from generator.language.tables import Speech, language

Node = Mapping[str, Any]


class UnknownNotationError(ValueError):
    """A tree holds what this grammar does not know."""


def spoken(tree: Node, code: str) -> str:
    """Return the words of a formula, which mathra has read as *tree*, in the language *code*.

    `UnknownNotationError` where they would lack some.
    """
    return " ".join(_Speaker(language(code).speech).said(tree).split())


@dataclass(frozen=True, slots=True)
class _Speaker:
    """Says the parts of a tree, each by its kind."""

    speech: Speech

    def said(self, node: Node) -> str:
        """Return the words of *node*."""
        return " ".join(self.words(node))

    def words(self, node: Node) -> Iterator[str]:
        """Yield the words of *node*."""
        match node["type"]:
            case "row":
                yield from self._row(node["children"])
            case "number":
                yield _number(node)
            case "identifier":
                yield self._letter(node)
            case "operator" | "fixed-delimiter":
                yield self._sign(node)
            case "function":
                yield self.speech.functions.get(node["name"], node["name"])
            case "text":
                yield from self._text(node)
            case "scripts":
                yield from self._scripts(node)
            case "fraction":
                yield self._fraction(node)
            case "root":
                yield from self._root(node)
            case "accent":
                yield from self._topped(node["base"], _known(self.speech.accents, node["accent"]))
            case "bar":
                yield from self._topped(node["base"], self._phrase("overline" if node["above"] else "underline"))
            case "brace":
                yield from (self._phrase("brace"), self.said(node["base"]))
                yield (
                    self._phrase("brace label", self.said(node["label"]))
                    if "label" in node
                    else self._phrase("brace end")
                )
            case "stacked":
                yield self.said(node["base"])
                yield from (
                    self._phrase(place, self.said(node[place])) for place in ("above", "below") if place in node
                )
            case "delimited":
                yield from self._delimited(node)
            case "table":
                yield from self._table(node)
            case "arrow":
                yield _known(self.speech.signs, node["symbol"])
                if node.get("above"):
                    yield from (self._phrase("arrow label"), self.said(node["above"]))
            case "large-operator":
                yield _known(self.speech.large, node["symbol"])
            case "forced-class" | "style":
                yield from self.words(node["base"])
            case "space" | "phantom":
                return
            case unknown:
                raise UnknownNotationError(unknown)

    def _phrase(self, name: str, /, *values: str, **named: object) -> str:
        return self.speech.phrases[name].format(*values, **named)

    def _row(self, children: list[Node]) -> Iterator[str]:
        """Yield the words of what stands side by side; upright letters are one word, bars find their partners."""
        children = _with_signs(children)
        pairs = {mark: self._alternating(children, mark) for mark in self.speech.paired}
        for is_word, group in groupby(children, key=lambda node: node.get("variant") == "upright"):
            if is_word:
                yield "".join(node["name"] for node in group)
                continue
            for node in group:
                mark = self._bar_of(node)
                if mark is None:
                    yield from self.words(node)
                    continue
                said = next(pairs[mark])
                yield from self._scripted(said, node) if node["type"] == "scripts" else (said,)

    def _alternating(self, children: list[Node], mark: str) -> Iterator[str]:
        """Yield what to say of each *mark* among *children*: opened, closed…, or that one stands alone."""
        first, last, alone = self.speech.paired[mark]
        count = sum(self._bar_of(node) == mark for node in children)
        for place in range(count):
            yield alone if count % 2 else last if place % 2 else first

    def _bar_of(self, node: Node) -> str | None:
        if node["type"] == "scripts":
            node = node["base"]
        is_bar = node["type"] in ("operator", "fixed-delimiter") and node["symbol"] in self.speech.paired
        return node["symbol"] if is_bar else None

    def _letter(self, node: Node) -> str:
        name, variant = node["name"], node.get("variant", "")
        if variant == "double-struck":
            return self.speech.sets.get(name, self._phrase("double-struck", name))
        return self.speech.variants.get(variant, "") + (name if name.isascii() else _greek(name, self.speech.letters))

    def _sign(self, node: Node) -> str:
        if node["symbol"] == "−":
            return self._phrase("minus" if node["class"] == "bin" else "negative")
        if node["symbol"] in self.speech.paired:
            return self.speech.paired[node["symbol"]][2]
        return _known(self.speech.signs, node["symbol"])

    def _text(self, node: Node) -> Iterator[str]:
        for part in node["parts"]:
            if part["type"] == "math":
                yield from self.words(part["value"])
            else:
                yield part["value"].strip()

    def _closed(self, name: str, node: Node) -> Iterator[str]:
        """Yield what the phrase *name* begins, the words of *node*, and an end if they are more than one thing."""
        yield from (self._phrase(name), self.said(node))
        if not _is_simple(node):
            yield self._phrase(f"{name} end")

    def _topped(self, node: Node, mark: str) -> Iterator[str]:
        """Yield the words of what stands under (or over) a *mark*."""
        yield from (self.said(node), mark if _is_simple(node) else self._phrase("accent over all", mark))

    def _scripts(self, node: Node) -> Iterator[str]:
        base = node["base"]
        if base["type"] == "large-operator":
            yield self._ranged(_known(self.speech.large, base["symbol"]), node)
        elif base["type"] == "function" and base["name"] == "lim" and "sub" in node:
            yield self._phrase("limit", self.said(node["sub"]))
        else:
            yield from self._scripted(self.said(base), node)

    def _ranged(self, name: str, node: Node) -> str:
        low, high = (self.said(node[part]) if part in node else "" for part in ("sub", "sup"))
        phrase = "range from to" if "sub" in node and "sup" in node else "range over" if "sub" in node else "range to"
        return self._phrase(phrase, low=low, high=high, name=name)

    def _scripted(self, said: str, node: Node) -> Iterator[str]:
        """Yield *said* with the subscript and superscript of *node*."""
        yield said
        if "sub" in node:
            yield from self._closed("subscript", node["sub"])
        if "sup" in node:
            yield self._raised(node["sup"])

    def _raised(self, sup: Node) -> str:
        """Return what a superscript says: transposed, a power, a prime or star, or, in brackets or words, an index."""
        children = [child for child in sup.get("children", (sup,)) if child["type"] != "space"]
        first = children[0] if children else {"type": "space"}
        symbol = first.get("symbol", "") if len(children) == 1 else ""
        match symbol:
            case "⊤":
                return self._phrase("transpose")
            case "+":
                return self._phrase("superscript plus")
            case "−":
                return self._phrase("superscript minus")
            case "′" | "″" | "‴" | "∗" | "⋆" | "†":
                return self.speech.signs[symbol]
        if len(children) == 1 and first.get("value") in ("2", "3") and first["type"] == "number":
            return self._phrase("squared" if first["value"] == "2" else "cubed")
        if first["type"] == "text" or first.get("symbol") in ("(", "[") or first["type"] == "delimited":
            return self._phrase("superscript", self.said(sup))
        return self._phrase("power" if _is_simple(sup) else "exponent", self.said(sup))

    def _fraction(self, node: Node) -> str:
        top, bottom = node["num"], node["den"]
        are_simple = _is_simple(top) and _is_simple(bottom)
        name = "binomial" if node.get("rule") is False else "over" if are_simple else "fraction"
        return self._phrase(name, top=self.said(top), bottom=self.said(bottom))

    def _root(self, node: Node) -> Iterator[str]:
        yield self._phrase("root of degree", self.said(node["index"])) if "index" in node else self._phrase("root")
        yield self.said(node["radicand"])
        if not _is_simple(node["radicand"]):
            yield self._phrase("root end")

    def _delimited(self, node: Node) -> Iterator[str]:
        parts = node["parts"]
        if len(parts) == 1 and parts[0]["type"] == "fraction" and parts[0].get("rule") is False:
            yield from self.words(parts[0])
            return
        yield self._edge(node.get("open", ""), 0)
        for place, part in enumerate(parts):
            if place:
                yield self._edge(node["middles"][place - 1], 2)
            yield from self.words(part)
        yield self._edge(node.get("close", ""), 1)

    def _edge(self, sign: str, place: int) -> str:
        """Return what to say of a delimiter that opens (0), closes (1) or parts (2)."""
        if sign in self.speech.paired:
            return self.speech.paired[sign][place]
        return _known(self.speech.signs, sign) if sign and sign != "." else ""

    def _table(self, node: Node) -> Iterator[str]:
        rows = node["rows"]
        match node["shape"]:
            case "cases":
                yield self._phrase("cases")
                yield from self._numbered("case", rows)
                yield self._phrase("cases end")
            case "aligned" | "centered" | "multline":
                yield self._phrase("between lines").join(" ".join(map(self.said, row)) for row in rows)
            case _:
                yield self._phrase("matrix", rows=len(rows), columns=max(map(len, rows), default=0))
                yield from self._numbered("row", rows)
                yield self._phrase("matrix end")

    def _numbered(self, name: str, rows: Iterable[Iterable[Node]]) -> Iterator[str]:
        for number, row in enumerate(rows, start=1):
            cells = self._phrase("between cells").join(map(self.said, row))
            yield self._phrase(name, number=number, row=cells)


def _with_signs(children: list[Node]) -> list[Node]:
    """Return *children* with each minus before which there is nothing to take from as a sign: at the start, after `=`."""
    found: list[Node] = []
    before = "open"
    for node in children:
        if node.get("symbol") == "−" and before in ("open", "rel", "punct", "bin"):
            node = {**node, "class": "ord"}
        found.append(node)
        if node["type"] != "space":
            before = node.get("class", "")
    return found


def _number(node: Node) -> str:
    value: str = node["value"]
    if node.get("thousands"):
        whole, dot, rest = value.partition(".")
        return f"{int(whole):,}{dot}{rest}"
    return value


@cache
def _greek(letter: str, letters: str) -> str:
    said: str = mathra.render(letter, letters, display=False)["speech"]
    return said


def _known(words: Mapping[str, str], sign: str) -> str:
    if sign not in words:
        raise UnknownNotationError(sign)
    return words[sign]


def _is_simple(node: Node) -> bool:
    """Return whether *node* is heard as one thing."""
    if node["type"] == "row":
        shown = [child for child in node["children"] if child["type"] != "space"]
        return all(child.get("variant") == "upright" for child in shown) or (len(shown) == 1 and _is_simple(shown[0]))
    return node["type"] in ("number", "identifier", "operator", "text", "function")
