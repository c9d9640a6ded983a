"""`cardpress init`: a new book that builds."""

import secrets
from collections.abc import Iterator
from pathlib import Path
from string import Template
from typing import Final

import click

from generator.commands.failing import told_errors
from generator.diagnostics import BuildError
from generator.language.tables import LANGUAGES
from generator.resources import TEMPLATES
from generator.write.edits import Edit, held
from generator.write.journal import replace_files
from generator.write.locks import locked

_STARTER: Final = TEMPLATES / "starter"
_PROJECT: Final = "project"
"""The folder of the files around a book that are the same in every language."""


@click.command("init")
@click.argument("folder", type=click.Path(path_type=Path), default=Path())
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="zh-CN",
    show_default=True,
    help="What the book is written in, and what its outputs speak.",
)
@told_errors
def command(folder: Path, language: str) -> None:
    """Make a new book in FOLDER (default: here): its source, and what git, editors and GitHub need around it."""
    source = folder / "source"
    if source.is_dir() and any(source.iterdir()):
        raise BuildError(f"{source}: is not empty; name a new folder")
    with locked(source, folder):
        around = [(folder / name, text) for name, text in _files(_STARTER / _PROJECT)]
        edits = [Edit(path, None, text) for path, text in around if held(path) is None]
        edits += [Edit(source / name, None, _named(name, text)) for name, text in _files(_STARTER / language)]
        replace_files(folder, edits, story="the making of a new book")
    place = "" if folder == Path() else f"cd {folder} && "
    click.echo(f"{source}: a book of ten cards that shows what a book can hold; build it with `{place}cardpress build`")


def _files(folder: Path) -> Iterator[tuple[Path, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder), path.read_bytes()


def _named(name: Path, text: bytes) -> bytes:
    """Return the text of a file of the book; `book.toml` gets an identity that no other book has."""
    if name != Path("book.toml"):
        return text
    number = 1_700_000_000_000 + secrets.randbelow(10**11)
    identity = {"namespace": f"book{secrets.token_hex(3)}", "note_type": number, "cloze_note_type": number + 1}
    return Template(text.decode()).substitute(identity).encode()
