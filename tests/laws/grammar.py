"""Documents whose visible text is known: each part is a source and what a reader must see of it.

Every word is a number of its own, so that one which is lost, doubled or moved is found; `¤` is a formula.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Final

from tests.laws.showing import FORMULA


@dataclass(slots=True)
class Writer:
    """Draws parts of a document; a class because it counts its words, and keeps formulas and footnotes."""

    random: Random
    count: int = 0
    formulas: list[str] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def number(self, least: int, most: int) -> int:
        return self.random.randint(least, most)

    def word(self) -> str:
        self.count += 1
        form = self.pick("词{}尾", "w{}z", "（{}号）", "“{}”句", "{}%", "《{}》", "a{}，", "·{}。")
        return form.format(self.count)


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of source, and what is seen of it."""

    source: str
    seen: str


_LITERALS: Final = (
    (r"\*", "*"), (r"\$", "$"), (r"\`", "`"), (r"\#", "#"), (r"\<b\>", "<b>"), (r"\[1\]", "[1]"), ("&lt;", "<"),
    ("&amp;", "&"), ("<PAD>", "<PAD>"), ("<s>", "<s>"), ("vector<int>", "vector<int>"), ("<|im_end|>", "<|im_end|>"),
    ("3<5", "3<5"), ("a && b", "a && b"), ("2*3*4", "2*3*4"), ("x**2", "x**2"), ("snake_case_x", "snake_case_x"),
    ("rank==0", "rank==0"), ("3~5", "3~5"), ("$5", "$5"), ("[MASK]", "[MASK]"), ("{{c1::x}}", "{{c1::x}}"),
    ("[sound:a.mp3]", "[sound:a.mp3]"), ("[latex]", "[latex]"), ("[$]y[/$]", "[$]y[/$]"), ("{% raw %}", "{% raw %}"),
    ("C#", "C#"), ("<!-- 私 -->", ""), ("⼀", "一"), ("\u200b", ""), ("\x1f", ""), ("\u202e", ""), ("\u00a0", " "),
    ("&#x4e2d;", "中"), ("A/B", "A/B"), ("1️⃣", "1️⃣"), ("…", "…"), ("——", "——"),
)  # fmt: skip
_TEX: Final = (
    "x_{{{}}}",
    "a_{{{}}}<b",
    r"\frac{{{}}}{{2}}",
    "x^{{{{{}}}}}",
    "V_{{{}}}^*",
    r"\text{{第 {} 项}}",
    r"P(A\mid B_{{{}}})",
)


def line(writer: Writer, *, pipes: bool = True, links: bool = True) -> Part:
    """Draw a line of text; marks stand between Chinese, spaces and punctuation."""
    parts = [Part("起", "起")]
    for _ in range(writer.number(1, 4)):
        parts += [_inline(writer, pipes=pipes, links=links), _between(writer)]
    return _sum([*parts, Part("终", "终")])


def _between(writer: Writer) -> Part:
    text = writer.pick("与", " 与 ", "，又", " ", "。再", "；")
    return Part(text, text)


def _inline(writer: Writer, *, pipes: bool, links: bool) -> Part:
    kind = writer.pick("word", "marked", "code", "math", "literal", *(("link", "note") if links else ()))
    if kind == "word":
        word = writer.word()
        return Part(word, word)
    if kind == "marked":
        mark = writer.pick("**", "*", "~~", "==", "<b>", "<sub>", "<kbd>", "<u>", "***")
        word = writer.word()
        closing = mark.replace("<", "</") if mark.startswith("<") else mark
        return Part(mark + word + closing, word)
    if kind == "code":
        word = writer.pick("x|{}", "{} ** 2", "$a{}", "<b>{}</b>", "\\({}\\)", "{{{{{}}}}}", "[{}](y)", "码{}").format(
            writer.word()
        )
        word = word if pipes else word.replace("|", "/")
        return Part(f"`{word}`", word)
    if kind == "math":
        writer.count += 1
        tex = writer.pick(*_TEX).format(writer.count)
        writer.formulas.append(tex)
        return Part(f"${tex}$" if writer.number(0, 2) else rf"\({tex}\)", FORMULA)
    if kind == "link":
        word = writer.word()
        return Part(f"[{word}](https://a.b/c_d*{writer.count}?x=1&y=2)", word)
    if kind == "note":
        writer.count += 1
        label = f"n{writer.count}"
        writer.notes.append((label, writer.word()))
        return Part(f"[^{label}]", "")
    source, seen = writer.random.choice(_LITERALS)
    return Part(source, seen) if pipes or "|" not in source else Part("无", "无")


