"""`cardpress build`: the source folder into the build folder."""

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from generator.commands.failing import told_errors
from generator.commands.progress import progress
from generator.commands.report import FORMATS, readable, summary, tell
from generator.commands.settling import settled
from generator.diagnostics import BuildError
from generator.freshness import fingerprint, is_fresh, record_build
from generator.resources import TEMPLATES
from generator.suggestions import did_you_mean
from generator.write.locks import BusyError

if TYPE_CHECKING:
    from generator.commands.preview import Preview
    from generator.pipeline import Built

_PATIENCE: Final = 0.2
"""Seconds between two attempts while another process is at work."""


@dataclass(frozen=True, slots=True)
class _Wish:
    """What was asked for on the command line."""

    source: Path
    out: Path
    only: tuple[str, ...]
    profiles: tuple[str, ...]
    frozen: bool
    strict: bool
    prove: bool
    jobs: int
    style: str


def _known_outputs(context: click.Context, option: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return *names* if each is an output; the table is read only when it is asked for, since that takes time."""
    if names:
        from generator.render.outputs import OUTPUTS

        known = [output.name for output in OUTPUTS]
        for name in names:
            if name not in known:
                hint = did_you_mean(name, known, f"there are {', '.join(known)}")
                raise click.BadParameter(f"no output is called '{name}'; {hint}")
    return names


def _known_profiles(context: click.Context, option: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return *names* if each is a form of the handbook."""
    if names:
        from generator.render.handbook.pages.profiles import PROFILES

        for name in names:
            if name not in PROFILES:
                hint = did_you_mean(name, list(PROFILES), f"there are {', '.join(PROFILES)}")
                raise click.BadParameter(f"no profile is called '{name}'; {hint}")
    return names


@click.command("build")
@click.argument("source", type=click.Path(path_type=Path), default=Path("source"))
@click.option("--out", type=click.Path(path_type=Path), default=Path("build"), help="Where the artifacts go.")
@click.option("--only", multiple=True, callback=_known_outputs, help="Build only this output; may be repeated.")
@click.option(
    "--profile", "profiles", multiple=True, callback=_known_profiles, help="Print the handbook so; may be repeated."
)
@click.option("--frozen", is_flag=True, help="Never write ids into the source.")
@click.option("--strict", is_flag=True, help="Count warnings as errors.")
@click.option("--prove", is_flag=True, help="Read the artifacts back: each must show all that the book says, once.")
@click.option("--jobs", type=click.IntRange(min=1), default=None, help="Processes at once (default: one a core).")
@click.option("--format", "style", type=click.Choice(FORMATS), default="text", help="How to report.")
@click.option("--watch", is_flag=True, help="Build again whenever the source or a template changes.")
@click.option("--serve", is_flag=True, help="With --watch: show the artifacts in a browser on this machine.")
@told_errors
def command(
    source: Path,
    out: Path,
    only: tuple[str, ...],
    profiles: tuple[str, ...],
    frozen: bool,
    strict: bool,
    prove: bool,
    jobs: int | None,
    style: str,
    watch: bool,
    serve: bool,
) -> None:
    """Build SOURCE (default: source) into the deck, the handbook and the cheat sheet."""
    wish = _Wish(source, out, only, profiles, frozen or watch, strict, prove, jobs or os.cpu_count() or 1, style)
    if profiles and only and "handbook" not in only:
        raise click.UsageError("--profile prints the handbook, which --only leaves out; add --only handbook")
    if serve and not watch:
        raise click.UsageError("--serve needs --watch; add it")
    if watch:
        from generator.commands.watching import watch_folders  # needs a library that nothing else does
        from generator.render.handbook.typesetter.crew import kept_warm

        with kept_warm():
            preview = _served(out) if serve else None
            watch_folders((source, TEMPLATES), lambda: _build(wish, preview), preview)
    elif not _build(wish, None):
        sys.exit(1)


def _served(out: Path) -> "Preview":
    from generator.commands.preview import Preview  # slow imports, for those who ask

    preview = Preview(out)
    click.echo(preview.serve())
    return preview


def _build(wish: _Wish, preview: "Preview | None") -> bool:
    """Build what was wished for, tell what came of it, and return whether anything stands in the build folder."""
    settled(wish.source, wish.out)
    flags = {"strict": wish.strict, "frozen": wish.frozen, "prove": wish.prove}
    options = (
        *(name for name, given in flags.items() if given),
        *wish.only,
        *(f"profile {name}" for name in wish.profiles),
    )
    if wish.out.exists() and not wish.out.is_dir():
        raise BuildError(f"{wish.out}: is a file; name a folder for the artifacts")
    before = fingerprint(wish.source, TEMPLATES, options)
    if is_fresh(wish.out, before):
        if wish.style != "text":
            tell((), wish.style)
        click.echo(f"nothing has changed; {wish.out} is up to date", err=wish.style != "text")
        if preview is not None:
            preview.show((), written=True)
        return True
    from generator.clock import is_set, now  # slow imports, not needed above
    from generator.pipeline import Options, build
    from generator.render.outputs import outputs_in

    outputs = [output for output in outputs_in(wish.profiles) if not wish.only or output.name in wish.only]
    made = Options(
        now=now(), reproducible=is_set(), strict=wish.strict, frozen=wish.frozen, prove=wish.prove, workers=wish.jobs
    )
    with progress("building"):
        built = _in_turn(lambda: build(wish.source, wish.out, outputs, made))
    tell(built.diagnostics, wish.style)
    if preview is not None:
        preview.show(map(str, built.diagnostics), written=bool(built.files))
    for name, size in built.files.items():
        click.echo(f"{wish.out / name}: {readable(size)}", err=wish.style != "text")
    if built.diagnostics:
        click.echo(summary(built.diagnostics), err=True)
    if not built.files:
        click.echo(f"nothing was written; {wish.out} is as it was", err=True)
    elif not built.diagnostics and before == fingerprint(wish.source, TEMPLATES, options):
        record_build(wish.out, before, (*built.files, "manifest.json"))
    return bool(built.files)


def _in_turn(attempt: "Callable[[], Built]") -> "Built":
    """Return what *attempt* returns, as soon as no other process is at work on the same folders."""
    told = False
    while True:
        try:
            return attempt()
        except BusyError as error:
            if not told:
                click.echo(f"waiting: {error}", err=True)
                told = True
            time.sleep(_PATIENCE)
