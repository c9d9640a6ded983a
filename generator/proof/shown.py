"""What the finished artifacts show, read from their bytes: the deck's fields, the sheet's text, the PDF's text."""

import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from ctypes import c_float, c_int, c_long, c_ulong, c_ushort, create_string_buffer, sizeof
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import pypdfium2
from pypdfium2 import raw

from generator.edition.notes import Kind, Note, key_of
from generator.edition.sent import read_sent
from generator.model import Book
from generator.plaintext import STRAIGHT
from generator.proof.said import BREAK, FORMULA, PICTURE, without_unseen
from generator.render.handbook.pages.geometry import FORMATS

_MADE: Final = frozenset(("label", "callout-name", "follow-up-number", "number", "mark", "to"))
"""Classes of what an artifact adds by itself: heads repeated in cells, names of callouts, numbers."""

_OWN: Final = frozenset(("math", "svg", "summary", "button", "style", "script"))
"""Elements that an artifact shows in a way of its own."""

_VOID: Final = frozenset(("br", "hr", "img", "input", "link", "meta", "wbr", "col"))
_TEX: Final = re.compile(r"\\\(.*?\\\)|\\\[.*?\\\]", re.DOTALL)
_MADE_IN_PRINT: Final = re.compile("[-\u2010\ufffe\x02↪•·]")
"""Hyphens, since at a line's end nobody can tell those that were typed from those that break a word; the mark of a line
of code that goes on; the signs of lists, which are drawn behind their lines."""


_LARGE: Final = 32.0
"""Points: what is higher is a picture, or a formula of some lines."""

_SCALE: Final = 0.5
"""Pixels a point, enough to see whether a picture is blank."""


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
            self.handle_data(PICTURE if tag == "img" else "")
            return
        given = dict(attrs)
        _, owner, read = self.open[-1]
        classes = frozenset((given.get("class") or "").split())
        owner = given["id"] or owner if given.get("id") in self.ids else owner
        own = tag in _OWN or bool(classes & _MADE) or (tag == "sup" and "note" in (given.get("class") or ""))
        if own or "math" in classes:
            # The parts of one displayed formula follow each other, and count as one.
            goes_on = "display" in given and self.texts.get(owner, [])[-1:] == [FORMULA]
            self.handle_data("" if goes_on else FORMULA if tag == "math" else BREAK)
        self.open.append((tag, owner, read and not own))

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        while len(self.open) > 1 and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        _, owner, read = self.open[-1]
        if read:
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


@dataclass(frozen=True, slots=True)
class Strip:
    """Part of a page, as wide as that: its words, and the number of formulas and pictures whose middle is in it."""

    words: str
    drawn: int


def strips_of(pdf: bytes, chapters: Mapping[int, tuple[str, frozenset[str]]]) -> Mapping[str, tuple[Strip, ...]]:
    """Return the text area of *pdf* from the head of each id to the next one's, one strip a page.

    *chapters* are, by number, the id of each chapter and the ids of what it holds.
    """
    found: dict[str, list[Strip]] = {}
    with pypdfium2.PdfDocument(pdf) as document:
        heads = _heads(document)
        id, within = "", 0
        for number in range(len(document)):
            chapter = document.get_page_label(number).partition("-")[0]
            if not chapter.isdigit() or int(chapter) not in chapters:
                continue
            owner, ids = chapters[int(chapter)]
            if int(chapter) != within:
                id, within = owner, int(chapter)
            page = document[number]
            text, drawn = page.get_textpage(), _drawn(page)
            _, bottom, right, top = _text_area(page)
            cuts = [(height, name) for height, name in heads.get(number, ()) if name in ids and name != owner]
            for end, name in (*cuts, (bottom, "")):
                words = text.get_text_bounded(left=0, bottom=end, right=right, top=top)
                count = sum(end <= middle < top for middle in drawn)
                found.setdefault(id, []).append(Strip(without_marks_of_print(without_unseen(words)), count))
                id, top = name or id, end
            text.close()
            page.close()
    return {id: tuple(strips) for id, strips in found.items()}


def contents_of(pdf: bytes) -> tuple[str, tuple[str, ...]]:
    """Return the words of the outline of *pdf*, and those of each page before its first chapter."""
    pages: list[str] = []
    with pypdfium2.PdfDocument(pdf) as document:
        outline = BREAK.join(without_unseen(entry.get_title()) for entry in document.get_toc())
        left, bottom, right, top = _text_area(document[0])
        for number in range(len(document)):
            if document.get_page_label(number).partition("-")[0].isdigit():
                break
            words = document[number].get_textpage().get_text_bounded(left=left, bottom=bottom, right=right, top=top)
            pages.append(without_marks_of_print(without_unseen(words)))
    return without_marks_of_print(outline), tuple(pages)


