"""Figures of the architecture chapter: where the norms stand, and where the parameters sit."""

from __future__ import annotations

from .drawing import HEADING, MARGIN, SMALL, WIDTH, Figure, Rect, arrow, box, bracket, circle, group, line, text
from .palette import BLUE, HATCHED, LIGHT, MIDDLE, PAPER, SOLID, STRIPED, STRONG, Tone
from .shapes import LLAMA3_8B, LLAMA3_70B, Shape

COLUMN = (WIDTH - 2 * MARGIN) / 4
FLOOR = 448.0
TOP = 72.0

# Heading, formula, what stands in the branch from below, and whether a norm stands on the trunk.
PLACEMENTS: tuple[tuple[str, str, tuple[str, ...], bool], ...] = (
    ("Post-norm", "N(x + F(x))", ("F",), True),
    ("Pre-norm", "x + F(N(x))", ("N", "F"), False),
    ("前后都放", "x + N(F(N(x)))", ("N", "F", "N"), False),
    ("只在其后", "x + N(F(x))", ("F", "N"), False),
)


def norm_placement() -> Figure:
    """Return one sublayer a column, from x below to the next x above: post-norm, pre-norm, and two more places."""
    columns = [_column(MARGIN + index * COLUMN, placement) for index, placement in enumerate(PLACEMENTS)]
    return Figure(
        "norm-placement",
        "归一化的四种位置：post-norm、pre-norm、前后都放、只在其后",
        "四列，每列是一个子层，粗线是残差主干，F 是注意力或 FFN，N 是归一化。"
        "Post-norm：相加之后的主干穿过 N。Pre-norm：支路里先 N 后 F。前后都放：支路里 N、F、N。"
        "只在其后：支路里先 F 后 N。后三种的主干从头到尾不被打断。",
        566,
        (*columns, text((MARGIN, 542), "F：注意力或 FFN；N：归一化。后三种主干有直路。")),
    )


def _column(left: float, placement: tuple[str, str, tuple[str, ...], bool]) -> str:
    heading, formula, parts, on_trunk = placement
    trunk, centre = left + 40, left + 108
    start = FLOOR - 30
    path = [(trunk, start), (centre, start)]
    marks = []
    below = start - 4
    for part in parts:
        rect = Rect(centre - 44, below - 26 - 48, 88, 48)
        marks += [arrow(*path, (centre, rect.bottom)), _part(rect, part)]
        below = rect.y
        path = [(centre, below)]
    plus = below - 32
    marks.append(arrow((centre, below), (centre, plus), (trunk + 16, plus)))
    norm = Rect(trunk - 40, plus - 92, 80, 48)
    trunk_parts = [((trunk, FLOOR), (trunk, plus + 16)), ((trunk, plus - 16), (trunk, norm.bottom))]
    marks += [line(*ends, stroke=BLUE, width=5) for ends in (trunk_parts if on_trunk else trunk_parts[:1])]
    marks.append(arrow((trunk, norm.y if on_trunk else plus - 16), (trunk, TOP), stroke=BLUE, width=5))
    return group(
        text((left, 44), heading, size=HEADING, bold=True),
        *marks,
        _plus(trunk, plus),
        *([_part(norm, "N")] if on_trunk else []),
        text((trunk + 14, FLOOR), "x", bold=True),
        text((left, 494), formula, size=SMALL),
    )


def _part(rect: Rect, name: str) -> str:
    return box(rect, name, tone=STRONG if name == "N" else MIDDLE)


def _plus(x: float, y: float) -> str:
    return group(
        circle((x, y), 16, fill=PAPER),
        line((x - 8, y), (x + 8, y)),
        line((x, y - 8), (x, y + 8)),
    )


def block_params() -> Figure:
    """Return one bar a block: the shares of its projections."""
    return Figure(
        "block-params",
        "一个 Transformer 块的参数分布",
        "三条堆叠条。MHA 加 4d 的 FFN：注意力占三分之一，FFN 占三分之二。"
        "Llama-3-8B：注意力 19%，FFN 81%。Llama-3-70B：注意力 18%，FFN 82%；两者的 K、V 投影因 GQA 只剩很窄一段。",
        604,
        (*_standard_block(80), *_block(272, LLAMA3_8B), *_block(464, LLAMA3_70B)),
    )


Part = tuple[str, float, Tone]


def _standard_block(top: float) -> list[str]:
    parts: tuple[Part, ...] = (
        *((name, 1, SOLID if name in "QO" else MIDDLE) for name in "QKVO"),
        ("升维", 4, LIGHT),
        ("降维", 4, HATCHED),
    )
    return _bar(top, "MHA + 4d 的 FFN：每层 12d² = 4d² + 8d²", parts)


def _block(top: float, shape: Shape) -> list[str]:
    parts: tuple[Part, ...] = (
        ("Q", shape.query_parameters, SOLID),
        ("KV", 2 * shape.key_parameters, MIDDLE),
        ("O", shape.query_parameters, SOLID),
        ("门控", shape.ffn_parameters / 3, STRIPED),
        ("升维", shape.ffn_parameters / 3, LIGHT),
        ("降维", shape.ffn_parameters / 3, HATCHED),
    )
    attention, ffn = shape.attention_parameters / 1e6, shape.ffn_parameters / 1e6
    return _bar(top, f"{shape.name}：每层 {attention + ffn:.1f}M = {attention:.1f}M + {ffn:.1f}M", parts)


def _bar(top: float, title: str, parts: tuple[Part, ...]) -> list[str]:
    scale = (WIDTH - 2 * MARGIN) / sum(size for _, size, _ in parts)
    marks = [text((MARGIN, top - 36), title, size=HEADING, bold=True)]
    x: float = MARGIN
    split = x
    for name, size, tone in parts:
        rect = Rect(x, top, size * scale, 56)
        fits = rect.width > 44
        marks.append(box(rect, *((name,) if fits else ()), tone=tone, radius=0))
        if not fits:
            marks.append(text((rect.centre[0], top - 8), name, size=SMALL, anchor="middle"))
        x = rect.right
        split = x if name == "O" else split
    share = (split - MARGIN) / (WIDTH - 2 * MARGIN)
    marks.append(bracket(MARGIN, split, top + 66, f"注意力 {share:.0%}"))
    marks.append(bracket(split, WIDTH - MARGIN, top + 66, f"FFN {1 - share:.0%}"))
    return marks
