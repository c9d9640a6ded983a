from pathlib import Path

import pytest

from generator.diagnostics import Severity
from generator.model import Edition, ReadingPath, Rules
from generator.read.edition import read_edition

WHOLE = """\
title = "手册"
namespace = "book"
edition = 2

[deck]
name = "手册"
note_type = 1001
cloze_note_type = 1002

[deck.chapters]
data = "10 数据"

[[path]]
id = "fast"
title = "速读"
items = ["chapter:data", "card:x"]
"""


def faults_of(folder: Path, text: str) -> list[str]:
    (folder / "book.toml").write_text(text, encoding="utf-8")
    return [str(fault) for fault in read_edition(folder)[1]]


def test_a_folder_without_book_toml_is_a_trial(tmp_path: Path) -> None:
    assert read_edition(tmp_path) == (Edition(title="", namespace="trial", trial=True), ())


def test_book_toml_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "book.toml").write_text(WHOLE, encoding="utf-8")

    edition, faults = read_edition(tmp_path)

    assert faults == ()
    assert edition == Edition(
        title="手册",
        namespace="book",
        number=2,
        deck="手册",
        note_type=1001,
        cloze_note_type=1002,
        deck_names={"data": "10 数据"},
        paths=(ReadingPath("fast", "速读", "", ("chapter:data", "card:x")),),
        rules=Rules(short_answer=(5, 200)),
    )


def test_addresses_that_cards_link_to_are_read(tmp_path: Path) -> None:
    text = WHOLE.replace("[deck.chapters]", 'report = "https://example.org/new?title={id}"\n\n[deck.chapters]')
    text += '\n[sheet]\naddress = "https://example.org/cheatsheet.html"\n'
    (tmp_path / "book.toml").write_text(text, encoding="utf-8")

    edition, faults = read_edition(tmp_path)

    assert faults == ()
    assert edition.sheet_address == "https://example.org/cheatsheet.html"
    assert edition.report_address == "https://example.org/new?title={id}"


@pytest.mark.parametrize("address", ["example.org", "javascript:alert(1)", "https://a.b/{{Front}}", 'https://a"b'])
def test_an_address_that_a_card_can_not_link_to_is_told(tmp_path: Path, address: str) -> None:
    text = f"{WHOLE}\n[sheet]\naddress = '{address}'\n"

    (fault,) = faults_of(tmp_path, text)

    assert f"'{address}' is no address that a card can link to; write one such as https://example.org" in fault


@pytest.mark.parametrize(
    ("wrong", "right", "message"),
    [
        ("edition = 2", "edition = '2'", ":3: 'edition' is no whole number; write one [book-toml]"),
        ("edition = 2", "edition = true", ":3: 'edition' is no whole number; write one [book-toml]"),
        ('namespace = "book"', 'namespace = "Mein Buch"', ":2: namespace 'Mein Buch' may hold a–z and 0–9 only"),
        ("note_type = 1001", "note_type = 1002", "both note types have one id; give each its own number"),
        ('data = "10 数据"', 'data = "10::数据"', ":11: deck name of 'data' must be a text without '::'"),
        ("[[path]]", "[path]", "'path' is no list; write one"),
        ('"card:x"', '"x"', "path item 'x' is of no kind; write chapter:ID, tag:NAME or card:ID"),
        ('title = "手册"\nnamespace', "namespace", "lacks 'title'; add it"),
        ("edition = 2", "edition = 2\nlangage = 'zh'", ":4: unknown key 'langage'; did you mean 'language'?"),
        ("[deck]", "[deck", "is not TOML:"),
    ],
)
def test_a_mistake_in_book_toml_is_told_with_its_line(tmp_path: Path, wrong: str, right: str, message: str) -> None:
    faults = faults_of(tmp_path, WHOLE.replace(wrong, right, 1))

    assert any(message in fault for fault in faults), faults


def test_rules_are_the_books_choice_and_mild_by_default(tmp_path: Path) -> None:
    (tmp_path / "book.toml").write_text(WHOLE, encoding="utf-8")
    assert read_edition(tmp_path)[0].rules == Rules(short_answer=(5, 200))

    text = (
        WHOLE
        + """
[rules]
short_answer = [30, 100]
bare_figures = true
evidence = true
recall = ["data"]

[rules.severity]
glossary = "notice"
image-alt = "error"
missing-image = "off"
"""
    )
    (tmp_path / "book.toml").write_text(text, encoding="utf-8")

    edition, faults = read_edition(tmp_path)

    assert faults == ()
    assert edition.rules == Rules(
        short_answer=(30, 100),
        bare_figures=True,
        evidence=True,
        recall=("data",),
        severities={"glossary": Severity.NOTICE, "image-alt": Severity.ERROR, "missing-image": None},
    )


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("short_answer = [100, 30]", "'rules.short_answer' can't be used; write its least and greatest length"),
        ("bare_figures = 1", "'rules.bare_figures' can't be used; write true or false"),
        ("evidence = [1]", "'rules.evidence' can't be used; write a list of chapters, or true for all"),
        ("recal = true", "unknown key 'rules.recal'; did you mean 'recall'?"),
        ("severity = { glossry = 'notice' }", "no rule is called 'glossry'; did you mean 'glossary'?"),
        (
            "severity = { glossary = 'hint' }",
            "'glossary' is given no severity; write one of error, warning, notice, off",
        ),
        ("severity = { duplicate-id = 'off' }", "'duplicate-id' can't be judged otherwise"),
        ("severity = { unsafe-link = 'off' }", "'unsafe-link' can't be judged otherwise"),
    ],
)
def test_a_rule_that_is_no_rule_is_told_at_its_line(tmp_path: Path, rules: str, told: str) -> None:
    text = f"{WHOLE}\n[rules]\n{rules}\n"

    [fault] = faults_of(tmp_path, text)

    assert f"book.toml:{text.count(chr(10))}: {told}" in fault


@pytest.mark.parametrize("written", ["de", "zh", "english"])
def test_a_language_that_the_outputs_do_not_speak_is_an_error(tmp_path: Path, written: str) -> None:
    [fault] = faults_of(tmp_path, f'language = "{written}"\n{WHOLE}')

    assert f"book.toml:1: no language is called '{written}'; the outputs speak en, zh-CN" in fault


def test_a_paper_that_there_is_not_is_told_at_its_line(tmp_path: Path) -> None:
    [fault] = faults_of(tmp_path, f'{WHOLE}\n[print]\npaper = "leter"\n')

    assert (
        f"book.toml:{WHOLE.count(chr(10)) + 3}: no paper is called 'leter'; write one of A4, Letter [book-toml]"
        in fault
    )
