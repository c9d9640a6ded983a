"""The programs that tests look at the outputs with, and Anki's own web page."""

import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

_PROGRAMS = {
    "Chromium": (
        "chromium",
        "chromium-browser",
        "google-chrome",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ),
    "pdftotext": ("pdftotext",),
    "pdftoppm": ("pdftoppm",),
    "Ghostscript": ("gs",),
}
NOT_INSTALLED = "is not installed"
"""How the reason of a test that was skipped for want of a program ends; `conftest.py` reports these."""


def program(name: str) -> str:
    """Return the path of a program (a key of the table above), or skip the test that asks.

    Debian's packages are listed in `requirements/system.py`.
    """
    found = next(filter(None, map(shutil.which, _PROGRAMS[name])), None)
    if found is None:
        pytest.skip(f"{name} {NOT_INSTALLED}")
    return found


def anki_web() -> Path:
    """Return the folder of Anki's web files, as in the desktop program: `js/mathjax.js`, `css/reviewer.css`, …."""
    spec = find_spec("_aqt")
    if spec is None or spec.submodule_search_locations is None:
        pytest.skip(f"aqt {NOT_INSTALLED}")
    return Path(next(iter(spec.submodule_search_locations))) / "data" / "web"
