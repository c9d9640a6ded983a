from dataclasses import replace

import pytest

from generator.document import Inlines
from generator.model import Book
from generator.render.deck.fields import block_field, line_field
from generator.render.deck.notes import notes_of
from tests.assembling import assembled
from tests.render.deck.decks import EDITION


def book_of(answer: str, question: str = "问？") -> Book:
    return assembled(f"# 甲 {{#a}}\n\n### {question} {{#q .cloze}}\n\n{answer}").book


def answer_of(text: str) -> str:
    book = book_of(text)
    (card,) = book.cards()
    return block_field(card.answer, book)


def question_of(text: str) -> str:
    book = book_of("答。", text)
    (card,) = book.cards()
    question: Inlines = card.question
    return line_field(question, book)


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        (r"$a < b$ 且 $x^{{a}}$", r"<p>\(a &lt; b\) 且 \(x^{{a}}\)</p>"),
        ("$$\na \\\\\nb\n$$", r'<div class="math">\[a \\ b\]</div>'),
        ("$a % 说明$", '<p><code class="bad-formula">a % 说明</code></p>'),
        (r"\(a\) 与 `\(a\)`", r"<p>\(a\) 与 <code>\(a\)</code></p>"),
        (r"标号 \[1\] 与 \\(x\\)", r"<p>标号 [1] 与 <span>\</span>(x<span>\</span>)</p>"),
        ("写 [latex] 或 [sound:a.mp3] 或 [$]", "<p>写 &#91;latex] 或 &#91;sound:a.mp3] 或 &#91;$]</p>"),
        ("`[latex]` 与 [[type:Back]]", "<p><code>&#91;latex]</code> 与 &#91;&#91;type:Back]]</p>"),
        ("{{c1::x}} 与 {{#Back}}", "<p>{{c1::x}} 与 {{#Back}}</p>"),
        ("<s> 与 vector<int>", "<p>&lt;s&gt; 与 vector&lt;int&gt;</p>"),
    ],
)
def test_text_reaches_the_card_as_it_was_meant(markdown: str, html: str) -> None:
    assert answer_of(markdown) == html


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("用AdamW训练", "用AdamW训练"),
        ("用 AdamW 训练", "用 AdamW 训练"),
        ("参数`lr`与$x$无关", r"参数<code>lr</code>与\(x\)无关"),
        ("用**Adam**训练", "用<strong>Adam</strong>训练"),
        (r"结果是$x$。好", r'结果是<span class="nb">\(x\)。</span>好'),
    ],
)
def test_spaces_stand_as_they_were_typed_and_the_style_sheet_makes_the_gaps(markdown: str, html: str) -> None:
    assert answer_of(markdown) == f"<p>{html}</p>"


def test_a_cross_reference_leads_to_the_card_on_the_sheet_or_in_a_phones_own_browser() -> None:
    text = "# 甲 {#a}\n\n### 问？ {#q}\n\n见[那张](#r)。\n\n### 又？ {#r}\n\n答。"
    with_address = replace(EDITION, sheet_address="https://example.org/sheet.html")

    assert notes_of(assembled(text).book)[0][0].fields["Short"] == (
        '<p>见<span class="xref">那张<a class="in-ankidroid" href="anki://x-callback-url/browser?search=CardID:r"></a>'
        '<a class="in-ankimobile" href="anki://x-callback-url/search?query=CardID:r"></a></span>。</p>'
    )
    assert notes_of(assembled(text, edition=with_address).book)[0][0].fields["Short"] == (
        '<p>见<a href="https://example.org/sheet.html#r">那张</a>。</p>'
    )


def test_equal_passages_that_fold_need_no_names_to_be_told_apart() -> None:
    fold = "<details>\n<summary>看</summary>\n\n文。\n\n</details>\n\n"

    field = answer_of(f"答。\n\n{fold}{fold}")

    assert field.count('<div class="fold"><input type="checkbox"') == 2
    assert " id=" not in field
    assert " for=" not in field


def test_a_question_may_hold_what_an_answer_may() -> None:
    assert question_of("为什么 `x` 里有 [latex] 与 $a<b$？") == (
        r'为什么 <code>x</code> 里有 &#91;latex] 与 <span class="nb">\(a&lt;b\)？</span>'
    )


@pytest.mark.parametrize(
    ("short", "text"),
    [
        ("有==甲==和==乙==。", "有{{c1::甲}}和{{c2::乙}}。"),
        ('有==甲=={hint="第一"}。', "有{{c1::甲::第一}}。"),
        ("有==甲=={2}和==乙==。", "有{{c2::甲}}和{{c3::乙}}。"),
        (r"是==$\frac{1}{\sqrt{d_{k}}}$==。", r"是{{c1::\(\frac{1}{\sqrt{d_{k} } }\)}}。"),
        ("用==`std::vector`==装", "用{{c1::<code>std:&#58;vector</code>}}装"),
        ("==a::b}}c==", "{{c1::a:&#58;b}&#125;c}}"),
        ("有 {{c1::假}} 与==真==", "有 {&#123;c1:&#58;假}&#125; 与{{c1::真}}"),
    ],
)
def test_a_deletion_holds_what_its_author_marked(short: str, text: str) -> None:
    notes, _ = notes_of(book_of(short))

    assert notes[1].fields["Text"] == f"<p>{text}</p>"


def test_sources_and_footnotes_are_no_part_of_a_cloze_text() -> None:
    notes, _ = notes_of(book_of("是==甲==[^1]，不是 乙 [@doe2020]。\n\n[^1]: 注。"))

    assert notes[1].fields["Text"] == "<p>是{{c1::甲}}，不是 乙。</p>"


def test_a_card_without_an_answer_is_in_no_deck() -> None:
    book = assembled("# 章\n\n### 没有答案？ {#open}\n\n### 有答案？ {#done}\n\n答。\n").book

    assert [note.key for note in notes_of(book)[0]] == ["done"]
