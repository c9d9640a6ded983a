"""`make look`: what readers see as pictures in build/look/, and the three of the README in docs/pictures/."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

from generator.pipeline import load
from generator.plaintext import text_of
from tests.chromium import launched
from tests.look import cards, pages, sheet

BUILD = Path("build").resolve()
LOOK = BUILD / "look"
README = Path("docs/pictures").resolve()
_CARD, _PAGE = "lora-principle", 14
"""What the README shows: the back of a card, and a page by its place in the file."""


def main() -> None:
    """Build the book, and turn pages, cheat sheet and cards into pictures."""
    subprocess.run([sys.executable, "-m", "generator", "build"], check=True)
    shutil.rmtree(LOOK, ignore_errors=True)
    pages.pictures(BUILD / "handbook.pdf", LOOK / "handbook")
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        sheet.pictures(browser, BUILD / "cheatsheet.html", LOOK / "cheatsheet")
        shown = (*cards.sides(BUILD / "deck.apkg", Path(folder), _telling_cards()), *cards.kinds(Path(folder)))
        cards.pictures(browser, shown, Path(folder) / "look.media", LOOK / "cards")
    print(f"{LOOK}: {sum(1 for _ in LOOK.rglob('*.png'))} pictures")
    _for_readme()


def _telling_cards() -> list[str]:
    """Return the ids of the longest and shortest card, and of one of each chapter."""
    book = load(Path("source")).book
    by_length = sorted(book.cards(), key=lambda card: len(text_of(card.answer)))
    first = [chapter.cards[0].id for chapter in book.chapters if chapter.cards]
    return list(dict.fromkeys([_CARD, by_length[0].id, by_length[-1].id, *first]))


def _for_readme() -> None:
    """Copy one picture of each output, small, to where the README shows it."""
    README.mkdir(parents=True, exist_ok=True)
    wanted = {
        "card.png": LOOK / "cards" / f"{_CARD}-back-ankidroid-light.png",
        "handbook.png": sorted((LOOK / "handbook").glob("poppler-*.png"))[_PAGE],
        "cheatsheet.png": LOOK / "cheatsheet" / "sheet-desktop-light-top.png",
    }
    for name, path in wanted.items():
        with Image.open(path) as picture:
            part = picture.crop((0, 0, picture.width, min(picture.height, int(picture.width * 1.6))))
            part.thumbnail((420, 640))
            part.convert("P", palette=Image.Palette.ADAPTIVE, colors=64).save(README / name, optimize=True)


if __name__ == "__main__":
    main()
