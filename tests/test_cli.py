"""The command line from the outside: what is written, what is told, and the exit code."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli import main

CHAPTER = """\
# 章 {#a}

### 一张卡片？ {#one}

短答。

### 另一张？ {#two}

又一个短答，见[前一张](#one)。
"""
BOOK = """\
title = "手册"
namespace = "book"

[deck]
name = "手册"
note_type = 1001
cloze_note_type = 1002

[deck.chapters]
a = "10 章"
"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "01-a.md").write_text(CHAPTER, encoding="utf-8")
    return folder


def cardpress(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def built(book: Path, *options: str) -> Result:
    return cardpress("build", book, "--out", book.parent / "build", "--only", "deck", *options)


def artifacts(book: Path) -> dict[str, bytes]:
    folder = book.parent / "build"
    return {path.name: path.read_bytes() for path in folder.glob("*.*") if path.is_file() and path.name[0] != "."}


def test_a_good_book_is_built_with_exit_code_0(book: Path) -> None:
    result = built(book)

    assert result.exit_code == 0
    assert sorted(artifacts(book)) == ["deck.apkg", "manifest.json"]


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("01-a.md", CHAPTER.replace("{#two}", "{#one}"), "01-a.md:7: error: 'one' is already used at"),
        ("book.toml", "title = ", "book.toml:1: error: is not TOML"),
        ("book.toml", BOOK.replace("note_type", "note_typ"), "book.toml:6: error: unknown key 'deck.note_typ'"),
        ("01-a.md", CHAPTER.replace("{#two}", "{#two .cor}"), "01-a.md:7: error:"),
        ("01-a.md", CHAPTER + "\n共 9 GB<!-- = 2 * 4 GB -->。\n", "01-a.md:11: error: '2 * 4 GB' is 8 GB, not '9 GB'"),
    ],
)
def test_an_error_leaves_the_last_good_build_as_it_was(book: Path, file: str, text: str, told: str) -> None:
    (book / "book.toml").write_text(BOOK, encoding="utf-8")
    built(book)
    before = artifacts(book)
    (book / file).write_text(text, encoding="utf-8")

    result = built(book)

    assert result.exit_code == 1
    assert f"source/{told}" in result.output
    assert artifacts(book) == before


def test_a_file_in_a_doubtful_encoding_is_an_error_with_its_name(book: Path) -> None:
    (book / "01-a.md").write_bytes(CHAPTER.encode("gb18030"))

    result = built(book)

    assert result.exit_code == 1
    assert "source/01-a.md:1: error: byte 2 is not UTF-8; it reads as GB18030; save the file as UTF-8" in result.output
    assert artifacts(book) == {}


def test_a_warning_is_built_but_not_under_strict(book: Path) -> None:
    (book / "01-a.md").write_text(CHAPTER.replace("(#one)", "(#nowhere)"), encoding="utf-8")

    assert built(book, "--strict").exit_code == 1
    assert artifacts(book) == {}
    assert built(book).exit_code == 0
    assert "deck.apkg" in artifacts(book)


def test_a_missing_id_is_written_back_and_nothing_else(book: Path) -> None:
    text = "\ufeff" + CHAPTER.replace(" {#two}", "").replace("\n", "\r\n")
    (book / "01-a.md").write_bytes(text.encode())

    built(book)

    written = (book / "01-a.md").read_bytes().decode()
    assert written.replace(written.split("另一张？")[1].split("\r\n")[0], "") == text
    assert "### 另一张？ {#q-" in written


@pytest.mark.parametrize("option", ["--frozen"])
def test_a_frozen_build_writes_no_id(book: Path, option: str) -> None:
    text = CHAPTER.replace(" {#two}", "")
    (book / "01-a.md").write_text(text, encoding="utf-8")

    built(book, option)

    assert (book / "01-a.md").read_text(encoding="utf-8") == text


def test_a_build_of_nothing_new_says_so_and_touches_nothing(book: Path) -> None:
    built(book)
    before = (book.parent / "build" / "deck.apkg").stat().st_mtime_ns

    result = built(book)

    assert "nothing has changed" in result.output
    assert (book.parent / "build" / "deck.apkg").stat().st_mtime_ns == before


def test_after_an_artifact_was_removed_it_is_built_again(book: Path) -> None:
    built(book)
    (book.parent / "build" / "deck.apkg").unlink()

    built(book)

    assert "deck.apkg" in artifacts(book)


def test_fifty_faults_give_fifty_messages_sorted_once_each(book: Path) -> None:
    links = "".join(f"### 题 {number}？ {{#c{number}}}\n\n见[死链](#dead-{number})。\n\n" for number in range(50))
    (book / "01-a.md").write_text(f"# 章 {{#a}}\n\n{links}", encoding="utf-8")

    result = cardpress("check", book, "--format", "json")

    told = json.loads(result.stdout)
    assert len(told) == 50
    assert [fault["line"] for fault in told] == [5 + 4 * number for number in range(50)]
    assert {fault["code"] for fault in told} == {"dead-link"}


