"""Shares and means with their 95% intervals."""

import math

Z = 1.959964  # deviations to either side that hold 95% of a normal distribution


def wilson(wins: float, games: float) -> tuple[float, float]:
    """Return (low, high), Wilson's interval for the share of games that a player wins.

    `wins` may include parts of games, which makes the interval a little too wide.
    """
    share = wins / games
    spread = Z * Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * math.sqrt(share * (1 - share) / games + spread / games / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean(count: float, total: float, squares: float) -> tuple[float, float, float]:
    """Return (mean, low, high) from a count, a sum and a sum of squares."""
    if not count:
        return 0.0, 0.0, 0.0
    middle = total / count
    variance = max(squares / count - middle * middle, 0.0)
    half = Z * math.sqrt(variance / max(count - 1, 1))
    return middle, middle - half, middle + half
