"""The generator gives the same numbers on every interpreter and in every version."""

from games.rng import Rng, stream


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


def dependence(seeds):
    """Return how far the pairs of a die and the next seed's are from those of two dice: chi-square
    of 36 pairs, 35 on the average."""
    dice = [seed.below(6) for seed in seeds]
    pairs = [0] * 36
    for one, other in zip(dice, dice[1:]):
        pairs[6 * one + other] += 1
    mean = (len(dice) - 1) / 36
    return sum([(count - mean) ** 2 / mean for count in pairs])


def test_games_of_neighbouring_seeds_are_independent():
    for first in (0, 5000, 1 << 29):
        seeds = range(first, first + 1800)
        assert dependence([Rng(16 * seed) for seed in seeds]) > 150  # without `stream`
        assert dependence([stream(seed, 4, -1) for seed in seeds]) < 80
        assert dependence([stream(7, seed, 0) for seed in seeds]) < 80


def test_a_stream_is_the_same_each_time():
    numbers = [stream(7, 20, -1).below(1000) for _ in range(2)]
    assert numbers == [STREAM, STREAM]


def test_shuffle_keeps_all_items():
    items = list(range(50))
    Rng(3).shuffle(items)
    assert items != list(range(50)) and sorted(items) == list(range(50))


KNOWN = [891, 702, 563, 511, 192, 621, 153, 370]
STREAM = 499
