"""The pieces of Ley Lines as numbers, and other numbers that its modules share.

1 to 49   a half of a segment: 1 + 7 x its value + the value of the other half
50 to 73  a cairn: 50 + 6 x its seat + its value
74 to 77  a tor: 74 + its seat

A piece is its own token. A double has the same number on both halves, so it may lie either way
round.
"""

from micropython import const

FIRST_CAIRN = const(50)
FIRST_TOR = const(74)
CAIRNS = const(6)  # values 0 to 5 of each seat
VALUES = const(7)  # values 0 to 6 of a half

# Kinds of actions, the first number of each. A phase has the number of its main kind.
CAIRN = const(1)
ASIDE = const(2)
TOR = const(3)
DEAL = const(4)
SEGMENT = const(5)
PASS = const(6)

# Values in `coins` for cairns that are not on a cell.
IN_HAND = const(255)
PUT_ASIDE = const(254)
SCORED = const(253)

# Values in `owner`; from HELD on, the segment is in the hand of seat owner - HELD.
OUT = const(0)  # played, or not in the set
STOCK = const(1)
HELD = const(2)

_SUITS = ("suns", "moons", "crowns", "arms")


def half(value: int, other: int) -> int:
    """Return the half with `value` of the segment value-other."""
    return 1 + VALUES * value + other


def values(piece: int) -> tuple[int, int]:
    """Return (its value, the other half's value) of a half."""
    return divmod(piece - 1, VALUES)


def cairn(seat: int, value: int) -> int:
    """Return the cairn of that seat and value."""
    return FIRST_CAIRN + CAIRNS * seat + value


def tor(seat: int) -> int:
    """Return the tor of that seat."""
    return FIRST_TOR + seat


def segment_name(low: int, high: int) -> str:
    """Return the name of a segment for people."""
    return "%d-%d" % (low, high)


def name(piece: int, secret: bool = False) -> str:
    """Return the name of a piece; a cairn's value is included only with `secret`."""
    if piece >= FIRST_TOR:
        return _SUITS[piece - FIRST_TOR] + " tor"
    if piece >= FIRST_CAIRN:
        seat, value = divmod(piece - FIRST_CAIRN, CAIRNS)
        return _SUITS[seat] + " cairn" + (" %d" % value if secret else "")
    value, other = values(piece)
    return "%d of %s" % (value, segment_name(min(value, other), max(value, other)))


def _strengths() -> tuple[bytes, bytes]:
    """Return (rising, falling), a byte a piece: its strength as a step towards a tor, and towards
    a cairn.

    A step leads from a half to a neighbour of at least the same strength; a tor is above all
    halves, a cairn is as low as a 0, and 0 means no step.
    """
    rising = bytearray(FIRST_TOR + 4)
    falling = bytearray(FIRST_TOR + 4)
    for piece in range(1, FIRST_CAIRN):
        rising[piece] = (piece - 1) // VALUES + 1
        falling[piece] = VALUES - (piece - 1) // VALUES
    for piece in range(FIRST_CAIRN, FIRST_TOR):
        falling[piece] = VALUES
    for piece in range(FIRST_TOR, FIRST_TOR + 4):
        rising[piece] = VALUES + 1
    return bytes(rising), bytes(falling)


RISING, FALLING = _strengths()
