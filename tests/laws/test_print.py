"""The first law through the real handbook: the words can be searched and copied, the formulas are spoken."""

import subprocess
from functools import partial
from pathlib import Path
from random import Random

import pikepdf
import pytest

from generator.formula import svg
from tests.assembling import assembled
from tests.laws.documents import document
from tests.laws.showing import without_space
from tests.laws.test_laws import NUMBERED
from tests.render.handbook.books import printed
from tests.tools import program

draw = partial(svg.draw, language="zh-CN")

pytestmark = pytest.mark.usefixtures("warm")


@pytest.mark.parametrize("seed", [3, 8, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(20, 40))])
def test_the_handbook_says_every_word_once_and_speaks_every_formula(seed: int, tmp_path: Path) -> None:
    written = document(Random(seed))

    result = printed(assembled(written.source).book, tmp_path)

    file = tmp_path / "handbook.pdf"
    file.write_bytes(result.data)
    text = text_of_pdf(file)
    words = [word for part in written.book for word in NUMBERED.findall(part)]
    assert [word for word in words if word not in text] == []
    # A title or question stands in contents and running heads too (its line ends in 终), a key word in the index.
    answers = [word for card in written.cards for word in NUMBERED.findall(card.partition("终")[2])]
    once = [word for word in answers if f"=={word}==" not in written.source]
    assert [word for word in once if text.count(word) > 1] == []
    assert [tex for tex in written.formulas if draw(tex).spoken not in spoken(file)] == []


def text_of_pdf(file: Path) -> str:
    """Return the text in the order in which it is drawn: a reader's order would mix the lines of a table's cells."""
    command = [program("pdftotext"), "-raw", str(file), "-"]
    return without_space(subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout)


def spoken(file: Path) -> set[str]:
    with pikepdf.open(file) as pdf:
        items = [item for item in pdf.objects if isinstance(item, pikepdf.Dictionary)]
        return {str(item.Alt) for item in items if "/Alt" in item}
