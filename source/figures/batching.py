"""The figure of the batching chapter: padding, packing, and the mask that packing needs."""

from __future__ import annotations

from .drawing import HEADING, MARGIN, SMALL, Figure, Rect, area, box, swatch, text
from .palette import EMPTY, LIGHT, MIDDLE, SOLID, STRONG, VOID, Tone

WINDOW = 8
CELL = 34.0
LENGTHS: dict[str, int] = {"A": 5, "B": 3, "C": 6, "D": 2}
TONES: dict[str, Tone] = {"A": SOLID, "B": LIGHT, "C": STRONG, "D": MIDDLE}
PACKED = (("A", "B"), ("C", "D"))


def packing() -> Figure:
    """Return four samples padded to the longest, packed into two rows, and the mask of the first packed row."""
    used, longest, rows = sum(LENGTHS.values()), max(LENGTHS.values()), len(LENGTHS)
    marks = [text((MARGIN, 46), f"padding：有效 {used}/{rows * longest}", size=HEADING, bold=True)]
    for index, (name, length) in enumerate(LENGTHS.items()):
        marks += _row(66 + index * (CELL + 6), name * length, longest)
    marks.append(text((MARGIN, 272), f"packing：有效 {used}/{len(PACKED) * WINDOW}", size=HEADING, bold=True))
    for index, names in enumerate(PACKED):
        top = 292 + index * 78
        marks += _row(top, "".join(name * LENGTHS[name] for name in names), WINDOW)
        marks += _positions(top + CELL + 24, names)
    marks.append(text((MARGIN, 472), "数字：样本内位置", size=SMALL))
    marks.append(text((384, 46), "packing 首行的掩码", size=HEADING, bold=True))
    marks.append(text((384, 78), "行是查询，列是键", size=SMALL))
    marks += _mask(418, 118, PACKED[0])
    marks.append(swatch((384, 434), "padding，或跨样本：屏蔽", VOID))
    marks.append(swatch((384, 474), "未来：因果掩码屏蔽", EMPTY))
    return Figure(
        "packing",
        "padding 与 packing 的批次，以及 packing 后的块对角掩码",
        "四个样本长 5、3、6、2。padding 到最长，占四行，24 格里 16 格有效；packing 进长 8 的窗口，占两行，全部有效，"
        "每个样本的位置从 0 重新数。"
        "右边是首行的注意力掩码：A 与 B 各自是一块下三角，B 对 A 的注意力被屏蔽。",
        516,
        tuple(marks),
    )


def _row(top: float, names: str, width: int) -> list[str]:
    cells = [
        box(Rect(MARGIN + index * CELL, top, CELL, CELL), name, tone=TONES[name], size=SMALL, radius=0)
        for index, name in enumerate(names)
    ]
    rest = width - len(names)
    if rest:
        cells.append(box(Rect(MARGIN + len(names) * CELL, top, rest * CELL, CELL), tone=VOID, radius=0))
    return cells


def _positions(baseline: float, names: tuple[str, ...]) -> list[str]:
    positions = [position for name in names for position in range(LENGTHS[name])]
    return [
        text((MARGIN + (index + 0.5) * CELL, baseline), str(position), size=SMALL, anchor="middle")
        for index, position in enumerate(positions)
    ]


def _mask(left: float, top: float, names: tuple[str, ...]) -> list[str]:
    owners = [name for name in names for _ in range(LENGTHS[name])]
    marks = []
    for index, name in enumerate(owners):
        middle = (index + 0.5) * CELL
        marks.append(text((left + middle, top - 8), name, size=SMALL, anchor="middle"))
        marks.append(text((left - 18, top + middle + 7), name, size=SMALL, anchor="middle"))
    for query, asker in enumerate(owners):
        for key, asked in enumerate(owners):
            place = Rect(left + key * CELL, top + query * CELL, CELL, CELL)
            marks.append(area(place, _mask_tone(query, key, asker, asked)))
    return marks


def _mask_tone(query: int, key: int, asker: str, asked: str) -> Tone:
    if key > query:
        return EMPTY
    return TONES[asker] if asker == asked else VOID
