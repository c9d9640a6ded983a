"""The law of the importer: every line of any notes is in one piece, and every word is on a card, in a heading or told."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.loose.chapter import import_notes
from generator.loose.lines import Line, read_lines
from generator.loose.pieces import Pair, Piece, Stray, Title, read_pieces
from generator.model import Chapter
from generator.plaintext import line_text, text_of
from tests.parse.casebook import parse

OPENINGS = (
    "", "", "", "问：", "答：", "Q: ", "A: ", "Q1：", "A1：", "- Q2：", "- A2：", "**问题 2**：", "**答案**：", "【问题】", "【答案】", "> Q：",
    "> A：", "高频问题 1：", "追问：", "3. ", "四、", "（5）", "# ", "## ", "### ", "#### ", "##", "#", "- ", "• ", "  - ", "+ ", "-",
    "> ", "> > ", "    ", "\u3000\u3000", "\t", "| ", "```", "```python", "~~~", "$$", "\\[", "<!--", "-->", "<details>",
    "</details>", "<summary>", "<details><summary>", "目录", "模块 1：", "===", "---", "- K：", "A. ", "[^1]: ", "[x]: ", "↓", "├─→ ",
    "Table: ", "\u200b", "1.", "Q、", "答", "{#", "\\",
)  # fmt: skip
PARTS = (
    "词", "词", "词", "词？", "词。", "词：", " 词", "W ∈ R^{d×k}", "α/r", "f_i", "Σ_{t} p_t", "$x^2$", "$5", "$", "`a`", "`", "**", "*", "_",
    "==", "~~", "<b>", "</b>", "<br>", "<PAD>", "<script>", "<table a=b>", "[@", "[^1]", "]", "[", "|", "|---|---|", "\t", "  ", "#",
    "{#id .x}", "\\(", "\\)", "\\", "&lt;", "<!--", "</details>", "- ", "1. ", "->", "n²", "答：", "问：", "\u00a0", "\u2028", "\x0b",
    "⼀", "😀", "[TOC]",
)  # fmt: skip
WORD = re.compile(r"词\d+尾")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@st.composite
def notes(draw: st.DrawFn) -> str:
    """Return lines that begin and go on like those of notes; each 词 has a number of its own."""
    line = st.tuples(st.sampled_from(OPENINGS), st.lists(st.sampled_from(PARTS), max_size=4)).map(
        lambda parts: parts[0] + "".join(parts[1])
    )
    text = "\n".join(draw(st.lists(line, max_size=25)))
    pieces = text.split("词")
    return pieces[0] + "".join(f"词{number}尾{piece}" for number, piece in enumerate(pieces[1:]))


def pieces_of(text: str) -> tuple[Piece, ...]:
    return read_pieces(read_lines(text))


def lines_of(piece: Piece) -> tuple[Line, ...]:
    match piece:
        case Title(line):
            return (line,)
        case Pair(question, answer):
            return question + answer
        case Stray(lines, _):
            return lines


def whole(line: Line) -> str:
    return line.mark.taken + line.mark.text + line.mark.tail if line.mark else line.raw


def signs(text: str) -> list[str]:
    """Return the characters of *text* in any order: a star that opens before a label may be kept after it."""
    return sorted(text)


def check_lines(text: str) -> None:
    found = [line for piece in pieces_of(text) for line in lines_of(piece)]

    joined: dict[int, str] = {}
    for line in found:
        joined[line.number] = joined.get(line.number, "") + whole(line)
    assert [line.number for line in found] == sorted(line.number for line in found)
    assert [signs(joined[number]) for number in sorted(joined)] == [signs(line) for line in text.split("\n")]


def shown(chapter: Chapter) -> Iterator[str]:
    yield line_text(chapter.title)
    for section in chapter.sections:
        yield line_text(section.title)
        for card in section.cards:
            yield line_text(card.question)
            yield text_of(card.answer)
            yield from (text_of(note.blocks) for note in card.footnotes)


def check_words(text: str) -> None:
    """Check that no word is missing or doubled; those of a comment may stay in the comment."""
    imported = import_notes(PurePosixPath("notes.txt"), text)
    told = [word for found in imported.diagnostics for word in WORD.findall(found.message)]
    on_cards = WORD.findall("\n".join(shown(parse(imported.text).chapter)))

    missing = sorted(set(WORD.findall(text)) - set(on_cards) - set(told))
    commented = {word for comment in COMMENT.findall(imported.text) for word in WORD.findall(comment)}
    assert [word for word in missing if word not in commented] == []
    assert len(set(on_cards + told)) == len(on_cards + told)


def check_ready(text: str) -> None:
    imported = import_notes(PurePosixPath("notes.txt"), text)
    parsed = parse(imported.text)

    errors = [found for found in parsed.diagnostics if found.severity.value == "error"]
    cards = [card for section in parsed.chapter.sections for card in section.cards]
    assert (errors, len(cards), all(card.answer for card in cards)) == ([], imported.cards, True)


@settings(max_examples=300, derandomize=True, deadline=None)
@given(notes())
def test_every_line_is_in_one_piece_whole_and_in_order(text: str) -> None:
    check_lines(text)


@settings(max_examples=300, derandomize=True, deadline=None)
@given(notes())
def test_every_word_is_once_on_a_card_or_in_a_heading_or_told(text: str) -> None:
    check_words(text)


@settings(max_examples=200, derandomize=True, deadline=None)
@given(notes())
def test_what_is_written_has_all_its_cards_and_no_error(text: str) -> None:
    check_ready(text)


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.text())
def test_any_text_can_be_imported(text: str) -> None:
    check_lines(text)
    check_ready(text)


@pytest.mark.soak
@pytest.mark.parametrize("check", [check_lines, check_words, check_ready])
def test_the_law_holds_for_long(check: object) -> None:
    assert callable(check)
    settings(max_examples=20_000, deadline=None, print_blob=True)(given(notes())(check))()
