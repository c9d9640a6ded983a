"""Every diagnostic code, with its severity and what it means: the one list, quoted in CONTRIBUTING."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Code:
    """How much a mistake matters, what it is, and what an author does about it, each in a phrase.

    A book may judge it otherwise, but never where it is *fixed*: what is broken, unsafe, or touches what learners have.
    """

    severity: Literal["error", "warning"]
    meaning: str
    cure: str
    fixed: bool = False


def _error(meaning: str, cure: str) -> Code:
    return Code("error", meaning, cure, fixed=True)


def _warning(meaning: str, cure: str, *, fixed: bool = False) -> Code:
    return Code("warning", meaning, cure, fixed)


CODES: dict[str, Code] = {
    # reading
    "encoding": _error("a file is not certainly UTF-8 or UTF-16", "save the file as UTF-8"),
    "book-toml": _error(
        "book.toml is broken, or has an unknown, missing or mistyped key",
        "mend the key at the line that is named; all keys stand under “book.toml” above",
    ),
    "front-matter": _warning(
        "a metadata block at the head of a file can't be used",
        "delete the block, or keep only what its first line and `title`, `tags`, `deck` may hold",
    ),
    "stray-file": _warning(
        "a Markdown file is not named NN-name.md", "rename the file to two digits, a hyphen, a name and `.md`"
    ),
    "empty-book": _error(
        "the source folder holds no chapter",
        "put a chapter such as `01-name.md` into the folder, or name another folder",
    ),
    "bibliography": _warning(
        "an entry of references.bib can't be read or lacks a field",
        "mend the entry's braces, quotes and commas, or add the field",
    ),
    "evidence-file": _error(
        "a file of evidence is broken, or quotes more than 40 words",
        "write `[[place]]` with where, words, seen and on; quote no more than is needed",
    ),
    "constants-file": _error(
        "constants.toml is broken", "write a group with a name, and below it values with value, source and where"
    ),
    "label-clash": _warning("two sources are cited by the same authors and year", "give each entry a `shorttitle`"),
    "glossary-file": _error(
        "terms.toml is broken", "write `[[term]]` with the texts term and english and the lists forbidden and aliases"
    ),
    "syllabus-file": _error(
        "a row of syllabus.tsv is broken", "write three columns with tabs between them: question, card, phrase"
    ),
    # structure
    "chapter-heading": _warning(
        "a chapter does not open with one '# ' heading", "begin the file with one line `# Title`"
    ),
    "heading-space": _warning("a heading is written without a space after its hashes", "put a space behind the hashes"),
    "outside-card": _warning(
        "text stands where it belongs to no card",
        "move the text below a question, or to the head of the chapter or section",
    ),
    "no-card": _warning("a section or a chapter holds no question", "write `### ` before each question"),
    "empty-answer": _warning("a card has no answer", "write a paragraph below the question"),
    "empty-question": _warning(
        "a card's question has no visible text and no picture", "give the heading words or a picture"
    ),
    "attribute": _error(
        "a heading has an unknown flag or key, or a broken attribute list",
        'write the list as `{#id .flag key="value"}` at the end of the heading, with flags and keys that exist',
    ),
    "card-id": _error(
        "an id is not made of lower-case ASCII letters, digits and hyphens", "use a–z, 0–9 and hyphens only"
    ),
    "duplicate-id": _error("an id is used twice", "give one of the two another id; never that of a released card"),
    "derived-clash": _error(
        "two cards have the same question and the same short answer", "give both cards an id, or word one otherwise"
    ),
    "missing-id": _warning(
        "a card has no id of its own, and this command does not write one",
        "build without `--frozen`, which writes the ids, then commit the source",
        fixed=True,
    ),
    "duplicate-question": _warning(
        "two cards ask the same question", "make one of the two more precise, or merge them"
    ),
    "follow-up": _warning(
        "a follow-up can't be understood alone, or text after it does not belong to it",
        "name in the follow-up what it asks about; put text that belongs to the card above it",
    ),
    # text
    "folded": _warning(
        "look-alike or invisible characters were folded", "type the usual character; the message names it"
    ),
    "control-character": _warning("control characters were removed", "delete it"),
    "bidi": _warning("direction override marks were removed", "delete the mark"),
    "unclosed": _warning("a fence, comment, formula or tag is not closed", "close what the message names"),
    "raw-html": _warning(
        "HTML outside the allow-list is shown as text", "write it in Markdown, or put it into backticks"
    ),
    "ragged-table": _warning(
        "a table row has more cells than its head",
        "give each row as many cells as the head, and write a bar within a cell as `\\|`",
    ),
    "nesting": _warning("text is nested deeper than the outputs show", "set it flatter"),
    "foreign-mark": _warning("a mark of another tool, such as [TOC], is left out", "delete it"),
    "left-over": _warning(
        "a mark of another tool, or of a formula or table that was not read as one, is shown",
        "write what the message says, or put it into backticks",
    ),
    "key-word": _warning(
        "a pair of == marks is not closed or is misplaced",
        "close the `==`, with its number directly behind: `==words=={1}`",
    ),
    # references
    "dead-link": _warning(
        "a link leads nowhere", "link to an id of this book, to a file of the folder or to a web address"
    ),
    "unused-link": _warning("an address is defined for links, and no link uses it", "delete the address, or use it"),
    "unsafe-link": _warning("an address may not be used", "use https", fixed=True),
    "unknown-citation": _warning(
        "a citation key is not in references.bib", "add the entry to `references.bib`, or mend the key"
    ),
    "citation-place": _warning(
        "a citation names no place, or one that its source's evidence does not have",
        "name a place that the evidence file has, as `[@key, §3]`",
    ),
    "superseded": _warning("a card rests on a source that a newer one supersedes", "cite the newer source too"),
    "unknown-footnote": _warning(
        "a footnote is not defined, or is defined and not used",
        "define the note as `[^name]: …`, or delete what is not used",
    ),
    "missing-image": _warning(
        "a picture is missing, outside the source folder, or not a picture",
        "put the picture into the source folder, and mend its path",
    ),
    "image-size": _warning("a picture is larger than the outputs need", "scale it down"),
    "unsafe-picture": _warning(
        "a picture holds script or outside references, which were left out",
        "save the drawing without scripts and links",
        fixed=True,
    ),
    "image-alt": _warning("a picture has no alternative text", "say in the brackets what one sees: `![words](file)`"),
    # formulas and numbers
    "formula": _warning(
        "a formula can't be drawn, or uses a command outside the accepted list", "mend the TeX as the message says"
    ),
    "calc": _error("a computed figure is wrong or can't be evaluated", "mend the figure, the expression or the unit"),
    "evidence": _warning(
        "a figure that stands with a citation is neither computed nor in the words of its place",
        "compute the figure, or cite the place whose words hold it",
    ),
    "constant": _error(
        "a constant has no value, or is not in the words of its place",
        "give it a value that stands in the words of its place",
    ),
    "bare-figure": _warning(
        "a number has neither a source nor a computation in its block", "cite a source or compute the number"
    ),
    # the book
    "glossary": _warning(
        "a term is written in a form that the glossary rules out", "use the term that the message names"
    ),
    "short-answer": _warning(
        "a short answer is missing, too short or too long",
        "begin the answer with a paragraph of the length that is asked for",
    ),
    "cloze": _warning(
        "a cloze card has nothing to delete, or a deletion can't be made",
        "mark words with `==…=={1}`, which stand nowhere else on the front",
    ),
    "reading-path": _error(
        "a reading path names an unknown chapter, tag or card", "name chapters, tags and cards that exist"
    ),
    "syllabus": _warning(
        "a question of the syllabus is not answered", "answer the question with the phrase of its row, or mend the row"
    ),
    "allow": _warning(
        "a comment allows what is no rule, or no rule that may be left out",
        "name a code that may be left out, and delete the comment when it allows nothing",
        fixed=True,
    ),
    "tag": _warning("a tag was changed, or stands twice", "write the tag as the message says"),
    "long-card": _warning("a card is longer than phones show well", "split it into several cards"),
    # loose notes
    "unpaired": _warning(
        "a line of loose notes is in no question or answer, and was left out", "put it below its question"
    ),
    "unanswered": _warning("a question of loose notes has no answer, and was left out", "write the answer below"),
    "unasked": _warning("an answer of loose notes has no question, and was left out", "write the question above"),
    "repeated-pair": _warning(
        "a question of loose notes stands there twice with the same beginning of its answer", "keep one of the two"
    ),
    "long-question": _warning("a question of loose notes holds more than a heading can", "shorten it"),
    # outputs
    "too-long": _warning(
        "a chapter or the book is too long for the handbook, which is left out",
        "divide the chapter, or build with `--only deck --only cheatsheet`",
    ),
    "script": _warning("words are in a script that print can't set right", "write the words in Latin letters"),
    "missing-glyph": _warning("a character has no glyph in the handbook's fonts", "write the character in words"),
    "typesetter": _warning(
        "another version of WeasyPrint is installed than print is fitted to",
        "install the version that the message names",
        fixed=True,
    ),
    "stand-in": _warning(
        "a card can't be shown in an output, and its source stands there",
        "write the card more plainly, and report it",
        fixed=True,
    ),
    "layout": _warning("the layout engine reports a fault", "change the text there, or report it"),
    "lost": _error(
        "a finished artifact does not show what the book says, or shows it twice", "write it otherwise, and report it"
    ),
    # editions
    "note-type": _error(
        "a change would break the note types of released editions",
        "take the change back; the message names the way out",
    ),
    "ledger": _error(
        "the ledger is missing, broken or contradicts the book",
        "take the ledger from the release, or rebuild it with `cardpress ledger rebuild`",
    ),
    "renamed-id": _error("a released card seems to have a new id", "give the card its old id back"),
    "retired-id": _error("a retired card reappears", "give the new card an id of its own, or release with `--revive`"),
    "cloze-number": _error("a released cloze number is used for other words", "give the new words a new number"),
    "deck-name": _error(
        "a released deck's name was changed", "give the deck its old name back; add a name for each chapter"
    ),
}
