"""Numbers with their uncertainty; all intervals are meant to hold the truth 95 times of 100."""

import math

import numpy

from sim.study.play import WIN

_Z = 1.959964
_ELO = 400 / math.log(10)  # points by which a player's odds grow e times


def share(twelfths: float, games: float) -> tuple[float, float, float]:
    """Return (rate, low, high) of games that were won, from a sum of twelfths of victories."""
    if not games:
        return 0.0, 0.0, 1.0
    rate = twelfths / WIN / games
    low, high = wilson(twelfths / WIN, games)
    return rate, min(low, rate), max(high, rate)  # which rounding may have put beside it


def wilson(wins: float, games: float) -> tuple[float, float]:
    """Return (low, high) of the share of games that a player wins, as an interval.

    Wilson's interval; `wins` may hold parts of games, which makes it a little too wide.
    """
    share = wins / games
    spread = _Z * _Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = _Z / (1 + spread) * math.sqrt(share * (1 - share) / games + spread / games / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean(count: float, total: float, squares: float) -> tuple[float, float, float]:
    """Return (mean, low, high) from a count, a sum and a sum of squares."""
    if not count:
        return 0.0, 0.0, 0.0
    middle = total / count
    variance = max(squares / count - middle * middle, 0.0)
    half = _Z * math.sqrt(variance / max(count - 1, 1))
    return middle, middle - half, middle + half


def quantile(histogram: list[tuple[int, int]], part: float) -> int:
    """Return the value below which that part of a histogram [(value, count), ...] lies."""
    total = sum(count for _, count in histogram)
    seen = 0
    for value, count in sorted(histogram):
        seen += count
        if seen >= part * total:
            return value
    return None


def elo(matches: list) -> dict[str, tuple]:
    """Rate players; return {player: (points, low, high)}, the first player's points being 0.

    `matches` are (seats by player, wins by player), two dicts: in a game of equals every seat wins
    equally often, and a player's odds grow tenfold with 400 points (Bradley and Terry 1952; Luce
    1959 for more than two seats). Half a win is added to each player of a match, so that who won
    all games is not rated without bound. The interval is that of the distance to the first. Who
    met neither the first nor anybody who is rated is left out.
    """
    names = _joined([list(seats) for seats, _ in matches])
    matches = [(seats, wins) for seats, wins in matches if {*seats} <= {*names}]
    skill = numpy.zeros(len(names))
    seats = numpy.array([[sat.get(name, 0) for name in names] for sat, _ in matches], float)
    wins = numpy.array([
        [won.get(name, 0) + 0.5 if name in sat else 0 for name in names] for sat, won in matches
    ])  # fmt: skip
    for _ in range(100):  # Newton's steps; it is concave
        odds = seats * numpy.exp(skill)
        chance = odds / odds.sum(axis=1, keepdims=True)
        games = wins.sum(axis=1, keepdims=True)
        slope = (wins - games * chance).sum(axis=0)
        bend = sum(
            count * (numpy.diag(row) - numpy.outer(row, row))
            for count, row in zip(games[:, 0], chance, strict=True)
        )
        free = bend[1:, 1:]
        step = numpy.linalg.solve(free, slope[1:])
        skill[1:] += numpy.clip(step, -1, 1)
        if numpy.abs(step).max() < 1e-9:
            break
    spread = numpy.sqrt(numpy.diag(numpy.linalg.inv(free)))
    half = numpy.concatenate([[0.0], _Z * spread]) * _ELO
    points = skill * _ELO
    return {
        name: (points[i], points[i] - half[i], points[i] + half[i])
        for i, name in enumerate(names)
    }


def _joined(groups: list[list[str]]) -> list[str]:
    """Return the first name and all that hang together with it through groups, in their order."""
    found = [groups[0][0]]
    for _ in groups:
        for group in groups:
            if any(name in found for name in group):
                found += [name for name in group if name not in found]
    return found
