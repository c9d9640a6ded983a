"""The states of a sheet that are looked at and listened to, each with the way to it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page

Step = Callable[[Page], object]


@dataclass(frozen=True, slots=True)
class State:
    """A state of the sheet: the window it is in, and the *steps* by which a reader comes to it."""

    name: str
    steps: tuple[Step, ...] = ()
    width: int = 1440
    dark: bool = False


def _view(name: str) -> Step:
    return lambda page: page.locator(".views label", has_text=name).click()


def _typed(query: str) -> Step:
    return lambda page: page.locator("#_query").press_sequentially(query)


def _pressed(*keys: str) -> Step:
    def press(page: Page) -> None:
        for key in keys:
            page.keyboard.press(key)

    return press


def _clicked(selector: str) -> Step:
    return lambda page: page.locator(selector).first.click()


STATES: Final = (
    State("answers"),
    State("answers on a phone", width=390),
    State("answers at night", dark=True),
    State("an answer opened", (_clicked(".detail > summary"),), width=390),
    State("the words of a source", (_clicked("#_expand"), _clicked("cite button"))),
    State("index", (_view("索引"),)),
    State("formulas and numbers", (_view("公式与数字"),), width=390),
    State("plan", (_view("计划"),), width=390),
    State("calculators", (_view("计算"), _clicked(".more summary")), width=390),
    State("hits", (_typed("kv"),), width=390),
    State("nothing found", (_typed("qqqq"),)),
    State("a question of practice", (_clicked("#_practice"),), width=390),
    State("an answer of practice, at night", (_clicked("#_practice"), _pressed("Space")), dark=True),
    State("progress", (_clicked("#_practice"), _clicked(".progress summary"))),
)
