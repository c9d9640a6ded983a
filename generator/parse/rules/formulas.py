r"""Formulas: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`, told apart from money, shell variables and escaped brackets.

Those of GitHub and GitLab (`` $`…`$ ``) and bare environments of LaTeX (`\begin{align}`) are read too.
"""

import re

from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

from generator.parse.rules.trouble import trouble
from generator.plaintext import CJK

_CJK = re.compile(f"[{CJK}]")
_STRONG = re.compile(r"[\\^_{}=<>+|]")
_ANKI_MARK = re.compile(r"\$\$?\]")
"""With a bracket before it, what opens and ends a picture of a formula in Anki (`[$]x[/$]`): no dollars of ours."""

_BACKTICKED = re.compile(r"\$`([^`\n]*[^`\s][^`\n]*)`\$")
_ENVIRONMENT = re.compile(r"\\begin\{((?:align|equation|gather|multline|eqnarray)\*?)\}")
_WORDS = re.compile(r"(\\(?:text|textrm|textbf|textit|mbox)\{[^{}$]*)\$([^$]+)\$")
"""Words in a formula, with a formula in them."""

_WORDS_OPEN = re.compile(r"\\(?:text|textrm|textbf|textit|mbox)\{")

_HEADING = re.compile(r" {0,3}#{1,6}[ \t]")


def end_of_dollars(text: str, start: int, end: int) -> int:
    """Return where the formula that opens with the `$` at *start* ends, after its closing dollar, or -1."""
    if _is_anki_mark(text, start):
        return -1
    if text.startswith("$$", start):
        return _end_of_double(text, start, end)
    if backticked := _BACKTICKED.match(text, start, end):
        return backticked.end()
    if start + 2 >= end or text[start + 1].isspace():
        return -1
    close = _closing_dollar(text, start + 1, end)
    if close < 0 or text[close - 1].isspace():
        return -1
    content = text[start + 1 : close]
    after = text[close + 1] if close + 1 < end else " "
    return -1 if not content or _is_money(content, after) else close + 1


def end_of_brackets(text: str, start: int, end: int) -> int:
    r"""Return where the formula that opens with the `\(` or `\[` at *start* ends, or -1."""
    closing = {"\\(": "\\)", "\\[": "\\]"}.get(text[start : start + 2])
    close = _find_unescaped(text, closing, start + 2, end) if closing else -1
    return close + 2 if close >= 0 and looks_like_tex(text[start + 2 : close]) else -1


def formula_in_line(state: StateInline, silent: bool) -> bool:
    """Take a formula between dollars."""
    start = state.pos
    if state.src[start] != "$":
        return False
    end = end_of_dollars(state.src, start, state.posMax)
    if end < 0:
        if not state.src.startswith("$$", start):
            return False
        state.pos = _end_of_run(state.src, start, state.posMax)
        if not silent:
            token = state.push("text" if _is_anki_mark(state.src, start) else "stray_dollars", "", 0)
            token.content, token.meta = state.src[start : state.pos], {"at": start}
        return True
    width = 2 if state.src.startswith(("$$", "$`"), start) else 1
    return _take(state, silent, end, width, display=state.src.startswith("$$", start))


def formula_in_tex_brackets(state: StateInline, silent: bool) -> bool:
    r"""Take a formula between `\(` and `\)` or `\[` and `\]`."""
    start = state.pos
    opening = state.src[start : start + 2]
    if opening not in ("\\(", "\\["):
        return False
    if state.html_terminator_last("\\)" if opening == "\\(" else "\\]") < start:
        return False
    end = end_of_brackets(state.src, start, state.posMax)
    return end >= 0 and _take(state, silent, end, 2, display=opening == "\\[")


def looks_like_tex(text: str) -> bool:
    """Return whether *text* between escaped brackets is a formula, and not just words or a number in brackets."""
    if not text.strip() or "`" in text:
        return False
    if _STRONG.search(text):
        return True
    words = re.findall(r"[^\W\d_]+", text)
    return bool(words) and all(len(word) == 1 and word.isascii() for word in words)


def formula_block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    r"""Take a displayed formula that begins a line with `$$` or `\[` and ends one with its partner."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    opening = state.src[begin : begin + 2]
    if opening not in ("$$", "\\[") or state.is_code_block(start_line):
        return False
    closing = "$$" if opening == "$$" else "\\]"
    rest = state.src[begin + 2 : state.eMarks[start_line]].rstrip()
    if opening == "\\[" and rest and not rest.endswith(closing):
        return False
    last, content = _block_content(state, start_line, end_line, rest, closing)
    if last < 0 or not content.strip():
        if opening == "\\[" and not rest and not silent:
            message = "'\\[' opens a formula that does not end; write '\\]' on a line of its own after it"
            trouble(state, start_line, "unclosed", message)
        return False
    if opening == "\\[" and last == start_line and not looks_like_tex(content):
        return False
    if silent:
        return True
    _push_block(state, content, start_line, last)
    return True


def environment(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    r"""Take a displayed formula without dollars, from `\begin{…}` to its `\end{…}`, each at an edge of a line."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    opening = _ENVIRONMENT.match(state.src, begin, state.eMarks[start_line])
    if opening is None or state.is_code_block(start_line):
        return False
    closing = f"\\end{{{opening[1]}}}"
    for line in range(start_line, end_line):
        text = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip()
        if not text or state.sCount[line] < state.blkIndent:
            return False
        if text.endswith(closing):
            if not silent:
                _push_block(state, state.getLines(start_line, line + 1, state.blkIndent, False), start_line, line)
            return True
    return False


