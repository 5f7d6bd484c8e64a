"""Boards of any size, made at once for the window to play on.

The name of such a board says all about it, so nothing has to be kept: own_8x5_none_4 has 8 cells
from west to east and 5 from south to north, senses no places, and has four lights a cell. Boards
of hexes are hex37 of ours, and own_hex19, which has the hexes in its middle. One that feels how a
tile is turned is own_9x9_readers_4_facings.
"""

from games import hexmap, names
from sim.window.errors import RefusedError
from sim.window.numbering import (
    LEAST,
    LIGHTS,
    MOST,
    MOST_BLOCKS,
    MOST_PIXELS,
    SENSES,
    SIDE,
    STRIPS,
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
_FACINGS = "_facings"
_ISLAND, _FRAME = "own_hex19", "hex37"
_HEXAGONS = {19: _ISLAND, 37: _FRAME}  # by the number of hexes


class OwnBoard:
    """A profile with the numbers of a board, and all else as our board of its kind has it."""


def choices() -> "Json":
    """Return the choices of a form for a board, as the fact `hello` has them."""
    return {
        "sides": [LEAST, MOST], "lights": [[sense, list(LIGHTS[sense])] for sense in SENSES],
        "hexes": sorted(_HEXAGONS),
    }


def name_of(width: int, height: int, sense: str, lights: int, facings: bool = False) -> str:
    """Return the name of a board."""
    name = "%s_%dx%d_%s_%d" % (_PREFIX, width, height, sense, lights)
    return name + _FACINGS if facings else name


def read(name: str) -> "tuple[int, int, str, int] | None":
    """Return (width, height, sense, lights) of a board by its name; None if it is none, or cannot
    be."""
    feels = name.endswith(_FACINGS)
    if feels:
        name = name[: -len(_FACINGS)]
    parts = name.split("_")
    if len(parts) != 4 or parts[0] != _PREFIX or parts[2] not in LIGHTS:
        return None
    numbers = parts[1].split("x") + parts[3:]
    if len(numbers) != 3 or not all([one and not one.strip("0123456789") for one in numbers]):
        return None
    width, height, lights = [int(number) for number in numbers]
    if name != name_of(width, height, parts[2], lights) or feels and parts[2] != "readers":
        return None
    return (width, height, parts[2], lights) if can_be(width, height, parts[2], lights) else None


def is_own(name: str) -> bool:
    """Is this the name of a board of any size?"""
    return name == _ISLAND or read(name) is not None


def profile(name: str) -> "ModuleType | None":
    """Return the profile of a board by its name; None if there can be no such board."""
    if name == _ISLAND:
        return _island()
    about = read(name)
    if about is None:
        return None
    width, height, sense, lights = about
    like = settings.profile(_LIKE[sense])
    made = _copy(like, name)
    chain = (in_rows if sense == "none" else in_blocks)(width, height, lights)
    made.TITLE = "%d x %d" % (width, height)
    if name.endswith(_FACINGS):
        made.PINS = like.PINS | {"facing_east": 27, "facing_north": 28}
        made.BIT_FACING = 11
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
    return _finished(made)


def _copy(like: "ModuleType", name: str) -> "Any":
    """Return a profile with all that one of ours has, but the name."""
    made: "Any" = OwnBoard()
    for key in dir(like):
        if not key.startswith("_"):
            setattr(made, key, getattr(like, key))
    made.NAME = name
    return made


def _finished(made: "Any") -> "ModuleType":
    found: "ModuleType" = made
    return found


def _island() -> "ModuleType":
    """Return the profile of the hexes of hex37 that have others all round, with their corners and
    edges; its lights follow one another as there."""
    like = settings.profile(_FRAME)
    there = set()
    for place in range(hexmap.HEXES):
        around = range(6 * place, 6 * place + 6)
        if hexmap.NONE not in [hexmap.HEX_NEAR[at] for at in around]:
            there.add(str(place))
            there.update([hexmap.corner_name(hexmap.HEX_CORNERS[at]) for at in around])
            there.update([hexmap.edge_name(hexmap.HEX_EDGES[at]) for at in around])
    places = [place for place, spot in enumerate(like.SPOTS.split(" ")) if spot in there]
    numbers = [like.LIGHTS[2 * place] | like.LIGHTS[2 * place + 1] << 8 for place in places]
    order = {number: at for at, number in enumerate(sorted(numbers))}
    made = _copy(like, _ISLAND)
    made.TITLE = "%d hexes" % len([spot for spot in there if spot.isdigit()])
    made.SPOTS = " ".join([like.SPOTS.split(" ")[place] for place in places])
    made.READERS = bytes([_NO_READER] * len(places))
    made.LIGHTS = bytes([order[number] >> bits & 255 for number in numbers for bits in (0, 8)])
    made.PIXELS = len(places)
    return _finished(made)


def ask(request: "Json") -> "Json":
    """Return the name of the board that a page asks for, and the command that makes its plans,
    with facing sensors if it asks for these: {"name", "command"}; raises RefusedError, which
    names the nearest board that can be made."""
    if "hexes" in request:
        return _ask_hexes(request)
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
            raise RefusedError("own no readers", MOST, *instead[:2])
        if sense == "switches":
            raise RefusedError("own no switches", MOST_BLOCKS[sense], *instead[:2])
        raise RefusedError("own no none", LEAST, MOST, MOST_PIXELS // STRIPS[12] ** 2, *instead)
    size = "%dx%d" % (width, height)
    words = ["--lights", str(lights)] + ["--facings"] * (request.get("facings") is True)
    return {"name": name_of(width, height, sense, lights, request.get("facings") is True),
            "command": _command("table" + size, [size, "--sense", sense] + words, request)}


def _ask_hexes(request: "Json") -> "Json":
    """Return the same for a board of hexes."""
    count: "Any" = request["hexes"]
    if type(count) is not int or count not in _HEXAGONS:
        raise RefusedError("own no hexes", sorted(_HEXAGONS))
    return {"name": _HEXAGONS[count],
            "command": _command("hexes%d" % count, ["hex%d" % count], request)}


def _command(name: str, board: list[str], request: "Json") -> str:
    """Return the command for the plans of a board, and of the games that a page asks for."""
    wanted = request.get("games")
    games = [name for name in names() if isinstance(wanted, list) and name in wanted]
    return " ".join(["leyboard", "board", "new", name, "--cells"] + board
                    + (["--games", ",".join(games)] if games else []))
