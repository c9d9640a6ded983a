"""The straight line: read, parse, assemble, check; render, write. Read it from the top to know the program."""

from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

from generator.assemble.book import Surroundings, assemble, picture_sources
from generator.assemble.ids import missing_ids
from generator.check.allowances import without_allowed
from generator.check.rules import check
from generator.diagnostics import Diagnostic, in_order, judged, stops
from generator.edition.guards import NOTHING, Granted
from generator.edition.standing import Standing, standing_of
from generator.model import Book, SourceFile
from generator.output import Output, Press, Rendering, Stamps
from generator.parse.chapter import parse_chapter
from generator.read.bibliography import read_sources
from generator.read.constants import read_constants
from generator.read.edition import read_edition
from generator.read.folder import read_chapters, require_folder
from generator.read.lists import read_syllabus, read_terms
from generator.read.pictures import read_picture
from generator.render.deck.notes import notes_of
from generator.render.stand_ins import rendered
from generator.resources import TEMPLATES
from generator.write.ids import id_edits
from generator.write.journal import replace_files
from generator.write.locks import locked
from generator.write.manifest import MANIFEST, manifest

_SHAPING: Final = ("cardpress", "genanki", "markdown-it-py", "math-core", "mathra", "pikepdf", "pygments", "weasyprint")
"""The packages whose version can change the bytes of an artifact; the manifest names them."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """The book of a source folder, everything that is wrong with it, and how it stands to its editions.

    *files* are the chapters' files as they were read.
    """

    book: Book
    diagnostics: tuple[Diagnostic, ...]
    files: tuple[SourceFile, ...] = ()
    standing: Standing = field(default_factory=Standing)

    def judged(self, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Return what was *found*, in order, as the book judges it: its own severities, and what its source allows."""
        return in_order(judged(without_allowed(found, self.files), self.book.edition.rules.severities))


@dataclass(frozen=True, slots=True)
class Options:
    """How to build. *now* is the clock; *frozen* leaves the source untouched; *workers* is how many processes may run.

    *reproducible* says that the clock was set from outside, so that nothing else but the source may shape the bytes.

    *templates* is the folder with one folder an output. *prove* reads the artifacts back before they are written.
    """

    now: datetime
    reproducible: bool = False
    strict: bool = False
    frozen: bool = False
    prove: bool = False
    workers: int = 1
    templates: Path = TEMPLATES


@dataclass(frozen=True, slots=True)
class Built:
    """What a build wrote, nothing if its diagnostics stopped it."""

    files: Mapping[str, int]
    diagnostics: tuple[Diagnostic, ...]


def load(folder: Path, granted: Granted = NOTHING) -> Loaded:
    """Return the book in *folder*, checked; *granted* is what may happen to released cards."""
    files, file_faults = read_chapters(folder)
    edition, edition_faults = read_edition(folder)
    sources, source_faults = read_sources(folder, edition.language)
    constants, constant_faults = read_constants(folder)
    terms, term_faults = read_terms(folder, edition.language)
    syllabus, syllabus_faults = read_syllabus(folder)
    parsed = [parse_chapter(numbered.file, numbered.number, edition.language) for numbered in files]
    chapters = tuple(result.chapter for result in parsed)
    pictures = {source: read_picture(folder, source) for source in picture_sources(chapters)}
    assembled = assemble(chapters, Surroundings(edition, sources, terms, syllabus, constants), pictures)
    found = [file_faults, edition_faults, source_faults, constant_faults, term_faults, syllabus_faults]
    found += [result.diagnostics for result in parsed]
    standing = standing_of(folder, assembled.book, lambda stamps: notes_of(assembled.book, stamps)[0], granted)
    found += [assembled.diagnostics, check(assembled.book), standing.diagnostics]
    loaded = Loaded(assembled.book, (), tuple(numbered.file for numbered in files), standing)
    return replace(loaded, diagnostics=loaded.judged(fault for faults in found for fault in faults))


