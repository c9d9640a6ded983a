"""The typefaces of the handbook, cut down to the characters of the book.

Text is set in Noto Serif SC (宋体). Emphasis and headings are in Noto Sans SC (黑体) at the weights 400, 500 and 700,
instanced from the one variable file: no package has a static bold, and WeasyPrint takes 2.4 s a build over the variable
file itself. Code is in JetBrains Mono, 0.6 em wide; the Han characters beside it are those of the sans face, enlarged
and centred in a cell of 1.2 em, so that diagrams keep 2:1 (Noto Sans Mono CJK has 2:1 too, but Latin letters only half an
em wide are hard to read). Signs that none of them has come from STIX Two Math, Noto Sans CJK and DejaVu Sans; what is
still missing gets a box with its code point in it (`boxes.py`) and a diagnostic.

HarfBuzz (uharfbuzz) subsets and instances a face in some 20 ms; fontTools takes 1.5 to 7 s. Glyph numbers are kept: a
character that is new to the book does not change the numbers of the others, so chapters laid out before stay valid.
Every family has one face of its own name, so that nothing is ever emboldened or slanted by machine.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from struct import unpack_from
from unicodedata import category

import uharfbuzz

from generator.cache import read_entry, write_entry
from generator.diagnostics import BuildError
from generator.provenance import provenance
from generator.render.handbook.fonts.boxes import box_font, stand_in
from generator.render.handbook.fonts.cff import with_identity_cids
from generator.render.handbook.fonts.wide import widened
from generator.typefaces import typeface

LATIN = frozenset(map(chr, (*range(0x20, 0x7F), 0xA0)))
_FEATURES = ("ccmp", "halt", "kern", "locl", "mark", "mkmk", "pwid")
"""No ligatures: one that takes in a hyphenation mark, as in of-fload, is copied as nothing."""

_LAYOUT_TABLES = (
    "BASE",
    "DSIG",
    "GDEF",
    "GPOS",
    "GSUB",
    "STAT",
    "VORG",
    "vhea",
    "vmtx",
    "gasp",
    "MATH",
    "name",
    "post",
)
MISSING_FAMILY = "Book Missing"
_MISSING = "missing.txt"


@dataclass(frozen=True, slots=True)
class Face:
    """A family of the style sheet: its name, where its file comes from, which face in it, at what weight."""

    family: str
    typeface: str
    number: int = 0
    weight: int | None = None
    wide: bool = False


TEXT_FACES = (
    Face("Book Serif", "serif"),
    Face("Book Sans", "sans", weight=400),
    Face("Book Medium", "sans", weight=500),
    Face("Book Bold", "sans", weight=700),
)
CODE_FACES = (Face("Book Mono", "mono", weight=400), Face("Book Wide", "sans", weight=400, wide=True))
OTHER_FACES = (Face("Book Signs", "math"), Face("Book Rare", "rare", number=2), Face("Book Symbols", "symbols"))
_FAMILIES = (*(face.family for face in (*TEXT_FACES, *CODE_FACES, *OTHER_FACES)), MISSING_FAMILY)


@dataclass(frozen=True, slots=True)
class Fonts:
    """The fonts of one book: pairs of family and file in the cache, see `font_program`.

    *missing* holds the characters that no face has.
    """

    files: tuple[tuple[str, Path], ...]
    missing: str


def font_program(file: Path) -> bytes:
    """Return the font kept in *file*; BuildError if it is gone or damaged since it was cut."""
    data = read_entry(file)
    if data is None:
        raise BuildError(f"{file}: was taken away or changed during the build; build again")
    return data


def font_address(family: str) -> str:
    """Return the address at which the worker finds the file of *family*."""
    return "font:" + family.replace(" ", "-")


def face_rules() -> str:
    """Return the `@font-face` rules of all families."""
    # The weight is said, lest a face be taken for bold and a heading for something to embolden.
    return "".join(
        f'@font-face{{font-family:"{family}";src:url("{font_address(family)}");font-weight:400;font-style:normal}}'
        for family in _FAMILIES
    )


def cut_fonts(text: frozenset[str], code: frozenset[str], folder: Path) -> Fonts:
    """Return the fonts for the characters *text* of the book, of which *code* stand in code; files go to *folder*.

    What lies in *folder* from an earlier build with the same characters is used again.
    """
    shaped = "\0".join(("".join(sorted(text)), "".join(sorted(code)), provenance()))
    key = sha256(shaped.encode()).hexdigest()[:16]
    home = folder / key
    listed = read_entry(home / _MISSING)
    if listed is not None and all(read_entry(file) is not None for _, file in _files(home)):
        return Fonts(_files(home), listed.decode())
    left = (text | LATIN) - _characters(TEXT_FACES[0])
    for face in TEXT_FACES:
        _write(home, face, text | LATIN)
    for face in CODE_FACES:
        _write(home, face, code | LATIN)
    for face in OTHER_FACES:
        # A font without any character can't be loaded.
        _write(home, face, left | {" ", "\N{NO-BREAK SPACE}"})
        left -= _characters(face)
    missing = without_glyph(text)
    write_entry(home / _name(MISSING_FAMILY), box_font(missing))
    write_entry(home / _MISSING, missing.encode())
    return Fonts(_files(home), missing)


def without_glyph(text: frozenset[str]) -> str:
    """Return the characters of *text* that are to be seen and that no face has, sorted."""
    left = text.difference(*map(_characters, (TEXT_FACES[0], *OTHER_FACES)))
    # What stands in private use is whatever a font makes of it: never what the author saw.
    private = {character for character in text if category(character) == "Co"}
    return "".join(sorted(private | {sign for sign in left if sign.isprintable() and not sign.isspace()}))


def stand_ins(missing: str) -> dict[int, str]:
    """Return the table for `str.translate` that puts the character of a box for each missing one."""
    return {ord(character): stand_in(place) for place, character in enumerate(missing)}


def program(file: Path, glyphs: Iterable[int]) -> bytes:
    """Return the font in *file* as a PDF embeds it: only *glyphs*, under their numbers, no layout tables."""
    face = uharfbuzz.Face(uharfbuzz.Blob(font_program(file)), 0)
    wanted = uharfbuzz.SubsetInput()
    wanted.glyph_set.update(glyphs)
    wanted.drop_table_tag_set.update(_tag(table) for table in _LAYOUT_TABLES)
    wanted.flags = _FLAGS
    return _identity(_subset(wanted, face))


_FLAGS = (
    uharfbuzz.SubsetFlags.RETAIN_GIDS
    | uharfbuzz.SubsetFlags.NO_HINTING
    | uharfbuzz.SubsetFlags.DESUBROUTINIZE
    | uharfbuzz.SubsetFlags.NOTDEF_OUTLINE
)


def _files(home: Path) -> tuple[tuple[str, Path], ...]:
    return tuple((family, home / _name(family)) for family in _FAMILIES)


def _name(family: str) -> str:
    return family.replace(" ", "-") + ".font"


def _write(home: Path, face: Face, characters: frozenset[str]) -> None:
    source = _face(typeface(face.typeface), face.number)
    wanted = uharfbuzz.SubsetInput()
    wanted.unicode_set.update(map(ord, characters))
    wanted.layout_feature_tag_set.clear()
    wanted.layout_feature_tag_set.update(_tag(feature) for feature in _FEATURES)
    wanted.flags = _FLAGS
    if face.weight is not None:
        wanted.pin_axis_location(source, "wght", face.weight)
    data = _identity(_subset(wanted, source))
    write_entry(home / _name(face.family), widened(data) if face.wide else data)


def _characters(face: Face) -> frozenset[str]:
    return frozenset(map(chr, _face(typeface(face.typeface), face.number).unicodes))


def _face(file: Path, number: int) -> uharfbuzz.Face:
    return uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(file)), number)


def _subset(wanted: uharfbuzz.SubsetInput, face: uharfbuzz.Face) -> bytes:
    return bytes(wanted.subset(face).blob.data)


def _tag(name: str) -> int:
    return int.from_bytes(name.encode())


def _identity(font: bytes) -> bytes:
    """Return *font* with its `CFF ` table, if any, renumbered in place; the table keeps its length."""
    for place in range(12, 12 + 16 * unpack_from(">H", font, 4)[0], 16):
        tag, _, start, length = unpack_from(">4sIII", font, place)
        if tag == b"CFF ":
            return font[:start] + with_identity_cids(font[start : start + length]) + font[start + length :]
    return font
