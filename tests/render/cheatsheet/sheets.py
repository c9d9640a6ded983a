"""A small book's sheet, and a browser that watches what the page asks for and says."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path

from playwright.sync_api import Browser, ConsoleMessage, Page, Request

from generator.model import Book, Edition, ReadingPath, Source
from generator.output import Press
from generator.render import cheatsheet
from tests.assembling import assembled

TEMPLATES = Path(__file__).parents[3] / "templates"

EDITION = Edition(
    title="训练小册",
    namespace="small",
    subtitle="三章五题",
    authors=("甲", "乙"),
    number=3,
    released=date(2026, 11, 30),
    licence="文字 CC BY-SA 4.0",
    deck_names={"data": "10 数据", "attention": "24 注意力", "optimizer": "46 优化器"},
    paths=(ReadingPath("memory", "显存", "先状态后缓存", ("card:adam-states", "card:kv-cache")),),
)

SOURCES = {
    "su2021roformer": Source(
        "su2021roformer", "article", ("Su",), "RoFormer", "2021", "Su et al. 2021", "arXiv", "https://arxiv.org/abs/1"
    ),
    "kingma2014adam": Source("kingma2014adam", "article", ("Kingma",), "Adam", "2014", "Kingma 与 Ba 2014"),
}

DATA = """# 数据 {#data}

本章先讲词元，看**压缩率**[^rate]。

[^rate]: 每字符的词元数。

## 分词

### 词表该取多大？ {#vocabulary-size .core}

词表变大，token 更少，嵌入更重。

展开写成本，见 [KV cache](#kv-cache)。
"""

ATTENTION = r"""# 注意力 {#attention}

### 为什么除以 $\sqrt{d_k}$？ {#attn-scale .core}

点积的方差是 $d_k$，除以它的平方根使方差回到 1。

$$ \operatorname{Attn}(Q,K,V)=\operatorname{softmax}\!\left(\frac{QK^\top}{\sqrt{d_k}}\right)V,\qquad \operatorname{Var}(q^\top k)=\sum_{i=1}^{d_k}\operatorname{Var}(q_i k_i)=d_k $$

饱和时梯度消失 [@su2021roformer, 第 3 节]，又见注[^one]。

[^one]: 雅可比矩阵 $p_i(\delta_{ij}-p_j)$。

```python
def scores(q, k):
    return q @ k.T / k.shape[-1] ** 0.5  # 一行很长很长的注释，在手机上要横着滚动，不许把页面撑宽，也不许折断
```

### KV cache 占多少显存？ {#kv-cache}

每个 token 每层存一份 K 和一份 V，与上下文长度成正比。

| 模型 | 层数 | 每 token 的元素数 | 说明 | 头数 | 键值头数 | 头维 | 字节 | 合计 |
|---|---:|:---:|---|---|---|---|---|---|
| 甲 | 32 | $2 n_{kv} d_h$ | 一二三四五六七八九十 | 32 | 8 | 128 | 2 | 多 |

只在展开里出现的词：滑动窗口。
"""

OPTIMIZER = r"""# 优化器 {#optimizer}

### Adam 存哪些状态？ {#adam-states .core}

一阶矩 m 与二阶矩 v，各与参数一样多 [@kingma2014adam]。

> [!WARNING]
> 主权重不是状态。

### 只有短答的题？ {#short-only}

短答而已。
"""


def small_book(edition: Edition = EDITION) -> Book:
    """Return a book of three chapters and five cards that holds a little of everything."""
    return assembled(DATA, ATTENTION, OPTIMIZER, edition=edition, sources=SOURCES).book


def trial_book(text: str) -> Book:
    """Return the book of a folder without `book.toml` that holds one chapter."""
    return assembled(text).book


def sheet_of(book: Book, cache: Path) -> str:
    """Return the sheet's HTML."""
    press = Press(templates=TEMPLATES, cache=cache, now=datetime(2026, 1, 1, tzinfo=UTC))
    return cheatsheet.render(book, press).data.decode()


def without_detail(book: Book) -> Book:
    """Return *book* with `sheet.detail = false`."""
    return replace(book, edition=replace(book.edition, sheet_detail=False))


@dataclass
class Overheard:
    """What a page asked for besides itself, and what it said."""

    requests: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)


@contextmanager
def opened(
    browser: Browser,
    sheet: Path,
    *,
    fragment: str = "",
    width: int = 1440,
    dark: bool = False,
    script: bool = True,
) -> Iterator[Page]:
    """Yield the sheet opened from disk; when done, it must have asked for nothing and said nothing."""
    overheard = Overheard()

    def note_request(request: Request) -> None:
        address = request.url.partition("#")[0]
        if address != sheet.as_uri() and not address.startswith("data:"):
            overheard.requests.append(request.url)

    def note_message(message: ConsoleMessage) -> None:
        overheard.messages.append(message.text)

    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if dark else "light",
        java_script_enabled=script,
    )
    try:
        page = context.new_page()
        page.on("request", note_request)
        page.on("console", note_message)
        page.on("pageerror", lambda error: overheard.messages.append(str(error)))
        page.goto(sheet.as_uri() + fragment)
        yield page
    finally:
        context.close()
    assert overheard == Overheard()
