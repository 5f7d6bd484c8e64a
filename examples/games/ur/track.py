"""The way of the counters."""

HAND, HOME = 24, 25  # where they begin and end, beside the cells from 0 to 23
SAFE = 11  # d2, the rosette that both pass
ROSETTES = (0, 6, SAFE, 16, 22)

_RED = (HAND, 3, 2, 1, 0, 8, 9, 10, 11, 12, 13, 14, 15, 7, 6, HOME)
_BLUE = (HAND, 19, 18, 17, 16, 8, 9, 10, 11, 12, 13, 14, 15, 23, 22, HOME)


def track(seat):
    """Return the places that a seat's counters pass, one after the other."""
    return _BLUE if seat else _RED
