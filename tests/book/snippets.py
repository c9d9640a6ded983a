"""The Python fences of a card, run as a reader would run them."""

import re
from functools import cache
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).resolve().parents[2] / "source"
CARD = re.compile(r"^### .*\{#(?P<id>[a-z0-9-]+)", re.MULTILINE)
FENCE = re.compile(r"^```python\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)


@cache
def fences(card_id: str) -> tuple[str, ...]:
    """Return the Python fences of one card, in order; KeyError where the book has no such card."""
    for path in sorted(SOURCE.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        heads = [*CARD.finditer(text)]
        for head in heads:
            if head["id"] != card_id:
                continue
            following = [other.start() for other in heads if other.start() > head.start()]
            body = text[head.end() : min(following, default=len(text))]
            return tuple(match["code"] for match in FENCE.finditer(body))
    raise KeyError(card_id)


def snippet(card_id: str) -> dict[str, Any]:
    """Return the namespace that is left after all Python fences of one card have run."""
    names: dict[str, Any] = {}
    for code in fences(card_id):
        exec(compile(code, f"card {card_id}", "exec"), names)
    return names
