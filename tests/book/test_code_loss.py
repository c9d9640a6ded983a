"""The code on the cards about the loss, against references that share nothing with it."""

import math
from typing import Any

import numpy as np
import pytest

from tests.book.snippets import snippet


def nll(logits: Any, target: int) -> float:
    """Return minus the log-probability of *target*, by Python's own sums."""
    top = max(float(z) for z in logits)
    return top + math.log(math.fsum(math.exp(float(z) - top) for z in logits)) - float(logits[target])


def test_the_language_model_loss_shifts_labels_and_leaves_ignored_ones_out_of_the_mean() -> None:
    logits = np.random.default_rng(4).normal(size=(2, 4, 7)).astype(np.float32)
    labels = np.array([[3, 1, -100, 6], [0, -100, 5, 2]])

    loss = snippet("lm-cross-entropy")["lm_loss"](logits, labels)

    expected = [nll(logits[0, 0], 1), nll(logits[0, 2], 6), nll(logits[1, 1], 5), nll(logits[1, 2], 2)]
    assert math.isclose(loss, math.fsum(expected) / 4, rel_tol=1e-5)


def test_equal_logits_lose_the_log_of_the_vocabulary() -> None:
    loss = snippet("lm-cross-entropy")["lm_loss"](np.zeros((1, 3, 32000)), np.array([[5, 6, 7]]))

    assert math.isclose(loss, math.log(32000), rel_tol=1e-6)


def test_log_softmax_stays_finite_where_exponentials_overflow() -> None:
    logits = np.array([[1000.0, 1001.0, -1000.0], [0.5, -0.5, 2.0]])

    result = snippet("stable-log-softmax")["log_softmax"](logits)

    np.testing.assert_allclose(result, [[-nll(row, k) for k in range(3)] for row in logits])


@pytest.mark.parametrize("cuts", [[], [3], [1, 4, 5]])
def test_streaming_logsumexp_does_not_depend_on_the_blocks(cuts: list[int]) -> None:
    logits = np.random.default_rng(9).normal(scale=300.0, size=(5, 8))

    result = snippet("stable-log-softmax")["streaming_logsumexp"](np.split(logits, cuts, axis=1))

    np.testing.assert_allclose(result, [nll(row, 0) + row[0] for row in logits])


@pytest.mark.parametrize("size", [1, 4, 100])
def test_the_chunked_loss_and_its_gradients_equal_the_whole_ones(size: int) -> None:
    rng = np.random.default_rng(8)
    hidden, weight, targets = rng.normal(size=(6, 3)), rng.normal(size=(5, 3)), np.array([0, 4, 2, 2, 1, 3])

    def loss() -> float:
        return math.fsum(nll(row, int(y)) for row, y in zip(hidden @ weight.T, targets, strict=True)) / 6

    def numeric(matrix: Any) -> Any:
        gradient = np.zeros_like(matrix)
        for place in np.ndindex(matrix.shape):
            kept = matrix[place]
            matrix[place] = kept + 1e-6
            above = loss()
            matrix[place] = kept - 1e-6
            gradient[place] = (above - loss()) / 2e-6
            matrix[place] = kept
        return gradient

    total, d_hidden, d_weight = snippet("logits-memory")["chunked_loss"](hidden, weight, targets, size)

    assert math.isclose(total, loss(), rel_tol=1e-12)
    np.testing.assert_allclose(d_hidden, numeric(hidden), atol=1e-7)
    np.testing.assert_allclose(d_weight, numeric(weight), atol=1e-7)


def test_the_vocabulary_parallel_loss_equals_the_loss_of_the_whole_rows() -> None:
    logits, targets = np.random.default_rng(6).normal(scale=20.0, size=(5, 12)), np.array([0, 3, 4, 11, 8])

    losses = snippet("vocab-parallel-loss")["vocab_parallel_loss"](np.split(logits, 3, axis=1), targets)

    np.testing.assert_allclose(losses, [nll(row, int(y)) for row, y in zip(logits, targets, strict=True)])


def test_the_scaler_skips_a_step_that_overflowed_and_halves() -> None:
    scaler_step = snippet("loss-scaling")["scaler_step"]

    assert scaler_step(1024.0, 7, [np.array([1.0]), np.array([np.inf])]) == (512.0, 0, None)


def test_the_scaler_restores_gradients_and_doubles_after_enough_good_steps() -> None:
    scaler_step = snippet("loss-scaling")["scaler_step"]
    gradients = [np.array([2.0**-14], np.float16)]

    steps = [scaler_step(1024.0, good, gradients, grow_every=3) for good in (0, 1, 2)]

    assert [(scale, good, float(restored[0][0])) for scale, good, restored in steps] == [
        (1024.0, 1, 2.0**-24),
        (1024.0, 2, 2.0**-24),
        (2048.0, 0, 2.0**-24),
    ]
