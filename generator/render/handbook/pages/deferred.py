"""Marks in a part's HTML for what its worker fills in: formulas and coloured code, which take time.

So the main process, which makes the HTML of every chapter at every build, only writes the source of these; a chapter
whose HTML is as before is not laid out again, and nothing of it was drawn in vain.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape, unescape
from typing import Final

from generator.document import CodeBlock

_FORMULA: Final = re.compile(r'<tex-math class="(display|inline)" lang="([\w-]+)">(.*?)</tex-math>', re.DOTALL)
_PATH: Final = re.compile(r' transform="scale\(1 -1\)" d="([^"]*)"')
_CODE: Final = re.compile(r'<code-block class="([^"]*)" width="([\d.]+)">(.*?)</code-block>', re.DOTALL)


def formula_mark(tex: str, *, language: str, display: bool) -> str:
    """Return the mark for a formula, to be spoken in *language*."""
    return f'<tex-math class="{"display" if display else "inline"}" lang="{language}">{escape(tex)}</tex-math>'


def code_mark(block: CodeBlock, room: float) -> str:
    """Return the mark for a block of code that has *room* points."""
    return f'<code-block class="{escape(block.language)}" width="{room}">{escape(block.text)}</code-block>'


@dataclass(frozen=True, slots=True)
class Filled:
    """HTML without marks; *paths* of its formulas by address; *undrawn* formulas, each with the reason."""

    html: str
    paths: Mapping[str, bytes]
    undrawn: tuple[tuple[str, str], ...]


def fill_in(html: str, *, paths_apart: bool) -> Filled:
    """Return *html* with every mark replaced; *paths_apart* leaves the paths of formulas out of it."""
    from generator.formula.svg import draw
    from generator.render.handbook.pages.listings import listing

    paths: dict[str, bytes] = {}
    undrawn: dict[str, str] = {}

    def formula(match: re.Match[str]) -> str:
        tex = unescape(match[3])
        drawn = draw(tex, language=match[2], display=match[1] == "display")
        if not drawn.svg:
            undrawn[tex] = drawn.problems[0] if drawn.problems else "the formula can't be drawn; write it another way"
            return f'<code class="bad-formula">{escape(tex)}</code>'
        style = f'<svg data-tex="{escape(tex)}" style="vertical-align:{-drawn.depth:.4g}em" '
        if not paths_apart:
            return drawn.svg.replace("<svg ", style, 1)
        address = f"formula:{len(paths)}"
        path = _PATH.search(drawn.svg)
        paths[address] = path[1].encode() if path else b""
        svg = _PATH.sub(f' id="{address}"', drawn.svg, count=1)
        return svg.replace("<svg ", style, 1)

    def code(match: re.Match[str]) -> str:
        return listing(unescape(match[3]), unescape(match[1]), float(match[2]))

    filled = _CODE.sub(code, _FORMULA.sub(formula, html))
    return Filled(filled, paths, tuple(undrawn.items()))
