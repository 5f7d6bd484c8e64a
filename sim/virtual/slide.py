"""A piece that a hand slides over the table instead of carrying it.

Others measured hands at 300 to 1000 mm/s (Concept-Bytes/Open-Chess PR 11); a hand that nudges a
piece into its cell moves at 50.
"""

if False:  # only mypy reads this: the names of types
    from collections.abc import Sequence

    Stop = tuple[int, int, int]  # x and y in mm, and for how many ms the hand rests there


class Slide:
    """The way of one piece over `stops`, a list of Stop, from `start` (us) on, at `speed` mm/s."""

    def __init__(self, stops: "Sequence[Stop]", speed: int, start: int):
        self._legs = []  # (start us, end us, from, to)
        here = stops[0]
        start += 1000 * here[2]
        for there in stops[1:]:
            end = start + _distance(here, there) * 1000000 // speed
            self._legs.append((start, end, here, there))
            start, here = end + 1000 * there[2], there
        self.end = start  # us: when the hand lets go
        self._last = here

    def at(self, now: int) -> tuple[int, int]:
        """Return where the piece is at a time (us)."""
        for start, end, here, there in self._legs:
            if now < start:
                return here[:2]
            if now < end:
                done, whole = now - start, end - start
                return (
                    here[0] + (there[0] - here[0]) * done // whole,
                    here[1] + (there[1] - here[1]) * done // whole,
                )
        return self._last[:2]


def _distance(one: "Stop", two: "Stop") -> int:
    """Return the distance in whole mm."""
    square = (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2
    root = max(abs(one[0] - two[0]), abs(one[1] - two[1]))  # at most 30 % too small
    while root * root < square:
        root += 1
    return root
