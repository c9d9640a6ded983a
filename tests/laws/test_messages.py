"""Every mistake of a text is told once, in the order of its lines, with what to write instead."""

from tests.laws.showing import shown

FAULTS = (
    ("[死](#nowhere)", "nothing in the book is called '#nowhere'"),
    ("[近](#first-car)", "did you mean 'first-card'?"),
    ("[别](other.md#x)", "'other.md#x'"),
    ("[点](javascript:x)", "'javascript:x' is not shipped"),
    ("[文](file:///etc/passwd)", "is not shipped"),
    ("见 [@nokey]", "no source has the key 'nokey'"),
    ("注[^none]", "footnote 'none' is not defined"),
    ("![图](a.png)", "picture 'a.png'"),
    ("![图](../b.png)", "picture '../b.png'"),
    ("<script>x", "HTML '<script>' is shown as text"),
    ("<b>粗", "'<b>' has no partner"),
    ("<kbd onclick=x>k</kbd>", "attribute 'onclick' of <kbd> is left out"),
    ("==未闭", "'==' has no partner"),
    ("$$未闭", "'$$' opens a formula that does not end"),
    (r"$\frca{1}{2}$", r"\frac"),
    (r"$\foo$", r"\foo is not accepted"),
    ("甲\x1f乙", "U+001F in column 2"),
    ("甲\u202e乙", "U+202E in column 2"),
    ("每⼀个", "'⼀' (U+2F00) as '一'"),
    ("隔\u200b开", "U+200B as nothing"),
    ("无\u00a0断", "U+00A0 as a space"),
    ("&#31;", "'&#31;' names a character that is left out"),
    ("112 GB<!-- = 3 B -->", "mend one"),
    ("甲<!-- = 3 -->", "no number stands directly before"),
    ("[TOC]", "'[TOC]' is left out"),
    ("</details>", "'</details>' ends nothing"),
    ("| a | b |\n|---|---|\n| 1 | 2 | 多 |", "'多' is kept in the last"),
    ("[r]: https://a.b", "the link definition '[r]: https://a.b' is not used"),
    ("[^u]: 注", "footnote 'u' is not used"),
    ("#### 副题 {.core}", "'core' means nothing here"),
    ("```python 标题\nx\n```", "'标题' beside a fence is not shown"),
    ("```calc\nx = 3 * 4 = 13\n```", "'3 * 4' is 12, not '13'"),
    ("####没有空格", "is read as a heading"),
    ("<!-- 没有结束", "does not end"),
)


def test_each_mistake_is_told_once_in_order() -> None:
    again = [fault for fault in FAULTS if not fault[0].startswith(("[r]", "[^u]"))]  # a second one is another mistake
    faults = [*FAULTS, *again]
    text = "# 章\n\n### 首题？ {#first-card}\n\n短。\n\n"
    lines = []
    for place, (source, _) in enumerate(faults):
        text += f"### 第 {place} 题？\n\n短。\n\n"
        lines.append(text.count("\n") + 1)
        text += f"{source}\n\n"

    told = shown(text).told

    assert [found.location.line for found in told] == sorted(found.location.line for found in told)
    assert len({str(found) for found in told}) == len(told)
    for (source, words), line in zip(faults, lines, strict=True):
        near = [found.message for found in told if line <= found.location.line <= line + source.count("\n")]
        assert [words in message for message in near] == [True], (source, near)
