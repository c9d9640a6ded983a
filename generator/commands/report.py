"""How diagnostics and results are told on the command line: the only room that prints."""

import json
import re
from collections.abc import Iterable
from importlib.metadata import version
from typing import Final
from urllib.parse import quote

import click

from generator.codes import CODES
from generator.diagnostics import Diagnostic, Severity

_OBEYED: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, marks that turn the direction of text, and halves of characters, which can't be printed."""

_COLOURS: Final = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTICE: "cyan"}

FORMATS: Final = ("text", "json", "github", "sarif")


def tell(diagnostics: Iterable[Diagnostic], style: str = "text") -> None:
    """Print *diagnostics*: as text on standard error; as JSON, SARIF and for GitHub on standard output."""
    found = tuple(diagnostics)
    if style in ("json", "sarif"):
        told = _sarif(found) if style == "sarif" else [_as_json(diagnostic) for diagnostic in found]
        text = json.dumps(told, ensure_ascii=False, indent=2)
        click.echo(text.encode("utf-8", "backslashreplace").decode())  # halves of characters, in names of files
        return
    for diagnostic in found:
        line = _for_github(diagnostic) if style == "github" else _for_people(diagnostic)
        click.echo(line, err=style == "text")


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """Return `2 errors, 1 warning`, or nothing."""
    found = tuple(diagnostics)
    counts = ((severity.value, sum(1 for fault in found if fault.severity is severity)) for severity in Severity)
    return ", ".join(f"{count} {name}{'s' if count > 1 else ''}" for name, count in counts if count)


def readable(size: int) -> str:
    """Return a number of bytes as a person says it."""
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"


def harmless(text: str) -> str:
    r"""Return *text* on one line, with what a terminal would obey written out: `\x1b` for an escape, `\n` for a line's end."""
    return _OBEYED.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def _for_people(diagnostic: Diagnostic) -> str:
    mark = click.style(f"{diagnostic.severity.value}:", fg=_COLOURS[diagnostic.severity])
    return f"{harmless(str(diagnostic.location))}: {mark} {harmless(diagnostic.message)} [{diagnostic.code}]"


def _for_github(diagnostic: Diagnostic) -> str:
    """Return a workflow command; what would end its properties or its line is escaped as GitHub's own toolkit does."""
    location = diagnostic.location
    file = _escaped(str(location.path)).replace(":", "%3A").replace(",", "%2C")
    place = f"file={file},line={max(location.line, 1)}"
    return f"::{diagnostic.severity.value} {place},title={diagnostic.code}::{_escaped(diagnostic.message)}"


def _sarif(found: Iterable[Diagnostic]) -> dict[str, object]:
    """Return *found* as a log of SARIF 2.1.0 (OASIS), which code hosts and editors read."""
    rules = [
        {
            "id": name,
            "shortDescription": {"text": code.meaning},
            "help": {"text": code.cure},
            "defaultConfiguration": {"level": code.severity},
        }
        for name, code in CODES.items()
    ]
    driver = {"name": "cardpress", "version": version("cardpress"), "rules": rules}
    return {
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": [_result(diagnostic) for diagnostic in found]}],
    }


def _result(diagnostic: Diagnostic) -> dict[str, object]:
    file = {"uri": quote(str(diagnostic.location.path), errors="surrogateescape")}
    return {
        "ruleId": diagnostic.code,
        "level": "note" if diagnostic.severity is Severity.NOTICE else diagnostic.severity.value,
        "message": {"text": diagnostic.message},
        "locations": [
            {"physicalLocation": {"artifactLocation": file, "region": {"startLine": max(diagnostic.location.line, 1)}}}
        ],
    }


def _escaped(text: str) -> str:
    return harmless(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _as_json(diagnostic: Diagnostic) -> dict[str, str | int]:
    return {
        "file": str(diagnostic.location.path),
        "line": diagnostic.location.line,
        "severity": diagnostic.severity.value,
        "code": diagnostic.code,
        "message": diagnostic.message,
    }
