"""The handbook of the small book, made once."""

from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest

from generator.output import Rendering
from tests.render.handbook.books import printed, small_book


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def rendering(cache: Path) -> Rendering:
    return printed(small_book(), cache)


@pytest.fixture(scope="session")
def pdf_file(rendering: Rendering, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("handbook") / "handbook.pdf"
    path.write_bytes(rendering.data)
    return path


@pytest.fixture
def pdf(pdf_file: Path) -> Iterator[pikepdf.Pdf]:
    with pikepdf.open(pdf_file) as opened:
        yield opened
