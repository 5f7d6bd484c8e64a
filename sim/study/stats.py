"""Numbers with their uncertainty; all intervals are 95% intervals."""

import math
from typing import Any

import numpy

from sim.intervals import Z, wilson
from sim.study.play import WIN

_ELO = 400 / math.log(10)  # points that multiply a player's odds by e


def share(twelfths: float, games: float) -> tuple[float, float, float]:
    """Return (rate, low, high) of won games, from a sum of twelfths of victories."""
    if not games:
        return 0.0, 0.0, 1.0
    rate = twelfths / WIN / games
    low, high = wilson(twelfths / WIN, games)
    return rate, min(low, rate), max(high, rate)  # rounding may put the rate outside


def quantile(histogram: list[tuple[int, int]], part: float) -> int | None:
    """Return the value below which the fraction `part` of a histogram [(value, count), ...]
    lies."""
    total = sum(count for _, count in histogram)
    seen = 0
    for value, count in sorted(histogram):
        seen += count
        if seen >= part * total:
            return value
    return None


def elo(matches: list[Any]) -> dict[str, tuple[Any, ...]]:
    """Rate players; return {player: (points, low, high)}, with 0 points for the first player.

    `matches` are (seats by player, wins by player), two dicts. Among equals all seats win equally
    often; 400 points multiply a player's odds by ten (Bradley and Terry 1952; Luce 1959 for more
    than two seats). Each player of a match is credited half a win, so that winning every game
    gives a finite rating. The interval is that of the difference to the first player. Players
    without a chain of matches to the first are left out.
    """
    names = _joined([list(seats) for seats, _ in matches])
    matches = [(seats, wins) for seats, wins in matches if {*seats} <= {*names}]
    skill = numpy.zeros(len(names))
    seats = numpy.array([[sat.get(name, 0) for name in names] for sat, _ in matches], float)
    wins = numpy.array([
        [won.get(name, 0) + 0.5 if name in sat else 0 for name in names] for sat, won in matches
    ])
    for _ in range(100):  # Newton's method; the function is concave
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
    half = numpy.concatenate([[0.0], Z * spread]) * _ELO
    points = skill * _ELO
    return {
        name: (points[i], points[i] - half[i], points[i] + half[i])
        for i, name in enumerate(names)
    }


def _joined(groups: list[list[str]]) -> list[str]:
    """Return the first name and all names connected to it through groups, in their order."""
    found = [groups[0][0]]
    for _ in groups:
        for group in groups:
            if any(name in found for name in group):
                found += [name for name in group if name not in found]
    return found
