"""The sheet of the small book, made once."""

from pathlib import Path

import pytest

from tests.render.cheatsheet.sheets import sheet_of, small_book


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for what the renderer keeps."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def html(cache: Path) -> str:
    """Return the sheet of the small book."""
    return sheet_of(small_book(), cache)


@pytest.fixture(scope="session")
def sheet(html: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the small book's sheet."""
    path = tmp_path_factory.mktemp("sheet") / "cheatsheet.html"
    path.write_text(html, encoding="utf-8")
    return path
