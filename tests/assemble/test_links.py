import pytest

from generator.document import CrossReference, Inlines, Link
from generator.plaintext import line_text
from generator.rewriting import inlines_in
from tests.assembling import assembled, told

TARGETS = "# 章 {#chapter}\n\n### 什么是 外推 NTK {#ntk}\n\n<a name='ext'></a>按比例。\n\n### 从哪来？ {#from}\n\n{}\n"


def links(text: str) -> list[Link | CrossReference]:
    book = assembled(TARGETS.replace("{}", text)).book
    card = next(card for card in book.cards() if card.id == "from")
    return [node for node in inlines_in(card.answer) if isinstance(node, Link | CrossReference)]


@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("#ntk", "ntk"),
        ("#chapter", "chapter"),
        ("#什么是-外推-ntk", "ntk"),
        ("#%E4%BB%80%E4%B9%88%E6%98%AF-%E5%A4%96%E6%8E%A8-ntk", "ntk"),
        ("#ext", "ntk"),
        ("01-a.md#ntk", "ntk"),
        ("01-a.md", "chapter"),
    ],
)
def test_links_inside_the_book_find_their_card(address: str, target: str) -> None:
    (link,) = links(f"见[这里]({address})。")

    assert isinstance(link, CrossReference)
    assert link.target == target


@pytest.mark.parametrize("address", ["https://example.org/x?a=1&b=2", "http://example.org", "mailto:a@example.org"])
def test_links_to_the_outside_stay(address: str) -> None:
    (link,) = links(f"见[这里]({address})。")

    assert isinstance(link, Link)
    assert link.url == address


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("#nowhere", "dead-link"),
        ("other.md#x", "dead-link"),
        ("../secret.txt", "dead-link"),
        ("file:///etc/passwd", "unsafe-link"),
        ("ftp://example.org", "unsafe-link"),
        ("//example.org/x", "unsafe-link"),
    ],
)
def test_a_link_that_leads_nowhere_is_its_text_and_is_told(address: str, code: str) -> None:
    result = assembled(f"# 章\n\n### 问？ {{#q}}\n\n见[这里]({address})。\n")

    (card,) = result.book.cards()
    assert [node for node in inlines_in(card.answer) if isinstance(node, Link | CrossReference)] == []
    assert line_text(_line(card.answer[0])) == "见这里。"
    assert [fault.code for fault in result.diagnostics] == [code]


def test_a_near_miss_is_suggested() -> None:
    result = assembled("# 章\n\n### 问？ {#rope-idea}\n\n见[这里](#rope-ide)。\n")

    assert told(result.diagnostics) == [
        "book/01-a.md:5: nothing in the book is called '#rope-ide'; did you mean 'rope-idea'? [dead-link]"
    ]


def _line(block: object) -> Inlines:
    children = getattr(block, "children", ())
    assert isinstance(children, tuple)
    return children
