"""The nearest right name for a wrong one."""

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(wrong: str, known: Iterable[str], otherwise: str) -> str:
    """Return `write 'x'` for the name of *known* that is nearest to *wrong*, or *otherwise* if none is near."""
    near = get_close_matches(wrong, sorted(known), n=1, cutoff=0.75)
    return f"did you mean '{near[0]}'?" if near else otherwise
