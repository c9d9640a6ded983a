"""The worker processes, and the cache that spares them work."""

from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from generator.model import Book
from generator.output import Press
from generator.provenance import provenance
from generator.render.handbook.fonts.boxes import stand_in
from generator.render.handbook.fonts.cutting import Fonts, face_rules, font_address, stand_ins
from generator.render.handbook.pages.lines import without_invisibles
from generator.render.handbook.pages.pictures import pictures_of
from generator.render.handbook.pages.sheets import Sheet
from generator.render.handbook.typesetter.crew import crew
from generator.render.handbook.typesetter.part import Part, read_part
from generator.render.handbook.typesetter.patches import fits
from generator.render.handbook.typesetter.worker import Job, make_part

_KEPT = 100
"""How many parts of earlier builds stay in the cache: an edit that is taken back is then no work."""


@dataclass(frozen=True, slots=True)
class Running:
    """Parts that are there, and work under way on others."""

    found: Mapping[str, Part]
    work: Mapping[str, Future[Part]]
    names: tuple[str, ...]

    def parts(self) -> Iterator[tuple[str, Part]]:
        """Yield every part with its name, in order, each as soon as it and those before it are there."""
        for name in self.names:
            yield name, self.found[name] if name in self.found else self.work[name].result()


@dataclass(slots=True)
class Workshop:
    """Makes parts out of HTML; a class because it remembers what it has used."""

    book: Book
    press: Press
    installed: str
    pool: ProcessPoolExecutor
    greys: bool = False
    used: set[Path] = field(default_factory=set)

    def begin(self, sheets: Mapping[str, Sheet], fonts: Fonts) -> Running:
        """Return a part for each of *sheets* that the cache has, and set the processes to work on the others."""
        jobs = {name: self._job(sheet, fonts) for name, sheet in sheets.items()}
        self.used.update(job.file for job in jobs.values())
        found = {name: part for name, job in jobs.items() if (part := read_part(job.file)) is not None}
        # The longest first, so that no process is left with a long one at the end.
        waiting = sorted((name for name in jobs if name not in found), key=lambda name: -len(jobs[name].html))
        work = {name: self.pool.submit(make_part, jobs[name]) for name in waiting}
        return Running(found, work, tuple(jobs))

    def _job(self, sheet: Sheet, fonts: Fonts) -> Job:
        html = without_invisibles(sheet.html).translate(stand_ins(fonts.missing))
        pictures = pictures_of(html, self.book, greys=self.greys)
        boxes = fonts.missing if stand_in(0)[0] <= max(html) else ""
        drawn = (sha256(data).hexdigest() for data in pictures.values())
        shaped = "\0".join((html, sheet.notes, boxes, *pictures, *drawn, self.installed, provenance()))
        key = sha256(shaped.encode()).hexdigest()[:24]
        files = tuple((font_address(family), file) for family, file in fonts.files)
        file = self.press.cache / "handbook" / "parts" / key
        return Job(key, html, sheet.notes, face_rules(), files, pictures, file, fits(self.installed))

    def tidy(self) -> None:
        """Remove the oldest parts of earlier builds, so that the cache does not grow for ever."""
        others = set((self.press.cache / "handbook" / "parts").glob("*")) - self.used
        for file in sorted(others, key=lambda file: file.stat().st_mtime)[:-_KEPT]:
            file.unlink(missing_ok=True)


@contextmanager
def workshop(book: Book, press: Press, installed: str, *, greys: bool = False) -> Iterator[Workshop]:
    """Give a workshop. *installed* is the version of WeasyPrint; *greys* takes the colours out of drawings."""
    with crew(press.workers, installed, press.cache / "handbook") as pool:
        shop = Workshop(book, press, installed, pool, greys)
        yield shop
        shop.tidy()
