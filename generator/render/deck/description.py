"""What Anki shows above the deck: how to begin, grade and upgrade, and what to learn in the days that are left."""

from collections.abc import Iterator
from html import escape
from typing import Final

from generator.edition.decks import root_name
from generator.language.tables import names_in, word
from generator.model import Book
from generator.render.study_plan import Plan, plans

KEPT: Final = ("reviews", "flags", "suspension", "decks")
REPLACED: Final = ("tags", "marks", "words")
"""What of a learner's an edition leaves as it is on every card, and what gives way on cards that it changes (tested)."""


def description(book: Book) -> str:
    """Return it as HTML of the few elements that every client shows; nothing for a trial, whose learner writes their own.

    Anki takes a text that is not empty in the place of the old one at each import.
    """
    edition = book.edition
    if edition.trial:
        return ""
    return "".join(f"<p>{part}</p>" for part in _parts(book))


def _parts(book: Book) -> Iterator[str]:
    language, names = book.edition.language, names_in(book.edition.language)

    def said(name: str, *values: str) -> str:
        return escape(word(name, language).format(*values), quote=False)

    if book.edition.deck_description:
        yield escape(book.edition.deck_description, quote=False)
    yield said("deck start", names.questions, names.recall)
    yield said("deck grading")
    if planned := plans(book):
        yield "<br>".join((said("deck days"), *(_planned(plan, language) for plan in planned)))
    kept, replaced = (
        word("join names", language).join(word(f"own {name}", language) for name in kind) for kind in (KEPT, REPLACED)
    )
    yield said("deck upgrade", kept, replaced)
    yield said("deck root", root_name(book))
    yield said("deck errors")
    if book.edition.licence:
        yield escape(book.edition.licence, quote=False)


def _planned(plan: Plan, language: str) -> str:
    learn = word("join clauses", language).join(
        word("deck scope", language).format(scope.title, scope.count, scope.a_day(plan.days))
        for scope in (plan.questions, plan.recall)
        if scope
    )
    text = word("deck plan", language).format(plan.days, learn, plan.aside)
    return escape(text, quote=False)
