"""A new book: made by the program as it is installed, away from the repository."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli import main
from generator.resources import TEMPLATES
from tests.test_languages import EAST_ASIAN

REPOSITORY = Path(__file__).parents[2]
RUN = "import sys; sys.path.insert(0, sys.argv.pop(1)); from generator.cli import main; main()"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with what the wheel puts beside other packages."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, "--wheel-dir", folder, REPOSITORY], check=True, capture_output=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(folder / "installed")
    return folder / "installed"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def cardpress(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def names_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_package_holds_all_that_the_program_reads(installed: Path) -> None:
    assert names_in(installed / "generator" / "templates") == names_in(TEMPLATES)
    metadata = next(installed.glob("*.dist-info/METADATA")).read_text(encoding="utf-8")
    assert "Description-Content-Type: text/markdown" in metadata


def test_an_installed_program_makes_a_book_and_builds_it_strictly(installed: Path, home: Path) -> None:
    def run(*arguments: str, at: Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-P", "-W", "error", "-c", RUN, str(installed), *arguments]
        return subprocess.run(command, cwd=at, check=False, capture_output=True, text=True)

    made = run("init", "book", at=home)
    checked = run("check", "--strict", at=home / "book")
    built = run("build", "--strict", "--frozen", at=home / "book")

    assert (made.returncode, made.stdout) == (
        0,
        "book/source: a book of ten cards that shows what a book can hold; "
        "build it with `cd book && cardpress build`\n",
    ), made.stderr
    assert (checked.returncode, checked.stdout) == (0, "2 chapters, 10 cards: ok\n"), checked.stderr
    assert built.returncode == 0, built.stderr
    assert {path.suffix for path in (home / "book" / "build").glob("*.*") if path.is_file()} == {
        ".apkg", ".html", ".json", ".pdf",
    }  # fmt: skip


EXAMPLE = REPOSITORY / "docs" / "example"


def test_the_example_book_is_in_english_and_has_nothing_to_mend() -> None:
    result = cardpress("check", "--strict", EXAMPLE)

    assert result.output == "5 chapters, 55 cards: ok\n"
    assert [
        file.name for file in EXAMPLE.iterdir() if EAST_ASIAN.search(file.read_text("utf-8") if file.is_file() else "")
    ] == []


@pytest.mark.soak
def test_an_installed_program_builds_the_example_and_proves_it(installed: Path, home: Path) -> None:
    command = [
        sys.executable,
        "-P",
        "-W",
        "error",
        "-c",
        RUN,
        str(installed),
        "build",
        "--strict",
        "--frozen",
        "--prove",
    ]

    built = subprocess.run([*command, EXAMPLE, "--out", home / "build"], check=False, capture_output=True, text=True)

    assert built.returncode == 0, built.stderr


def test_a_folder_that_holds_a_project_keeps_its_files_and_gets_the_book(home: Path) -> None:
    (home / ".gitignore").write_text("mine\n", encoding="utf-8")

    assert cardpress("init").exit_code == 0

    assert (home / ".gitignore").read_text(encoding="utf-8") == "mine\n"
    assert (home / "source" / "book.toml").is_file()
    assert (home / ".github" / "workflows" / "book.yml").is_file()
    assert not list(home.rglob(".cardpress"))


def test_a_source_with_files_is_left_alone(home: Path) -> None:
    (home / "source").mkdir()
    (home / "source" / "01-a.md").write_text("# 章\n", encoding="utf-8")

    result = cardpress("init")

    assert (result.exit_code, result.output) == (1, "Error: source: is not empty; name a new folder\n")
    assert names_in(home) == {"source/01-a.md"}


def test_no_two_books_have_one_identity(home: Path) -> None:
    cardpress("init", "one")
    cardpress("init", "two")

    one, two = (Path(name, "source", "book.toml").read_text(encoding="utf-8").splitlines() for name in ("one", "two"))
    assert [line.split(" = ")[0] for line, other in zip(one, two, strict=True) if line != other] == [
        "namespace", "note_type", "cloze_note_type",
    ]  # fmt: skip
