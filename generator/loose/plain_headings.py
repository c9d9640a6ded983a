"""Headings that have lost their hashes: named in a table of contents, numbered as modules, or before a question."""

import re
from collections.abc import Iterator, Sequence

from generator.loose.marks import plain
from generator.loose.sights import Look, Sight

_LONGEST = 60
_CONTENTS = re.compile(
    r"(?:#{1,6}[ \t]*)?(?:\*\*)?(?:目录|目次|大纲|contents|table of contents)(?:\*\*)?[ \t]*:?[ \t]*", re.I
)
_ITEM = re.compile(r"[ \t]*(?:[-*+•·][ \t]*|\d{1,3}[.、)][ \t]*)(.+)")
_LETTERS = "一二三四五六七八九十百"
_MODULE = re.compile(
    rf"(?:模块|专题|单元|章节)[ \t]*(?:\d{{1,3}}|[{_LETTERS}]{{1,4}})[ \t]*(?:[:、].*)?"
    rf"|第[ \t]*(?:\d{{1,3}}|[{_LETTERS}]{{1,4}})[ \t]*(?:章|节|讲|篇|模块|单元|专题)(?:[:、 \t].*)?"
    r"|(?:module|chapter|part|section|unit)[ \t]+\d{1,3}(?:(?::|\.[ \t]|[ \t]-).*)?",
    re.IGNORECASE,
)
_ENUMERATED = re.compile(
    rf"(?:[{_LETTERS}]{{1,4}}、|\([{_LETTERS}]{{1,4}}\)|第[{_LETTERS}\d]{{1,4}}(?:章|节|部分|讲|篇))[ \t]*\S.*"
)
_CLOSING_MATTER = re.compile(
    r"(?:推荐|建议|如何|怎样|怎么)?(?:的)?(?:使用|阅读|复习|学习|食用)(?:本手册|本文|本文档)?(?:的)?(?:方式|方法|说明|指南|建议|顺序|路线)?"
    r"|(?:推荐|延伸|扩展|拓展|参考)(?:阅读|资料|文献|链接|资源)|参考|附录.{0,12}|后记|结语|写在最后|致谢|更新(?:记录|日志)|(?:版权|免责)声明"
    r"|references?|further reading|appendix.{0,20}|acknowledge?ments?|changelog|licen[cs]e",
    re.IGNORECASE,
)
_SENTENCE_END = tuple("。！？；：，、,;:!?…")


def plain_headings(sights: Sequence[Sight]) -> dict[int, int]:
    """Return the level of each heading without hashes, by the place of its line.

    The document's own title counts as one where a table of contents proves the others: it is the first line then.
    """
    listed = _contents(sights)
    last_question = _last_question(sights)
    found: dict[int, int] = {}
    for index, sight in enumerate(sights):
        if sight.look is not Look.TEXT or sight.mark or not _is_title_like(sight.raw):
            continue
        text = plain(sight.raw).strip()
        if (
            _squeezed(sight.raw) in listed
            or _MODULE.fullmatch(text)
            or (_ENUMERATED.fullmatch(text) and _leads_to_question(sights, index))
            or (index > last_question and _CLOSING_MATTER.fullmatch(text))
        ):
            found[index] = 2
    first = next((index for index, sight in enumerate(sights) if sight.look is not Look.BLANK), -1)
    if found and listed and _may_be_title(sights, first):
        found[first] = 1
    return found


def _is_title_like(raw: str) -> bool:
    text = raw.strip()
    return bool(text) and len(text) <= _LONGEST and not text.endswith(_SENTENCE_END) and text[0] not in "-*+•|>`<#$"


def _may_be_title(sights: Sequence[Sight], index: int) -> bool:
    """Return whether the first line with text is the title of a document that has no headings with hashes."""
    if any(sight.look is Look.HEADING for sight in sights) or sights[index].look is not Look.TEXT:
        return False
    return _is_title_like(sights[index].raw) and not re.search(r"[。！？，；]", sights[index].raw)


def _contents(sights: Sequence[Sight]) -> frozenset[str]:
    """Return what the document's tables of contents list."""
    return frozenset(
        item
        for index, sight in enumerate(sights)
        if _CONTENTS.fullmatch(plain(sight.raw))
        for item in _items(sights, index)
    )


def _items(sights: Sequence[Sight], start: int) -> Iterator[str]:
    """Yield the items of the list after a line."""
    for index in range(start + 1, len(sights)):
        if sights[index].look is Look.BLANK:
            continue
        match = _ITEM.fullmatch(sights[index].raw)
        if match is None:
            return
        yield _squeezed(re.sub(r"\[([^\[\]]*)\]\([^()]*\)", r"\1", match[1]))


def _last_question(sights: Sequence[Sight]) -> int:
    looks = (Look.LABEL, Look.ANSWER, Look.NUMBER, Look.BOLD)
    return max((index for index, sight in enumerate(sights) if sight.look in looks), default=len(sights))


def _leads_to_question(sights: Sequence[Sight], index: int) -> bool:
    """Return whether the next line with text is a question by its label."""
    place = index + 1
    while place < len(sights) and sights[place].look is Look.BLANK:
        place += 1
    return place < len(sights) and sights[place].look is Look.LABEL


def _squeezed(text: str) -> str:
    return "".join(plain(text).replace("**", "").split()).lower()
