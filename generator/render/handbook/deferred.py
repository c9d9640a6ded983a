"""Marks in a part's HTML for what its worker fills in: formulas and coloured code, which take time.

So the main process, which makes the HTML of every chapter at every build, only writes the source of these; a chapter
whose HTML is as before is not laid out again, and nothing of it was drawn in vain.
"""

import re
from html import escape, unescape
from typing import Final

from generator.document import CodeBlock

_FORMULA: Final = re.compile(r'<tex-math class="(display|inline)">(.*?)</tex-math>', re.DOTALL)
_CODE: Final = re.compile(r'<code-block class="([^"]*)" width="([\d.]+)">(.*?)</code-block>', re.DOTALL)


def formula_mark(tex: str, *, display: bool) -> str:
    """Return the mark for a formula."""
    return f'<tex-math class="{"display" if display else "inline"}">{escape(tex)}</tex-math>'


def code_mark(block: CodeBlock, room: float) -> str:
    """Return the mark for a block of code that has *room* points."""
    return f'<code-block class="{escape(block.language)}" width="{room}">{escape(block.text)}</code-block>'


def fill_in(html: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return *html* with every mark replaced, and the formulas that could not be drawn, each with the reason."""
    from generator.formula.svg import draw
    from generator.render.handbook.listings import listing

    undrawn: dict[str, str] = {}

    def formula(match: re.Match[str]) -> str:
        tex = unescape(match[2])
        drawn = draw(tex, display=match[1] == "display")
        if not drawn.svg:
            undrawn[tex] = drawn.problems[0] if drawn.problems else "it can't be drawn"
            return f'<code class="bad-formula">{escape(tex)}</code>'
        return drawn.svg.replace("<svg ", f'<svg style="vertical-align:{-drawn.depth:.4g}em" ', 1)

    def code(match: re.Match[str]) -> str:
        return listing(unescape(match[3]), unescape(match[1]), float(match[2]))

    return _CODE.sub(code, _FORMULA.sub(formula, html)), tuple(undrawn.items())
