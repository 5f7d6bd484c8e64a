"""Boards of any size, made at once for the window to play on.

The name of such a board says all about it, so nothing has to be kept: own_8x5_none_4 has 8 cells
from west to east and 5 from south to north, senses no places, and has four lights a cell.
"""

from games import names
from sim.window.errors import RefusedError
from sim.window.numbering import (
    LEAST,
    LIGHTS,
    MOST,
    SENSES,
    SIDE,
    can_be,
    in_blocks,
    in_rows,
    nearest,
    of_blocks,
    of_cells,
    spots,
)
from table import settings

if False:  # only mypy reads this: the names of types
    from types import ModuleType
    from typing import Any

    from games.types import Json

_LIKE = {"readers": "grid6", "switches": "hall9", "none": "pad"}  # our boards of that kind
_LIGHT_MA = 6  # for each light
_NO_READER = 255
_PREFIX = "own"


class OwnBoard:
    """A profile with the numbers of a board, and all else as our board of its kind has it."""


def choices() -> "Json":
    """Return the choices of a form for a board, as the fact `hello` has them."""
    return {"sides": [LEAST, MOST], "lights": [[sense, list(LIGHTS[sense])] for sense in SENSES]}


def name_of(width: int, height: int, sense: str, lights: int) -> str:
    """Return the name of a board."""
    return "%s_%dx%d_%s_%d" % (_PREFIX, width, height, sense, lights)


def read(name: str) -> "tuple[int, int, str, int] | None":
    """Return (width, height, sense, lights) of a board by its name; None if it is none, or cannot
    be."""
    parts = name.split("_")
    if len(parts) != 4 or parts[0] != _PREFIX or parts[2] not in LIGHTS:
        return None
    numbers = parts[1].split("x") + parts[3:]
    if len(numbers) != 3 or not all([one and not one.strip("0123456789") for one in numbers]):
        return None
    width, height, lights = [int(number) for number in numbers]
    if name != name_of(width, height, parts[2], lights):
        return None
    return (width, height, parts[2], lights) if can_be(width, height, parts[2], lights) else None


def profile(name: str) -> "ModuleType | None":
    """Return the profile of a board by its name; None if there can be no such board."""
    about = read(name)
    if about is None:
        return None
    width, height, sense, lights = about
    made: "Any" = OwnBoard()
    like = settings.profile(_LIKE[sense])
    for key in dir(like):
        if not key.startswith("_"):
            setattr(made, key, getattr(like, key))
    chain = (in_rows if sense == "none" else in_blocks)(width, height, lights)
    made.NAME = name
    made.TITLE = "%d x %d" % (width, height)
    made.WIDTH = width
    made.SPOTS = " ".join(spots(width, height))
    made.READERS = bytes([_NO_READER] * (width * height))
    if sense == "readers":
        made.READERS = bytes(of_blocks(width, height, SIDE * SIDE))
        made.BLOCKS = width * height // (SIDE * SIDE)
    elif sense == "switches":
        made.HALL = bytes(of_blocks(width, height, like.BLOCK_BITS))
        made.HALL_BITS = width * height // (SIDE * SIDE) * like.BLOCK_BITS
    made.PER_SPOT = lights
    numbers = [number for cell in of_cells(chain, width) for number in cell]
    made.LIGHTS = bytes([byte for number in numbers for byte in (number & 255, number >> 8)])
    made.PIXELS = len(chain)
    made.LIGHT_MA = max(like.LIGHT_MA, _LIGHT_MA * len(chain))
    found: "ModuleType" = made
    return found


def ask(request: "Json") -> "Json":
    """Return the name of the board that a page asks for, and the command that makes its plans,
    with facing sensors if it asks for these: {"name", "command"}; raises RefusedError, which
    names the nearest board that can be made."""
    sizes: "list[Any]" = [request.get(key) for key in ("width", "height", "lights")]
    sense: "Any" = request.get("sense")
    width, height, lights = sizes
    if not all([type(one) is int for one in sizes]) or sense not in SENSES:
        raise RefusedError("own incomplete")
    if request.get("facings") is True and sense != "readers":
        raise RefusedError("own no facings")
    if not can_be(width, height, sense, lights):
        instead = nearest(width, height, sense, lights)
        if sense == "readers":
            raise RefusedError("own no readers", *instead)
        if sense == "switches":
            raise RefusedError("own no switches", *instead)
        raise RefusedError("own no none", *instead)
    wanted = request.get("games")
    games = [name for name in names() if isinstance(wanted, list) and name in wanted]
    size = "%dx%d" % (width, height)
    words = ["leyboard", "board", "new", "table" + size, "--cells", size, "--sense", sense,
             "--lights", str(lights)]
    words += ["--facings"] if request.get("facings") is True else []
    words += ["--games", ",".join(games)] if games else []
    return {"name": name_of(width, height, sense, lights), "command": " ".join(words)}