def paragraph(writer: Writer) -> Part:
    """Draw a paragraph of one to three lines."""
    parts = [line(writer)]
    for _ in range(writer.number(0, 2)):
        parts += [Part(writer.pick("\n", "  \n", "\\\n", "<br>\n"), ""), line(writer)]
    return _sum(parts)


def blocks(writer: Writer, depth: int = 0) -> Part:
    """Draw some blocks, one below the other, each ended by an empty line."""
    return _sum([_block(writer, depth) for _ in range(writer.number(1, 3))])


def _block(writer: Writer, depth: int) -> Part:
    kinds = ["paragraph", "paragraph", "code", "math", "table", "figure", "comment", "calc"]
    if depth < 3:
        kinds += ["list", "list", "quote", "callout", "details", "heading"]
    match writer.pick(*kinds):
        case "list":
            return _list(writer, depth)
        case "quote":
            return _indented(blocks(writer, depth + 1), "> ", "> ")
        case "callout":
            return _indented(_sum([Part("[!TIP]\n", ""), blocks(writer, depth + 1)]), "> ", "> ")
        case "details":
            summary = line(writer, links=False)
            inner = blocks(writer, depth + 1)
            return Part(
                f"<details>\n<summary>{summary.source}</summary>\n\n{inner.source}</details>\n\n",
                summary.seen + inner.seen,
            )
        case "heading":
            title = line(writer)
            return Part(f"#### {title.source}\n\n", title.seen)
        case "code":
            words = [writer.word() for _ in range(writer.number(1, 3))]
            return Part(
                "```text\n" + "\n".join(f"  {word} # | <b> $x$" for word in words) + "\n```\n\n",
                "".join(f"{word}#|<b>$x$" for word in words),
            )
        case "math":
            writer.count += 1
            tex = writer.pick(*_TEX).format(writer.count)
            writer.formulas.append(tex)
            form = writer.pick("$$\n{}\n$$\n\n", "$$ {} $$\n\n", "\\[\n{}\n\\]\n\n")
            return Part(form.format(tex), FORMULA)
        case "table":
            return _table(writer)
        case "figure":
            alt, caption = writer.word(), line(writer, links=False)
            quoted = caption.source.replace('"', "'")
            return Part(f'![{alt}](no.png "{quoted}")\n\n', f"缺图：{alt}{caption.seen}")
        case "calc":
            writer.count += 1
            return Part(f"```calc\nx{writer.count} = 2 * 3 = 6\n```\n\n", f"x{writer.count}=2*3=6")
        case "comment":
            return Part("<!-- 私人\n\n备注 -->\n\n", "")
        case _:
            part = paragraph(writer)
            return Part(part.source + "\n\n", part.seen)


def _list(writer: Writer, depth: int) -> Part:
    mark = writer.pick("- ", "* ", "1. ", "- [x] ")
    task = "☑" if "[x]" in mark else ""
    indent = " " * (2 if mark[0] in "-*" else 3)
    items = []
    for _ in range(writer.number(1, 3)):
        first = paragraph(writer)
        rest = blocks(writer, depth + 1) if writer.number(0, 3) == 0 else Part("", "")
        body = Part(f"{first.source}\n" + ("\n" + rest.source if rest.source else ""), task + first.seen + rest.seen)
        items.append(_indented(body, mark, indent))
    end = Part("\n<!-- -->\n\n", "")
    return _sum([*items, end])


def _table(writer: Writer) -> Part:
    columns = writer.number(1, 3)
    rows = [[line(writer, pipes=True) for _ in range(columns)] for _ in range(writer.number(1, 3))]
    drawn = "|---" * columns + "|"
    head, *rest = ["| " + " | ".join(cell.source for cell in row) + " |" for row in rows]
    caption = line(writer, links=False) if writer.number(0, 1) else None
    source = "\n".join([head, drawn, *rest]) + "\n\n" + (f"Table: {caption.source}\n\n" if caption else "")
    return Part(source, (caption.seen if caption else "") + "".join(cell.seen for row in rows for cell in row))


def _indented(part: Part, first: str, rest: str) -> Part:
    lines = part.source.rstrip("\n").split("\n")
    text = "\n".join(
        (rest if place else first) + content if content or rest.strip() else "" for place, content in enumerate(lines)
    )
    return Part(text + ("\n\n" if rest.strip() else "\n"), part.seen)


def _sum(parts: list[Part]) -> Part:
    return Part("".join(part.source for part in parts), "".join(part.seen for part in parts))
