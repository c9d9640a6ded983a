"""A build that can't go on is told in one line, not as a traceback."""

import functools
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import click

from generator.diagnostics import BuildError

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def told_errors(command: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Return *command* with `BuildError` printed and turned into exit code 1."""

    @functools.wraps(command)
    def telling(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        try:
            return command(*args, **kwargs)
        except BuildError as error:
            click.echo(f"Error: {error}", err=True)
            sys.exit(1)

    return telling
