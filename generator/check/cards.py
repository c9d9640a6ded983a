"""Cards that learners would stumble over."""

import math
import re
from collections.abc import Iterator

from generator.diagnostics import Diagnostic
from generator.document import Citation, Image, Inlines, KeyWord, Math, MathBlock, Paragraph
from generator.language.tables import language
from generator.model import Book, Card
from generator.plaintext import CJK, line_text
from generator.rewriting import inlines_in, without

_LONG_CARD = 200_000
"""Bytes of text past which old AnkiDroid versions fail to read a row (ankidroid/Anki-Android#4605)."""

_SYLLABLE = re.compile(rf"[{CJK}\uac00-\ud7a3]")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+")
_WORD = re.compile(r"\w[\w.+\u0300-\u036f\u0900-\u0dff'’-]*")


def awkward_cards(book: Book) -> Iterator[Diagnostic]:
    """Yield cards with a short answer of the wrong length, a cloze without deletions, a picture without words."""
    yield from _picture_faults(book)
    yield from _without_cards(book)
    for card in book.cards():
        size = sum(len(text.plain().encode()) for text in card.texts())
        if size > _LONG_CARD:
            message = f"card '{card.id}' has {size // 1000} kB of text; split it into several cards"
            yield Diagnostic(card.location, "long-card", message)
        if bounds := book.edition.rules.short_answer:
            yield from _short_answer_faults(card, bounds, language(book.edition.language).short_answer.unit)
        if card.prompt and not any(isinstance(block, MathBlock) for block in card.short):
            message = f"card '{card.id}' asks for its key formula and has none; write one after its first paragraph"
            yield Diagnostic(card.location, "formula", message)
        if card.cloze and not any(isinstance(node, KeyWord) for node in inlines_in(card.short)):
            message = f"cloze card '{card.id}' has no ==key words== in its short answer; mark what is to be recalled"
            yield Diagnostic(card.location, "cloze", message)


def _without_cards(book: Book) -> Iterator[Diagnostic]:
    """Yield sections without a card, and chapters without one that have no sections: often questions at another level."""
    for chapter in book.chapters:
        empty = [section for section in chapter.sections if section.title and not section.cards]
        for section in empty:
            message = f"section '{line_text(section.title)}' holds no question; write '### ' before each"
            yield Diagnostic(section.location, "no-card", message)
        if not chapter.cards and not empty:
            yield Diagnostic(chapter.location, "no-card", "the chapter holds no question; write '### ' before each")


def _short_answer_faults(card: Card, bounds: tuple[int, int], unit: str) -> Iterator[Diagnostic]:
    shortest, longest = bounds
    if not card.short or not isinstance(card.short[0], Paragraph):
        if card.answer:
            message = f"card '{card.id}' opens without a paragraph; begin with one that stands alone as the answer"
            yield Diagnostic(card.location, "short-answer", message)
        return
    length = answer_length(card.short[0].children, unit)
    if not shortest <= length <= longest:
        message = f"the short answer has {length} {unit}; write {shortest} to {longest}"
        yield Diagnostic(card.short[0].location, "short-answer", message)


def answer_length(inlines: Inlines, unit: str) -> int:
    """Return the length of a short answer in the *unit* of the book's language: characters or words."""
    return spoken_length(inlines) if unit == "characters" else word_count(inlines)


def spoken_length(inlines: Inlines) -> int:
    """Return the length of a line as said aloud, in syllables or so: of a word two, of a sign that is a syllable one.

    Signs that are syllables are Chinese characters, kana and Hangul; in scripts that set no space between words, such as
    Thai, three letters are one. Formulas and citations are not said.
    """
    text = line_text(without(inlines, Math, Citation))
    runs = [len(match[0]) for match in _UNSPACED.finditer(text)]
    words = _WORD.findall(_UNSPACED.sub(" ", _SYLLABLE.sub(" ", text)))
    return len(_SYLLABLE.findall(text)) + sum(math.ceil(run / 3) for run in runs) + 2 * len(words)


def word_count(inlines: Inlines) -> int:
    """Return the words of a line that are said: formulas and citations are not."""
    return sum(any(map(str.isalnum, word)) for word in line_text(without(inlines, Math, Citation)).split())


def _picture_faults(book: Book) -> Iterator[Diagnostic]:
    for node in (node for text in book.texts() for node in text.inlines()):
        if isinstance(node, Image) and not node.alt.strip():
            yield Diagnostic(
                node.location, "image-alt", "the picture has no words for those who can't see it; add some"
            )
