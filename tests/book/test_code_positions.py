"""The code of chapter 4 against independent references."""

import cmath

import numpy as np

from tests.book.snippets import snippet

rng = np.random.default_rng(4)


def turned_by_hand(row: list[float], position: int, base: float) -> list[float]:
    """Turn one vector whose neighbours are pairs, as complex numbers one by one."""
    width, turned = len(row), []
    for pair in range(width // 2):
        angle = position / base ** (2 * pair / width)
        number = complex(row[2 * pair], row[2 * pair + 1]) * cmath.exp(1j * angle)
        turned += [number.real, number.imag]
    return turned


def test_rope_with_neighbours_paired_multiplies_by_a_complex_phase() -> None:
    positions = [0, 1, 7, 4095]
    x = rng.normal(size=(4, 2, 8))
    names = snippet("rope-code")

    turned = names["rope"](x, *names["rope_table"](positions, 8, base=500.0), interleaved=True)

    by_hand = [
        [turned_by_hand(head, position, 500.0) for head in heads]
        for heads, position in zip(x.tolist(), positions, strict=True)
    ]
    np.testing.assert_allclose(turned, by_hand, rtol=1e-9, atol=1e-12)


def test_the_two_layouts_of_rope_differ_by_one_permutation() -> None:
    x = rng.normal(size=(5, 3, 16))
    names = snippet("rope-code")
    cos, sin = names["rope_table"](np.arange(5), 16)
    halves_first = np.concatenate([np.arange(0, 16, 2), np.arange(1, 16, 2)])

    neighbours = names["rope"](x, cos, sin, interleaved=True)
    halves = names["rope"](x[..., halves_first], cos, sin)

    np.testing.assert_allclose(halves, neighbours[..., halves_first], rtol=1e-12)


def test_scores_after_rope_depend_on_the_distance_only() -> None:
    query, key = rng.normal(size=(2, 6, 1, 32))
    names = snippet("rope-code")

    def scores(shift: int) -> np.ndarray:
        cos, sin = names["rope_table"](np.arange(6) + shift, 32)
        turned = [names["rope"](x, cos, sin)[:, 0] for x in (query, key)]
        return np.asarray(turned[0] @ turned[1].T)

    np.testing.assert_allclose(scores(1000), scores(0), rtol=1e-9, atol=1e-9)


def test_rope_keeps_lengths_and_leaves_the_first_position_alone() -> None:
    x = rng.normal(size=(3, 2, 10))
    names = snippet("rope-code")

    turned = names["rope"](x, *names["rope_table"](np.arange(3), 10))

    np.testing.assert_allclose(np.linalg.norm(turned, axis=-1), np.linalg.norm(x, axis=-1))
    np.testing.assert_array_equal(turned[0], x[0])
