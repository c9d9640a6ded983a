"""The worker processes, and the cache that spares them work."""

import multiprocessing
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from generator.model import Book
from generator.output import Press
from generator.render.handbook import worker
from generator.render.handbook.boxes import stand_in
from generator.render.handbook.fonts import Fonts, font_address, stand_ins
from generator.render.handbook.part import Part, read_part
from generator.render.handbook.pictures import pictures_of
from generator.render.handbook.templates import Pages
from generator.render.handbook.typesetting import without_invisibles
from generator.render.handbook.worker import Job, make_part
from generator.render.words import word

_SHAPERS = ("weasyprint", "pydyf", "pikepdf", "uharfbuzz", "fonttools", "mathra", "Pygments", "tinycss2", "tinyhtml5")
_TYPEFACES = (
    "pylopdf-fonts-zh-cn",
    "justmytype-intl-cjk",
    "fontpkg-jetbrains-mono",
    "noto-cjk-sans-otc",
    "ziamath",
    "ziafont",
)


@dataclass(slots=True)
class Workshop:
    """Makes parts out of HTML; a class because its processes live through several calls."""

    book: Book
    press: Press
    pages: Pages
    fonts: Fonts
    pool: ProcessPoolExecutor | None = field(default=None)

    def parts(self, sheets: Mapping[str, str]) -> dict[str, Part]:
        """Return the part for each of the HTML *sheets*, from the cache or made now, in order."""
        jobs = {name: self._job(html) for name, html in sheets.items()}
        found = {name: read_part(job.file) for name, job in jobs.items()}
        # The longest first, so that no process is left with a long one at the end.
        waiting = sorted((name for name in jobs if found[name] is None), key=lambda name: -len(jobs[name].html))
        running = {name: self._processes(len(waiting)).submit(make_part, jobs[name]) for name in waiting}
        made = {name: future.result() for name, future in running.items()}
        return {name: part if part is not None else made[name] for name, part in found.items()}

    def _job(self, html: str) -> Job:
        html = without_invisibles(html).translate(stand_ins(self.fonts.missing))
        pictures = pictures_of(html, self.book)
        notes = self._notes()
        boxes = self.fonts.missing if stand_in(0)[0] <= max(html) else ""
        shaped = "\0".join((html, notes, boxes, *pictures, _versions(), _code()))
        key = sha256(shaped.encode()).hexdigest()[:24]
        fonts = tuple((font_address(family), file) for family, file in self.fonts.files)
        folder = self.press.cache / "handbook" / "parts"
        folder.mkdir(parents=True, exist_ok=True)
        return Job(key, html, notes, self.pages.font_faces, fonts, pictures, folder / f"{key}.pdf")

    def _notes(self) -> str:
        style = "@page{counter-reset:page {page}}"
        return self.pages.page("notes.html", extra_style=style, name=word("notes page", self.book.edition.language))

    def _processes(self, jobs: int) -> ProcessPoolExecutor:
        if self.pool is None:
            # Spawned, not forked: a child starts clean on every system, and sees no fonts of the machine.
            method = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(max(1, min(self.press.workers, jobs)), method, worker.start)
        return self.pool


@contextmanager
def workshop(book: Book, press: Press, pages: Pages, fonts: Fonts) -> Iterator[Workshop]:
    """Give a workshop whose processes end with the block."""
    shop = Workshop(book, press, pages, fonts)
    try:
        yield shop
    finally:
        if shop.pool is not None:
            shop.pool.shutdown(cancel_futures=True)


def _versions() -> str:
    return " ".join(f"{name}={version(name)}" for name in (*_SHAPERS, *_TYPEFACES))


def _code() -> str:
    """Return a hash of the code that makes parts out of HTML."""
    here = Path(__file__).parent
    files = sorted([*here.glob("*.py"), *here.parent.parent.glob("formula/*.py"), here.parent / "highlight.py"])
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
