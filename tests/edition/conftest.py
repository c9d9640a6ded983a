from collections.abc import Callable
from pathlib import Path

import pytest

from tests.anki_learner import Snapshot, Step, played, played_with
from tests.edition.books import Shop, opened_shop

OLDER = ("23-10", "24-11", "25-09")
"""The releases of Anki of which the Makefile makes an environment for the soak."""

Learner = Callable[[list[Step]], list[Snapshot]]


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return opened_shop(tmp_path / "shop")


@pytest.fixture(params=["newest", *(pytest.param(name, marks=pytest.mark.soak) for name in OLDER)])
def learner(request: pytest.FixtureRequest, tmp_path: Path) -> Learner:
    """Return a function that lets a learner carry out steps with one release of Anki, each time in a new collection."""
    count = 0

    def carry_out(steps: list[Step]) -> list[Snapshot]:
        nonlocal count
        count += 1
        folder = tmp_path / f"learner-{count}"
        folder.mkdir()
        if request.param == "newest":
            return played(folder, steps)
        python = Path(__file__).parents[2] / f".venv-anki-{request.param}" / "bin" / "python"
        if not python.exists():
            pytest.skip(f"Anki {request.param} is not installed")
        return played_with(str(python), folder, steps)

    return carry_out
