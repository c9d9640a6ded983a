"""The handbook's pages as pictures, by two renderers: a fault of a font shows in one only."""

import subprocess
from pathlib import Path

from tests.tools import program

_DPI = "80"


def pictures(handbook: Path, out: Path) -> None:
    """Write a PNG of every page: `poppler-001.png`… and `ghostscript-001.png`…."""
    out.mkdir(parents=True, exist_ok=True)
    subprocess.run([program("pdftoppm"), "-r", _DPI, "-png", str(handbook), str(out / "poppler")], check=True)
    subprocess.run(
        [
            *(program("Ghostscript"), "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=png16m", f"-r{_DPI}"),
            *("-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", f"-sOutputFile={out / 'ghostscript-%03d.png'}"),
            str(handbook),
        ],
        check=True,
    )
