"""Where the typefaces lie that the locked set-up brings; the only place that knows the packages' folders."""

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from generator.diagnostics import BuildError

_FILES: Final[dict[str, tuple[str, str]]] = {
    "serif": ("pylopdf_fonts_zh_cn", "NotoSerifSC-Regular.otf"),
    "sans": ("justmytype_intl_cjk", "fonts/ofl/notosanssc/NotoSansSC[wght].ttf"),
    "mono": ("fontpkg_jetbrains_mono", "files/JetBrainsMono[wght].ttf"),
    "rare": ("noto_cjk_sans_otc", "NotoSansCJK-Regular.ttc"),
    "math": ("ziamath", "fonts/STIXTwoMath-Regular.ttf"),
    "symbols": ("ziafont", "fonts/DejaVuSans.ttf"),
}


def typeface(name: str) -> Path:
    """Return the file of a typeface.

    `serif` is Noto Serif SC, `sans` the variable Noto Sans SC, `mono` the variable JetBrains Mono, `rare` the
    collection of Noto Sans CJK (face 2 is SC), `math` STIX Two Math, `symbols` DejaVu Sans. All may be embedded (OFL
    and the Bitstream Vera licence). The package is found, not imported: imports cost time and need its dependencies.
    """
    package, path = _FILES[name]
    spec = find_spec(package)
    folders = [] if spec is None else spec.submodule_search_locations or []
    for folder in folders:
        file = Path(folder) / path
        if file.is_file():
            return file
    raise BuildError(f"the font package {package} is not installed; run 'make setup'")
