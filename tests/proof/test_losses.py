"""The proof finds what is missing from the finished bytes of the outputs, wherever it is, and nothing where all is there."""

import re
import sqlite3
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from random import Random

import pypdfium2
import pytest
from pypdfium2 import raw

from generator.document import MathBlock, Text
from generator.model import Book
from generator.proof.losses import losses
from generator.proof.said import said_by, without_unseen
from tests.render.cheatsheet.sheets import sheet_of
from tests.render.deck.decks import rendered
from tests.render.handbook.books import printed, small_book

pytestmark = pytest.mark.usefixtures("warm")

SEED = 20261201
WORDS = re.compile("[\u4e00-\u9fff]{3,}|[A-Za-z]{3,}")


@dataclass(frozen=True)
class Made:
    book: Book
    deck: bytes
    sheet: bytes
    handbook: bytes

    def said(self) -> list[str]:
        """Return what the book says, run by run."""
        return [run.text for _, parts in said_by(self.book) for part in parts for run in part.runs]

    def lines_with(self, words: str) -> set[str]:
        """Return the places of the book that say *words*."""
        runs = (run for _, parts in said_by(self.book) for part in parts for run in part.runs)
        return {f"{run.location.path}:{run.location.line}" for run in runs if words in run.text}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    book, cache = small_book(), tmp_path_factory.mktemp("cache")
    return Made(book, rendered(book, cache), sheet_of(book, cache).encode(), printed(book, cache).data)


def told(made: Made, **files: bytes) -> list[str]:
    names = {"deck": "deck.apkg", "sheet": "cheatsheet.html", "handbook": "handbook.pdf"}
    return [str(found) for found in losses(made.book, {names[name]: data for name, data in files.items()})]


def lines_told(found: list[str]) -> set[str]:
    return {one.partition(": ")[0] for one in found}


def test_outputs_that_show_all_are_proven(made: Made) -> None:
    assert told(made, deck=made.deck, sheet=made.sheet, handbook=made.handbook) == []


def test_what_is_missing_is_told_at_its_line(made: Made) -> None:
    sheet = made.sheet.decode().replace("不要忘记归一化。", "")

    assert told(made, sheet=sheet.encode()) == [
        "book/01-a.md:31: the cheat sheet does not show '不要忘记归一化。'; write it otherwise, and report this as a "
        "fault of the program [lost]"
    ]


def test_a_word_in_the_index_does_not_excuse_its_loss_on_the_card(made: Made) -> None:
    begin, card, rest = made.sheet.decode().partition('<article class="card core" id="bpe">')

    assert "相邻对" in begin + rest.partition("</article>")[2]
    assert told(made, sheet=(begin + card + rest.replace("相邻对", "", 1)).encode()) != []


def test_a_sentence_that_stands_twice_is_told(made: Made) -> None:
    sentence = "<p>答案很短，但足够说明问题"
    doubled = made.sheet.decode().replace(
        sentence, f"{sentence}，也足够排成两行，好让行末的标点与两端的对齐都有机会显出来，再多写几个字。</p>{sentence}"
    )

    assert [found for found in told(made, sheet=doubled.encode()) if "twice" in found] != []


def test_what_stands_in_another_place_is_told(made: Made) -> None:
    sheet = made.sheet.decode()
    callout = re.search(r'<div class="callout.*?</div>', sheet, re.DOTALL)
    assert callout
    moved = sheet.replace(callout[0], "").replace("<p>展开说说", f"{callout[0]}<p>展开说说")

    assert [found for found in told(made, sheet=moved.encode()) if "before '" in found] != []


