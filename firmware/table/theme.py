"""Themes: the look of each meaning of light.

Colours are 0 to 255 as the eye sees them (the painter applies gamma); OWNER and COMPLETE use the
seat's colour. Motions change brightness only. `calm` is for colour-blind players: each seat has
one hue, and brightness differs too. Every meaning that asks a player to act has its own motion.
"""

from micropython import const

from games.base import (
    ALMOST,
    CHOSEN,
    CLEARED,
    COMPLETE,
    CURSOR,
    FACING,
    FLOW,
    LEGAL,
    MISSING,
    NUMBER,
    OWNER,
    WRONG,
)

FAULTY = 13  # the table's own meaning: the reader at this place does not answer

STEADY = const(0)
BREATHE = const(1)  # up and down in 2 s
PULSE = const(2)  # up and down in 1 s
BLINK = const(3)  # on and off, twice a second
RUN = const(4)  # a wave along the steps of a path

# The order in which meanings win if several apply, the most urgent one first.
URGENT = (
    WRONG, MISSING, FAULTY, CURSOR, CHOSEN, FACING, FLOW, CLEARED, ALMOST, LEGAL, NUMBER,
    COMPLETE, OWNER,
)
ORDER = bytearray(len(URGENT) + 1)  # rank by meaning; the lowest is the most urgent
for _i in range(len(URGENT)):
    ORDER[URGENT[_i]] = _i

# By meaning. CHOSEN stands still: a light that answers a hand must not begin in the dark of a
# pulse.
MOTIONS = bytearray([STEADY] * (len(URGENT) + 1))
MOTIONS[WRONG] = BLINK
for _meaning in (MISSING, CURSOR):
    MOTIONS[_meaning] = PULSE
for _meaning in (COMPLETE, ALMOST, FAULTY, CLEARED):
    MOTIONS[_meaning] = BREATHE
MOTIONS[FLOW] = RUN

# Colours by meaning (from 1) and by seat, with -1 (nobody) last, as red, green, blue. As tuples
# they would take 2 KB.
_LIVELY = bytes([
    70, 110, 95,  # LEGAL
    90, 220, 150,  # CHOSEN
    255, 20, 10,  # WRONG
    255, 150, 20,  # MISSING
    0, 0, 0,  # OWNER
    0, 0, 0,  # COMPLETE
    150, 90, 190,  # ALMOST
    60, 170, 255,  # FLOW
    255, 255, 255,  # FACING
    255, 255, 255,  # CURSOR
    200, 70, 20,  # CLEARED
    205, 190, 220,  # NUMBER
    120, 0, 90,  # FAULTY
])
_CALM = bytes([
    80, 80, 80,  # LEGAL
    200, 200, 200,  # CHOSEN
    255, 120, 0,  # WRONG
    0, 110, 255,  # MISSING
    0, 0, 0,  # OWNER
    0, 0, 0,  # COMPLETE
    110, 110, 60,  # ALMOST
    120, 190, 255,  # FLOW
    255, 255, 255,  # FACING
    255, 255, 255,  # CURSOR
    150, 80, 0,  # CLEARED
    220, 200, 120,  # NUMBER
    90, 40, 40,  # FAULTY
])

_LIVELY_SEATS = bytes([255, 70, 40, 40, 130, 255, 60, 210, 80, 250, 190, 40, 150, 140, 130])
_CALM_SEATS = bytes([255, 140, 0, 0, 70, 200, 140, 200, 255, 255, 240, 120, 120, 120, 120])

THEMES = (("lively", _LIVELY, _LIVELY_SEATS), ("calm", _CALM, _CALM_SEATS))


def names() -> list[str]:
    """Return the names of the themes."""
    return [name for name, _, _ in THEMES]


def theme(name: str) -> tuple[bytes, bytes]:
    """Return (colours by meaning, colours by seat) of a theme; raises ValueError."""
    for known, colours, seats in THEMES:
        if known == name:
            return colours, seats
    raise ValueError("there is no theme %s; there are: %s" % (name, ", ".join(names())))
