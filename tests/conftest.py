"""What all tests share: snapshots of text, one browser, and a last line that says what was not run."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser

from generator.pipeline import Loaded, load
from generator.render.handbook.typesetter.crew import kept_warm
from tests.chromium import launched
from tests.once import folder_of_the_run, made_once
from tests.tools import NOT_INSTALLED

# The same examples in every run, however busy the machine; the soak draws its own and prints the seed.
settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")

LONGEST = (
    "tests/book/test_pages.py",
    "tests/laws/test_laws.py",
    "tests/render/handbook/test_fitting.py",
    "tests/render/deck/test_formulas.py",
    "tests/laws/test_warm.py",
    "tests/render/cheatsheet/test_queries.py",
    "tests/test_failures.py",
)
"""What takes longest is begun first, so that no process is left with it while the others have nothing to do."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="rewrite the snapshots instead of comparing")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = {file: place for place, file in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.nodeid.partition("::")[0], len(places)))


@pytest.fixture
def snapshot(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Return a function of a file name and a text that compares the text with that file of tests/snapshots/.

    With --accept the file is written instead: the diff is the review.
    """
    folder = Path(__file__).parent / "snapshots"
    accept = request.config.getoption("--accept")

    def compare(name: str, text: str) -> None:
        path = folder / name
        if accept:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.exists(), f"no snapshot {name}: run 'make accept', then read the diff"
        assert text == path.read_text(encoding="utf-8")

    return compare


@pytest.fixture
def code_table_of(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Return a function of a page and the table of codes that must stand between its marks; --accept writes it there."""
    accept = request.config.getoption("--accept")
    marks = re.compile(r"(<!-- codes -->\n).*?(<!-- /codes -->)", re.DOTALL)

    def compare(page: Path, table: str) -> None:
        text = page.read_text(encoding="utf-8")
        wanted = marks.sub(lambda match: f"{match[1]}{table}\n{match[2]}", text)
        if accept:
            page.write_text(wanted, encoding="utf-8")
            text = wanted
        assert "<!-- codes -->" in text
        assert text == wanted

    return compare


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that all processes of this run share."""
    return folder_of_the_run(tmp_path_factory)


@pytest.fixture(scope="session")
def loaded(run_folder: Path) -> Loaded:
    """Return the book in this repository, read once a run."""
    return made_once(run_folder, "loaded", lambda: load(Path("source")))


@pytest.fixture(scope="module")
def warm() -> Iterator[None]:
    """Keep the processes that lay out pages from test to test."""
    with kept_warm():
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Yield a headless Chromium; open a `new_context()` of your own in it, and close that."""
    with launched() as browser:
        yield browser


def pytest_unconfigure(config: pytest.Config) -> None:
    """Say in the very last line what was not run for want of a program."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:
        return
    reasons = Counter(
        str(report.longrepr[2]).removeprefix("Skipped: ")
        for report in reporter.stats.get("skipped", ())
        if isinstance(report.longrepr, tuple) and str(report.longrepr[2]).endswith(NOT_INSTALLED)
    )
    if reasons:
        reporter.write_line("not run: " + ", ".join(f"{why} ({n} skipped)" for why, n in sorted(reasons.items())))