def test_a_question_that_contents_and_outline_do_not_list_is_told(made: Made) -> None:
    chapter, *rest = made.book.chapters
    section = chapter.sections[0]
    card = replace(section.cards[0], question=(Text("BPE 怎样分开？"),))
    other = replace(chapter, sections=(replace(section, cards=(card, *section.cards[1:])), *chapter.sections[1:]))
    changed = replace(made, book=replace(made.book, chapters=(other, *rest)))

    assert [found.partition("; ")[0] for found in told(changed, handbook=made.handbook)] == [
        "book/01-a.md:7: the handbook does not show 'BPE怎样分开？'",
        "book/01-a.md:7: the outline of the handbook does not list 'BPE怎样分开？'",
        "book/01-a.md:7: the contents of the handbook do not list 'BPE怎样分开？'",
    ]


@pytest.mark.parametrize("seed", range(SEED, SEED + 10))
def test_every_planted_loss_is_told_at_its_line_in_the_deck(made: Made, seed: int) -> None:
    lost, deck = without_words_of_deck(made, Random(seed))

    assert lines_told(told(made, deck=deck)) & made.lines_with(lost), lost


@pytest.mark.parametrize("seed", range(SEED, SEED + 10))
def test_every_planted_loss_is_told_at_its_line_in_the_sheet(made: Made, seed: int) -> None:
    html = made.sheet.decode()
    begin, end = html.index("<article"), html.rindex("</article>")
    chosen = Random(seed).choice(list(said_in(made, html[begin:end])))
    without = html[: begin + chosen.start()] + html[begin + chosen.end() :]

    assert lines_told(told(made, sheet=without.encode())) & made.lines_with(chosen[0]), chosen[0]


@pytest.mark.parametrize("seed", range(SEED, SEED + 10))
def test_every_planted_loss_is_told_at_its_line_in_the_handbook(made: Made, seed: int) -> None:
    lost, handbook = without_words_of_handbook(made, Random(seed))

    assert lines_told(told(made, handbook=handbook)) & made.lines_with(lost), lost


@pytest.mark.parametrize("seed", range(SEED, SEED + 4))
def test_every_formula_and_picture_that_the_handbook_does_not_draw_is_told(made: Made, seed: int) -> None:
    found = told(made, handbook=without_a_drawing(made.handbook, Random(seed)))

    assert ["formulas and pictures from here on" in one for one in found] == [True]


def test_a_formula_without_ink_need_not_be_drawn(made: Made) -> None:
    chapter, *rest = made.book.chapters
    section = chapter.sections[0]
    card = replace(section.cards[0], detail=(*section.cards[0].detail, MathBlock(r"\quad", location=chapter.location)))
    other = replace(chapter, sections=(replace(section, cards=(card, *section.cards[1:])), *chapter.sections[1:]))

    assert told(replace(made, book=replace(made.book, chapters=(other, *rest))), handbook=made.handbook) == []


def test_a_picture_without_ink_is_told(made: Made) -> None:
    assert [
        "formulas and pictures" in one for one in told(made, handbook=with_white_over_the_picture(made.handbook))
    ] == [True]


@pytest.mark.parametrize(
    ("pattern", "told_as"),
    [(r"<math(?! display).*?</math>|(?<=<div class=.math.>).*?(?=</div>)", "formula"), (r"<img[^>]*>", "picture")],
)
def test_every_formula_and_picture_that_the_sheet_does_not_show_is_told(made: Made, pattern: str, told_as: str) -> None:
    html = made.sheet.decode()
    begin, end = html.index("<article"), html.rindex("</article>")
    for match in re.finditer(pattern, html[begin:end], re.DOTALL):
        without = html[: begin + match.start()] + html[begin + match.end() :]

        assert any(f"does not show the {told_as}" in one for one in told(made, sheet=without.encode())), match[0]


def said_in(made: Made, html: str) -> Iterator[re.Match[str]]:
    """Yield runs of Chinese in *html* that the book says, outside tags and outside what is repeated for narrow pages."""
    said = "\n".join(made.said())
    for match in WORDS.finditer(html):
        outside = html.rfind("<", 0, match.start()) <= html.rfind(">", 0, match.start())
        opened = html[html.rfind("<", 0, match.start()) : match.start()]
        if (
            outside
            and match[0] in said
            and not opened.startswith(('<b class="label"', "<span class", "<annotation", "<mtext"))
        ):
            yield match


