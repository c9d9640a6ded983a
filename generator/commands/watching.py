"""Building again at each change, and showing what came of it while one writes."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import click
import watchfiles

from generator.commands.failing import reason
from generator.commands.preview import Preview
from generator.commands.report import harmless
from generator.diagnostics import BuildError
from generator.snapshot import states

_CALM: Final = 200
"""Milliseconds in which changes count as one."""

_PATIENCE: Final = 1000
"""Milliseconds after which the files are looked at, whatever the system tells."""


def watch_folders(folders: tuple[Path, ...], build: Callable[[], object], preview: Preview | None) -> None:
    """Call *build* now and at each change in *folders*, until interrupted; *preview* is told of builds that break.

    What counts is whether the files are as they were when the last build began: so nothing is missed that was saved
    during it, nor when a folder vanishes and comes back, where the system tells of no change.
    """
    built: list[Mapping[str, tuple[int, int, int]]] = []
    try:
        while True:
            found = [states(folder) for folder in folders]
            if found == built:
                _wait_for_change(folders)
            else:
                built = found
                _attempt(build, preview)
    except KeyboardInterrupt:
        click.echo("stopped")


def _attempt(build: Callable[[], object], preview: Preview | None) -> None:
    try:
        build()
    except (BuildError, OSError) as error:
        _tell(harmless(reason(error)), preview)
    except Exception as error:  # whatever one build throws, the author goes on writing, and the next may be well
        _tell(harmless(f"{type(error).__name__}: {error}; waiting for the next change"), preview)


def _tell(message: str, preview: Preview | None) -> None:
    click.echo(f"Error: {message}", err=True)
    if preview is not None:
        preview.show((message,), written=False)


def _wait_for_change(folders: tuple[Path, ...]) -> None:
    """Return when the system tells of a change, or when it is time to look."""
    try:
        changes = watchfiles.watch(
            *(folder for folder in folders if folder.is_dir()),
            debounce=_CALM,
            rust_timeout=_PATIENCE,
            yield_on_timeout=True,
        )
        next(changes, None)
        changes.close()
    except (OSError, RuntimeError):  # a folder vanished just now, or the system watches no more of them
        time.sleep(_PATIENCE / 1000)
