"""`cardpress check`: the same way as a build, up to the point where it would write."""

import sys
from pathlib import Path

import click

from generator.commands.failing import told_errors
from generator.commands.report import FORMATS, summary, tell
from generator.commands.settling import settled
from generator.diagnostics import in_order, stops


@click.command("check")
@click.argument("source", type=click.Path(path_type=Path), default=Path("source"))
@click.option("--strict", is_flag=True, help="Count warnings as errors.")
@click.option("--format", "style", type=click.Choice(FORMATS), default="text", help="How to report.")
@told_errors
def command(source: Path, strict: bool, style: str) -> None:
    """Check SOURCE (default: source) and write nothing.

    What only a build can tell: a page that could not be laid out well (layout), a card that an output could not show
    (stand-in), and, with --prove, words that were lost on the way (lost).
    """
    from generator.assemble.ids import missing_ids  # slow imports, not needed for --help
    from generator.pipeline import foretold, load
    from generator.render.outputs import OUTPUTS

    settled(source)
    loaded = load(source)
    found = in_order((*loaded.diagnostics, *foretold(loaded, OUTPUTS), *missing_ids(loaded.book)))
    tell(found, style)
    if style == "text":
        cards = sum(1 for _ in loaded.book.cards())
        click.echo(f"{len(loaded.book.chapters)} chapters, {cards} cards: {summary(found) or 'ok'}")
    sys.exit(1 if stops(found, strict=strict) else 0)
