from pathlib import Path

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
    sources, source_faults = read_sources(folder)

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

        terms, faults = read_terms(tmp_path)

        assert terms == ()
        assert [fault.code for fault in faults] == ["glossary-file"]
