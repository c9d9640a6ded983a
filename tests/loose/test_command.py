"""`cardpress import` from the outside."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli import main

NOTES = "整理自面试。\n\n问：甲是什么？\n答：甲。\n"
CHAPTER = "# 面试\n\n### 甲是什么？\n\n甲。\n"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "03-面试.txt"
    path.write_text(NOTES, encoding="utf-8")
    return path


def imported(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["import", *(str(argument) for argument in arguments)], catch_exceptions=False)


def test_a_chapter_goes_to_standard_output_and_what_is_left_out_to_the_other(notes: Path) -> None:
    result = imported(notes)

    assert (result.exit_code, result.stdout) == (0, CHAPTER)
    assert result.stderr == (
        f"{notes}:1: warning: '整理自面试。' is in no question or answer and is left out; mark it, or move it by hand"
        f" [unpaired]\n{notes}: 1 card, 1 warning\n"
    )


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030"])
def test_the_chapter_is_utf8_whatever_the_notes_are(notes: Path, encoding: str) -> None:
    notes.write_bytes(NOTES.replace("\n", "\r\n").encode(encoding))

    assert imported(notes).stdout_bytes == CHAPTER.encode()


def test_a_chapter_is_written_where_asked_and_never_over_another(notes: Path, tmp_path: Path) -> None:
    target = tmp_path / "source" / "04-new.md"
    first = imported(notes, "--to", target)
    target.write_text("mine", encoding="utf-8")
    second = imported(notes, "--to", target)

    assert (first.exit_code, first.stdout) == (0, f"{target}\n")
    assert (second.exit_code, target.read_text(encoding="utf-8")) == (1, "mine")
    assert f"{target}: is there already; name another file, or say --force to write over it" in second.stderr


def test_force_writes_over_a_chapter(notes: Path, tmp_path: Path) -> None:
    target = tmp_path / "04-new.md"
    target.write_text("mine", encoding="utf-8")

    result = imported(notes, "--to", target, "--force")

    assert (result.exit_code, target.read_text(encoding="utf-8")) == (0, CHAPTER)


def test_several_notes_become_chapters_after_the_last_of_a_folder(notes: Path, tmp_path: Path) -> None:
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "07-there.md").write_text("mine", encoding="utf-8")
    other = tmp_path / "more notes.md"
    other.write_text("# 乙\n\n问：乙？\n答：乙。\n", encoding="utf-8")

    result = imported(notes, other, "--to", folder)

    assert result.exit_code == 0
    assert {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()} == {
        "07-there.md": "mine",
        "08-面试.md": CHAPTER,
        "09-more-notes.md": "# 乙\n\n### 乙？\n\n乙。\n",
    }


def test_several_notes_do_not_fit_one_file(notes: Path, tmp_path: Path) -> None:
    result = imported(notes, notes, "--to", tmp_path / "04-new.md")

    assert result.exit_code == 2
    assert "give --to a folder" in result.stderr


def test_nothing_is_written_if_a_file_can_not_be_read(notes: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_bytes(NOTES.encode()[:-2])

    result = imported(notes, broken, "--to", tmp_path / "source")

    assert (result.exit_code, (tmp_path / "source").exists()) == (1, False)
    assert (
        f"{broken}: error: byte {len(NOTES.encode()) - 4} is not UTF-8; save the file as UTF-8 [encoding]"
        in result.stderr
    )


def test_notes_without_a_pair_are_an_error(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("只有文字。\n", encoding="utf-8")

    result = imported(path)

    assert (result.exit_code, result.stdout) == (1, "")
    assert f"Error: {path}: holds no question with an answer; nothing was written" in result.stderr