def _push_block(state: StateBlock, content: str, first: int, last: int) -> None:
    token = state.push("math_block", "", 0)
    token.content = without_dollars(content.strip())
    token.map = [first, last + 1]
    state.line = last + 1


def without_dollars(tex: str) -> str:
    r"""Return *tex* with formulas inside words, as in `\text{if $x>0$}`, beside the words instead."""
    if "$" not in tex:
        return tex
    while (changed := _WORDS.sub(r"\1}{\2}\\text{", tex)) != tex:
        tex = changed
    return tex.replace("\\text{}", "")


def _block_content(state: StateBlock, start: int, end_line: int, rest: str, closing: str) -> tuple[int, str]:
    """Return the last line of a displayed formula and what it holds, or -1 if it does not close in reason."""
    if rest.endswith(closing):
        inner = rest[: -len(closing)]
        return (start, inner) if closing not in inner else (-1, "")
    if closing in rest:
        return -1, ""
    blank = False
    for line in range(start + 1, end_line):
        text = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip()
        if (text and state.sCount[line] < state.blkIndent) or _HEADING.match(text):
            return -1, ""
        blank = blank or not text
        if text.endswith(closing):
            body = state.getLines(start + 1, line, state.blkIndent, False)
            content = "\n".join((rest, body, text[: -len(closing)]))
            return (-1, "") if blank and _has_bare_chinese(content) else (line, content)
        if closing in text or text == "\\[":
            return -1, ""
    return -1, ""


def _take(state: StateInline, silent: bool, end: int, width: int, *, display: bool) -> bool:
    if not silent:
        token = state.push("math", "", 0)
        token.content = without_dollars(state.src[state.pos + width : end - width])
        token.meta = {"at": state.pos, "display": display}
    state.pos = end
    return True


def _end_of_double(text: str, start: int, end: int) -> int:
    close = text.find("$$", start + 2, end)
    content = text[start + 2 : close]
    if (
        close < 0
        or not content.strip()
        or "`" in content
        or (_has_bare_chinese(content) and not _STRONG.search(content))
    ):
        return -1
    return close + 2


def _is_anki_mark(text: str, start: int) -> bool:
    return bool(_ANKI_MARK.match(text, start)) and text[max(0, start - 2) : start].endswith(("[", "[/"))


def _end_of_run(text: str, start: int, end: int) -> int:
    while start < end and text[start] == "$":
        start += 1
    return start


def _find_unescaped(text: str, mark: str, start: int, end: int) -> int:
    position = start
    while True:
        position = text.find(mark, position, end)
        if position < 0 or not _is_escaped(text, position):
            return position
        position += 1


def _closing_dollar(text: str, start: int, end: int) -> int:
    """Return where the dollar stands that ends a formula, not one inside braces if that one has a partner, or -1."""
    first = close = _find_unescaped(text, "$", start, end)
    while close >= 0 and "\n\n" not in text[start:close]:
        if _WORDS_OPEN.search(text, start, close) is None or _depth(text[start:close]) <= 0:
            return close
        close = _find_unescaped(text, "$", close + 1, end)
    return first


def _depth(tex: str) -> int:
    """Return how many braces of *tex* are open at its end."""
    bare = re.sub(r"\\.", "", tex)
    return bare.count("{") - bare.count("}")


def _is_escaped(text: str, position: int) -> bool:
    slashes = 0
    while position - slashes - 1 >= 0 and text[position - slashes - 1] == "\\":
        slashes += 1
    return slashes % 2 == 1


def _is_money(content: str, after: str) -> bool:
    """Return whether two dollars around *content* are amounts or variables rather than the ends of a formula."""
    if after.isdigit() or "`" in content:
        return True
    chinese = _has_bare_chinese(content)
    if content[0].isdigit() and chinese:
        return True
    return bool(re.match(r"[A-Za-z_{(]", after)) and (chinese or content[-1] in "/:,;-=.，、；：")


def _has_bare_chinese(content: str) -> bool:
    """Return whether Chinese stands in *content* outside braces, where TeX would hardly have it."""
    depth = 0
    for character in content:
        if character in "{}":
            depth += 1 if character == "{" else -1
        elif depth <= 0 and _CJK.match(character):
            return True
    return False
