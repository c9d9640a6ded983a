"""A language is data: the files say the same things, and a book in one language shows no words of another."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner

from generator.cli import main
from generator.edition.archives import opened_package
from generator.language.tables import LANGUAGES, Names, Speech, language
from generator.pipeline import Options, build
from generator.render.outputs import OUTPUTS

EAST_ASIAN = re.compile("[\u2e80-\u303f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]+")
"""Ideographs, kana and full-width marks."""

NAMES_OF_THE_WORLD = re.compile(
    r"\b(?:Anki|Cardpress|MIT|SIL|OFL|Open Font License|PDF|A4|JetBrains Mono|DejaVu Sans|Bitstream Vera|Esc|deck\.apkg"
    r"|Noto (?:Serif|Sans) SC|STIX Two Math|GB|[jk])\b|\{\w*\}"
)
"""What is called the same in every language, and places for values."""


def placeholders(text: str) -> list[str]:
    return sorted(field for _, field, _, _ in Formatter().parse(text) if field is not None)


def tables_of(code: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield the tables of a language by name."""
    spoken = language(code).speech
    yield "words", language(code).words
    yield from ((name, getattr(spoken, name)) for name in Speech.__slots__ if name != "letters")


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_language_says_what_the_others_say(code: str) -> None:
    for (name, table), (_, other) in zip(tables_of(code), tables_of("zh-CN"), strict=True):
        assert set(table) == set(other), name
        for key, text in table.items():
            if name in ("words", "phrases"):
                assert placeholders(str(text)) == placeholders(str(other[key])), key


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_two_decks_or_templates_of_a_language_share_a_name(code: str) -> None:
    names = [getattr(language(code).names, name) for name in Names.__slots__]

    assert len({*names}) == len(names)
    assert [name for name in names if "::" in name or not name.strip()] == []


def test_the_names_that_editions_have_frozen_never_change() -> None:
    assert {code: language(code).names for code in LANGUAGES} == {
        "en": Names("1 Questions", "2 By heart", "Question", "Spare", "Follow-up", "Formula", "Cloze"),
        "zh-CN": Names("1 问答", "2 背诵", "问答", "备用", "追问", "公式", "填空"),
    }


def test_english_has_no_chinese_in_it_and_chinese_no_english() -> None:
    english = [text for _, table in tables_of("en") for text in map(str, table.values()) if EAST_ASIAN.search(text)]
    chinese = [
        text
        for text in map(str, language("zh-CN").words.values())
        if re.search("[A-Za-z]{2}", NAMES_OF_THE_WORLD.sub("", text))
    ]

    assert english == []
    assert chinese == []


class _Shown(HTMLParser):
    """Collects what a page shows or says aloud: its text and its attributes, without scripts and styles."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden += tag in ("script", "style")
        self.texts += [value or "" for name, value in attrs if not name.startswith("on")]

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.texts.append(data)


def of_sheet(file: Path) -> Iterator[str]:
    page = _Shown()
    page.feed(file.read_text(encoding="utf-8"))
    yield from page.texts


def of_deck(file: Path) -> Iterator[str]:
    """Yield all fields and tags of the notes, and all that the note types and decks say."""
    database = opened_package(file)
    try:
        yield from (text for row in database.execute("select flds, tags from notes") for text in row)
        for table in database.execute("select models, decks from col").fetchone():
            yield json.dumps(json.loads(table), ensure_ascii=False)
    finally:
        database.close()


def of_handbook(file: Path) -> Iterator[str]:
    """Yield the text of each page, and every string of the file: outline, alternative texts, metadata."""
    document = pypdfium2.PdfDocument(file)
    try:
        yield from (page.get_textpage().get_text_bounded() for page in document)
    finally:
        document.close()
    with pikepdf.open(file) as pdf:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Dictionary):
                yield from (str(value) for value in thing.values() if isinstance(value, pikepdf.String))


READERS = {"deck": of_deck, "cheatsheet": of_sheet, "handbook": of_handbook}


def foreign_in_a_new_english_book(tmp_path: Path, names: tuple[str, ...]) -> dict[str, list[str]]:
    CliRunner().invoke(main, ["init", "--language", "en", str(tmp_path / "book")], catch_exceptions=False)
    outputs = [output for output in OUTPUTS if output.name in names]
    now = Options(now=datetime(2026, 1, 1, tzinfo=UTC), strict=True)
    built = build(tmp_path / "book" / "source", tmp_path / "build", outputs, now)
    assert built.diagnostics == ()
    return {
        output.name: EAST_ASIAN.findall("\n".join(READERS[output.name](tmp_path / "build" / output.filename)))
        for output in outputs
    }


def test_the_deck_and_the_sheet_of_an_english_book_are_english(tmp_path: Path) -> None:
    assert foreign_in_a_new_english_book(tmp_path, ("deck", "cheatsheet")) == {"deck": [], "cheatsheet": []}


@pytest.mark.soak
def test_the_handbook_of_an_english_book_is_english(tmp_path: Path) -> None:
    assert foreign_in_a_new_english_book(tmp_path, ("handbook",)) == {"handbook": []}
