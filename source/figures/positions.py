"""Figures of the positions chapter: RoPE's rotating pairs, their wavelengths, and three ways to slow them down."""

from __future__ import annotations

import math
from functools import partial

from .drawing import HEADING, MARGIN, SMALL, Figure, Point, Rect, arrow, circle, group, line, text
from .palette import BLUE, INK, PAPER, RULE, VERMILION
from .plot import FIRST, SECOND, THIRD, Axis, Panel, curve, grid, key, sample, threshold

HEAD_WIDTH = 128
PAIRS = HEAD_WIDTH // 2
BASE = 1e4
LONG_BASE = 5e5
RADIUS = 84.0
SHOWN_PAIR = 8

TRAINED = 4096
STRETCH = 16
FEW_TURNS = 1
MANY_TURNS = 32


def frequency(pair: float, base: float = BASE) -> float:
    """Return the radians by which *pair* turns from one position to the next."""
    return math.pow(base, -2 * pair / HEAD_WIDTH)


def wavelength(pair: float, base: float = BASE) -> float:
    """Return the positions that *pair* needs for a whole turn."""
    return 2 * math.pi / frequency(pair, base)


def pair_of_wavelength(length: float, base: float) -> float:
    """Return the pair, not rounded, whose wavelength is *length*."""
    return PAIRS * math.log(length / (2 * math.pi)) / math.log(base)


def rope_pairs() -> Figure:
    """Return three pairs turned to the first positions, and a query and a key whose angle is that of their distance."""
    return Figure(
        "rope-pairs",
        "RoPE：每一对维度按自己的频率旋转，内积只看相对位置",
        "上排三个圆盘：第 0、16、63 对在位置 0 到 3 的朝向，每走一步分别转约 57°、5.7°、0.0066°。"
        "下排：第 8 对里 q 在位置 5、k 在位置 2，夹角 3θ；两者都后移 3 位，夹角仍是 3θ。",
        684,
        (
            text((MARGIN, 46), "位置 0 到 3 的朝向（d = 128，base = 10000）", size=HEADING, bold=True),
            _dial((138, 168), 0, named=True),
            _dial((360, 168), 16),
            _dial((582, 168), PAIRS - 1),
            text((MARGIN, 392), f"第 {SHOWN_PAIR} 对：都后移 3 位，夹角不变", size=HEADING, bold=True),
            _relative((170, 528), 5, 2),
            arrow((306, 528), (414, 528), width=3),
            text((360, 512), "+3", anchor="middle"),
            _relative((550, 528), 8, 5),
        ),
    )


def _tip(centre: Point, radius: float, angle: float) -> Point:
    return centre[0] + radius * math.cos(angle), centre[1] - radius * math.sin(angle)


def _dial(centre: Point, pair: int, *, named: bool = False) -> str:
    """Return the directions of *pair* at positions 0 to 3, the positions written at the rim if *named*."""
    x, y = centre
    step = frequency(pair)
    angles = [position * step for position in range(4)]
    spots = [_tip(centre, RADIUS + 18, angle) for angle in angles] if named else []
    rim = [text((left, top + 7), str(index), size=SMALL, anchor="middle") for index, (left, top) in enumerate(spots)]
    return group(
        circle(centre, RADIUS, stroke=RULE),
        *(line(centre, _tip(centre, RADIUS, angle), stroke=BLUE, width=3) for angle in angles),
        *(circle(_tip(centre, RADIUS, angle), 6.5, fill=BLUE, stroke=PAPER) for angle in angles),
        circle(centre, 4, fill=INK, stroke=None),
        *rim,
        text((x, y + RADIUS + 40), f"第 {pair} 对", anchor="middle"),
        text((x, y + RADIUS + 70), f"每步 {math.degrees(step):.2g}°", anchor="middle"),
    )


def _relative(centre: Point, query: int, other: int) -> str:
    """Return q at position *query* and k at position *other*, both pointing right before they are turned."""
    x, y = centre
    step = frequency(SHOWN_PAIR)
    start, end = other * step, query * step
    arc = tuple(_tip(centre, 34, start + (end - start) * part / 16) for part in range(17))
    between = _tip(centre, 58, (start + end) / 2)
    marks = [circle(centre, RADIUS, stroke=RULE), line(*arc, width=3)]
    for name, angle, colour, dash in (("q", end, BLUE, None), ("k", start, VERMILION, "9 5")):
        label = _tip(centre, RADIUS + 20, angle)
        marks.append(arrow(centre, _tip(centre, RADIUS, angle), stroke=colour, width=4, dash=dash))
        marks.append(text((label[0], label[1] + 8), name, anchor="middle", bold=True))
    return group(
        *marks,
        text((between[0], between[1] + 7), f"{query - other}θ", size=SMALL, anchor="middle"),
        text((x, y + RADIUS + 40), f"q 在 {query}，k 在 {other}", anchor="middle"),
    )


