"""The generator gives the same numbers on every interpreter and in every version."""

from games.rng import Rng


def test_known_numbers():
    rng = Rng(7)
    assert [rng.below(1000) for _ in range(8)] == KNOWN


def test_values_are_uniform():
    rng = Rng(1)
    counts = [0] * 7
    for _ in range(7000):
        counts[rng.below(7)] += 1
    assert min(counts) > 880 and max(counts) < 1120


def test_seeds_give_different_numbers():
    seen = set()
    for seed in list(range(200)) + [10**9 + seed for seed in range(200)]:
        rng = Rng(seed)
        seen.add((rng.below(1 << 28), rng.below(1 << 28)))
    assert len(seen) == 400


def test_shuffle_keeps_all_items():
    items = list(range(50))
    Rng(3).shuffle(items)
    assert items != list(range(50)) and sorted(items) == list(range(50))


KNOWN = [891, 702, 563, 511, 192, 621, 153, 370]
