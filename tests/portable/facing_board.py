"""The profile `grid9` with facing sensors, which is `table.wiring.facing9` once this is imported.
"""

import sys

from table.wiring import grid9


class _Profile:
    pass


BOARD = _Profile()
for _name in dir(grid9):
    if not _name.startswith("_"):
        setattr(BOARD, _name, getattr(grid9, _name))
BOARD.NAME = "facing9"
BOARD.PINS = dict(grid9.PINS)
BOARD.PINS.update({"facing_east": 27, "facing_north": 28})
BOARD.BIT_FACING = 11
sys.modules["table.wiring.facing9"] = BOARD
