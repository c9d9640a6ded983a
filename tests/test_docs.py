"""The docs say what the program does: lists that can be made from it are compared, and rewritten by --accept."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from generator.cli import main
from generator.codes import CODES
from tests.test_architecture import ROOT

CONTRIBUTING = ROOT.parent / "CONTRIBUTING.md"
README = ROOT.parent / "README.md"


def code_table() -> str:
    rows = [f"| `{name}` | {code.severity} | {code.meaning} |" for name, code in CODES.items()]
    return "\n".join(["| code | severity | meaning |", "|---|---|---|", *rows])


def test_contributing_holds_the_codes_of_the_program(code_table_of: Callable[[Path, str], None]) -> None:
    code_table_of(CONTRIBUTING, code_table())


def test_every_command_is_in_the_readme_and_has_help() -> None:
    readme = README.read_text(encoding="utf-8")

    for name in main.list_commands(None):  # type: ignore[arg-type]  # the table needs no context
        assert f"cardpress {name}" in readme
        command = main.get_command(None, name)  # type: ignore[arg-type]  # the table needs no context
        assert command is not None
        assert command.help


def test_every_make_target_with_help_is_told_by_make_help() -> None:
    makefile = (ROOT.parent / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony is not None

    assert set(re.findall(r"^([a-z]+):.*## ", makefile, re.MULTILINE)) == set(phony[1].split())


def test_a_test_shows_every_code_with_its_place_and_message() -> None:
    shown = {match[1] for text in asserted_texts() if (match := re.search(r"[\w)]: .+ \[([a-z-]+)\]$", text))}

    assert [code for code in CODES if code not in shown] == []


def asserted_texts() -> Iterator[str]:
    """Yield every line of the cases, and every string in the tests, values filled in by 1."""
    for path in sorted((ROOT.parent / "tests").rglob("cases/*.md")):
        yield from path.read_text(encoding="utf-8").split("\n")
    for path in sorted((ROOT.parent / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
            elif isinstance(node, ast.JoinedStr):
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else "1" for part in node.values)
