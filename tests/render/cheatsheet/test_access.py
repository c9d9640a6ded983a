"""What WCAG 2.2 AA asks for and a program can check."""

from dataclasses import replace
from datetime import date
from pathlib import Path, PurePosixPath

import pytest
from playwright.sync_api import Browser, Page, expect

from generator.diagnostics import Location
from generator.model import Place, Sight
from tests.assembling import assembled
from tests.render.cheatsheet.sheets import opened, sheet_of, small_book

CONTRASTS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (colour) => rgba(colour).slice(0, 3).map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = getComputedStyle(each).backgroundColor;
      if (rgba(colour)[3] === 255) return colour;
    }
    return "white";
  };
  const poor = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !element.checkVisibility()) continue;
    const [one, other] = [light(getComputedStyle(element).color), light(ground(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < 4.5) poor.push(`${element.tagName} ${element.className} ${element.textContent} ${contrast.toFixed(2)}`);
  }
  return poor;
}"""

SMALL_TARGETS = """(least) => [...document.querySelectorAll("button:not(cite *), summary, select, input, nav a, label:has(input), .skip:focus")]
  .filter((element) => element.checkVisibility())
  .filter((element) => !element.closest("label:has(input)") || element.matches("label"))
  .map((element) => [element, element.getBoundingClientRect()])
  .filter(([, box]) => box.width < least || box.height < least)
  .map(([element, box]) => `${element.outerHTML.slice(0, 60)} ${box.width} ${box.height}`)"""
"""What is too small to touch, but for what stands in a line of text (WCAG 2.2, 2.5.8: Inline)."""

STRUCTURE = """() => ({
  landmarks: [...document.querySelectorAll("body > header, form[role=search], nav, main, body > footer")]
    .map((element) => element.tagName),
  skipped: [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map((heading) => Number(heading.tagName[1]))
    .filter((level, place, all) => place && level > all[place - 1] + 1),
  nameless: [...document.querySelectorAll("img:not([alt]), table:not(:has(th))")].length,
})"""


def names_missing(page: Page) -> list[str]:
    """Return the roles of what can be operated and has no name, from the browser's own tree."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    wanted = {
        "button",
        "link",
        "textbox",
        "searchbox",
        "combobox",
        "checkbox",
        "spinbutton",
        "DisclosureTriangle",
        "image",
    }
    return [
        node["role"]["value"]
        for node in nodes
        if not node["ignored"] and node["role"]["value"] in wanted and not node.get("name", {}).get("value")
    ]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_text_is_dark_enough_on_its_ground(browser: Browser, sheet: Path, dark: bool) -> None:
    with opened(browser, sheet, dark=dark) as page:
        page.locator("#_expand").click()
        page.locator(".references summary").click()
        page.locator("#_query").fill("token")
        found = page.evaluate(CONTRASTS)
        page.locator("#_reset").click()
        page.locator("#_practice").click()
        found += page.evaluate(CONTRASTS)

    assert found == []


@pytest.mark.parametrize(("width", "least"), [(1440, 24), (390, 44)])
def test_targets_are_large_enough(browser: Browser, sheet: Path, width: int, least: int) -> None:
    with opened(browser, sheet, width=width) as page:
        found = page.evaluate(SMALL_TARGETS, least)
        page.locator(".views label").last.click()
        found += page.evaluate(SMALL_TARGETS, least)
        page.locator(".views label", has_text="问答").click()
        page.locator("#_query").fill("token")
        found += page.evaluate(SMALL_TARGETS, least)
        page.locator("#_practice").click()
        found += page.evaluate(SMALL_TARGETS, least)
        page.locator("#_reveal").click()
        page.locator(".progress summary").click()
        found += page.evaluate(SMALL_TARGETS, least)

    assert found == []


def test_the_number_of_a_card_can_be_touched_beside_it(browser: Browser, sheet: Path) -> None:
    with opened(browser, sheet, width=390) as page:
        page.locator("#kv-cache").scroll_into_view_if_needed()
        box = page.locator("#kv-cache .number").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 + 18)

        expect(page.locator("#kv-cache:target")).to_be_visible()


def test_what_can_be_operated_has_a_name(browser: Browser, sheet: Path) -> None:
    with opened(browser, sheet) as page:
        page.locator("#_expand").click()

        assert names_missing(page) == []


def test_the_page_has_landmarks_and_its_headings_skip_no_level(browser: Browser, sheet: Path) -> None:
    with opened(browser, sheet) as page:
        found = page.evaluate(STRUCTURE)

    assert found == {"landmarks": ["HEADER", "FORM", "NAV", "MAIN", "FOOTER"], "skipped": [], "nameless": 0}


