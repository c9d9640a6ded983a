"""What the finished artifacts show, read from their bytes: the deck's fields, the sheet's text, the PDF's text."""

import re
import tempfile
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import pypdfium2

from generator.edition.notes import Kind, Note, key_of
from generator.edition.sent import read_sent
from generator.model import Book
from generator.plaintext import STRAIGHT
from generator.proof.said import BREAK, without_unseen
from generator.render.handbook.pages.geometry import A4, PageFormat

_MADE: Final = frozenset(("label", "callout-name", "follow-up-number", "number", "mark", "to"))
"""Classes of what an artifact adds by itself: heads repeated in cells, names of callouts, numbers."""

_OWN: Final = frozenset(("math", "svg", "summary", "button", "style", "script"))
"""Elements that an artifact shows in a way of its own."""

_VOID: Final = frozenset(("br", "hr", "img", "input", "link", "meta", "wbr", "col"))
_TEX: Final = re.compile(r"\\\(.*?\\\)|\\\[.*?\\\]", re.DOTALL)
_MADE_IN_PRINT: Final = re.compile("[-\u2010\ufffe\x02↪•·]")
"""Hyphens, since at a line's end nobody can tell those that were typed from those that break a word; the mark of a line
of code that goes on; the signs of lists, which are drawn behind their lines."""


class _Reader(HTMLParser):
    """Collects the words of each element with an id, those of inner ones left to them."""

    def __init__(self, ids: frozenset[str]) -> None:
        super().__init__()
        self.ids = ids
        self.texts: dict[str, list[str]] = {}
        self.open: list[tuple[str, str, bool]] = [("", "", True)]
        """Of each open element: its name, the id that it belongs to, and whether its words are the book's."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _VOID:
            self.handle_data(BREAK if tag == "img" else "")
            return
        given = dict(attrs)
        _, owner, read = self.open[-1]
        classes = frozenset((given.get("class") or "").split())
        owner = given["id"] or owner if given.get("id") in self.ids else owner
        own = tag in _OWN or bool(classes & _MADE) or (tag == "sup" and "note" in (given.get("class") or ""))
        if own:
            self.handle_data(BREAK)
        self.open.append((tag, owner, read and not own))

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        while len(self.open) > 1 and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        _, owner, read = self.open[-1]
        if read or data == BREAK:
            self.texts.setdefault(owner, []).append(data)


def words_of_html(html: str, ids: frozenset[str] = frozenset()) -> Mapping[str, str]:
    """Return the words of *html*, by the id of the element they stand in; those of no id of *ids* under ""."""
    reader = _Reader(ids)
    reader.feed(html)
    reader.close()
    return {owner: without_unseen("".join(texts)) for owner, texts in reader.texts.items()}


def words_of_deck(package: bytes, book: Book) -> Mapping[str, str]:
    """Return the words of question notes as Anki shows them, and of the prompts of formula notes, by the card's id."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "deck.apkg")
        path.write_bytes(package)
        notes = read_sent(path, book.edition.namespace).notes
    found = {card.id: "".join(_fields(card.id, notes)) for card in book.cards()}
    found |= {one.id: "".join(_fields(one.id, notes)) for card in book.cards() for one in card.follow_ups}
    return found


def without_marks_of_print(text: str) -> str:
    """Return *text* without the signs that print adds, and hyphens, which it may add; its quotes straight."""
    return _MADE_IN_PRINT.sub("", text).translate(STRAIGHT)


def pages_of(pdf: bytes, form: PageFormat = A4) -> Mapping[str, str]:
    """Return the words in the text area of each page of *pdf*, by the page's label."""
    found: dict[str, str] = {}
    document = pypdfium2.PdfDocument(pdf)
    try:
        for number in range(len(document)):
            page = document[number]
            text = page.get_textpage()
            top = form.bottom + form.depth + form.leading / 2
            words = text.get_text_bounded(left=0, bottom=form.bottom - form.leading / 2, right=form.width, top=top)
            found[document.get_page_label(number)] = without_marks_of_print(without_unseen(words))
            text.close()
            page.close()
    finally:
        document.close()
    return found


def _fields(id: str, notes: Mapping[str, Note]) -> Iterator[str]:
    if note := notes.get(id):
        for name in ("Question", "Short", "Formula", "Detail"):
            yield words_of_html(_TEX.sub(BREAK, note.fields[name])).get("", "") + BREAK
    if note := notes.get(key_of(id, Kind.FORMULA)):
        yield words_of_html(_TEX.sub(BREAK, note.fields["Question"])).get("", "") + BREAK
