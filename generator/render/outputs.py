"""The table of outputs: one line each."""

from generator.output import Output
from generator.render import cheatsheet, deck, handbook

OUTPUTS: tuple[Output, ...] = (
    Output("deck", "deck.apkg", deck.render, foretold=deck.note_faults),
    Output("handbook", "handbook.pdf", handbook.render, handbook.beyond_print, handbook.missing_glyphs),
    Output("cheatsheet", "cheatsheet.html", cheatsheet.render),
)
