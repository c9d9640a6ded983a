"""What all tests share: snapshots of text, one browser, and a last line that says what was not run."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser

from tests.chromium import launched
from tests.tools import NOT_INSTALLED

# The same examples in every run, however busy the machine; the soak draws its own and prints the seed.
settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="rewrite the snapshots instead of comparing")


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
