import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.read.encoding import Undecodable, decode, decode_leniently

TEXT = "# 编码\n\n第一行：“损失”与生僻字 㐂。\n"
CHINESE = "# 编码\n\n第一行：损失与梯度，学习率预热。\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_certain_encodings_give_the_same_text(encoding: str) -> None:
    assert decode(TEXT.encode(encoding)) == TEXT


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_of_any_system_become_lf(end: str) -> None:
    assert decode(TEXT.replace("\n", end).encode()) == TEXT


def test_gb18030_in_the_source_is_refused_with_a_guess() -> None:
    result = decode(CHINESE.encode("gb18030"))

    assert result == Undecodable("byte 2 is not UTF-8; it reads as GB18030; save the file as UTF-8", 1)


def test_utf8_cut_short_is_refused_with_the_byte() -> None:
    data = TEXT.encode()[:-3]

    assert isinstance(result := decode(data), Undecodable)
    assert result.reason.startswith(f"byte {len(data) - 1} is not UTF-8")


@pytest.mark.parametrize("encoding", ["gb18030", "gbk", "utf-16-le", "utf-16-be", "utf-8", "utf-16"])
def test_loose_notes_in_any_usual_encoding_are_read(encoding: str) -> None:
    assert decode_leniently(CHINESE.encode(encoding)) == CHINESE


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\r\ufeff")))
def test_utf8_is_read_back_as_it_was(text: str) -> None:
    assert decode(text.encode()) == text


@given(st.binary())
def test_no_bytes_raise(data: bytes) -> None:
    assert isinstance(decode(data), str | Undecodable)
    assert isinstance(decode_leniently(data), str | Undecodable)


PHRASES = st.lists(
    st.sampled_from(
        [
            "问：什么是位置编码？",
            "答：让注意力知道次序，见 RoPE。",
            "Ｑ３：缓存占多少显存？",
            "【答案】每层两份，随长度线性增长；“带宽”先到顶。",
            "• 学习率预热 → 稳定",
            "W ∈ R^{d×r}，σ² 与 Σ 都是符号",
            "| 方法 | 参数量 |\n|---|---|\n| 全参微调 | 全部 |",
            "├─→ 专家一 ─┤",
            "Q: What is warmup?",
        ]
    ),
    min_size=1,
    max_size=6,
).map("\n".join)


@given(
    PHRASES.filter(lambda text: not text.isascii()), st.sampled_from(["gb18030", "utf-16-le", "utf-16-be", "utf-16"])
)
def test_notes_are_read_in_whatever_usual_encoding_they_are(text: str, encoding: str) -> None:
    assert decode_leniently(text.encode(encoding)) == text


@given(PHRASES, st.integers(min_value=0))
def test_damaged_utf8_is_refused_and_never_read_as_something_else(text: str, place: int) -> None:
    data = text.encode()
    cut = place % len(data)
    damaged = data[:cut] + data[cut + 1 :]

    result = decode_leniently(damaged)

    assert isinstance(result, Undecodable) or damaged.decode() == result


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("big5", "問：為什麼要預熱？\n答：讓學習率慢慢升高，訓練初期才不會發散。\n"),
        ("shift_jis", "問題：なぜ学習率を上げるのか。\n答え：最初は発散しやすいから。\n"),
        (
            "euc-kr",
            "문제: 왜 학습률을 낮추는가?\n답: 수렴하게 하려고 그렇게 한다. 메모리는 배치 크기에 비례하여 늘어난다.\n",
        ),
    ],
)
def test_other_encodings_of_asia_are_refused_rather_than_misread(encoding: str, text: str) -> None:
    assert isinstance(decode_leniently(text.encode(encoding)), Undecodable)


def test_traditional_characters_in_gb18030_are_read() -> None:
    text = "問：為什麼要預熱？\n答：讓學習率慢慢升高，訓練初期才不會發散。\n"

    assert decode_leniently(text.encode("gb18030")) == text


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_western_text_is_not_taken_for_chinese(encoding: str) -> None:
    result = decode_leniently("Größe über Straße, déjà vu, naïve résumé.\n".encode(encoding))

    assert isinstance(result, Undecodable)


def test_the_mark_of_gb18030_is_no_text() -> None:
    assert decode_leniently(("\ufeff" + CHINESE).encode("gb18030")) == CHINESE


def test_emoji_and_rare_characters_do_not_hide_gb18030() -> None:
    text = "状态 🔥 ✅ ⭐，生僻字 㐂𠮷，家庭 👨👩👧，旗帜 🇨🇳。\n"

    assert decode_leniently(text.encode("gb18030")) == text


def test_utf16_without_a_mark_is_known_though_its_bytes_are_utf8_too() -> None:
    data = "损失下。".encode("utf-16-le")
    assert isinstance(decode(data), str)

    assert decode_leniently(data) == "损失下。"


def test_control_characters_do_not_make_utf8_something_else() -> None:
    text = "# 标题\n\n一段\x1f文字\x00。\n"

    assert decode_leniently(text.encode()) == text
