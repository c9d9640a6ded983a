"""The names that GitHub gives to headings."""

import re

_DROPPED = re.compile(r"[^\w\- ]")


def github_slug(text: str) -> str:
    """Return the fragment under which GitHub shows a heading of this text; equal headings get equal slugs."""
    return _DROPPED.sub("", text.strip().lower()).replace(" ", "-")
