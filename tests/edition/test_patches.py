import pytest

from generator.edition.corrections import Run
from generator.edition.patches import corrected


@pytest.mark.parametrize(
    ("text", "run", "new"),
    [
        ("先用小步走。", Run("先用小步走。", "先用大步走。"), "先用大步走。"),
        ("先用**小步**走，再停。", Run("走，再停。", "走，再停下。"), "先用**小步**走，再停下。"),
        (
            "用 Adam 训练，\n取 0.9 为宜。",
            Run("用 Adam 训练，取 0.9 为宜。", "用 Adam 训练，取 0.95 为宜。"),
            "用 Adam 训练，\n取 0.95 为宜。",
        ),
        ("公式 $a+b$ 之后", Run("a+b", "a-b"), "公式 $a-b$ 之后"),
        (
            "作者后来改过开头，说出来不超过二十秒。",
            Run("原来的开头，说出来不超过二十秒。", "原来的开头，说出来不超过三十秒。"),
            "作者后来改过开头，说出来不超过三十秒。",
        ),
    ],
)
def test_a_change_inside_one_run_of_text_fits_the_markdown(text: str, run: Run, new: str) -> None:
    assert corrected(text, [run]) == new


@pytest.mark.parametrize(
    ("text", "run"),
    [
        ("甲乙，甲乙。", Run("甲乙", "甲丙")),
        ("别的话。", Run("先用小步走。", "先用大步走。")),
        ("先用小步走。", Run("先用小步走。", "先用**小步走。")),
    ],
)
def test_what_is_not_there_once_or_would_be_markup_is_left_to_the_author(text: str, run: Run) -> None:
    assert corrected(text, [run]) is None
