"""The layering: who may import whom, and each foreign library's one home."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent / "generator"

LAYERS: tuple[tuple[str, ...], ...] = (
    ("codes", "suggestions", "provenance", "cache", "snapshot", "resources", "language"),
    ("freshness",),
    ("diagnostics",),
    ("clock", "document", "typefaces"),
    ("rewriting", "plaintext"),
    ("model",),
    ("output", "outline"),
    ("read", "parse", "formula"),
    ("assemble", "check"),
    ("write", "edition", "loose"),
    ("render",),
    ("proof",),
    ("pipeline",),
    ("comparing",),
    ("releasing",),
    ("commands",),
    ("cli",),
)
"""Lowest first; a room imports only from rooms below it, or from itself."""

HOMES = {
    "PIL": {"read"},
    "anki": {"edition"},
    "bibtexparser": {"read"},
    "click": {"cli", "commands"},
    "fontTools": {"formula", "render"},
    "genanki": {"render"},
    "uharfbuzz": {"formula", "render"},
    "jinja2": {"render"},
    "markdown_it": {"parse"},
    "math_core": {"formula"},
    "mathra": {"formula"},
    "pikepdf": {"render", "edition"},
    "pygments": {"render"},
    "pylatexenc": {"read"},
    "pypdfium2": {"proof"},
    "pyphen": {"render"},
    "pypinyin": {"render"},
    "rcssmin": {"render"},
    "rjsmin": {"render"},
    "watchfiles": {"commands"},
    "weasyprint": {"render"},
    "yaml": {"parse"},
}

MODULES = sorted(path for path in ROOT.rglob("*.py") if path.name not in ("__init__.py", "__main__.py"))


def room_of(path: Path) -> str:
    return path.relative_to(ROOT).with_suffix("").parts[0]


@cache
def imported(path: Path) -> tuple[str, ...]:
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def rank(room: str) -> int:
    return next(place for place, rooms in enumerate(LAYERS) if room in rooms)


def test_a_module_imports_only_from_lower_layers() -> None:
    upward = [
        f"{path.relative_to(ROOT)} imports {other}"
        for path in MODULES
        for other in sorted({name.split(".")[1] for name in imported(path) if name.startswith("generator.")})
        if other != room_of(path) and rank(other) >= rank(room_of(path))
    ]

    assert upward == []


def test_each_foreign_library_has_its_home() -> None:
    strays = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in MODULES
        for name in imported(path)
        if (home := HOMES.get(name.split(".")[0])) is not None and room_of(path) not in home
    ]

    assert strays == []


def test_every_module_has_a_layer() -> None:
    rooms = {room_of(path) for path in MODULES}

    assert rooms <= {room for layer in LAYERS for room in layer}


def test_renderers_never_import_each_other() -> None:
    outputs = ("deck", "handbook", "cheatsheet")

    crossing = [
        (str(path.relative_to(ROOT)), name)
        for path in MODULES
        for name in imported(path)
        for own in outputs
        if path.is_relative_to(ROOT / "render" / own)
        for other in outputs
        if other != own and name.startswith(f"generator.render.{other}")
    ]

    assert crossing == []


PRINT = ("fonts", "pages", "typesetter", "binding", "glyphs", "complaints", "production", "__init__")
"""The rooms of the handbook, lowest first."""


def test_the_rooms_of_print_stand_in_order() -> None:
    folder = ROOT / "render" / "handbook"
    upward = [
        f"{path.relative_to(folder)} imports {name}"
        for path in sorted(folder.rglob("*.py"))
        for name in imported(path)
        if name.startswith("generator.render.handbook.")
        and PRINT.index(name.split(".")[3]) > PRINT.index(path.relative_to(folder).with_suffix("").parts[0])
    ]

    assert upward == []


def test_only_the_typesetter_knows_weasyprint() -> None:
    strays = [
        str(path.relative_to(ROOT))
        for path in ROOT.rglob("*.py")
        if any(name.split(".")[0] in ("weasyprint", "pydyf") for name in imported(path))
        and ROOT / "render" / "handbook" / "typesetter" not in path.parents
    ]

    assert strays == []
