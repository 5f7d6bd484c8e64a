"""Themes: what each meaning of light looks like.

A look is (red, green, blue, motion, shape); colours are 0 to 255 as the eye sees them (the painter
applies gamma), a colour of None is the seat's. Motions move brightness only. `calm` is for
colour-blind players: one hue a seat that differs in brightness too, and a motion of its own for
everything that asks for a hand.
"""

from micropython import const

from games.base import (
    ALMOST,
    CHOSEN,
    CLEARED,
    COMPLETE,
    CURSOR,
    FLOW,
    LEGAL,
    MISSING,
    NUMBER,
    OWNER,
    TURN,
    WRONG,
)

FAULTY = 13  # a meaning of the table's own: the reader under the place does not answer

STEADY = const(0)
BREATHE = const(1)  # up and down in 2 s
PULSE = const(2)  # up and down in 1 s
BLINK = const(3)  # on and off, twice a second
RUN = const(4)  # a wave along the steps of a path

WHOLE = const(0)  # all pixels of the spot
CORNER = const(1)  # the one pixel that the value names, from north-east clockwise

# What is shown where several things are meant, first the most urgent.
URGENT = (
    WRONG, MISSING, FAULTY, CURSOR, CHOSEN, TURN, FLOW, CLEARED, ALMOST, LEGAL, NUMBER,
    COMPLETE, OWNER,
)  # fmt: skip
ORDER = bytearray(len(URGENT) + 1)  # by meaning, the lowest is the most urgent
for _i in range(len(URGENT)):
    ORDER[URGENT[_i]] = _i

_LIVELY = {
    LEGAL: ((70, 110, 95), STEADY, WHOLE),
    CHOSEN: ((90, 220, 150), PULSE, WHOLE),
    WRONG: ((255, 20, 10), BLINK, WHOLE),
    MISSING: ((255, 150, 20), PULSE, WHOLE),
    OWNER: (None, STEADY, WHOLE),
    COMPLETE: (None, BREATHE, WHOLE),
    ALMOST: ((150, 90, 190), BREATHE, WHOLE),
    FLOW: ((60, 170, 255), RUN, WHOLE),
    TURN: ((255, 255, 255), STEADY, CORNER),
    CURSOR: ((255, 255, 255), PULSE, WHOLE),
    FAULTY: ((120, 0, 90), BREATHE, WHOLE),
    CLEARED: ((200, 70, 20), BREATHE, WHOLE),
    NUMBER: ((220, 190, 90), STEADY, WHOLE),
}
_CALM = {
    LEGAL: ((80, 80, 80), STEADY, WHOLE),
    CHOSEN: ((200, 200, 200), PULSE, WHOLE),
    WRONG: ((255, 120, 0), BLINK, WHOLE),
    MISSING: ((0, 110, 255), PULSE, WHOLE),
    OWNER: (None, STEADY, WHOLE),
    COMPLETE: (None, BREATHE, WHOLE),
    ALMOST: ((110, 110, 60), BREATHE, WHOLE),
    FLOW: ((120, 190, 255), RUN, WHOLE),
    TURN: ((255, 255, 255), STEADY, CORNER),
    CURSOR: ((255, 255, 255), PULSE, WHOLE),
    FAULTY: ((90, 40, 40), BREATHE, WHOLE),
    CLEARED: ((150, 80, 0), BREATHE, WHOLE),
    NUMBER: ((220, 200, 120), STEADY, WHOLE),
}

# Seats by number, and -1 (nobody's) last.
_LIVELY_SEATS = ((255, 70, 40), (40, 130, 255), (60, 210, 80), (250, 190, 40), (150, 140, 130))
_CALM_SEATS = ((255, 140, 0), (0, 70, 200), (140, 200, 255), (255, 240, 120), (120, 120, 120))
SEAT_NAMES = ("red", "blue", "green", "gold")

THEMES = (("lively", _LIVELY, _LIVELY_SEATS), ("calm", _CALM, _CALM_SEATS))


def names():
    """Return the names of the themes."""
    return [name for name, _, _ in THEMES]


def theme(name):
    """Return (looks, seat colours) of a theme; raises ValueError."""
    for known, looks, seats in THEMES:
        if known == name:
            return looks, seats
    raise ValueError("there is no theme %s; there are: %s" % (name, ", ".join(names())))
