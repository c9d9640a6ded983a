"""CommonMark's own examples: a reader sees the words that its reference shows, but for a list of differences, reviewed.

`commonmark/spec.txt` is the specification, version 0.31.2, by John MacFarlane, under CC BY-SA 4.0.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

from generator.plaintext import line_text, text_of
from tests.parse.casebook import parse

SPECIFICATION = Path(__file__).parent / "commonmark" / "spec.txt"
EXAMPLE = re.compile(r"^`{32} example\n(.*?)^\.\n(.*?)^`{32}$|^#{1,6} ([^\n]*)$", re.DOTALL | re.MULTILINE)
BRACKETS = str.maketrans("", "", "（）")

HTML_IS_TEXT = ("HTML blocks", "Raw HTML")
"""Sections whose subject is HTML, of which few tags are read: the others are shown, and told."""

DIFFERENCES = {
    r"escaped brackets hold a formula: \[…\]": (12,),
    "a tag is shown as it stands, and told": (21, 31, 344, 476, 477, 494, 524, 536, 642, 643),
    "a character without a glyph is left out, and told": (26,),
    "a space of another kind is a space, and told": (353,),
    "a heading is one line": (81, 82),
    "a star between letters or digits is a sign of its own": (355, 356, 370, 429),
    "a definition's label is one line, and so is its title": (196, 208),
    "a definition's address looks like one": (194, 195, 200, 201, 203, 204),
    "a definition that nobody uses is shown, and told": (207, 210, 317, 537, 538, 544, 545, 563, 565, 571, 592),
    "a link without words shows its address": (484,),
    "brackets without an address are no link": (485, 487, 491, 567),
    "an address in angle brackets is of the web or of mail": (596, 597, 598, 599, 601),
}
"""What is read otherwise, each with the numbers of its examples."""


@dataclass(frozen=True, slots=True)
class Example:
    number: int
    section: str
    markdown: str
    html: str


class Words(HTMLParser):
    """Collects what HTML shows, titles of links and alternative texts of pictures included, as our outputs show them."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.titles: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a":
            self.titles.append(given.get("title") or "")
        elif tag == "img":
            self.words.append((given.get("alt") or "") + (given.get("title") or ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self.titles:
            self.words.append(self.titles.pop())

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def examples() -> Iterator[Example]:
    section, number = "", 0
    for match in EXAMPLE.finditer(SPECIFICATION.read_text(encoding="utf-8")):
        if match[3]:
            section = match[3]
        else:
            number += 1
            yield Example(number, section, match[1].replace("→", "\t"), match[2].replace("→", "\t"))


def squeezed(text: str) -> str:
    return "".join(text.split()).translate(BRACKETS)


def shown_by_reference(example: Example) -> str:
    reader = Words()
    reader.feed(example.html)
    reader.close()
    return squeezed("".join(reader.words))


def shown_by_us(example: Example) -> str:
    chapter = parse(f"# t\n\n### q\n\n{example.markdown}").chapter
    shown = "".join(line_text(text.line) + text_of(text.blocks) for text in chapter.texts())
    return squeezed(shown).removeprefix("tq")


def test_a_reader_sees_what_commonmark_shows_but_for_the_differences_listed() -> None:
    listed = {number for numbers in DIFFERENCES.values() for number in numbers}
    compared = [example for example in examples() if example.section not in HTML_IS_TEXT]

    assert len(compared) == 588
    assert {one.number for one in compared if shown_by_us(one) != shown_by_reference(one)} == listed
