"""Rules that need the whole book, one pure function a rule, in a literal table."""

from collections.abc import Callable, Iterator

from generator.check.arithmetic import wrong_figures
from generator.check.bare_figures import bare_figures
from generator.check.cards import awkward_cards
from generator.check.constants import wrong_constants
from generator.check.evidence import superseded_sources, unplaced_citations, unproven_figures
from generator.check.formulas import undrawable_formulas
from generator.check.leftovers import left_over_marks
from generator.check.paths import broken_paths
from generator.check.recall import dependent_follow_ups, telling_clozes
from generator.check.scripts import unsettable_scripts
from generator.check.syllabus import unanswered_questions
from generator.check.terms import forbidden_terms
from generator.diagnostics import Diagnostic
from generator.model import Book

Rule = Callable[[Book], Iterator[Diagnostic]]

RULES: tuple[Rule, ...] = (
    awkward_cards,
    dependent_follow_ups,
    telling_clozes,
    undrawable_formulas,
    wrong_constants,
    wrong_figures,
    unplaced_citations,
    unproven_figures,
    superseded_sources,
    bare_figures,
    forbidden_terms,
    left_over_marks,
    unsettable_scripts,
    broken_paths,
    unanswered_questions,
)


def check(book: Book) -> tuple[Diagnostic, ...]:
    """Return everything that is wrong with *book* as a whole."""
    return tuple(found for rule in RULES for found in rule(book))
