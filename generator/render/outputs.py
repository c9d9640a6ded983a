"""The table of outputs: one line each."""

from dataclasses import replace
from functools import partial

from generator.output import Output
from generator.render import cheatsheet, deck, handbook
from generator.render.handbook.pages.profiles import DEFAULT, PROFILES, Profile

OUTPUTS: tuple[Output, ...] = (
    Output("deck", "deck.apkg", deck.render, foretold=deck.note_faults),
    Output("handbook", "handbook.pdf", handbook.render, handbook.beyond_print, handbook.missing_glyphs),
    Output("cheatsheet", "cheatsheet.html", cheatsheet.render),
)


def outputs_in(profiles: tuple[str, ...]) -> tuple[Output, ...]:
    """Return the outputs, the handbook in each of *profiles*, by name; none are the default alone."""
    forms = [PROFILES[name] for name in dict.fromkeys(profiles)] or [DEFAULT]
    return tuple(made for one in OUTPUTS for made in (_printed(one, forms) if one.name == "handbook" else (one,)))


def _printed(output: Output, forms: list[Profile]) -> tuple[Output, ...]:
    return tuple(
        output
        if form is DEFAULT
        else replace(output, filename=f"handbook-{form.name}.pdf", render=partial(handbook.render, profile=form))
        for form in forms
    )
