"""The marks with which people tell questions from answers: `问：`, `Q3.`, `**答案**：`, `【问题】`, numbers.

All widths of a character count alike. A mark only says what a line looks like on its own; `lines` decides what it is.
"""

import re
from dataclasses import dataclass

_LETTERS = "一二三四五六七八九十百"
_PLAIN = {0xFF01 + offset: 0x21 + offset for offset in range(94)}
_PLAIN |= dict.fromkeys((ord(space) for space in "\u00a0\u2007\u202f\u3000\u200b\u200e\u200f\ufeff"), ord(" "))

_PREFIX = re.compile(
    r"[ \t]*+(?:>[ \t]*+)*(?:[-*+][ \t]+|[•●○◦▪■◆►▸▶‣⁃–·・★☆※➤➢❓❔💡🔥📌👉]\ufe0f?[ \t]*+)?(?P<hashes>#{1,6}[ \t]*+)?"
)
_OPEN = r"(?P<bold>\*\*|__|\*)?[ \t]*+(?P<bracket>[【\[〔(「『])?[ \t]*+"
_NUMBER = (
    r"[ \t]*+(?:(?:[-#_.]|no\.?)?[ \t]*+"
    rf"(?P<number>\d{{1,4}}(?:[-.]\d{{1,3}})*|[{_LETTERS}]{{1,4}}|\([ \t]*+\d{{1,4}}[ \t]*+\)|[①-⑳]))?[ \t]*+"
)
_CLOSE = r"(?(bracket)(?P<close>[】\]〕)」』]))[ \t]*+(?P<unbold>\*\*|__|\*)?[ \t]*+"
_ENUMERATOR = rf"(?:(?:\*\*|__)?(?:\d{{1,4}}(?:[-.]\d{{1,3}})*|[{_LETTERS}]{{1,4}})(?:\*\*|__)?[.、):]?[ \t]*+)?"

_QUESTION_WORDS = (
    r"(?:(?:高频|常见|面试|经典|核心|补充|延伸|进阶|基础|思考)(?:问题|题目|题)|问题|题目|追问|提问|问"
    rf"|第[ \t]*+(?:\d{{1,4}}|[{_LETTERS}]{{1,4}})[ \t]*+[题问]|questions?|q[ \t]?&[ \t]?a|qa|q)"
)
_ANSWER_WORDS = r"(?:(?:参考|标准|简要|详细)?(?:答案|回答|解答)|答|answers?|ans|a)"
_QUESTION = re.compile(rf"{_ENUMERATOR}{_OPEN}(?P<word>{_QUESTION_WORDS}){_NUMBER}{_CLOSE}", re.IGNORECASE)
_ANSWER = re.compile(rf"{_ENUMERATOR}{_OPEN}(?P<word>{_ANSWER_WORDS}){_NUMBER}{_CLOSE}", re.IGNORECASE)
_COLON = re.compile(r":[ \t]*+")
_STOP = re.compile(r"\.(?=[ \t*_]|[^\x00-\x7f])[ \t]*+")
_STOP_AFTER_NUMBER = re.compile(r"[.、)][ \t]*+")
_OTHER_LETTER = re.compile(r"(?:\*\*|`|\$)?[B-PR-Z](?:\*\*|`|\$)?[ \t]*+(?:\([^()]*\)[ \t]*+)?[:.、]")
_NUMBERED = re.compile(
    rf"(?P<bold>\*\*|__)?(?:(?P<number>\d{{1,3}}(?:[-.]\d{{1,3}})*|[{_LETTERS}]{{1,4}})(?P<before>\*\*|__)?"
    rf"[ \t]*+(?:[、):]|\.(?!\d))|\((?:\d{{1,3}}|[{_LETTERS}]{{1,4}})\)|[①-⑳]|\d\ufe0f?\u20e3)[ \t]*+(?P<after>(?(bold)\*\*|__))?[ \t]*+"
)
_DOTTED = re.compile(r"[1-9]\d?(?:\.[1-9]\d?)+[ \t]+(?![和与到至或版亿万倍%])")
_ASKS = re.compile(r"\?[ \t]*(?:\([^()]*\))?[ \t*_】」”\"'』\])]*$")
_ASKING_BEGIN = re.compile(
    r"什么(?:是|叫)|为什么|为何|如何|怎么|怎样|简述|简单(?:介绍|说)|(?:请|介绍|解释|描述|说明|说|讲|谈|聊)(?:一下|下|说|讲|谈|聊|介绍|解释|描述|说明|简述)"
    r"|(?:what|why|how|when|which|explain|describe)\b"
)
_ASKING_END = re.compile(r"(?:是什么|有哪些|有什么|吗|呢|怎么办|怎么做|区别|差异)$")
_ON_THE_NOTES = re.compile(r"(?:使用|阅读|复习|食用)(?:本|这|方|说|指|建)|(?:使用|阅读|食用)$|how to (?:use|read)")
_PARTNER = {"【": "】", "[": "]", "〔": "〕", "(": ")", "「": "」", "『": "』"}
_LATIN = ("q", "qa", "q&a", "a")
_WEAK = (*_LATIN, "问题", "题目", "question", "questions", "answer", "answers", "ans")
"""Labels that prose and lists of symbols begin with as well."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What opens a line: *taken* and *tail* are what is no text at its ends, *text* is between.

    *word* is the label, *shape* how it is dressed: marks of one series are alike in both. *weak* marks need more
    evidence than themselves.
    """

    word: str
    number: str
    shape: str
    taken: str
    text: str
    tail: str = ""
    weak: bool = False


