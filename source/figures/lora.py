"""The figure of the LoRA chapter."""

from __future__ import annotations

from .drawing import HEADING, WIDTH, Figure, Rect, arrow, box, centred, circle, group, line, polygon, text
from .palette import INK, LIGHT, SOLID, VOID

D_MODEL = 4096
RANK = 16


def adapter_parameters() -> int:
    """Return the number of parameters of B and A beside a square W."""
    return 2 * D_MODEL * RANK


def trained_share() -> float:
    """Return them as a share of the parameters of W."""
    return adapter_parameters() / D_MODEL**2


def lora() -> Figure:
    """Return the frozen W beside the trained product BA, from x below to h above."""
    left, right = 186.0, 534.0
    middle, top, bottom = WIDTH / 2, 156.0, 442.0
    marks = (
        line((middle, 512), (middle, 478)),
        arrow((middle, 478), (left, 478), (left, bottom)),
        arrow((middle, 478), (right, 478), (right, bottom)),
        box(Rect(left - 143, top, 286, bottom - top), "W：d × d", "冻结，不更新", tone=VOID, radius=0),
        *_adapter(right, top, bottom),
        arrow((left, top), (left, 92), (middle - 20, 92)),
        arrow((right, top), (right, 92), (middle + 20, 92)),
        circle((middle, 92), 20),
        line((middle - 10, 92), (middle + 10, 92)),
        line((middle, 82), (middle, 102)),
        arrow((middle, 72), (middle, 28)),
        text((middle + 16, 50), "h", size=HEADING, bold=True),
        text((middle + 16, 512), "x", size=HEADING, bold=True),
        text((right + 16, 130), "× α/r"),
        text((middle, 562), "h = Wx + (α/r)·BAx", size=HEADING, anchor="middle", bold=True),
        text(
            (middle, 600),
            f"d = {D_MODEL}、r = {RANK}：A 与 B 共 {adapter_parameters():,}，W 的 {trained_share():.2%}",
            anchor="middle",
        ),
    )
    return Figure(
        "lora",
        "LoRA：冻结的 W 旁边加一条低秩通路 BA",
        "输入 x 分两路：左路乘冻结的 d×d 矩阵 W，右路先乘 r×d 的 A、再乘 d×r 的 B，结果乘 α/r 后与左路相加得到 h。"
        "A 随机初始化，B 从 0 开始。",
        626,
        marks,
    )


def _adapter(centre: float, top: float, bottom: float) -> tuple[str, ...]:
    wide, narrow, waist = 143.0, 36.0, 8.0
    middle = (top + bottom) / 2
    up, down = middle - waist, middle + waist
    b = ((centre - wide, top), (centre + wide, top), (centre + narrow, up), (centre - narrow, up))
    a = ((centre - wide, bottom), (centre + wide, bottom), (centre + narrow, down), (centre - narrow, down))
    return (
        group(
            polygon(*b, fill=SOLID.fill, stroke=INK),
            *centred((centre, top + 48), ("B：d × r", "初始为 0"), ink=SOLID.ink),
        ),
        group(
            polygon(*a, fill=LIGHT.fill, stroke=INK),
            *centred((centre, bottom - 48), ("A：r × d", "随机初始化"), ink=LIGHT.ink),
        ),
        line((centre, down), (centre, up), width=4),
    )
