"""The code on the optimizer's cards, against references that share nothing with it."""

import math
import struct
from fractions import Fraction

import numpy as np

from tests.book.snippets import snippet


def test_adamw_steps_equal_a_scalar_reference_without_running_averages() -> None:
    step = snippet("adamw-update")["adamw_step"]
    rng = np.random.default_rng(7)
    gradients = rng.normal(size=(5, 3))
    weights, first, second = rng.normal(size=3), np.zeros(3), np.zeros(3)
    expected = weights.tolist()
    for t in range(1, 6):
        for i in range(3):
            past = [float(g) for g in gradients[:t, i]]
            weigh = [0.9 ** (t - 1 - k) for k in range(t)]
            mean = math.fsum(w * g for w, g in zip(weigh, past, strict=True)) / math.fsum(weigh)
            weigh = [0.95 ** (t - 1 - k) for k in range(t)]
            square = math.fsum(w * g * g for w, g in zip(weigh, past, strict=True)) / math.fsum(weigh)
            expected[i] -= 0.01 * 0.1 * expected[i] + 0.01 * mean / (math.sqrt(square) + 1e-8)

    for t in range(1, 6):
        weights = step(weights, gradients[t - 1], first, second, t, 0.01)

    np.testing.assert_allclose(weights, expected, rtol=1e-12)


def test_the_first_adamw_step_is_the_sign_of_the_gradient() -> None:
    step = snippet("adamw-update")["adamw_step"]
    gradient = np.array([1e-3, -40.0, 7.0])

    moved = step(np.zeros(3), gradient, np.zeros(3), np.zeros(3), 1, 0.5)

    np.testing.assert_allclose(moved, [-0.5, 0.5, -0.5], rtol=1e-4)


def test_wsd_warms_up_holds_and_decays_linearly_to_its_floor() -> None:
    rate = snippet("lr-schedules")["learning_rate"]

    rates = [rate(step, 1000, 2.0, 100) for step in (0, 99, 100, 900, 950, 1000)]

    np.testing.assert_allclose(rates, [0.02, 2.0, 2.0, 2.0, 1.1, 0.2])


def test_cosine_falls_through_the_mean_of_peak_and_floor_half_way() -> None:
    rate = snippet("lr-schedules")["learning_rate"]

    rates = [rate(step, 1100, 2.0, 100, kind="cosine") for step in (100, 350, 600, 1100)]

    quarter = 0.2 + 1.8 * (2 + math.sqrt(2)) / 4
    np.testing.assert_allclose(rates, [2.0, quarter, 1.1, 0.2])


def test_clipping_shards_equals_clipping_one_vector() -> None:
    clip = snippet("grad-clipping")["clip_global_norm"]
    whole = np.random.default_rng(3).normal(size=12).astype(np.float32)
    shards = [part.copy() for part in np.split(whole, [5, 9])]

    norm = clip(shards, 1.0)

    length = float(np.linalg.norm(whole.astype(np.float64)))
    assert math.isclose(norm, length, rel_tol=1e-12)
    np.testing.assert_allclose(np.concatenate(shards), whole / length, rtol=1e-5)


def test_clipping_leaves_short_and_broken_gradients_as_they_are() -> None:
    clip = snippet("grad-clipping")["clip_global_norm"]
    short, broken = [np.array([0.3]), np.array([0.4])], [np.array([np.inf]), np.array([1.0])]

    norms = clip(short, 1.0), clip(broken, 1.0)

    kept = [float(part[0]) for part in (*short, *broken)]
    assert (norms, kept) == ((0.5, np.inf), [0.3, 0.4, np.inf, 1.0])


def nearest_bfloat16(value: float) -> float:
    """Return the nearest of the two neighbours with 16 bits, by exact fractions, ties to even."""
    low = struct.unpack(">I", struct.pack(">f", value))[0] >> 16
    below, above = (struct.unpack(">f", struct.pack(">I", bits << 16))[0] for bits in (low, low + 1))
    left, right = abs(Fraction(value) - Fraction(below)), abs(Fraction(above) - Fraction(value))
    if left == right:
        return float(below if low % 2 == 0 else above)
    return float(below if left < right else above)


def test_rounding_to_bfloat16_finds_the_nearest_neighbour() -> None:
    to_bf16 = snippet("fp32-master-weights")["to_bf16"]
    values = np.random.default_rng(5).normal(size=500).astype(np.float32)
    values = np.concatenate([values, np.array([1.0, 1.00390625, 1.01171875, -3.0], np.float32)])

    assert to_bf16(values).tolist() == [nearest_bfloat16(float(value)) for value in values]


def test_small_updates_vanish_in_bfloat16_and_add_up_in_float32() -> None:
    accumulate = snippet("fp32-master-weights")["accumulate"]

    assert (accumulate(1.0, 0.001, 1000, True), accumulate(1.0, 0.001, 1000, False)) == (1.0, 2.0)


def test_orthogonalisation_keeps_the_singular_vectors_and_evens_the_values() -> None:
    orthogonalize = snippet("muon-idea")["orthogonalize"]
    left, values, right = np.linalg.svd(np.random.default_rng(2).normal(size=(24, 8)), full_matrices=False)
    matrix = left * np.geomspace(1.0, 30.0, 8) @ right

    core = left.T @ orthogonalize(matrix) @ right.T

    assert values.size == 8
    np.testing.assert_allclose(core, np.diag(np.diag(core)), atol=1e-6)
    assert 0.6 < np.diag(core).min() < np.diag(core).max() < 1.3
