"""The page that an author has beside the editor."""

import http.client
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from generator.commands.card_view import CardView, card_views
from generator.commands.preview import Preview
from generator.pipeline import Options, build
from tests.edition.books import DECK

CARD = CardView("Q?", "<p>front</p>", "<p>back</p>", "p { color: red }")


TEXT = """\
# 一 {#one}

### 填什么，$a<b$？ {#gap .cloze}

先是==甲=={1 hint="天干"}，再是==乙=={2}，合起来是两个字。

### 还有什么？ {#more}

还有一张卡片，它一直没有改动，也不该被当成正在写的。
"""


def built(folder: Path, text: str = TEXT) -> Path:
    """Return the folder with the deck of a book of two cards."""
    (folder / "source").mkdir(exist_ok=True)
    (folder / "source" / "01-one.md").write_text(text, encoding="utf-8")
    build(folder / "source", folder / "build", DECK, Options(now=datetime(2026, 1, 1, tzinfo=UTC), frozen=True))
    return folder / "build"


@pytest.fixture
def preview(tmp_path: Path) -> Preview:
    out = tmp_path / "build"
    (out / ".cache").mkdir(parents=True)
    (out / ".cache" / "secret").write_text("secret", "utf-8")
    (tmp_path / "secret").write_text("secret", "utf-8")
    (out / "cheatsheet.html").write_text("<p>the sheet</p>", "utf-8")
    return Preview(out)


def get(address: str, path: str, host: str = "") -> tuple[int, str]:
    place = urlsplit(address)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=20)
    connection.request("GET", path, headers={"Host": host or place.netloc})
    answer = connection.getresponse()
    try:
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def news(address: str) -> Iterator[dict[str, object]]:
    """Yield what a page that is open is told."""
    place = urlsplit(address)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=20)
    connection.request("GET", "/news")
    answer = connection.getresponse()
    while line := answer.readline().decode():
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: "))


def test_a_card_is_shown_as_the_deck_has_it(tmp_path: Path) -> None:
    cards = card_views(built(tmp_path) / "deck.apkg")
    key = next(key for key in cards if key.startswith("gap") and key != "gap")

    assert "[天干]" in cards[key].front
    assert "甲" not in cards[key].front
    assert "乙" in cards[key].front
    assert '<span class="cloze">甲</span>' in cards[key].back.replace('<b class="key">', "").replace("</b>", "")
    assert "<math" in cards["gap"].front
    assert "{{" not in "".join(side for card in cards.values() for side in (card.front, card.back))


def test_nothing_but_the_artifacts_is_served(preview: Preview) -> None:
    address = preview.serve()

    assert get(address, "/cheatsheet.html") == (200, "<p>the sheet</p>")
    for path in (
        "/.cache/secret",
        "/../secret",
        "/%2e%2e/secret",
        "/.cache/",
        "/manifest.json",
        "/handbook.pdf",
        "/card?key=no",
    ):
        assert get(address, path) == (404, ""), path


def test_a_page_elsewhere_can_not_read_it_under_a_name_of_its_own(preview: Preview) -> None:
    address = preview.serve()

    assert get(address, "/cheatsheet.html", "evil.example:8137")[0] == 403
    assert get(address, "/cheatsheet.html", f"localhost:{urlsplit(address).port}")[0] == 200


def test_the_port_moves_on_if_it_is_taken(preview: Preview) -> None:
    one, other = preview.serve(), replace(preview).serve()

    assert one != other
    assert get(other, "/cheatsheet.html")[0] == 200


def test_a_page_is_told_of_each_build_and_keeps_the_last_good_state(preview: Preview) -> None:
    told = news(preview.serve())
    next(told)

    preview.cards = {"a": CARD, "b": CARD}
    preview.show(["source/01-a.md:3: is wrong [calc]"], written=False)
    broken = next(told)

    assert (broken["messages"], broken["written"]) == (["source/01-a.md:3: is wrong [calc]"], False)
    assert broken["cards"] == [["a", "Q?"], ["b", "Q?"]]


def test_the_card_that_was_changed_is_the_one_that_is_shown(tmp_path: Path) -> None:
    preview = Preview(built(tmp_path))
    preview.show((), written=True)
    assert preview.changed == ""

    built(tmp_path, TEXT.replace("合起来是", "一共是"))
    preview.show((), written=True)

    assert preview.changed == "gap"


def test_a_browser_shows_errors_over_the_last_good_state_and_comes_back(preview: Preview, browser: Browser) -> None:
    context = browser.new_context()
    try:
        page = context.new_page()
        page.goto(preview.serve())
        preview.show((), written=True)
        expect(page.frame_locator("#sheet").get_by_text("the sheet")).to_be_visible()

        preview.show(["source/01-a.md:3: is wrong [calc]"], written=False)
        expect(page.get_by_text("source/01-a.md:3: is wrong [calc]")).to_be_visible()
        expect(page.frame_locator("#sheet").get_by_text("the sheet")).to_be_visible()

        (preview.out / "cheatsheet.html").write_text("<p>another sheet</p>", "utf-8")
        preview.show((), written=True)
        expect(page.frame_locator("#sheet").get_by_text("another sheet")).to_be_visible()
        expect(page.locator("#messages")).to_be_hidden()
    finally:
        context.close()