def test_faults_for_github_name_file_and_line(book: Path) -> None:
    (book / "01-a.md").write_text(CHAPTER.replace("(#one)", "(#on)"), encoding="utf-8")

    result = cardpress("check", book, "--format", "github")

    assert result.stdout == (
        "::warning file=source/01-a.md,line=9,title=dead-link::nothing in the book is called '#on'; "
        "did you mean 'one'?\n"
    )


@pytest.mark.parametrize("arguments", [("build", "--only", "epub"), ("biuld",), ("check", "--format", "xml")])
def test_a_wrong_call_exits_with_2(arguments: tuple[str, ...]) -> None:
    assert cardpress(*arguments).exit_code == 2


def test_a_folder_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    result = cardpress("check", tmp_path / "no")

    assert result.exit_code == 1
    assert result.output.startswith(f"Error: {tmp_path / 'no'}: no such folder")


def test_show_tells_a_card_and_suggests_for_a_near_miss(book: Path) -> None:
    assert "一张卡片？" in cardpress("show", "one", "--source", book).output
    assert "did you mean 'one'?" in cardpress("show", "onee", "--source", book).output


def test_the_manifest_says_what_was_built_and_with_what(book: Path) -> None:
    built(book)

    manifest = json.loads(artifacts(book)["manifest.json"])
    assert (manifest["cards"], manifest["edition"]) == (2, 0)
    assert list(manifest["files"]) == ["deck.apkg"]
    assert manifest["versions"]["genanki"]


def test_the_manifest_says_what_was_proven_if_it_was(book: Path) -> None:
    (book / "01-a.md").write_text("# 章 {#a}\n\n### 问？ {#one}\n\n答 $x$ 与\n\n$$ y $$\n", encoding="utf-8")
    built(book)
    plain = json.loads(artifacts(book)["manifest.json"])
    built(book, "--prove")
    proven = json.loads(artifacts(book)["manifest.json"])

    assert "proven" not in plain
    assert proven["proven"] == {"formulas": 2, "pictures": 0, "texts": len(("章", "问？", "答", "与"))}


def test_outside_a_build_a_missing_id_is_told(book: Path) -> None:
    (book / "book.toml").write_text(BOOK, encoding="utf-8")
    (book / "01-a.md").write_text(CHAPTER.replace(" {#two}", ""), encoding="utf-8")

    assert "01-a.md:7: warning: the card has no id of its own; write {#q-" in cardpress("check", book).output
    assert "[missing-id]" in built(book, "--frozen").output
    assert "[missing-id]" not in built(book).output


def test_a_build_that_is_refused_writes_no_id(book: Path) -> None:
    text = CHAPTER.replace(" {#two}", "").replace("(#one)", "(#nowhere)")
    (book / "01-a.md").write_text(text, encoding="utf-8")

    assert built(book, "--strict").exit_code == 1
    assert (book / "01-a.md").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("epoch", ["abc", "-5", "99999999999999999"])
def test_a_clock_that_is_none_is_one_line(book: Path, epoch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)

    result = built(book)

    assert result.exit_code == 1
    assert result.output == f"Error: SOURCE_DATE_EPOCH is '{epoch}'; write seconds since 1970, or unset it\n"


def test_with_a_set_clock_a_draft_does_not_depend_on_earlier_builds(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    built(book)
    fresh = artifacts(book)["deck.apkg"]
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    (book / "01-a.md").write_text(CHAPTER.replace("短答。", "旧的短答。"), encoding="utf-8")
    built(book)
    (book / "01-a.md").write_text(CHAPTER, encoding="utf-8")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")

    built(book)

    assert artifacts(book)["deck.apkg"] == fresh


def test_a_file_where_the_build_folder_should_be_is_one_line(book: Path) -> None:
    (book.parent / "build").write_text("", encoding="utf-8")

    result = built(book)

    assert result.exit_code == 1
    assert result.output.endswith("build: is a file; name a folder for the artifacts\n")


def test_decks_that_would_be_studied_out_of_order_are_an_error(book: Path) -> None:
    (book / "book.toml").write_text(BOOK + 'b = "05 乙"\n', encoding="utf-8")
    (book / "02-b.md").write_text("# 乙 {#b}\n\n### 三？ {#three}\n\n答。\n", encoding="utf-8")

    result = cardpress("check", book)

    assert "deck '05 乙' of 'b' would be studied before '10 章'; give it a higher number [deck-name]" in result.output
