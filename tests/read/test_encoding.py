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

    assert result == Undecodable("byte 2 is not UTF-8; it reads as GB18030; save the file as UTF-8")


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
