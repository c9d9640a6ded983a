"""A mistake that a rule for blocks sees, as a token: rules know no file to tell it of."""

from markdown_it.rules_block import StateBlock


def trouble(state: StateBlock, line: int, code: str, message: str) -> None:
    """Note a mistake in *line*, counted from 0."""
    token = state.push("trouble", "", 0)
    token.map = [line, line + 1]
    token.meta = {"code": code, "message": message}
