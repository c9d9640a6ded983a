"""Arguments into calls, results into text; one module a command, loaded when it is called."""

import os
from importlib import import_module

import click

from generator.suggestions import did_you_mean

_COMMANDS = {
    "build": "Build the deck, the handbook and the cheat sheet.",
    "check": "Check the source and write nothing.",
    "deck": "Make the package that tags retired cards.",
    "diff": "Say what the next edition will change for learners.",
    "import": "Turn loose notes into chapters.",
    "init": "Make a new book that builds.",
    "ledger": "Mend the record of what was released.",
    "pull": "List a learner's own corrections.",
    "release": "Make the next edition.",
    "show": "Show the book, or a card, as text.",
    "simulate": "Say what an import will do to a learner's collection.",
}
"""The commands with their help; command NAME is `generator.commands.NAME.command`, but for those in `_MODULES`."""

_MODULES = {"import": "import_notes"}
"""The modules of commands whose names mean something else in Python."""


class _Commands(click.Group):
    """A group that imports a command's module only when it is called, so that each call starts fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f"generator.commands.{_MODULES.get(cmd_name, cmd_name)}")
        command = module.command
        if not isinstance(command, click.Command):
            raise TypeError(f"generator.commands.{cmd_name}.command is no command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"no command is called '{args[0]}'; {did_you_mean(args[0], _COMMANDS, 'see cardpress --help')}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(_COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="cardpress", prog_name="cardpress")
@click.pass_context
def main(context: click.Context) -> None:
    """One Markdown source becomes an Anki deck, a printed handbook and a cheat sheet."""
    if os.environ.get("NO_COLOR"):  # https://no-color.org
        context.color = False
