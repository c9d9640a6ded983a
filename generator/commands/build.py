"""`cardpress build`: the source folder into the build folder."""

import os
import sys
from pathlib import Path

import click

from generator.commands.failing import told_errors
from generator.commands.report import summary, tell

_NAMES = ("deck", "handbook", "cheatsheet")


@click.command("build")
@click.argument("source", type=click.Path(path_type=Path), default=Path("source"))
@click.option("--out", type=click.Path(path_type=Path), default=Path("build"), help="Where the artifacts go.")
@click.option("--only", type=click.Choice(_NAMES), multiple=True, help="Build only this output; may be repeated.")
@click.option("--frozen", is_flag=True, help="Never write ids into the source.")
@click.option("--strict", is_flag=True, help="Count warnings as errors.")
@click.option("--profile", default="", help="A print profile of the handbook.")
@click.option("--jobs", type=click.IntRange(min=1), default=None, help="Processes at once (default: one a core).")
@told_errors
def command(
    source: Path, out: Path, only: tuple[str, ...], frozen: bool, strict: bool, profile: str, jobs: int | None
) -> None:
    """Build SOURCE (default: source) into the deck, the handbook and the cheat sheet."""
    from generator.clock import now  # slow imports wait until an option was not wrong
    from generator.pipeline import Options, build
    from generator.render.outputs import OUTPUTS

    outputs = [output for output in OUTPUTS if not only or output.name in only]
    options = Options(now=now(), strict=strict, frozen=frozen, profile=profile, workers=jobs or os.cpu_count() or 1)
    built = build(source, out, outputs, options)
    tell(built.diagnostics)
    for name, size in built.files.items():
        click.echo(f"{out / name}: {_readable(size)}")
    if built.diagnostics:
        click.echo(summary(built.diagnostics), err=True)
    if not built.files:
        click.echo(f"nothing was written; {out} is as it was", err=True)
        sys.exit(1)


def _readable(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"
