"""`references.bib`: the sources that cards cite, each with the places of its evidence file."""

import logging
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path, PurePosixPath

from bibtexparser.entrypoint import parse_string
from bibtexparser.library import Library
from bibtexparser.middlewares import (
    BlockMiddleware,
    NormalizeFieldKeys,
    RemoveEnclosingMiddleware,
    ResolveStringReferencesMiddleware,
    SeparateCoAuthors,
    SplitNameParts,
)
from bibtexparser.model import DuplicateBlockKeyBlock, Entry, ParsingFailedBlock
from pylatexenc.latex2text import LatexNodes2Text

from generator.diagnostics import Diagnostic, Location
from generator.language.tables import word
from generator.model import Source
from generator.read.encoding import without_controls
from generator.read.evidence import read_evidence
from generator.read.folder import place, read_text
from generator.suggestions import did_you_mean

_VENUES = ("journal", "booktitle", "publisher", "institution", "howpublished", "organization")
_LATEX = re.compile(r"[\\~$`']|--")
_LETTER = re.compile(r"(?<!\{)(\\(?:L|l|O|o|AA|aa|AE|ae|OE|oe|ss|i|j))(?:\{\}|(?![A-Za-z])\s*)")
_URL = re.compile(r"\\url\s*\{([^{}]*)\}")
_LITERAL = re.compile(r"(?<!\\)[%&#]")
_UNDECODED = re.compile(r"\\[A-Za-z]*")
_DECODER = LatexNodes2Text(math_mode="text", keep_braced_groups=False)
_SAFE_URL = re.compile(r"https?://[^\s<>\"]+")

logging.getLogger("bibtexparser").addHandler(logging.NullHandler())  # what it logs is told as a diagnostic


def read_sources(folder: Path, language: str) -> tuple[dict[str, Source], tuple[Diagnostic, ...]]:
    """Return the entries of `references.bib` by key, empty where there is none, and what is wrong with them.

    They are labelled in *language*.
    """
    path = folder / "references.bib"
    if not path.exists():
        return {}, ()
    text = read_text(folder, path)
    if isinstance(text, Diagnostic):
        return {}, (text,)
    sources, faults = _listed(text, place(folder, path), language)
    places, evidence_faults = read_evidence(folder, sources)
    placed = {key: replace(source, places=places.get(key, ())) for key, source in sources.items()}
    return placed, (*faults, *evidence_faults)


@lru_cache(maxsize=2)
def _listed(text: str, file: PurePosixPath, language: str) -> tuple[Mapping[str, Source], tuple[Diagnostic, ...]]:
    """Return the entries of a bibliography by key, and what is wrong with them."""
    library = parse_string(
        text,
        parse_stack=[
            _Joining(),
            ResolveStringReferencesMiddleware(),
            RemoveEnclosingMiddleware(),
            NormalizeFieldKeys(),
            SeparateCoAuthors(),
            SplitNameParts(),  # before the braces go: {Hugging Face} is one name
        ],
    )
    faults = [
        Diagnostic(Location(file, (block.start_line or 0) + 1), "bibliography", _fault(block))
        for block in library.failed_blocks
    ]
    sources = {entry.key: _source(entry, language) for entry in library.entries}
    labels: dict[str, str] = {}
    for entry in library.entries:
        location = Location(file, (entry.start_line or 0) + 1)
        faults += _faults(sources[entry.key], sources, location)
        if (first := labels.setdefault(sources[entry.key].label, entry.key)) != entry.key:
            message = f"'{entry.key}' is cited as '{sources[first].label}' like '{first}'; give it a shorttitle"
            faults.append(Diagnostic(location, "label-clash", message))
    return sources, tuple(faults)


def _faults(source: Source, sources: Mapping[str, Source], location: Location) -> Iterator[Diagnostic]:
    for name in ("authors", "title", "year"):
        if not getattr(source, name):
            message = f"'{source.key}' lacks its {name}; add it, or write {{others}}"
            yield Diagnostic(location, "bibliography", message)
    if found := _UNDECODED.search(" ".join((*source.authors, source.title, source.venue))):
        message = f"'{source.key}' has '{found[0]}', which is not understood; write the character itself"
        yield Diagnostic(location, "bibliography", message)
    if source.superseded and source.superseded not in sources:
        hint = did_you_mean(source.superseded, sources, "add that entry or mend it")
        message = f"'{source.key}' is superseded by '{source.superseded}', which is no key; {hint}"
        yield Diagnostic(location, "bibliography", message)


