"""A word on a terminal while something takes long; nothing in a pipe."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click

_PATIENCE: Final = 1.0
"""Seconds after which a person wants to know that something goes on."""


@contextmanager
def progress(what: str) -> Iterator[None]:
    """Show *what* and the seconds it has taken on standard error, if that is a terminal and it takes long."""
    if not sys.stderr.isatty():
        yield
        return
    done = threading.Event()
    teller = threading.Thread(target=_tell, args=(what, done), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def _tell(what: str, done: threading.Event) -> None:
    start = time.monotonic()
    told = ""
    while not done.wait(_PATIENCE):
        told = f"{what}: {time.monotonic() - start:.0f} s"
        click.echo(f"\r{told}", nl=False, err=True)
    if told:
        click.echo(f"\r{' ' * len(told)}\r", nl=False, err=True)