def test_the_first_tab_skips_to_the_cards(browser: Browser, sheet: Path) -> None:
    with opened(browser, sheet) as page:
        page.keyboard.press("Tab")
        expect(page.locator(".skip")).to_be_focused()
        expect(page.locator(".skip")).to_be_in_viewport()
        page.keyboard.press("Enter")

        expect(page.locator("main")).to_be_focused()


def test_every_tab_stop_shows_its_focus(browser: Browser, sheet: Path) -> None:
    with opened(browser, sheet) as page:
        bare = []
        for _ in range(40):
            page.keyboard.press("Tab")
            focused = page.evaluate(
                "() => [document.activeElement.outerHTML.slice(0, 60), getComputedStyle(document.activeElement).outlineStyle]"
            )
            if focused[1] == "none":
                bare.append(focused[0])

    assert [element for element in bare if not element.startswith("<body")] == []


def test_a_detail_opens_by_keyboard(browser: Browser, sheet: Path) -> None:
    with opened(browser, sheet) as page:
        page.locator("#kv-cache summary").focus()
        page.keyboard.press("Enter")

        expect(page.locator("#kv-cache .body")).to_be_visible()


def test_the_words_of_a_source_are_named_after_their_place(browser: Browser, cache: Path, tmp_path: Path) -> None:
    here = Location(PurePosixPath("evidence/su2021roformer.toml"), 1)
    place = Place("§3.2", "rotary", Sight.COPY, date(2026, 12, 1), location=here)
    sources = {"su2021roformer": replace(small_book().sources["su2021roformer"], places=(place,))}
    text = "# 章\n\n### 题？\n\n短 [@su2021roformer, §3.2]。\n"
    quoting = tmp_path / "sheet.html"
    quoting.write_text(sheet_of(assembled(text, sources=sources).book, cache), encoding="utf-8")

    with opened(browser, quoting) as page:
        page.get_by_role("button", name="§3.2").click()

        words = page.get_by_role("note", name="Su et al. 2021, §3.2（据全文转录）", exact=True)
        expect(words).to_contain_text("rotary")


def test_what_scrolls_sideways_in_a_detail_can_be_reached_by_keyboard(browser: Browser, sheet: Path) -> None:
    with opened(browser, sheet, width=390) as page:
        page.locator("#kv-cache summary").click()

        expect(page.locator("#kv-cache .scroll")).to_have_attribute("tabindex", "0")


@pytest.mark.parametrize("width", [320, 390, 768, 1440])
def test_the_page_does_not_scroll_sideways(browser: Browser, sheet: Path, width: int) -> None:
    with opened(browser, sheet, width=width) as page:
        page.locator("#_expand").click()
        page.locator(".references summary").click()

        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_without_script_everything_can_be_read(browser: Browser, sheet: Path) -> None:
    with opened(browser, sheet, script=False) as page:
        expect(page.locator(".short").last).to_be_visible()
        expect(page.locator(".filters")).to_be_hidden()
        expect(page.locator(".copy")).to_have_count(0)
        page.locator("#kv-cache summary").click()

        expect(page.locator("#kv-cache .body")).to_be_visible()


def test_the_look_follows_the_system_until_the_reader_chooses(browser: Browser, sheet: Path) -> None:
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    with opened(browser, sheet, dark=True) as page:
        dark = page.evaluate(ground)
        expect(page.locator("#_theme")).to_have_attribute("aria-pressed", "true")
        page.locator("#_theme").click()
        light = page.evaluate(ground)
        page.reload()

        assert page.evaluate(ground) == light != dark
        expect(page.locator("#_theme")).to_have_attribute("aria-pressed", "false")


def test_the_theme_can_be_chosen_where_nothing_can_be_stored(browser: Browser, sheet: Path) -> None:
    with opened(browser, sheet) as page:
        page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } })")
        page.reload()
        page.locator("#_theme").click()

        expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_nothing_moves_steadily_where_the_reader_asks_for_little_motion(browser: Browser, sheet: Path) -> None:
    with opened(browser, sheet) as page:
        page.emulate_media(reduced_motion="reduce")
        page.locator("#_practice").click()
        page.locator("#_timed").check()
        moving = "[...document.getAnimations()].map(one => [one.transitionProperty, one.effect.getTiming().easing])"

        assert page.evaluate(moving) == [["width", "steps(4)"]]
