"""A PDF as a reader sees it: its text by page, its page labels, its pages as pictures."""

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from tests.tools import program

Grey = NDArray[np.float64]


def page_texts(file: Path) -> list[str]:
    """Return the text of each page, without white space."""
    return ["".join(lines) for lines in page_lines(file)]


def page_lines(file: Path) -> list[list[str]]:
    """Return the lines of each page, without white space."""
    command = [program("pdftotext"), "-layout", str(file), "-"]
    text = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout
    return [["".join(line.split()) for line in page.split("\n")] for page in text.split("\f")[:-1]]


def labels(pdf: pikepdf.Pdf) -> list[str]:
    """Return the label of each page."""
    return [page.label for page in pdf.pages]


def leaves(node: Any, key: str) -> list[Any]:
    """Return the entries of a name or number tree, flat."""
    found = list(node.get(key, ()))
    for kid in node.get("/Kids", ()):
        found += leaves(kid, key)
    return found


def destinations(pdf: pikepdf.Pdf) -> dict[str, int]:
    """Return the page, counted from 0, of each named destination."""
    numbers = {page.obj.objgen: place for place, page in enumerate(pdf.pages)}
    flat = leaves(pdf.Root.Names.Dests, "/Names")
    return {str(flat[place]): numbers[flat[place + 1][0].objgen] for place in range(0, len(flat), 2)}


def by_poppler(file: Path, page: int, folder: Path) -> Grey:
    """Return *page*, counted from 1, as poppler draws it."""
    target = folder / f"poppler-{page}"
    subprocess.run(
        [
            program("pdftoppm"),
            "-r",
            "50",
            "-f",
            str(page),
            "-l",
            str(page),
            "-png",
            "-singlefile",
            str(file),
            str(target),
        ],
        check=True,
        capture_output=True,
    )
    return _grey(target.with_suffix(".png"))


def by_ghostscript(file: Path, page: int, folder: Path) -> Grey:
    """Return *page*, counted from 1, as Ghostscript draws it."""
    target = folder / f"ghostscript-{page}.png"
    options = [
        "-q",
        "-dNOPAUSE",
        "-dBATCH",
        "-dSAFER",
        "-sDEVICE=png16m",
        "-r50",
        "-dTextAlphaBits=4",
        "-dGraphicsAlphaBits=4",
    ]
    pages = [f"-dFirstPage={page}", f"-dLastPage={page}"]
    subprocess.run(
        [program("Ghostscript"), *options, *pages, f"-sOutputFile={target}", str(file)], check=True, capture_output=True
    )
    return _grey(target)


def _grey(file: Path) -> Grey:
    """Return a picture in grey, blurred: the two smooth edges differently, and round pages to other sizes."""
    with Image.open(file) as picture:
        small = picture.convert("L").filter(ImageFilter.BoxBlur(2)).resize((413, 585))
        return np.asarray(small, dtype=np.float64)
