"""What readers of the outputs see that no author wrote: one table a language."""

from typing import Final

_CHINESE: Final[dict[str, str]] = {
    "note": "说明",
    "tip": "提示",
    "important": "要点",
    "warning": "注意",
    "caution": "小心",
    "contents": "目录",
    "references": "参考文献",
    "index": "术语索引",
    "card index": "题号索引",
    "how to use": "怎样使用本书",
    "reading paths": "阅读路线",
    "chapter": "第 {} 章",
    "figure": "图",
    "table": "表",
    "core": "高频",
    "short answer": "短答",
    "detail": "展开",
    "sources": "来源",
    "footnotes": "注",
    "notes page": "笔记",
    "edition": "第 {} 版",
    "draft": "草稿",
    "continued": "续",
    "question": "题",
    "search": "搜索题目与答案",
    "all chapters": "全部",
    "practice": "自测",
    "theme": "明暗",
    "results": "{} 题",
    "no results": "没有符合的题",
    "print": "打印",
    "missing image": "缺图",
}

WORDS: Final[dict[str, dict[str, str]]] = {"zh-CN": _CHINESE}


def word(name: str, language: str = "zh-CN") -> str:
    """Return the words for *name*; a language without a table of its own gets the Chinese one."""
    return WORDS.get(language, _CHINESE)[name]