def rope_wavelengths() -> Figure:
    """Return the wavelength of each pair for two bases, against a trained length."""
    panel = Panel(
        Rect(114, 120, 562, 380),
        Axis("维度对 i（共 64 对，d = 128）", 0, PAIRS - 1, tuple((i, str(i)) for i in (0, 16, 32, 48, 63))),
        Axis("波长（token）", 1, 1e7, ((10, "10"), (1e3, "1000"), (1e5, "10 万"), (1e7, "1000 万")), True),
    )
    pairs = tuple(float(pair) for pair in range(PAIRS))
    marks = [grid(panel), threshold(panel, TRAINED)]
    for base, look, spots in ((LONG_BASE, SECOND, (16.0, 26.0, 54.0)), (BASE, FIRST, (22.0, 38.0, 58.0))):
        rate = partial(wavelength, base=base)
        crossing = pair_of_wavelength(TRAINED, base)
        x, y = panel.at(crossing, TRAINED)
        marks.append(curve(panel, sample(rate, pairs), look, marked=sample(rate, spots)))
        marks.append(circle((x, y), 11, width=3))
        marks.append(line((x, y + 12), (x, panel.frame.bottom), dash="2 6"))
        marks.append(text((x + 8, panel.frame.bottom - 12), f"{unfinished(base)} 对"))
    return Figure(
        "rope-wavelengths",
        "RoPE 各维度对的波长",
        "半对数图，波长从第 0 对的 6.3 个 token 指数增长。base 10000 时最慢的一对约 5.4 万，base 500000 时约 256 万。"
        "训练长度 4096 处的水平线以上，base 10000 有 18 对、base 500000 有 32 对转不满一圈。",
        626,
        (
            *marks,
            key((MARGIN, 44), "base 1 万", FIRST),
            key((MARGIN + 240, 44), "base 50 万", SECOND),
            text((panel.frame.x + 12, panel.at(0, TRAINED)[1] - 12), f"训练长度 {TRAINED}"),
            text((MARGIN, 602), "圆圈右侧的对，在训练长度内转不满一圈。"),
        ),
    )


def unfinished(base: float) -> int:
    """Return the number of pairs that do not make a whole turn within TRAINED."""
    return sum(wavelength(pair, base) > TRAINED for pair in range(PAIRS))


def interpolated(pair: float) -> float:
    """Return the factor of position interpolation on the frequency of any *pair*."""
    del pair
    return 1 / STRETCH


def ntk_aware(pair: float) -> float:
    """Return the factor of a base raised by s^(d/(d-2)): none for the fastest pair, 1/s for the slowest."""
    raised = BASE * STRETCH ** (HEAD_WIDTH / (HEAD_WIDTH - 2))
    return frequency(pair, raised) / frequency(pair)


def yarn(pair: float) -> float:
    """Return the factor of NTK-by-parts, which YaRN uses; the ramp is linear in the turns, as in the paper."""
    turns = TRAINED / wavelength(pair)
    kept = min(1.0, max(0.0, (turns - FEW_TURNS) / (MANY_TURNS - FEW_TURNS)))
    return (1 - kept) / STRETCH + kept


def rope_scaling() -> Figure:
    """Return by what factor each pair is slowed down by position interpolation, NTK-aware scaling and YaRN."""
    panel = Panel(
        Rect(76, 124, 600, 360),
        Axis("维度对 i（0 最快，63 最慢）", 0, PAIRS - 1, tuple((i, str(i)) for i in (0, 16, 32, 48, 63))),
        Axis("新频率 / 原频率", 1 / 20, 1, tuple((1 / n, f"1/{n}" if n > 1 else "1") for n in (16, 8, 4, 2, 1)), True),
    )
    pairs = tuple(step / 4 for step in range(4 * (PAIRS - 1) + 1))
    marks = [grid(panel)]
    for turns in (MANY_TURNS, FEW_TURNS):
        x, _ = panel.at(pair_of_wavelength(TRAINED / turns, BASE), 1)
        marks.append(line((x, panel.frame.y - 12), (x, panel.frame.bottom), dash="2 6"))
        marks.append(text((x, panel.frame.y - 22), f"转 {turns} 圈", anchor="middle"))
    for factor, look, spots in (
        (interpolated, THIRD, (8.0, 24.0, 40.0)),
        (ntk_aware, SECOND, (12.0, 38.0, 54.0)),
        (yarn, FIRST, (10.0, 26.0, 56.0)),
    ):
        marks.append(curve(panel, sample(factor, pairs), look, marked=sample(factor, spots)))
    return Figure(
        "rope-scaling",
        "位置插值、NTK-aware 与 YaRN 对各维度对频率的缩放",
        "横轴是维度对，纵轴是新频率与原频率之比（对数），扩展 16 倍。"
        "位置插值一律为 1/16；NTK-aware 从 1 平滑降到 1/16；"
        "YaRN 在训练长度内转满 32 圈以上的对保持 1，不足 1 圈的对为 1/16，中间过渡。",
        640,
        (
            *marks,
            key((MARGIN, 44), "YaRN", FIRST),
            key((MARGIN + 188, 44), "NTK-aware", SECOND),
            key((MARGIN + 424, 44), "位置插值", THIRD),
            text((MARGIN, 588), f"s = {STRETCH}，L = {TRAINED}，d = {HEAD_WIDTH}，base = {BASE:.0f}。"),
            text((MARGIN, 618), f"竖线：在 L 内恰转满 {MANY_TURNS} 圈、{FEW_TURNS} 圈。YaRN 另调注意力温度。"),
        ),
    )