def _drawn(page: pypdfium2.PdfPage) -> Sequence[float]:
    """Return the height on *page* of the middle of each formula and picture that puts ink on it.

    The structure of the document has each as a figure, with a number of its own on the page.
    """
    boxes: dict[int, tuple[float, float, float, float]] = {}
    left, bottom, right, top = (c_float() for _ in range(4))
    for place in range(raw.FPDFPage_CountObjects(page)):
        drawn = raw.FPDFPage_GetObject(page, place)
        if raw.FPDFPageObj_GetType(drawn) == raw.FPDF_PAGEOBJ_TEXT:
            continue
        number = raw.FPDFPageObj_GetMarkedContentID(drawn)
        if number < 0 or (number not in boxes and not _is_figure(drawn)):
            continue
        if raw.FPDFPageObj_GetBounds(drawn, left, bottom, right, top):
            box = boxes.get(number, (left.value, bottom.value, right.value, top.value))
            boxes[number] = (
                min(box[0], left.value),
                min(box[1], bottom.value),
                max(box[2], right.value),
                max(box[3], top.value),
            )
    return [(box[1] + box[3]) / 2 for box in _inked(page, boxes.values())]


def _is_figure(drawn: raw.FPDF_PAGEOBJECT) -> bool:
    name, size = (c_ushort * 16)(), c_ulong()
    mark = raw.FPDFPageObj_GetMark(drawn, raw.FPDFPageObj_CountMarks(drawn) - 1)
    raw.FPDFPageObjMark_GetName(mark, name, sizeof(name), size)
    return bytes(name)[: size.value].decode("utf-16-le").rstrip("\0") == "Figure"


def _inked(page: pypdfium2.PdfPage, boxes: Iterable[tuple[float, float, float, float]]) -> Iterator[Sequence[float]]:
    """Yield those of *boxes* on *page* in which not all is of one shade; only large ones are looked into."""
    shown: pypdfium2.PdfBitmap | None = None
    for box in boxes:
        left, bottom, right, top = box
        if top - bottom > _LARGE:
            shown = shown or page.render(scale=_SCALE, grayscale=True)
            rows = range(round((page.get_height() - top) * _SCALE), round((page.get_height() - bottom) * _SCALE))
            begins = (shown.stride * row for row in rows if 0 <= row < shown.height)
            across = range(max(0, round(left * _SCALE)), min(shown.width, round(right * _SCALE)))
            if len({shade for at in begins for shade in shown.buffer[at + across.start : at + across.stop]}) < 2:
                continue
        yield box


def _text_area(page: pypdfium2.PdfPage) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top of what stands on *page* between head and foot."""
    form = min(FORMATS.values(), key=lambda known: abs(known.height - page.get_height()))
    half = form.leading / 2
    return 0, form.bottom - half, form.width, form.bottom + form.depth + half


def _heads(document: pypdfium2.PdfDocument) -> Mapping[int, Sequence[tuple[float, str]]]:
    """Return the named places on each page, from 0, with their heights in points, the highest first."""
    found: dict[int, list[tuple[float, str]]] = {}
    size = c_long()
    for number in range(raw.FPDF_CountNamedDests(document)):
        raw.FPDF_GetNamedDest(document, number, None, size)
        name = create_string_buffer(size.value)
        place = raw.FPDF_GetNamedDest(document, number, name, size)
        x, y, zoom = c_float(), c_float(), c_float()
        raw.FPDFDest_GetLocationInPage(place, c_int(), c_int(), c_int(), x, y, zoom)
        page = raw.FPDFDest_GetDestPageIndex(document, place)
        found.setdefault(page, []).append((y.value, name.raw.decode("utf-16-le").rstrip("\0")))
    return {page: sorted(heads, reverse=True) for page, heads in found.items()}


def _fields(id: str, notes: Mapping[str, Note]) -> Iterator[str]:
    if note := notes.get(id):
        for name in ("Question", "Short", "Formula", "Detail"):
            yield words_of_html(_TEX.sub(FORMULA, note.fields[name])).get("", "") + BREAK
    if note := notes.get(key_of(id, Kind.FORMULA)):
        yield words_of_html(_TEX.sub(FORMULA, note.fields["Question"])).get("", "") + BREAK
