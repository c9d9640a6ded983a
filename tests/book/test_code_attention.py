"""The code on the cards of the attention chapter, against plain attention."""

import numpy as np
import pytest

from tests.book.snippets import snippet


def plain_softmax(scores: np.ndarray) -> np.ndarray:
    """Return the softmax over the last axis, in one pass over all scores."""
    shifted = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights: np.ndarray = shifted / shifted.sum(axis=-1, keepdims=True)
    return weights


def one_head(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Return causal attention of one head, row by row; the queries are the last positions."""
    offset = len(k) - len(q)
    rows = []
    for i, query in enumerate(q):
        seen = offset + i + 1
        weights = plain_softmax(k[:seen] @ query / np.sqrt(len(query)))
        rows.append(weights @ v[:seen])
    return np.array(rows)


@pytest.mark.parametrize(("heads", "groups"), [(4, 4), (4, 2), (4, 1)])
def test_grouped_attention_is_each_head_on_its_group(heads: int, groups: int) -> None:
    causal_gqa = snippet("attn-gqa-code")["causal_gqa"]
    rng = np.random.default_rng(0)
    q = rng.normal(size=(heads, 6, 8))
    k = rng.normal(size=(groups, 6, 8))
    v = rng.normal(size=(groups, 6, 5))

    each = [one_head(q[h], k[h * groups // heads], v[h * groups // heads]) for h in range(heads)]

    np.testing.assert_allclose(causal_gqa(q, k, v), np.array(each), rtol=1e-12)


def test_grouped_attention_over_a_cache_equals_the_last_rows() -> None:
    causal_gqa = snippet("attn-gqa-code")["causal_gqa"]
    rng = np.random.default_rng(1)
    q, k, v = (rng.normal(size=(heads, 7, 4)) for heads in (4, 2, 2))

    whole = causal_gqa(q, k, v)

    np.testing.assert_allclose(causal_gqa(q[:, -2:], k, v), whole[:, -2:], rtol=1e-12)


def test_grouped_attention_does_not_look_ahead() -> None:
    causal_gqa = snippet("attn-gqa-code")["causal_gqa"]
    rng = np.random.default_rng(2)
    q, k, v = (rng.normal(size=(heads, 5, 4)) for heads in (4, 2, 2))
    before = causal_gqa(q, k, v)
    k[:, -1], v[:, -1] = 9.0, -9.0

    np.testing.assert_array_equal(causal_gqa(q, k, v)[:, :-1], before[:, :-1])


@pytest.mark.parametrize("block", [1, 3, 4, 64])
def test_streamed_attention_equals_plain_softmax(block: int) -> None:
    online_attention = snippet("online-softmax")["online_attention"]
    rng = np.random.default_rng(3)
    q, keys, values = rng.normal(size=8), rng.normal(size=(13, 8)), rng.normal(size=(13, 5))
    scores = keys @ q / np.sqrt(8)

    output, lse = online_attention(q, keys, values, block=block)

    np.testing.assert_allclose(output, plain_softmax(scores) @ values, rtol=1e-12)
    np.testing.assert_allclose(lse, np.log(np.exp(scores).sum()), rtol=1e-12)


def test_streamed_attention_survives_scores_that_overflow() -> None:
    online_attention = snippet("online-softmax")["online_attention"]
    keys, values = np.array([[1.0], [2.0], [3000.0]]), np.array([[1.0], [2.0], [3.0]])

    output, lse = online_attention(np.array([1.0]), keys, values, block=1)

    np.testing.assert_allclose((output[0], lse), (3.0, 3000.0))
