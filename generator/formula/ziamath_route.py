r"""The second way to draw a formula, should mathra ever fail us: ziamath, behind a list of what it draws wrong.

ziamath leaves out the content of `\mathop`, prints `*` for `\operatorname*`, draws boxes for Chinese text and no rules in
arrays, all without a word. So those are refused here, and what is left is right.
"""

import re
import warnings
from typing import Final
from xml.etree import ElementTree

from generator.formula.svg import Formula
from generator.plaintext import CJK

with warnings.catch_warnings():
    # ziamath 0.13 opens its font in a way that Python 3.11 calls deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    import ziamath.zmath

_WRONG: Final = re.compile(
    rf"\\mathop|\\operatorname\*|\\math(?:tt|scr)|\\x(?:right|left)arrow|\\hline|\\boxed|[{CJK}]"
)


def draw_with_ziamath(tex: str, *, display: bool = False) -> Formula:
    """Return *tex* drawn by ziamath; spoken as its source, since ziamath does not speak.

    What is on the list of wrong drawings is not drawn but named in the problems.
    """
    match = _WRONG.search(tex)
    if match is not None:
        return Formula("", 0, 0, 0, tex, (f"ziamath draws {match[0]} wrong; write it another way",))
    drawing = ziamath.zmath.Latex(tex, inline=not display, size=1000)
    root = drawing.svgxml()
    _, above, width, height = (float(number) for number in root.attrib["viewBox"].split())
    root.attrib.update(
        {"class": "formula", "role": "img", "width": f"{width / 1000:.4g}em", "height": f"{height / 1000:.4g}em"}
    )
    depth = height + above
    svg = ElementTree.tostring(root, encoding="unicode")
    return Formula(svg, width / 1000, height / 1000, depth / 1000, tex)
