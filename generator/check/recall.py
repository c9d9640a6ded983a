"""What the deck asks on its own: follow-ups that must be understood alone, deletions that nothing else gives away."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from generator.check.cards import answer_length
from generator.diagnostics import Diagnostic
from generator.document import Citation, FootnoteReference, Inline, Inlines, KeyWord, Math, MathBlock, Paragraph, Text
from generator.language.tables import language
from generator.model import Book, Card, FollowUp, holds_in
from generator.plaintext import line_text, text_of
from generator.rewriting import rewrite_inlines, walk_inlines

_SHORTEST_QUESTION: Final = 10
_BOUNDS: Final[Mapping[str, tuple[int, int]]] = {"characters": (20, 80), "words": (8, 50)}
"""Least and greatest length of a follow-up's short answer, by the unit in which the book's language counts it."""

_POINTING: Final = re.compile(r"这|那|它|该|此|其|上面|上述|前面|真的|能不能|it\b|this\b|that\b", re.IGNORECASE)
"""Beginnings that point at what stands before."""

_LATIN: Final = re.compile(r"[A-Za-z][A-Za-z0-9-]+")
_HAN: Final = re.compile(r"(?=([\u4e00-\u9fff]{2}))")
_EMPTY: Final = frozenset(
    [
        "什么",
        "怎么",
        "为什",
        "多少",
        "哪些",
        "哪个",
        "哪里",
        "如何",
        "怎样",
        "可以",
        "需要",
        "应该",
        "是不",
        "不是",
        "有没",
        "没有",
        "一个",
    ]
)
"""Pairs of characters that name nothing."""

_SMALL_WORDS: Final = """
an and any are as at be been but by can could did do does for from had has have how if in into is it its may might more
most must no not of on one or other same should so some than that the their them then there these they this those to too
two up was were what when where which who why will with without would you your
"""
_EMPTY_LATIN: Final = frozenset(_SMALL_WORDS.split())
"""Words that name nothing."""


def dependent_follow_ups(book: Book) -> Iterator[Diagnostic]:
    """Yield follow-ups that can't be understood without their card, in the chapters for which this is switched on."""
    for chapter in book.chapters:
        for card in chapter.cards if holds_in(chapter.id, book.edition.rules.recall) else ():
            for follow_up in card.follow_ups:
                for what in _dependence(follow_up, card, language(book.edition.language).short_answer.unit):
                    yield Diagnostic(follow_up.location, "follow-up", what)


def telling_clozes(book: Book) -> Iterator[Diagnostic]:
    """Yield deletions that the rest of the front, or a formula note, gives away, in the same chapters."""
    for chapter in book.chapters:
        for card in chapter.cards if holds_in(chapter.id, book.edition.rules.recall) else ():
            if card.cloze and card.short and isinstance(card.short[0], Paragraph):
                for what in _giveaways(card, card.short[0].children):
                    yield Diagnostic(card.short[0].location, "cloze", what)


def _dependence(follow_up: FollowUp, card: Card, unit: str) -> Iterator[str]:
    question = " ".join(line_text(follow_up.question).split())
    size = len(question.replace(" ", ""))
    if size < _SHORTEST_QUESTION:
        yield f"the follow-up '{question}' has {size} characters; name what it asks about, it is asked without its card"
    elif _POINTING.match(question):
        yield f"the follow-up '{question}' begins by pointing back; name what it asks about"
    elif not _terms(question) & _terms(f"{line_text(card.question)}\n{text_of(card.short)}"):
        yield f"the follow-up '{question}' names nothing of its card's question or short answer; name its subject"
    opening = follow_up.short[0] if follow_up.short else None
    length = answer_length(opening.children, unit) if isinstance(opening, Paragraph) else 0
    least, most = _BOUNDS[unit]
    if not least <= length <= most:
        yield f"the follow-up's short answer has {length} {unit}; write {least} to {most}"


def _terms(text: str) -> set[str]:
    latin = {word.casefold() for word in _LATIN.findall(text)} - _EMPTY_LATIN
    return latin | {pair for pair in _HAN.findall(text) if pair not in _EMPTY}


def _giveaways(card: Card, line: Inlines) -> Iterator[str]:
    words: dict[int, list[str]] = {}
    formulas: set[str] = set()
    for node in walk_inlines(line):
        if isinstance(node, KeyWord) and node.number:
            words.setdefault(node.number, []).append(_plain(node.children))
            formulas |= {_bare(inner.tex) for inner in walk_inlines(node.children) if isinstance(inner, Math)}
    for number, deleted in sorted(words.items()):
        front = f"{_plain(card.question)}\n{_plain(_front(line, number, hides_all=card.cloze_list))}"
        for text in deleted:
            if text and _stands_in(text, front):
                yield f"deletion {number}, '{text}', stands elsewhere on the front too; group both, or reword one"
    key = "".join(_bare(block.tex) for block in card.short if isinstance(block, MathBlock))
    if card.prompt and any(formula and formula in key for formula in formulas):
        yield "a deletion asks for a formula that the card's formula note asks for; keep one of the two"


def _front(line: Inlines, number: int, *, hides_all: bool) -> Inlines:
    """Return what a learner sees of *line* while deletion *number* is asked."""

    def seen(node: Inline) -> Inlines:
        match node:
            case KeyWord() if node.number == number or hides_all:
                return (Text("…"),)
            case Citation() | FootnoteReference():
                return ()
            case _:
                return (node,)

    return rewrite_inlines(line, seen)


def _stands_in(words: str, text: str) -> bool:
    """Return whether *words* stand in *text*, figures and Latin words not as part of longer ones."""
    return bool(re.search(rf"(?<![A-Za-z0-9.]){re.escape(words)}(?![A-Za-z0-9]|\.\d)", text, re.IGNORECASE))


def _plain(inlines: Inlines) -> str:
    return " ".join(line_text(inlines).split())


def _bare(tex: str) -> str:
    return "".join(tex.split())