def foretold(loaded: Loaded, outputs: Iterable[Output]) -> tuple[Diagnostic, ...]:
    """Return what a build of *outputs* would say of the source besides, as far as it can be known without building."""
    book = loaded.book
    return loaded.judged(fault for one in outputs for fault in (*one.obstacles(book), *one.foretold(book)))


def build(folder: Path, out: Path, outputs: Iterable[Output], options: Options) -> Built:
    """Build *outputs* from *folder* into *out*; with a mistake that stops it, nothing is written.

    Raises BusyError if another process is at work on either folder.
    """
    require_folder(folder)
    with locked(out) if options.frozen else locked(folder, out):
        return _build(folder, out, outputs, options)


def _build(folder: Path, out: Path, outputs: Iterable[Output], options: Options) -> Built:
    loaded = load(folder)
    obstacles = {output: output.obstacles(loaded.book) for output in outputs}
    told = loaded.judged(fault for faults in obstacles.values() for fault in faults)
    known = in_order((*loaded.diagnostics, *told))
    possible = tuple(output for output, faults in obstacles.items() if not faults)
    if stops(known, strict=options.strict) or not possible:
        return Built({}, known)
    if options.frozen:
        known = in_order((*known, *missing_ids(loaded.book)))
    renderings = render(loaded.book, possible, press_of(out, options, loaded.standing.stamps))
    told = loaded.judged(found for result in renderings.values() for found in result.diagnostics)
    lost = proof(loaded.book, renderings) if options.prove else ()
    diagnostics = in_order((*known, *told, *lost))
    if stops(diagnostics, strict=options.strict):
        return Built({}, diagnostics)
    if not options.frozen:
        replace_files(folder, id_edits(folder, loaded.files, loaded.book), story="a build that wrote ids")
    files = artifacts(loaded.book, renderings, proven=options.prove and not lost)
    replace_files(out, files=files, story="a build")
    return Built(sizes(files), diagnostics)


def proof(book: Book, renderings: Mapping[str, Rendering]) -> tuple[Diagnostic, ...]:
    """Return what the artifacts, read back, do not show of *book*."""
    from generator.proof.losses import losses  # slow imports, for those who ask

    return losses(book, {name: rendering.data for name, rendering in renderings.items()})


def press_of(out: Path, options: Options, stamps: Stamps) -> Press:
    """Return what the renderers get besides the book."""
    return Press(
        templates=options.templates,
        cache=out / ".cache",
        now=options.now,
        reproducible=options.reproducible,
        stamps=stamps,
        workers=options.workers,
    )


def render(book: Book, outputs: tuple[Output, ...], press: Press) -> dict[str, Rendering]:
    """Return what each output's function makes of *book*, by file name; they run side by side."""
    press.cache.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(max_workers=max(1, len(outputs))) as pool:
        running = {output.filename: pool.submit(rendered, output, book, press) for output in outputs}
        return {name: result.result() for name, result in running.items()}


def artifacts(book: Book, renderings: Mapping[str, Rendering], *, proven: bool) -> dict[str, bytes]:
    """Return the files of a build: *renderings* and their manifest, which says what was *proven* to stand in each."""
    files = {name: rendering.data for name, rendering in renderings.items()}
    facts = _facts(book)
    if proven:
        from generator.proof.said import counted  # as above

        facts["proven"] = counted(book)
    return {**files, MANIFEST: manifest(files, facts)}


def sizes(files: Mapping[str, bytes]) -> dict[str, int]:
    """Return the size of each artifact, the manifest left out."""
    return {name: len(data) for name, data in files.items() if name != MANIFEST}


def _facts(book: Book) -> dict[str, object]:
    return {
        "title": book.edition.title,
        "edition": book.edition.number,
        "chapters": len(book.chapters),
        "cards": sum(1 for _ in book.cards()),
        "versions": {name: version(name) for name in _SHAPING},
    }
