"""Headless Chromium with the fonts of the locked environment: the same letters on any machine."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from os import environ
from pathlib import Path
from xml.sax.saxutils import escape

from playwright.sync_api import Browser, sync_playwright

from tests.tools import program

_FLAGS = (
    "--no-sandbox",  # root, in containers and CI
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_FONTS = ("pylopdf_fonts_zh_cn", "noto_cjk_sans_otc", "fontpkg_jetbrains_mono")
"""The packages whose fonts pages get; the rest of the system's fonts are not seen."""

_GENERIC = {
    "system-ui": "Noto Sans CJK SC",
    "sans-serif": "Noto Sans CJK SC",
    "monospace": "JetBrains Mono",
    "ui-monospace": "JetBrains Mono",
}
"""What stands for the families that pages ask of the system."""


@contextmanager
def launched() -> Iterator[Browser]:
    """Yield a browser; open a `new_context()` of your own in it."""
    chromium = program("Chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        fonts = Path(folder) / "fonts.conf"
        fonts.write_text(_font_list(Path(folder)))
        environment: dict[str, str | float | bool] = {**environ, "FONTCONFIG_FILE": str(fonts)}
        browser = playwright.chromium.launch(executable_path=chromium, args=_FLAGS, env=environment)
        yield browser
        browser.close()


def _font_list(cache: Path) -> str:
    specs = filter(None, map(find_spec, _FONTS))
    folders = [place for spec in specs for place in spec.submodule_search_locations or ()]
    entries = "".join(f"<dir>{escape(folder)}</dir>" for folder in folders)
    entries += "".join(
        f'<alias binding="same"><family>{generic}</family><prefer><family>{family}</family></prefer></alias>'
        for generic, family in _GENERIC.items()
    )
    return f"<fontconfig>{entries}<cachedir>{escape(str(cache))}</cachedir></fontconfig>"
