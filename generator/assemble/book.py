"""Chapters made into one book: ids given, links, pictures and citations resolved."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from generator.assemble.ids import named
from generator.assemble.targets import Targets, resolved_link, targets_of
from generator.diagnostics import Diagnostic
from generator.document import Citation, Image, Inline, Inlines, Link
from generator.model import Book, Chapter, Constant, Edition, Source, SyllabusRow, Term
from generator.plaintext import line_text
from generator.read.pictures import Picture
from generator.suggestions import did_you_mean

_MOST_HINTS = 200
"""Mistakes after which no near name is suggested: no one reads so many, and each takes time with the whole book."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands beside the chapters in a source folder."""

    edition: Edition
    sources: Mapping[str, Source]
    terms: tuple[Term, ...] = ()
    syllabus: tuple[SyllabusRow, ...] = ()
    constants: Mapping[str, Constant] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Assembled:
    """A book and what is wrong with it."""

    book: Book
    diagnostics: tuple[Diagnostic, ...]


def picture_sources(chapters: Iterable[Chapter]) -> tuple[str, ...]:
    """Return the paths of all pictures that *chapters* name, each once, in order."""
    found = (
        node.source
        for chapter in chapters
        for text in chapter.texts()
        for node in text.inlines()
        if isinstance(node, Image)
    )
    return tuple(dict.fromkeys(source for source in found if source is not None))


def assemble(chapters: tuple[Chapter, ...], surroundings: Surroundings, pictures: Mapping[str, Picture]) -> Assembled:
    """Return the book that *chapters* make up.

    A dead link is left as its text, a missing picture has the source None, an unknown citation stays as it is; each is
    reported. *pictures* holds every path of `picture_sources`.
    """
    named_chapters, faults = named(chapters)
    resolver = _Resolver(
        targets_of(named_chapters, surroundings.edition.language), surroundings.sources, pictures, list(faults)
    )
    resolved = tuple(chapter.rewritten(resolver.rewrite) for chapter in named_chapters)
    assets = {path: picture.asset for path, picture in pictures.items() if picture.asset is not None}
    book = Book(
        edition=_titled(surroundings.edition, resolved),
        chapters=resolved,
        sources=surroundings.sources,
        terms=surroundings.terms,
        syllabus=surroundings.syllabus,
        constants=surroundings.constants,
        assets=assets,
    )
    return Assembled(book, tuple(resolver.faults))


def _titled(edition: Edition, chapters: tuple[Chapter, ...]) -> Edition:
    """Return *edition*; a trial is called after its first chapter."""
    if not edition.trial:
        return edition
    title = next((line_text(chapter.title) for chapter in chapters), "")
    deck = next((chapter.deck for chapter in chapters if chapter.deck), title)
    return replace(edition, title=title, deck=deck)


@dataclass(frozen=True, slots=True)
class _Resolver:
    """What resolving needs to know, and the list in which it notes what is wrong."""

    targets: Targets
    sources: Mapping[str, Source]
    pictures: Mapping[str, Picture]
    faults: list[Diagnostic]

    def rewrite(self, node: Inline) -> Inlines:
        """Return what stands in the book for *node*."""
        match node:
            case Link():
                found = resolved_link(node, self.targets, suggest=len(self.faults) < _MOST_HINTS)
                self.faults.extend(found.diagnostics)
                return found.inlines
            case Image():
                return (self._image(node),)
            case Citation():
                self._check_citation(node)
                return (node,)
            case _:
                return (node,)

    def _image(self, image: Image) -> Image:
        if image.source is None:
            return image
        picture = self.pictures[image.source]
        if picture.problem:
            code = "missing-image" if picture.asset is None else _code_of(picture)
            self.faults.append(Diagnostic(image.location, code, f"picture '{_shown(image.source)}' {picture.problem}"))
        return image if picture.asset else replace(image, source=None)

    def _check_citation(self, citation: Citation) -> None:
        for cite in citation.cites:
            if cite.key not in self.sources:
                near = self.sources if len(self.faults) < _MOST_HINTS else ()
                hint = did_you_mean(cite.key, near, "add it to references.bib")
                self.faults.append(
                    Diagnostic(citation.location, "unknown-citation", f"no source has the key '{cite.key}'; {hint}")
                )


def _code_of(picture: Picture) -> str:
    return "image-size" if "pixels" in picture.problem else "unsafe-picture"


def _shown(path: str) -> str:
    return path if len(path) <= 80 else f"{path[:60]}…"
