"""Figures of the architecture chapter: where the norms stand, and where the parameters sit."""

from __future__ import annotations

from .drawing import HEADING, MARGIN, SMALL, WIDTH, Figure, Rect, arrow, box, bracket, circle, group, line, text
from .palette import BLUE, HATCHED, LIGHT, MIDDLE, PAPER, SOLID, STRIPED, STRONG, Tone
from .shapes import LLAMA3_8B, LLAMA3_70B, Shape

BOX = (176.0, 48.0)


def norm_placement() -> Figure:
    """Return the post-norm block and the pre-norm block, from x below to the next x above."""
    return Figure(
        "norm-placement",
        "Post-norm 块与 pre-norm 块",
        "左：post-norm，残差主干每次相加之后都要穿过 Norm。"
        "右：pre-norm，Norm 移到注意力与 FFN 的支路里，残差主干从头到尾不被打断。",
        690,
        (
            text((MARGIN, 46), "Post-norm", size=HEADING, bold=True),
            text((MARGIN + 350, 46), "Pre-norm", size=HEADING, bold=True),
            group(*_post(MARGIN + 58, 600)),
            group(*_pre(MARGIN + 408, 600)),
            text((MARGIN, 664), "x ← Norm(x + F(x))"),
            text((MARGIN + 350, 664), "x ← x + F(Norm(x))"),
        ),
    )


def _post(trunk: float, bottom: float) -> list[str]:
    marks = [text((trunk + 14, bottom), "x", bold=True)]
    y = bottom
    for name, tone in (("注意力", MIDDLE), ("FFN", LIGHT)):
        plus = y - 142
        marks += _branch(trunk, y - 30, plus, ((name, tone),))
        norm = Rect(trunk - 58, plus - 92, 116, 48)
        marks += [
            line((trunk, y), (trunk, plus + 18), stroke=BLUE, width=5),
            line((trunk, plus - 18), (trunk, norm.bottom), stroke=BLUE, width=5),
            _plus(trunk, plus),
            box(norm, "Norm", tone=STRONG),
        ]
        y = norm.y
    marks.append(arrow((trunk, y), (trunk, 66), stroke=BLUE, width=5))
    return marks


def _pre(trunk: float, bottom: float) -> list[str]:
    marks = [text((trunk + 14, bottom), "x", bold=True)]
    y = bottom
    for name, tone in (("注意力", MIDDLE), ("FFN", LIGHT)):
        plus = y - 216
        marks += _branch(trunk, y - 30, plus, (("Norm", STRONG), (name, tone)))
        marks += [line((trunk, y), (trunk, plus + 18), stroke=BLUE, width=5), _plus(trunk, plus)]
        y = plus - 18
    marks.append(arrow((trunk, y), (trunk, 66), stroke=BLUE, width=5))
    return marks


def _branch(trunk: float, start: float, plus: float, boxes: tuple[tuple[str, Tone], ...]) -> list[str]:
    """Return the way from the trunk through *boxes*, upwards, back to the sum at *plus*."""
    centre = trunk + 166
    width, height = BOX
    marks = []
    below = start
    path = [(trunk, start), (centre, start)]
    for index, (name, tone) in enumerate(boxes):
        rect = Rect(centre - width / 2, start - 32 - height - index * (height + 26), width, height)
        marks += [arrow(*path, (centre, rect.bottom)), box(rect, name, tone=tone)]
        below = rect.y
        path = [(centre, below)]
    marks.append(arrow((centre, below), (centre, plus), (trunk + 18, plus)))
    return marks


def _plus(x: float, y: float) -> str:
    return group(
        circle((x, y), 18, fill=PAPER),
        line((x - 9, y), (x + 9, y)),
        line((x, y - 9), (x, y + 9)),
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
