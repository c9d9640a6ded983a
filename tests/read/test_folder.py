from pathlib import Path

from generator.model import Term
from generator.read.bibliography import read_sources
from generator.read.folder import read_chapters
from generator.read.lists import read_terms


def test_links_out_of_the_folder_are_told_and_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("# 密", "utf-8")
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "10-a.md").write_text("# 章", "utf-8")
    (folder / "20-b.md").symlink_to(tmp_path / "secret.md")
    (folder / "30-c.md").symlink_to(folder / "30-c.md")
    (folder / "references.bib").symlink_to(tmp_path / "secret.md")

    chapters, faults = read_chapters(folder)
    sources, source_faults = read_sources(folder, "zh-CN")

    assert [chapter.number for chapter in chapters] == [10]
    assert sources == {}
    assert [str(fault).partition(":")[0] for fault in (*faults, *source_faults)] == [
        "source/20-b.md",
        "source/30-c.md",
        "source/references.bib",
    ]


def test_a_glossary_of_the_wrong_kinds_is_told(tmp_path: Path) -> None:
    for text in ("term = 5", "term = [1]", '[[term]]\nterm = 1\nenglish = "x"', '[[term]]\nterm = "x"'):
        (tmp_path / "terms.toml").write_text(text, "utf-8")

        terms, faults = read_terms(tmp_path, "zh-CN")

        assert terms == ()
        assert [fault.code for fault in faults] == ["glossary-file"]


def test_a_term_of_an_english_book_needs_no_other_english(tmp_path: Path) -> None:
    (tmp_path / "terms.toml").write_text('[[term]]\nterm = "lock"', "utf-8")

    assert read_terms(tmp_path, "en") == ((Term("lock", "lock"),), ())


def test_markdown_under_another_name_is_told_and_so_is_a_folder_without_a_chapter(tmp_path: Path) -> None:
    folder = tmp_path / "source"
    folder.mkdir()
    for name in ("02-b.MD", "notes.markdown", "readme.txt"):
        (folder / name).write_text("# 章", "utf-8")

    chapters, faults = read_chapters(folder)

    assert chapters == ()
    assert [str(fault) for fault in faults] == [
        "source/02-b.MD: is not read; name it 02-b.md [stray-file]",
        "source/notes.markdown: is not read; name it NN-notes.md [stray-file]",
        "source: holds no chapter; write one into a file named 01-name.md [empty-book]",
    ]
