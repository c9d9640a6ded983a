"""Every diagnostic code, with its severity and what it means: the one list, quoted in CONTRIBUTING."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Code:
    """How much a mistake matters, and what it is, in a phrase.

    A book may judge it otherwise, but never where it is *fixed*: what is broken, unsafe, or touches what learners have.
    """

    severity: Literal["error", "warning"]
    meaning: str
    fixed: bool = False


def _error(meaning: str) -> Code:
    return Code("error", meaning, fixed=True)


def _warning(meaning: str, *, fixed: bool = False) -> Code:
    return Code("warning", meaning, fixed)


CODES: dict[str, Code] = {
    # reading
    "encoding": _error("a file is not certainly UTF-8 or UTF-16"),
    "book-toml": _error("book.toml is broken, or has an unknown, missing or mistyped key"),
    "front-matter": _warning("a metadata block at the head of a file can't be used"),
    "stray-file": _warning("a Markdown file is not named NN-name.md"),
    "empty-book": _error("the source folder holds no chapter"),
    "bibliography": _warning("an entry of references.bib can't be read or lacks a field"),
    "evidence-file": _error("a file of evidence is broken, or quotes more than 40 words"),
    "constants-file": _error("constants.toml is broken"),
    "label-clash": _warning("two sources are cited by the same authors and year"),
    "glossary-file": _error("terms.toml is broken"),
    "syllabus-file": _error("a row of syllabus.tsv is broken"),
    # structure
    "chapter-heading": _warning("a chapter does not open with one '# ' heading"),
    "heading-space": _warning("a heading is written without a space after its hashes"),
    "outside-card": _warning("text stands where it belongs to no card"),
    "no-card": _warning("a section or a chapter holds no question"),
    "empty-answer": _warning("a card has no answer"),
    "empty-question": _warning("a card's question has no visible text and no picture"),
    "attribute": _error("a heading has an unknown flag or key, or a broken attribute list"),
    "card-id": _error("an id is not made of lower-case ASCII letters, digits and hyphens"),
    "duplicate-id": _error("an id is used twice"),
    "derived-clash": _error("two cards have the same question and the same short answer"),
    "missing-id": _warning("a card has no id of its own, and this command does not write one", fixed=True),
    "duplicate-question": _warning("two cards ask the same question"),
    "follow-up": _warning("a follow-up can't be understood alone, or text after it does not belong to it"),
    # text
    "folded": _warning("look-alike or invisible characters were folded"),
    "control-character": _warning("control characters were removed"),
    "bidi": _warning("direction override marks were removed"),
    "unclosed": _warning("a fence, comment, formula or tag is not closed"),
    "raw-html": _warning("HTML outside the allow-list is shown as text"),
    "ragged-table": _warning("a table row has more cells than its head"),
    "nesting": _warning("text is nested deeper than the outputs show"),
    "foreign-mark": _warning("a mark of another tool, such as [TOC], is left out"),
    "left-over": _warning("a mark of another tool, or of a formula or table that was not read as one, is shown"),
    "key-word": _warning("a pair of == marks is not closed or is misplaced"),
    # references
    "dead-link": _warning("a link leads nowhere"),
    "unused-link": _warning("an address is defined for links, and no link uses it"),
    "unsafe-link": _warning("an address may not be used", fixed=True),
    "unknown-citation": _warning("a citation key is not in references.bib"),
    "citation-place": _warning("a citation names no place, or one that its source's evidence does not have"),
    "superseded": _warning("a card rests on a source that a newer one supersedes"),
    "unknown-footnote": _warning("a footnote is not defined, or is defined and not used"),
    "missing-image": _warning("a picture is missing, outside the source folder, or not a picture"),
    "image-size": _warning("a picture is larger than the outputs need"),
    "unsafe-picture": _warning("a picture holds script or outside references, which were left out", fixed=True),
    "image-alt": _warning("a picture has no alternative text"),
    # formulas and numbers
    "formula": _warning("a formula can't be drawn, or uses a command outside the accepted list"),
    "calc": _error("a computed figure is wrong or can't be evaluated"),
    "evidence": _warning("a figure that stands with a citation is neither computed nor in the words of its place"),
    "constant": _error("a constant has no value, or is not in the words of its place"),
    "bare-figure": _warning("a number has neither a source nor a computation in its block"),
    # the book
    "glossary": _warning("a term is written in a form that the glossary rules out"),
    "short-answer": _warning("a short answer is missing, too short or too long"),
    "cloze": _warning("a cloze card has nothing to delete, or a deletion can't be made"),
    "reading-path": _error("a reading path names an unknown chapter, tag or card"),
    "syllabus": _warning("a question of the syllabus is not answered"),
    "allow": _warning("a comment allows what is no rule, or no rule that may be left out", fixed=True),
    "tag": _warning("a tag was changed, or stands twice"),
    "long-card": _warning("a card is longer than phones show well"),
    # loose notes
    "unpaired": _warning("a line of loose notes is in no question or answer, and was left out"),
    "unanswered": _warning("a question of loose notes has no answer, and was left out"),
    "unasked": _warning("an answer of loose notes has no question, and was left out"),
    "repeated-pair": _warning("a question of loose notes stands there twice with the same beginning of its answer"),
    "long-question": _warning("a question of loose notes holds more than a heading can"),
    # outputs
    "too-long": _warning("a chapter or the book is too long for the handbook, which is left out"),
    "script": _warning("words are in a script that print can't set right"),
    "missing-glyph": _warning("a character has no glyph in the handbook's fonts"),
    "typesetter": _warning("another version of WeasyPrint is installed than print is fitted to", fixed=True),
    "stand-in": _warning("a card can't be shown in an output, and its source stands there", fixed=True),
    "layout": _warning("the layout engine reports a fault"),
    "lost": _error("a finished artifact does not show what the book says, or shows it twice"),
    # editions
    "note-type": _error("a change would break the note types of released editions"),
    "ledger": _error("the ledger is missing, broken or contradicts the book"),
    "renamed-id": _error("a released card seems to have a new id"),
    "retired-id": _error("a retired card reappears"),
    "cloze-number": _error("a released cloze number is used for other words"),
    "deck-name": _error("a released deck's name was changed"),
}
