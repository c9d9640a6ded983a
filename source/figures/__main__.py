"""Draw all figures into this folder: `python -m source.figures`."""

from __future__ import annotations

from pathlib import Path

from .drawing import to_svg
from .gallery import FIGURES

if __name__ == "__main__":
    for figure in FIGURES:
        (Path(__file__).parent / f"{figure.name}.svg").write_text(to_svg(figure), encoding="utf-8", newline="\n")
