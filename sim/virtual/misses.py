"""Misses: now and then a reader does not hear a tag that lies in its field.

A run of misses begins at a rate for each question and lasts for one to three questions in a row,
as people report of tags that lie still (facts: missed-tag). A question is a search for tags or a
READ.
"""

from games.rng import Rng

if False:  # only mypy reads this: the names of types
    from sim.virtual.card import Card
    from sim.virtual.ntag import Tag

_LONGEST = 3  # questions in a run
THOUSAND = 1000


class Misses:
    """Decides which questions tags miss. `rate` is the number of 1000 questions that begin a run;
    a reader may have its own rate. Draws come only from the seed, and are equal on every
    interpreter."""

    def __init__(self, seed: int = 1):
        self.rate = 0
        self._rates: "dict[int, int]" = {}  # by id of a chip
        # id of a tag -> (tag, questions that it still misses)
        self._runs: "dict[int, tuple[Tag | Card, int]]" = {}
        self._rng = Rng(seed)

    def at(self, chip: object, rate: int) -> None:
        """Give a reader its own rate."""
        self._rates[id(chip)] = rate

    def happens(self, chip: object, tag: "Tag | Card") -> bool:
        """Count a question of a reader to a tag; returns whether the tag misses it."""
        rate = self._rates.get(id(chip), self.rate) if self._rates else self.rate
        if not rate and not self._runs:
            return False
        _, left = self._runs.pop(id(tag), (tag, 0))
        if not left and rate and self._rng.below(THOUSAND) < rate:
            left = 1 + self._rng.below(_LONGEST)
        if left > 1:
            self._runs[id(tag)] = (tag, left - 1)
        return left > 0
