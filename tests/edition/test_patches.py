import subprocess
from pathlib import Path, PurePosixPath

import pytest

from generator.edition.corrections import Correction, Run
from generator.edition.patches import corrected, patched
from generator.model import SourceFile
from generator.parse.chapter import parse_chapter


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


@pytest.mark.parametrize("end", ["", "\n"])
def test_the_patch_fits_a_file_whether_its_last_line_ends_or_not(tmp_path: Path, end: str) -> None:
    file = tmp_path / "01-a.md"
    file.write_text(f"# 章 {{#c}}\n\n### 问？ {{#q}}\n\n先用小步走。{end}", encoding="utf-8")
    (card,) = parse_chapter(
        SourceFile(PurePosixPath("01-a.md"), file.read_text(encoding="utf-8")), 1, "zh-CN"
    ).chapter.cards

    patch = patched(tmp_path, [Correction(card, (), (Run("先用小步走。", "先用大步走。"),))])

    assert patch.count == 1
    subprocess.run(
        ["git", "apply", "--unsafe-paths", "--directory=/", "-"], input=patch.text.encode(), cwd=tmp_path, check=True
    )
    assert file.read_text(encoding="utf-8").endswith(f"先用大步走。{end}")
