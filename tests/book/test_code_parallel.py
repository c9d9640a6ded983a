"""The code on the cards of the parallelism chapter, against one card that does it all and against closed formulas."""

import numpy as np
import pytest

from tests.book.snippets import snippet


@pytest.mark.parametrize("cards", [2, 3, 8])
def test_ring_all_reduce_gives_every_card_the_sum_for_twice_the_data(cards: int) -> None:
    ring_all_reduce = snippet("ring-allreduce")["ring_all_reduce"]
    arrays = list(np.random.default_rng(0).normal(size=(cards, 4 * cards)))

    results, sent = ring_all_reduce(arrays)

    np.testing.assert_allclose(results, [sum(arrays)] * cards)
    assert sent == 2 * (cards - 1) * 4


def test_ring_all_reduce_leaves_its_inputs_alone() -> None:
    ring_all_reduce = snippet("ring-allreduce")["ring_all_reduce"]
    arrays = [np.arange(4.0), np.ones(4)]

    ring_all_reduce(arrays)

    np.testing.assert_array_equal(arrays, [np.arange(4.0), np.ones(4)])


@pytest.mark.parametrize("ranks", [1, 2, 4])
def test_column_and_row_cuts_give_what_one_card_gives(ranks: int) -> None:
    column_row_ffn = snippet("tp-column-row")["column_row_ffn"]
    rng = np.random.default_rng(1)
    x, up, down, dy = (rng.normal(size=shape) for shape in ((3, 5), (5, 8), (8, 5), (3, 5)))

    y, dx, dup, ddown = column_row_ffn(x, up, down, dy, ranks)

    open_gates = x @ up > 0
    hidden = x @ up * open_gates
    dpre = dy @ down.T * open_gates
    np.testing.assert_allclose(y, hidden @ down)
    np.testing.assert_allclose(dx, dpre @ up.T)
    np.testing.assert_allclose(dup, x.T @ dpre)
    np.testing.assert_allclose(ddown, hidden.T @ dy)


@pytest.mark.parametrize(("stages", "batches"), [(1, 3), (4, 8), (8, 32), (4, 2)])
@pytest.mark.parametrize("kind", ["gpipe", "1f1b"])
def test_both_schedules_take_the_time_of_the_formula(kind: str, stages: int, batches: int) -> None:
    simulate = snippet("pp-1f1b")["simulate"]

    length, _ = simulate(kind, stages, batches, 1.0, 2.0)

    assert length == (batches + stages - 1) * 3.0


def test_only_gpipe_holds_all_micro_batches() -> None:
    simulate = snippet("pp-1f1b")["simulate"]

    peaks = [simulate(kind, 4, 8)[1] for kind in ("gpipe", "1f1b")]

    assert peaks == [[8, 8, 8, 8], [4, 3, 2, 1]]
