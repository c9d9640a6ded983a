"""`cardpress simulate`: what an import will do to one learner's collection."""

import sys
from pathlib import Path

import click

from generator.commands.failing import told_errors


@click.command("simulate")
@click.argument("collection", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--package",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    default=Path("build/deck.apkg"),
    help="The deck to import (default: build/deck.apkg).",
)
@click.option(
    "--against",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    multiple=True,
    metavar="OLD.apkg",
    help="A deck that was imported before: tells own corrections from the author's. May be repeated.",
)
@click.option("--out", type=click.Path(path_type=Path), default=Path("build"), help="Where older editions are kept.")
@told_errors
def command(collection: Path, package: Path, against: tuple[Path, ...], out: Path) -> None:
    """Say what importing the deck will do to COLLECTION: collection.anki2, or an exported .colpkg or .apkg.

    Runs Anki's own importer ('pip install anki') on a copy; COLLECTION and its journal are only read.
    """
    from generator.commands.outcome import tell_findings  # slow imports, not needed for --help
    from generator.edition.sent import read_sent
    from generator.edition.simulation import findings, known_packages, tried
    from generator.releasing import remembered

    sent = read_sent(package)
    earlier = known_packages((*remembered(out), *against), sent.namespace)
    trial = tried(collection, package, sent)
    found = findings(trial, sent, earlier)
    tell_findings(trial, found, sent)
    sys.exit(1 if trial.conflicting or found.touched_cards else 0)
