"""The code of chapter 2 against independent references."""

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tests.book.snippets import snippet

Floats = npt.NDArray[np.float64]

LENGTHS = (5, 3, 1, 6)
BOUNDS = np.cumsum((0, *LENGTHS))


def attention(scores: Floats, values: Floats, visible: npt.NDArray[np.bool_]) -> Floats:
    masked = np.where(visible, scores, -np.inf)
    weights = np.exp(masked - masked.max(axis=1, keepdims=True))
    result: Floats = weights @ values / weights.sum(axis=1, keepdims=True)
    return result


def test_positions_and_samples_are_counted_from_every_boundary() -> None:
    doc, position, _ = snippet("packing-mask-code")["packed_layout"](BOUNDS)

    assert doc.tolist() == [0] * 5 + [1] * 3 + [2] + [3] * 6
    assert position.tolist() == [0, 1, 2, 3, 4, 0, 1, 2, 0, 0, 1, 2, 3, 4, 5]


def test_packed_attention_is_attention_of_each_sample_alone() -> None:
    _, _, visible = snippet("packing-mask-code")["packed_layout"](BOUNDS)
    random = np.random.default_rng(0)
    total = int(BOUNDS[-1])
    queries, keys, values = (random.normal(size=(total, 4)) for _ in range(3))

    packed = attention(queries @ keys.T, values, visible)

    alone = []
    for start, end in pairwise(BOUNDS):
        span = slice(start, end)
        causal = np.tril(np.ones((end - start, end - start), dtype=bool))
        alone.append(attention(queries[span] @ keys[span].T, values[span], causal))
    np.testing.assert_allclose(packed, np.concatenate(alone), rtol=1e-12)


def test_the_mask_has_as_many_pairs_as_the_formula_says() -> None:
    _, _, visible = snippet("packing-mask-code")["packed_layout"](BOUNDS)

    assert visible.sum() == sum(length * (length + 1) // 2 for length in LENGTHS)


def test_no_label_crosses_a_boundary() -> None:
    tokens = np.arange(100, 100 + BOUNDS[-1])

    labels = snippet("packing-mask-code")["packed_labels"](tokens, BOUNDS)

    expected = [token for start, end in pairwise(BOUNDS) for token in [*tokens[start + 1 : end], -100]]
    assert labels.tolist() == expected


def squared_error_gradients(weights: Floats, inputs: Floats, targets: Floats, valid: npt.NDArray[np.int64]) -> Floats:
    """Return the gradient of the summed loss of every micro-batch; rows past its valid count are padding."""
    parts = np.zeros((*valid.shape, len(weights)))
    for place in np.ndindex(*valid.shape):
        x, y = inputs[place][: valid[place]], targets[place][: valid[place]]
        parts[place] = 2 * x.T @ (x @ weights - y)
    return parts


def problem() -> tuple[Floats, Floats, Floats, npt.NDArray[np.int64]]:
    random = np.random.default_rng(3)
    valid = np.array([[7, 1, 4], [2, 8, 0]])  # two ranks, three micro-batches, one of them empty
    weights, inputs, targets = random.normal(size=4), random.normal(size=(2, 3, 8, 4)), random.normal(size=(2, 3, 8))
    return weights, inputs, targets, valid


def test_the_ddp_gradient_is_the_gradient_of_the_whole_batch() -> None:
    weights, inputs, targets, valid = problem()
    parts = squared_error_gradients(weights, inputs, targets, valid)

    gradient = snippet("loss-normalization")["ddp_gradient"](parts, valid)

    kept = np.arange(8) < valid[..., None]
    x, y = inputs[kept], targets[kept]
    np.testing.assert_allclose(gradient, 2 * x.T @ (x @ weights - y) / len(x), rtol=1e-12)


def test_the_ddp_gradient_does_not_depend_on_the_split() -> None:
    weights, inputs, targets, valid = problem()
    parts = squared_error_gradients(weights, inputs, targets, valid)
    normalized = snippet("loss-normalization")["ddp_gradient"]

    over_ranks = normalized(parts, valid)

    np.testing.assert_allclose(over_ranks, normalized(parts.reshape(1, 6, 4), valid.reshape(1, 6)), rtol=1e-12)


def test_a_mean_of_means_weighs_short_parts_more() -> None:
    names = snippet("loss-normalization")
    valid = np.array([[100, 900]])
    sums = np.array([[[300.0], [900.0]]])

    assert names["ddp_gradient"](sums, valid).tolist() == [1.2]
    assert names["mean_of_means"](sums, valid).tolist() == [2.0]


def test_the_covariance_explains_the_difference_of_the_two_means() -> None:
    random = np.random.default_rng(5)
    counts = random.integers(1, 1000, 12)
    means = random.normal(2, 1, 12)

    token_mean = (counts * means).sum() / counts.sum()

    covariance = np.mean(counts * means) - counts.mean() * means.mean()
    np.testing.assert_allclose(token_mean, means.mean() + covariance / counts.mean(), rtol=1e-12)


def test_a_blend_never_strays_from_its_weights() -> None:
    blend = snippet("resumable-loader")["blend"]
    weights = [0.6, 0.25, 0.1, 0.04, 0.01]

    order = np.array(blend(weights, 2000))

    steps = np.arange(1, 2001)[:, None]
    taken = np.cumsum(order[:, None] == np.arange(5), axis=0)
    assert np.abs(taken - steps * np.array(weights)).max() < 1.2


def test_a_longer_blend_begins_with_the_shorter_one() -> None:
    blend = snippet("resumable-loader")["blend"]

    assert blend([0.7, 0.3], 50)[:20] == blend([0.7, 0.3], 20)
