"""No mark is lost with the space beside it: what one output once did to text between pictures, links and tags."""

import pytest

from tests.laws.showing import shown


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("文 ![替](no.png) （后）末。", "文缺图：替（后）末。"),
        ("（甲）[ 乙](https://a.b)末", "（甲）乙末"),
        ('<abbr title="全">缩</abbr> [链](https://a.b) （后）', "缩（全）链（后）"),
        ("（甲） **（乙）** 后，加粗**`代码`**后，`x`后", "（甲）（乙）后，加粗代码后，x后"),
    ],
)
def test_no_mark_is_lost_with_an_idle_space(source: str, seen: str) -> None:
    outputs = shown(f"# 章\n\n### 题？\n\n短。\n\n{source}\n")

    assert [seen in text for text in (outputs.deck, outputs.sheet, outputs.handbook)] == [True, True, True]
