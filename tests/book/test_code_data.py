"""The code of chapter 1 against independent references."""

import re
from collections import Counter
from itertools import pairwise

import numpy as np

from tests.book.snippets import snippet

WORDS = {"low": 5, "lower": 2, "newest": 6, "widest": 3, "数据": 4, "数据集": 2}


def spaced(word: str) -> str:
    return " ".join(f"{byte:02x}" for byte in word.encode())


def sennrich(words: dict[str, int], merges: int) -> list[tuple[bytes, bytes]]:
    """Learn merges on space-separated hex strings with a regular expression, as subword-nmt does."""
    vocabulary = {spaced(word): count for word, count in words.items()}
    rules = []
    for _ in range(merges):
        pairs: Counter[tuple[str, str]] = Counter()
        for word, count in vocabulary.items():
            symbols = word.split()
            for left, right in pairwise(symbols):
                pairs[left, right] += count
        if not pairs:
            break
        best = max(pairs, key=lambda pair: (pairs[pair], *map(bytes.fromhex, pair)))
        pattern = re.compile(r"(?<!\S)" + re.escape(" ".join(best)) + r"(?!\S)")
        vocabulary = {pattern.sub("".join(best), word): count for word, count in vocabulary.items()}
        rules.append((bytes.fromhex(best[0]), bytes.fromhex(best[1])))
    return rules


def by_rank(word: str, rules: list[tuple[bytes, bytes]]) -> tuple[bytes, ...]:
    """Encode by merging one occurrence of the earliest rule that applies, again and again."""
    ranks = {pair: rank for rank, pair in enumerate(rules)}
    parts = [bytes([byte]) for byte in word.encode()]
    while True:
        found = [(ranks[pair], at) for at, pair in enumerate(pairwise(parts)) if pair in ranks]
        if not found:
            return tuple(parts)
        _, at = min(found)
        parts[at : at + 2] = [parts[at] + parts[at + 1]]


def test_training_learns_the_merges_of_the_regular_expression_version() -> None:
    train = snippet("bpe-code")["train"]

    assert train(WORDS, 12) == sennrich(WORDS, 12)


def test_training_stops_when_nothing_is_left_to_merge() -> None:
    train = snippet("bpe-code")["train"]

    assert train({"ab": 1}, 10) == [(b"a", b"b")]


def test_encoding_in_order_is_encoding_by_rank() -> None:
    names = snippet("bpe-code")
    rules = names["train"](WORDS, 12)
    words = ["lowest", "wider", "数据", "据数据", "", "zzz"]

    assert [names["encode"](word, rules) for word in words] == [by_rank(word, rules) for word in words]


def test_encoding_loses_no_byte() -> None:
    names = snippet("bpe-code")
    rules = names["train"](WORDS, 12)

    assert b"".join(names["encode"]("训练 newest 🙂", rules)).decode() == "训练 newest 🙂"


def test_a_merge_does_not_overlap_itself() -> None:
    merge = snippet("bpe-code")["merge"]

    assert merge((b"a", b"a", b"a"), (b"a", b"a")) == (b"aa", b"a")


def coefficients(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    return random.integers(1, (1 << 31) - 1, count), random.integers(0, (1 << 31) - 1, count)


def documents(shared: int, apart: int) -> tuple[set[str], set[str]]:
    both = {f"shared {i}" for i in range(shared)}
    return both | {f"left {i}" for i in range(apart)}, both | {f"right {i}" for i in range(apart)}


def test_signatures_are_minima_of_exact_integer_hashes() -> None:
    names = snippet("minhash-lsh")
    a, b = coefficients(7, seed=1)
    shingles = {"近似", "重复", "文档"}
    crc = names["zlib"].crc32

    signature = names["signature"](shingles, a, b)

    prime = (1 << 31) - 1
    expected = [
        min((int(x) * (crc(s.encode()) % prime) + int(y)) % prime for s in shingles) for x, y in zip(a, b, strict=True)
    ]
    assert signature.tolist() == expected


def test_equal_places_of_two_signatures_estimate_jaccard() -> None:
    signature = snippet("minhash-lsh")["signature"]
    a, b = coefficients(4000, seed=2)
    left, right = documents(shared=300, apart=100)  # 300 / 500

    agreement = float(np.mean(signature(left, a, b) == signature(right, a, b)))

    assert abs(agreement - 0.6) < 0.04  # five standard errors


def test_pairs_become_candidates_as_often_as_the_formula_says() -> None:
    names = snippet("minhash-lsh")
    bands, rows, trials = 14, 8, 300
    left, right = documents(shared=300, apart=50)  # 300 / 400
    hits = 0
    for trial in range(trials):
        a, b = coefficients(bands * rows, seed=100 + trial)
        keys = [names["band_keys"](names["signature"](doc, a, b), bands) for doc in (left, right)]
        hits += bool(keys[0] & keys[1])

    expected = 1 - (1 - 0.75**rows) ** bands
    assert abs(hits / trials - expected) < 0.1  # four standard errors