def plain(text: str) -> str:
    """Return *text*, character by character, with wide forms as ASCII and odd spaces as spaces."""
    return text.translate(_PLAIN)


def prefix_length(text: str) -> int:
    """Return how many characters of indentation, quotation marks, bullet and hashes open a line."""
    match = _PREFIX.match(plain(text))
    return match.end() if match else 0


def hash_count(text: str) -> int:
    """Return how many hashes open a line that is indented by three columns at most, and neither quoted nor listed."""
    match = re.match(r" {0,3}(#{1,6})(?!#)", text)
    return len(match[1]) if match else 0


def closing_hashes(text: str) -> int:
    """Return where the hashes that close a heading begin, with the space before them, or the length of *text*."""
    bare = text.rstrip(" \t")
    rest = bare.rstrip("#")
    return len(rest.rstrip(" \t")) if rest != bare and rest[-1:] in (" ", "\t") else len(text)


def question_mark(line: str) -> Mark | None:
    """Return the label that makes *line* a question."""
    return _labelled(line, _QUESTION)


def answer_mark(line: str) -> Mark | None:
    """Return the label that makes *line* an answer; a line of nothing but the word is one too, without a colon."""
    return _labelled(line, _ANSWER)


def number_mark(line: str, *, heading: bool = False) -> Mark | None:
    """Return the number that opens *line*: `3.`, `四、`, `（5）`; in a heading also `1.2 `."""
    text = plain(line)
    start = prefix_length(line)
    match = _NUMBERED.match(text, start) or (_DOTTED.match(text, start) if heading else None)
    if match is None or not line[match.end() :].strip():
        return None
    found = match.groupdict()
    bold = "" if found.get("before") or found.get("after") else found.get("bold") or ""
    number = re.sub(r"[^0-9.\-" + _LETTERS + "]", "", match[0]).rstrip(".")
    return _undressed(Mark("", number, "number", line[: match.end()], line[match.end() :]), bold)


def whole_bold(line: str) -> Mark | None:
    """Return the stars of a line that is bold from end to end, as its mark."""
    start = prefix_length(line)
    match = re.fullmatch(r"(\*\*|__)(?!\s)([^*_]+?)(?<!\s)\1[ \t]*", line[start:])
    if match is None:
        return None
    head, tail = start + match.end(1), start + match.end(2)
    return Mark("", "", "bold", line[:head], line[head:tail], line[tail:])


def is_other_letter(line: str) -> bool:
    """Return whether *line* is labelled by one capital letter that is neither Q nor A: a list of symbols or choices."""
    return bool(_OTHER_LETTER.match(plain(line), prefix_length(line)))


def asks(text: str) -> bool:
    """Return whether *text* ends in a question mark, whatever closes after it."""
    return bool(_ASKS.search(plain(text[-200:])))


def asks_in_words(text: str) -> bool:
    """Return whether *text* asks without a question mark: `什么是 …`, `简述 …`, `… 的区别`."""
    bare = plain(text).strip().strip("*_ ").lower()
    return bool(_ASKING_BEGIN.match(bare) or _ASKING_END.search(bare)) and not _ON_THE_NOTES.search(bare)


def _labelled(line: str, pattern: re.Pattern[str]) -> Mark | None:
    text = plain(line)
    start = prefix_length(line)
    match = pattern.match(text, start)
    if match is None or (match["bracket"] and match["close"] != _PARTNER[match["bracket"]]):
        return None
    word = re.sub(r"[ \t]", "", match["word"]).lower()
    separator = _separator(text, match, word)
    end = separator.end() if separator else match.end()
    weak = word in _WEAK and not match["bracket"]
    if separator is None and not match["bracket"]:
        alone = pattern is _ANSWER and word != "a" and not text[end:].strip()
        spaced = text[end - 1].isspace() or text[end : end + 1] > "\u2e7f"
        if not alone and not (pattern is _QUESTION and weak and match["number"] and spaced):
            return None
    elif match["bracket"] == "[" and text[end : end + 1] == "(":
        return None
    bold = match["bold"] or ""
    if match["unbold"] and not bold:
        return None
    if bold and not match["unbold"] and text.startswith(bold, end):
        end += len(bold)
        end += len(text[end:]) - len(text[end:].lstrip(" \t"))
        bold = ""
    shape = f"{text[:start].strip()}{match['bold'] or ''}{match['bracket'] or ''}"
    number = (match["number"] or "").strip("() \t")
    mark = Mark(word, number, shape, line[:end], line[end:], weak=weak)
    return _undressed(mark, "" if match["unbold"] else bold)


def _separator(text: str, match: re.Match[str], word: str) -> re.Match[str] | None:
    """Return what parts a label from its text: a colon; after Q or A also a full stop."""
    colon = _COLON.match(text, match.end())
    if colon or word not in _LATIN:
        return colon
    return (_STOP_AFTER_NUMBER if match["number"] else _STOP).match(text, match.end())


def _undressed(mark: Mark, bold: str) -> Mark:
    """Return *mark* with the stars that open before it and close at the end of the line taken off both."""
    text = mark.text.rstrip()
    if not bold:
        return mark
    if text.endswith(bold) and text.count(bold) == 1:
        cut = len(text) - len(bold)
        return Mark(mark.word, mark.number, mark.shape, mark.taken, mark.text[:cut], mark.text[cut:], mark.weak)
    taken = mark.taken.replace(bold, "", 1)
    return Mark(mark.word, mark.number, mark.shape, taken, bold + mark.text, mark.tail, mark.weak)
