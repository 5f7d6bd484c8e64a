"""The running mean and deviation of numbers."""

import math


class RunningStats:
    """Running mean and deviation of numbers (Welford's algorithm)."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self.squares = 0.0  # sum of squared distances from the mean

    def add(self, number: int) -> None:
        self.count += 1
        off = number - self.mean
        self.mean += off / self.count
        self.squares += off * (number - self.mean)

    def usual(self) -> float:
        """Return the standard deviation, never quite 0."""
        return max(math.sqrt(self.squares / max(self.count, 1)), 1e-9)