class _Joining(BlockMiddleware):
    r"""Joins what `#` joins, `neurips # " Systems"`, and braces letters: bibtexparser 2.1 does neither, and drops `\L{}`."""

    def transform_entry(self, entry: Entry, library: Library) -> Entry:
        """Return *entry* with each joined value as one in braces."""
        strings = {string.key.casefold(): str(string.value) for string in library.strings}
        for field in entry.fields:
            field.value = _LETTER.sub(r"{\1}", str(field.value))
            parts = _joined_parts(field.value)
            if len(parts) > 1:
                field.value = "{" + "".join(_bare(strings.get(part.casefold(), part)) for part in parts) + "}"
        return entry


def _joined_parts(value: str) -> list[str]:
    """Return the parts of *value* between the signs `#` that stand in neither braces nor quotation marks."""
    parts, depth, quoted = [""], 0, False
    for sign in value:
        quoted ^= sign == '"' and depth == 0
        depth += (sign == "{") - (sign == "}")
        if sign == "#" and depth == 0 and not quoted:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def _bare(part: str) -> str:
    return part[1:-1] if part[:1] + part[-1:] in ("{}", '""') else part


def _fault(block: ParsingFailedBlock) -> str:
    if isinstance(block, DuplicateBlockKeyBlock):
        return f"key '{block.key}' is used twice; keep one entry"
    begun = (block.raw or "").strip().partition("\n")[0][:60]
    return f"an entry can't be read: '{begun}' does not end as it should; mend its braces, quotes and commas"


def _source(entry: Entry, language: str) -> Source:
    fields = {name: field.value for name, field in entry.fields_dict.items()}
    authors = _authors(fields.get("author") or fields.get("editor") or [])
    year = _plain(fields.get("year", fields.get("date", "")))[:4]
    return Source(
        key=entry.key,
        kind=entry.entry_type.lower(),
        authors=authors,
        title=_plain(fields.get("title", "")),
        year=year,
        label=_label(_short_authors(authors, language), _plain(fields.get("shorttitle", "")), year) or entry.key,
        venue=next((_plain(fields[name]) for name in _VENUES if name in fields), ""),
        url=_url({name: str(value) for name, value in fields.items()}),
        note=_plain(fields.get("note", "")),
        superseded=_plain(fields.get("superseded", "")),
    )


def _label(authors: str, short_title: str, year: str) -> str:
    """Return `Su 2021`, or with a short title, for authors with several sources of a year, `DeepSeek-AI V3 2024`."""
    return " ".join(part for part in (authors, short_title, year) if part)


def _authors(value: object) -> tuple[str, ...]:
    """Return the family names; `others` stays as it is."""
    if not isinstance(value, list):
        return (_plain(value),) if value else ()
    return tuple(_plain(" ".join((*name.von, *name.last))) for name in value)


def _short_authors(authors: tuple[str, ...], language: str) -> str:
    """Return `Su`, `Zhang & Sennrich` or `Dao et al.`, as a reference in the text names them."""
    match authors:
        case ():
            return ""
        case (one,):
            return one
        case (one, other) if other != "others":
            return f"{one} & {other}"
        case (first, *_):
            return word("and others", language).format(first)
        case _:
            return ""


def _url(fields: dict[str, str]) -> str:
    """Return where the source is read: its arXiv page, its DOI, or the address given, if it is a web address."""
    if (eprint := fields.get("eprint")) and re.fullmatch(r"[\w./-]+", eprint):
        return f"https://arxiv.org/abs/{eprint}"
    if (doi := fields.get("doi")) and re.fullmatch(r"10\.\S+", doi):
        return f"https://doi.org/{doi}"
    url = fields.get("url", "").strip().replace("\\_", "_").replace("\\%", "%").replace("\\&", "&")
    return url if _SAFE_URL.fullmatch(url) else ""


def _plain(value: object) -> str:
    """Return *value* without LaTeX: accents, dashes, quotation marks and simple formulas as characters."""
    text = _URL.sub(r"\1", str(value))
    if _LATEX.search(text):  # decoding takes longer than all else in reading a book
        text = _DECODER.latex_to_text(_LITERAL.sub(r"\\\g<0>", text))
    return " ".join(without_controls(text).replace("{", "").replace("}", "").split())
