"""What tags are called."""

import re


def clean_tag(typed: str) -> str:
    """Return a tag as Anki keeps it: any white space (U+3000 too) would split it, an empty level is renamed."""
    parts = [re.sub(r"\s+", "_", part.strip()) for part in typed.split("::")]
    return "::".join(part for part in parts if part)