def without_words_of_deck(made: Made, random: Random) -> tuple[str, bytes]:
    """Return some words, and the package without them in some field of a question note."""
    with zipfile.ZipFile(BytesIO(made.deck)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    database = sqlite3.connect(":memory:")
    database.deserialize(members["collection.anki2"])
    rows = database.execute("select id, flds from notes where guid not like '%\\_%\\_%' escape '\\'").fetchall()
    number, fields = random.choice(
        [row for row in rows if list(said_in(made, row[1].rpartition("Sources")[0] or row[1]))]
    )
    shown = "\x1f".join(fields.split("\x1f")[:4])
    place = random.choice(list(said_in(made, shown)))
    database.execute(
        "update notes set flds = ? where id = ?", (fields[: place.start()] + fields[place.end() :], number)
    )
    database.commit()
    members["collection.anki2"] = bytes(database.serialize())
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return place[0], out.getvalue()


def without_words_of_handbook(made: Made, random: Random) -> tuple[str, bytes]:
    """Return a piece of text of a chapter, and the PDF in which it is not drawn."""
    said = "\n".join(made.said())
    with pypdfium2.PdfDocument(made.handbook) as pdf:
        pieces = [
            (page, piece)
            for number in range(len(pdf))
            if pdf.get_page_label(number)[0].isdigit()
            for page in [pdf[number]]
            for piece in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT], textpage=page.get_textpage())
            if len(text := without_unseen(piece.extract())) > 2 and text in said and WORDS.search(text)
            if 60 < piece.get_bounds()[1] < 760
        ]
        page, piece = random.choice(pieces)
        lost = without_unseen(piece.extract())
        page.remove_obj(piece)
        return lost, saved(pdf, page)


def without_a_drawing(handbook: bytes, random: Random) -> bytes:
    """Return the PDF without a formula or a picture."""
    with pypdfium2.PdfDocument(handbook) as pdf:
        drawn = drawings(pdf)
        page, pieces = random.choice(drawn)
        for piece in pieces:
            page.remove_obj(piece)
        return saved(pdf, page)


def with_white_over_the_picture(handbook: bytes) -> bytes:
    """Return the PDF with the largest drawing painted white."""
    with pypdfium2.PdfDocument(handbook) as pdf:
        page, pieces = max(drawings(pdf), key=lambda drawn: drawn[1][0].get_bounds()[3] - drawn[1][0].get_bounds()[1])
        for piece in pieces:
            raw.FPDFPageObj_SetFillColor(piece, 255, 255, 255, 255)
            raw.FPDFPageObj_SetStrokeColor(piece, 255, 255, 255, 255)
        return saved(pdf, page)


def drawings(pdf: pypdfium2.PdfDocument) -> list[tuple[pypdfium2.PdfPage, list[pypdfium2.PdfObject]]]:
    """Return what each formula and picture of the chapters is drawn with: a path at least, under a number of its own."""
    found: list[tuple[pypdfium2.PdfPage, list[pypdfium2.PdfObject]]] = []
    for number in range(len(pdf)):
        page, pieces = pdf[number], dict[int, list[pypdfium2.PdfObject]]()
        if not pdf.get_page_label(number)[0].isdigit():
            continue
        for piece in page.get_objects(max_depth=1):
            if (mark := raw.FPDFPageObj_GetMarkedContentID(piece)) >= 0:
                pieces.setdefault(mark, []).append(piece)
        found += [(page, some) for some in pieces.values() if some[0].type == raw.FPDF_PAGEOBJ_PATH]
    return found


def saved(pdf: pypdfium2.PdfDocument, page: pypdfium2.PdfPage) -> bytes:
    page.gen_content()
    out = BytesIO()
    pdf.save(out)
    return out.getvalue()
