"""What the index of terms lists, and where each term is found: places in the text that links may lead to."""

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final

from generator.document import KeyWord
from generator.model import Book, BookText, Card, FollowUp
from generator.plaintext import STRAIGHT, line_text, text_of
from generator.render.handbook.pages.measure import cells

_SET: Final = re.compile("[\\s\u00ad\u200b\u2060\ufdd0\ufdd1]+")
_SENTENCE: Final = re.compile("[，。；：、！？=]")
_LONGEST: Final = 28
_MANY: Final = 6


def index_of(book: Book) -> dict[str, tuple[str, ...]]:
    """Return for each term the places where a reader finds it: key words, tags, the glossary's terms in short answers.

    A place is the id of a card, or of a key word in a card or chapter.
    """
    found: dict[str, dict[str, bool]] = {}
    names: dict[str, str] = {}
    for term, place, chief in _terms(book):
        name = names.setdefault(term.casefold(), term)
        places = found.setdefault(name, {})
        places[place] = chief or places.get(place, False)
    return {term: _worth_a_look(places) for term, places in found.items()}


def key_word_id(owner: str, text: str) -> str:
    """Return the id of the place in the card or chapter *owner* where the key word *text* stands first."""
    # What typesetting puts into a line makes no other word.
    plain = _SET.sub("", text).translate(STRAIGHT)
    return f"{owner}:key-{sha256(plain.encode()).hexdigest()[:8]}"


def _worth_a_look(places: dict[str, bool]) -> tuple[str, ...]:
    """Return *places*, of too many only the chief ones: nobody looks a word up on sixty pages."""
    chief = tuple(place for place, is_chief in places.items() if is_chief)
    return chief if len(places) > _MANY and chief else tuple(places)


def _terms(book: Book) -> Iterator[tuple[str, str, bool]]:
    """Yield the terms of *book*, each with its place and whether it is what that place is about."""
    for chapter in book.chapters:
        own = (text for text in chapter.texts() if not isinstance(text.owner, Card | FollowUp))
        yield from _key_words(own, chapter.id, book)
        for card in chapter.cards:
            if not card.cloze:  # there they are what is to be remembered, often half a sentence
                yield from _key_words(card.texts(), card.id, book)
            yield from ((tag, card.id, True) for tag in card.tags)
            yield from _glossary_terms(card, book)


def _key_words(texts: Iterable[BookText], owner: str, book: Book) -> Iterator[tuple[str, str, bool]]:
    for node in (node for text in texts for node in text.inlines()):
        if isinstance(node, KeyWord):
            words = line_text(node.children).strip()
            if _is_term(words, book):
                yield words, key_word_id(owner, words), True


def _glossary_terms(card: Card, book: Book) -> Iterator[tuple[str, str, bool]]:
    question, short = line_text(card.question).casefold(), text_of(card.short).casefold()
    for term in book.terms:
        asked = _stands_in(term.term.casefold(), question)
        if asked or _stands_in(term.term.casefold(), short):
            yield term.term, card.id, asked


def _is_term(text: str, book: Book) -> bool:
    """Return whether a key word is a term: in the glossary, or, in a book without one, short and not part of a sentence."""
    if book.terms:
        return any(text.casefold() == term.term.casefold() for term in book.terms)
    return 0 < cells(text) <= _LONGEST and not _SENTENCE.search(text)


def _stands_in(term: str, text: str) -> bool:
    """Return whether *term* is in *text*, a Latin one as a word of its own."""
    start = text.find(term)
    while start >= 0:
        around = text[start - 1 : start] + text[start + len(term) : start + len(term) + 1]
        if not (term.isascii() and any(sign.isascii() and sign.isalnum() for sign in around)):
            return True
        start = text.find(term, start + 1)
    return False
