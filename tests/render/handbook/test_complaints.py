from generator.render.handbook.complaints import diagnostics_of
from generator.render.handbook.typesetter.part import Part
from tests.assembling import assembled, told


def test_what_the_layout_complains_of_is_told_of_the_chapter() -> None:
    book = assembled("# 甲 {#a}\n\n### 问？ {#q}\n\n答。\n").book
    part = Part(b"", 1, {}, (), (), complaints=("Failed to load image at 'x'",), undrawn=())

    assert told(diagnostics_of(book, {"a": part})) == [
        "book/01-a.md:1: Failed to load image at 'x'; change the text there, or report it [layout]"
    ]
