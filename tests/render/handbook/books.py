"""A small book for the tests of the handbook: three chapters with some of everything."""

from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path, PurePosixPath
from typing import Final

from generator.diagnostics import Location
from generator.model import Asset, Book, Edition, ReadingPath, Source, Term
from generator.output import Press, Rendering
from generator.read.pictures import Picture
from generator.render.handbook import render
from generator.render.handbook.pages.profiles import DEFAULT, Profile
from tests.assembling import assembled

ROOT: Final = Path(__file__).parent.parent.parent.parent
NOWHERE: Final = Location(PurePosixPath("a.md"), 1)
NOW: Final = datetime(2026, 12, 1, 12, tzinfo=UTC)

EDITION: Final = Edition(
    title="小手册",
    namespace="small",
    subtitle="三章",
    authors=("作者甲",),
    licence="CC BY-SA 4.0",
    released=date(2026, 12, 1),
    deck_names={"data": "10 数据", "forward": "20 前向", "long": "30 长题"},
    paths=(ReadingPath("quick", "一小时", "只读要点", ("tag:memory", "chapter:forward")),),
)
DATA: Final = """# 数据与分词 {#data}

这一章讲数据。

## 分词

### BPE 怎样合并？ {#bpe .core tags="memory"}

每步合并最频繁的==相邻对==，直到词表够大，直到合并次数用完，直到没有可以合并的相邻对为止。

$$ C \\approx 6ND,\\quad D = \\frac{\\text{语料字符数}}{\\text{每 token 字符数}} $$

展开说说，见[旋转位置编码](#rope)与文献 [@su2021roformer, p. 3]。脚注在此[^a]。

[^a]: 脚注的内容。

| 项 | 值 | 单位 |
|---|---:|---|
| 词表 | 128256 | 个 |
| **合并** | 100 | 次 |
| 语料 | 15 | 万亿 |

Table: 一张表 [@su2021roformer]

```python
def merge(word, pair):
    return word  # 合并
```

> [!WARNING]
> 不要忘记归一化。

### 第二题问什么？ {#second}

答案很短，但足够说明问题，也足够排成两行，好让行末的标点与两端的对齐都有机会显出来，再多写几个字。

![一张图](figures/box.svg "图的题注")
"""
FORWARD: Final = """# 前向：注意力 {#forward}

## 位置

### RoPE 怎样感知相对位置？ {#rope .core}

把 q 与 k 按位置旋转，内积只取决于相对距离 $m-n$。

$$ \\langle R_m q, R_n k\\rangle = q^\\top R_{n-m} k $$

```
┌──────────┐     ┌────────┐
│ 输入词元 │ ──▶ │ 注意力 │
└──────────┘     └────────┘
```
"""
LONG: Final = "# 很长的一章 {#long}\n\n### 一道题答了很多页怎么排？ {#many-pages}\n\n短。\n\n" + "\n".join(
    f"- 行 {number} 完" for number in range(1, 151)
)
PICTURE: Final = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 60" width="200" height="60" font-family="sans-serif">'
    b'<rect x="1" y="1" width="198" height="58" fill="none" stroke="#000"/>'
    b'<text x="20" y="36" font-size="20" font-weight="bold">\xe6\xa1\x86\xe4\xb8\xad\xe5\xad\x97</text></svg>'
)
SOURCE: Final = Source(
    key="su2021roformer",
    kind="article",
    authors=("Su", "Lu"),
    title="RoFormer",
    year="2021",
    label="Su 等 2021",
    venue="arXiv",
    url="https://arxiv.org/abs/2104.09864",
)


def small_book() -> Book:
    """Return the book."""
    pictures = {"figures/box.svg": Picture(Asset("box-1.svg", "image/svg+xml", PICTURE, 200, 60), "")}
    result = assembled(DATA, FORWARD, LONG, edition=EDITION, sources={SOURCE.key: SOURCE}, pictures=pictures)
    return replace(result.book, terms=(Term("词表", "vocabulary"), Term("相邻对", "pair")))


def printed(book: Book, cache: Path, *, workers: int = 1, profile: Profile = DEFAULT) -> Rendering:
    """Return the handbook of *book*."""
    return render(book, Press(templates=ROOT / "templates", cache=cache, now=NOW, workers=workers), profile)
