"""The code of chapter 3 against independent references."""

import math

import numpy as np

from tests.book.snippets import snippet

rng = np.random.default_rng(3)


def rms_norm_by_hand(row: list[float], gain: list[float], eps: float) -> list[float]:
    """Normalise one vector with scalar arithmetic only."""
    root = math.sqrt(math.fsum(value * value for value in row) / len(row) + eps)
    return [value / root * scale for value, scale in zip(row, gain, strict=True)]


def layer_norm_by_hand(
    row: list[float],
    gain: list[float],
    bias: list[float],
    eps: float,
) -> list[float]:
    """Normalise one vector by its mean and variance, with scalar arithmetic only."""
    mean = math.fsum(row) / len(row)
    variance = math.fsum((value - mean) ** 2 for value in row) / len(row)
    root = math.sqrt(variance + eps)
    return [(value - mean) / root * scale + shift for value, scale, shift in zip(row, gain, bias, strict=True)]


def swiglu_by_hand(
    row: np.ndarray,
    gate: np.ndarray,
    up: np.ndarray,
    down: np.ndarray,
) -> list[float]:
    """Apply the gated network to one token, one hidden unit at a time."""
    hidden = []
    for unit in range(gate.shape[1]):
        opened = math.fsum(row * gate[:, unit])
        passed = math.fsum(row * up[:, unit])
        hidden.append(opened * (0.5 + 0.5 * math.tanh(opened / 2)) * passed)
    return [math.fsum(hidden * down[:, column]) for column in range(down.shape[1])]


def test_rms_norm_is_the_scalar_formula_row_by_row() -> None:
    x = rng.normal(size=(5, 12)).astype(np.float32)
    gain = rng.normal(size=12).astype(np.float32)

    normalised = snippet("rmsnorm")["rms_norm"](x, gain, eps=1e-5)

    by_hand = [rms_norm_by_hand(row, gain.tolist(), 1e-5) for row in x.tolist()]
    np.testing.assert_allclose(normalised, by_hand, rtol=1e-5, atol=1e-6)


def test_rms_norm_ignores_the_scale_of_its_input_and_keeps_its_type() -> None:
    x = rng.normal(size=(3, 64)).astype(np.float16)
    gain = np.ones(64, dtype=np.float32)
    rms_norm = snippet("rmsnorm")["rms_norm"]

    once = rms_norm(x, gain, eps=0.0)
    scaled = rms_norm(x * np.float16(8), gain, eps=0.0)

    assert once.dtype == np.float16
    np.testing.assert_array_equal(once, scaled)


def test_layer_norm_is_the_scalar_formula_row_by_row() -> None:
    x = rng.normal(loc=2.0, size=(4, 10)).astype(np.float32)
    gain, bias = (rng.normal(size=10).astype(np.float32) for _ in range(2))

    normalised = snippet("rmsnorm")["layer_norm"](x, gain, bias, eps=1e-5)

    terms = gain.tolist(), bias.tolist()
    by_hand = [layer_norm_by_hand(row, *terms, 1e-5) for row in x.tolist()]
    np.testing.assert_allclose(normalised, by_hand, rtol=1e-4, atol=1e-5)


def test_swiglu_is_the_scalar_formula_token_by_token() -> None:
    x = rng.normal(size=(4, 6))
    gate, up = (rng.normal(size=(6, 16)) for _ in range(2))
    down = rng.normal(size=(16, 6))

    mixed = snippet("swiglu")["swiglu"](x, gate, up, down)

    by_hand = [swiglu_by_hand(row, gate, up, down) for row in x]
    np.testing.assert_allclose(mixed, by_hand, rtol=1e-9)
