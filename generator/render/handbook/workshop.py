"""The worker processes, and the cache that spares them work."""

import multiprocessing
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from generator.model import Book
from generator.output import Press
from generator.render.handbook import worker
from generator.render.handbook.boxes import stand_in
from generator.render.handbook.fonts import Fonts, face_rules, font_address, stand_ins
from generator.render.handbook.part import Part, read_part
from generator.render.handbook.pictures import pictures_of
from generator.render.handbook.provenance import provenance
from generator.render.handbook.templates import Sheet
from generator.render.handbook.typesetting import without_invisibles
from generator.render.handbook.worker import Job, make_part

_KEPT = 100
"""How many parts of earlier builds stay in the cache: an edit that is taken back is then no work."""


@dataclass(slots=True)
class Workshop:
    """Makes parts out of HTML; a class because its processes live through several calls."""

    book: Book
    press: Press
    fonts: Fonts
    pool: ProcessPoolExecutor | None = field(default=None)
    used: set[Path] = field(default_factory=set)

    def parts(self, sheets: Mapping[str, Sheet]) -> dict[str, Part]:
        """Return the part for each of *sheets*, from the cache or made now, in order."""
        jobs = {name: self._job(sheet) for name, sheet in sheets.items()}
        found = {name: read_part(job.file) for name, job in jobs.items()}
        # The longest first, so that no process is left with a long one at the end.
        waiting = sorted((name for name in jobs if found[name] is None), key=lambda name: -len(jobs[name].html))
        self.used.update(job.file for job in jobs.values())
        running = {name: self._processes().submit(make_part, jobs[name]) for name in waiting}
        made = {name: future.result() for name, future in running.items()}
        return {name: part if part is not None else made[name] for name, part in found.items()}

    def _job(self, sheet: Sheet) -> Job:
        html = without_invisibles(sheet.html).translate(stand_ins(self.fonts.missing))
        pictures = pictures_of(html, self.book)
        boxes = self.fonts.missing if stand_in(0)[0] <= max(html) else ""
        shaped = "\0".join((html, sheet.notes, boxes, *pictures, provenance()))
        key = sha256(shaped.encode()).hexdigest()[:24]
        fonts = tuple((font_address(family), file) for family, file in self.fonts.files)
        folder = self.press.cache / "handbook" / "parts"
        folder.mkdir(parents=True, exist_ok=True)
        return Job(key, html, sheet.notes, face_rules(), fonts, pictures, folder / f"{key}.pdf")

    def _processes(self) -> ProcessPoolExecutor:
        if self.pool is None:
            # Spawned, not forked: a child starts clean on every system, and sees no fonts of the machine. Processes
            # start as jobs need them.
            method = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.press.workers, method, worker.start, (self.press.cache / "handbook",))
        return self.pool

    def tidy(self) -> None:
        """Remove the oldest parts of earlier builds, so that the cache does not grow for ever."""
        others = set((self.press.cache / "handbook" / "parts").glob("*.pdf")) - self.used
        for file in sorted(others, key=lambda file: file.stat().st_mtime)[:-_KEPT]:
            file.unlink(missing_ok=True)
            file.with_suffix(".json").unlink(missing_ok=True)


@contextmanager
def workshop(book: Book, press: Press, fonts: Fonts) -> Iterator[Workshop]:
    """Give a workshop whose processes end with the block."""
    shop = Workshop(book, press, fonts)
    try:
        yield shop
        shop.tidy()
    finally:
        if shop.pool is not None:
            shop.pool.shutdown(cancel_futures=True)
