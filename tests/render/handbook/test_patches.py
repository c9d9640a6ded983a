"""What is replaced in WeasyPrint: for one version, and with another the build says what it lacks."""

from importlib.metadata import version
from pathlib import Path

from generator.output import Press
from generator.render.handbook.production import bind
from generator.render.handbook.typesetter.patches import PATCHES, VERSION, unfitted
from tests.assembling import assembled, told
from tests.render.handbook.books import NOW, ROOT
from tests.render.handbook.looseness import justified_lines
from tests.render.handbook.reading import by_poppler, page_texts

TEXT = "# 章\n\n### 题？\n\n" + "很长的一段话里有 $x^2$ 也有别的，" * 12 + "完。\n"


def test_the_patches_fit_the_version_that_is_installed() -> None:
    # After an upgrade: look at each patch beside the new code, then raise VERSION.
    assert version("weasyprint") == VERSION
    assert unfitted(version("weasyprint")) == ()


def test_another_version_is_told_with_what_it_costs() -> None:
    assert told(unfitted("70.1")) == [
        "handbook.pdf: WeasyPrint 70.1 is installed, and print is fitted to 70.0: text is ragged at the right, "
        "running heads do not name the cards of the page, high figures leave holes, "
        "contents, notes and code are not tagged as such, "
        "formulas take longer to draw and are neither copied nor tagged as such, "
        "fonts are cut anew for every chapter; install 70.0, or carry the patches over [typesetter]"
    ]
    assert all(patch.cost in unfitted("70.1")[0].message for patch in PATCHES)


def test_without_patches_all_is_there_though_ragged(tmp_path: Path) -> None:
    made = bind(assembled(TEXT).book, Press(ROOT / "templates", tmp_path / "cache", NOW), "0")
    file = tmp_path / "handbook.pdf"
    file.write_bytes(made.data)

    (only,) = made.diagnostics
    assert only.code == "typesetter"
    assert "很长的一段话里有也有别的，" in page_texts(file)[2].replace("\N{NO-BREAK SPACE}", "")
    assert [line for line in justified_lines(file) if "很长" in line.text] == []
    assert by_poppler(file, 3, tmp_path).min() < 200
