"""How diagnostics and results are told on the command line: the only room that prints."""

import json
from collections.abc import Iterable

import click

from generator.diagnostics import Diagnostic, Severity

FORMATS = ("text", "json", "github")


def tell(diagnostics: Iterable[Diagnostic], style: str = "text") -> None:
    """Print *diagnostics*: as text and for GitHub on standard error, as JSON on standard output."""
    found = tuple(diagnostics)
    if style == "json":
        click.echo(json.dumps([_as_json(diagnostic) for diagnostic in found], ensure_ascii=False, indent=2))
        return
    for diagnostic in found:
        line = _for_github(diagnostic) if style == "github" else _for_people(diagnostic)
        click.echo(line, err=style == "text")


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """Return `2 errors, 1 warning`, or nothing."""
    found = tuple(diagnostics)
    errors = sum(1 for diagnostic in found if diagnostic.severity is Severity.ERROR)
    counts = (("error", errors), ("warning", len(found) - errors))
    return ", ".join(f"{count} {name}{'s' if count > 1 else ''}" for name, count in counts if count)


def readable(size: int) -> str:
    """Return a number of bytes as a person says it."""
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"


def _for_people(diagnostic: Diagnostic) -> str:
    colour = "red" if diagnostic.severity is Severity.ERROR else "yellow"
    mark = click.style(f"{diagnostic.severity.value}:", fg=colour)
    return f"{diagnostic.location}: {mark} {diagnostic.message} [{diagnostic.code}]"


def _for_github(diagnostic: Diagnostic) -> str:
    location = diagnostic.location
    message = diagnostic.message.replace("%", "%25").replace("\n", "%0A")
    place = f"file={location.path},line={max(location.line, 1)}"
    return f"::{diagnostic.severity.value} {place},title={diagnostic.code}::{message}"


def _as_json(diagnostic: Diagnostic) -> dict[str, str | int]:
    return {
        "file": str(diagnostic.location.path),
        "line": diagnostic.location.line,
        "severity": diagnostic.severity.value,
        "code": diagnostic.code,
        "message": diagnostic.message,
    }
