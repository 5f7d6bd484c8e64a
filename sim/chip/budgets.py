"""The budgets of the firmware on the RP2040 at 125 MHz, as in docs/budgets.md, in ms unless a name
says otherwise. The benchmark of the chip and `make bench` both read them here.
"""

# A sweep: a profile, the known tags that lie on it, and the time to ask every reader once.
SWEEPS = (("grid3", 5, 130), ("grid6", 18, 135), ("grid9", 40, 150))
# By a piece that a hand places: (p50, p95) of the time until its light, and until all lights.
FIRST_LIGHT = (80, 120)
ALL_LIGHTS = (170, 270)
REMOVAL = 400  # from a piece that is taken away to its light
DARK = 0  # how long a legal spot may go dark between two actions
STEP = 85  # the longest time without a poll of readers and buttons; collections and flash apart
FRAMES = 30  # a second, while a hand's light moves
FRAMES_THINKING = 20  # a second, while computers think
START = 1000  # from power-on until every reader has been asked, on grid9
RESUME = 3500  # from power-on until a game is resumed and lit
STACK_KB = 1  # never used
# In memory: for more than 1,260 MicroPython doubles their table, by 7.7 KB; a hundred are left for
# games of others.
NAMES = 1160
_NEWER = (1, 29)  # from this version on MicroPython keeps its interpreter in RAM


def heap_kb(version: tuple[int, int]) -> tuple[int, int]:
    """Return the least KB free after a collection, and in one block, on a MicroPython."""
    return (36, 12) if version >= _NEWER else (44, 16)
