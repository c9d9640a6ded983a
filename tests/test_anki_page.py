from pathlib import Path

from playwright.sync_api import Browser

from tests.anki_page import review_page, show_card


def test_a_card_is_typeset_by_ankis_own_mathjax(browser: Browser, tmp_path: Path) -> None:
    with review_page(browser, tmp_path) as page:
        show_card(page, r"行内 \(\frac{a}{b}\)，独立 \[\sum_i x_i\]，坏的 \(\frac{a\)")

        assert page.locator("mjx-container").count() == 2
        assert page.evaluate("MathJax.version") == "3.2.2"
