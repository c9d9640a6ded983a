"""The cheat sheet as readers see it: on a desktop and a phone, by day and by night, searched, opened, on paper."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.tools import program

_SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
_PAPERS = ("A3", "A4")
_SEARCH = "KV cache"


def pictures(browser: Browser, sheet: Path, out: Path) -> None:
    """Write PNGs of *sheet* into *out*: the screen in each size and look, then every page of the wall sheet."""
    out.mkdir(parents=True, exist_ok=True)
    for size in _SIZES:
        for look in ("light", "dark"):
            for name, page in _views(browser, sheet, size, look):
                page.screenshot(path=out / f"sheet-{size}-{look}-{name}.png")
    with _opened(browser, sheet, "desktop", "dark") as page:
        for paper in _PAPERS:
            pdf = out / f"sheet-{paper}.pdf"
            page.pdf(path=pdf, format=paper, landscape=True)
            subprocess.run([program("pdftoppm"), "-r", "110", "-png", pdf, pdf.with_suffix("")], check=True)


def _views(browser: Browser, sheet: Path, size: str, look: str) -> Iterator[tuple[str, Page]]:
    with _opened(browser, sheet, size, look) as page:
        yield "top", page
        page.locator(".pipeline a").nth(3).click()
        yield "chapter", page
        for name, element in (("figure", "figure"), ("table", ".scroll"), ("code", "pre")):
            card = page.locator(".card", has=page.locator(f".detail {element}")).first
            if card.count():
                page.goto(f"{sheet.as_uri()}#{card.get_attribute('id')}")
                page.evaluate("new Promise(requestAnimationFrame)")
                yield name, page
        page.locator("#_query").fill(_SEARCH)
        page.evaluate("scrollTo(0, 0)")
        page.evaluate("new Promise((then) => setTimeout(then, 200))")
        yield "search", page
        page.locator("#_practice").click()
        yield "practice", page
        page.locator("#_reveal").click()
        yield "revealed", page


@contextmanager
def _opened(browser: Browser, sheet: Path, size: str, look: str) -> Iterator[Page]:
    width, height = _SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if look == "dark" else "light",
        has_touch=size == "phone",
        is_mobile=size == "phone",
    )
    try:
        page = context.new_page()
        page.goto(sheet.as_uri())
        page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
        yield page
    finally:
        context.close()
