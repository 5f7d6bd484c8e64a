"""The three maps: terrain with reference numbers, and harbours (rules: landover 4).

The firmware loads it to make a game, and drops it then.
"""

from games import hexmap
from games.hexnames import any_edge
from games.landover.common import ANY, CARDS, LETTERS, MYSTERY, WATER, Map

# name: (target, setup_route, island_bonus, land row by row, harbours)
_A = (
    "~ ~ ~ ~ ~ H9 M4 S8 ~ ~ M12 S6 H11 F9 ~ ~ S3 W5 F10 W8 M2 ~"
    " ~ H6 S4 M11 F3 ~ ~ W5 F10 W4 ~ ~ ~ ~ ~",
    "5/NW any 6/NE wool 13/NE any 20/NE ore 26/SE any 30/SE clay 29/SW any 23/W wheat 10/W wood",
)
_B = (
    "F11 M6 ~ H5 W3 S10 ~ W3 S4 ~ ~ ~ ~ ~ ~ M6 G11 ~ G12 ~ G4 H9"
    " ~ ~ ~ ~ ~ ~ W4 F2 ~ M10 F8 S9 ~ W8 H5",
    "1/E any 4/SW ore 35/W any 32/NE wool 8/SE wheat 28/NW clay 15/NE wood 21/SW any",
)
_C = (
    "? ~ ~ ~ ~ S8 F3 W4 ~ ~ M5 ? ? S9 ~ ~ H6 ? ? ? W5 ? ~ F10 ? ? F8 ~ ~ M6 H11 S9 ~ ? ~ ~ ~",
    "6/NW any 7/NE wood 13/E ore 26/E any 31/SE wool 30/SW any 23/SW wheat 16/W any 10/NW clay",
)
MAPS = {"A": _A, "B": _B, "C": _C}
_DEFAULTS: "dict[str, dict[str, int | str]]" = {  # option: its default on each map
    "target": {"A": 15, "B": 18, "C": 16},
    "setup_route": {"A": "road", "B": "any", "C": "road"},
    "island_bonus": {"A": "off", "B": "each", "C": "off"},
}

# The mystery tiles: how many of each terrain, and of each number up to 12.
_BAG_TILES = b"\x01\x01\x01\x01\x01\x02\x03\x00"
_BAG_NUMBERS = b"\x00\x00\x01\x01\x02\x00\x00\x00\x00\x00\x01\x01\x01"


def default(option: str, name: str) -> str | int:
    """Return the default of an option on a map."""
    return _DEFAULTS[option][name]


def read(name: str) -> "Map":
    """Return the Map made from a map's rows."""
    rows, harbours = MAPS[name]
    found = Map()
    found.terrain = bytearray(hexmap.HEXES)
    found.numbers = bytearray(hexmap.HEXES)
    found.land = []
    for place, word in enumerate(rows.split()):
        found.terrain[place] = LETTERS.index(word[0])
        if found.terrain[place] < WATER:
            found.numbers[place] = int(word[1:])
            found.land.append(place)
    found.mystery = MYSTERY in list(found.terrain)
    found.tiles = _BAG_TILES if found.mystery else bytes(len(_BAG_TILES))
    found.tokens = _BAG_NUMBERS if found.mystery else bytes(len(_BAG_NUMBERS))
    found.isles = _isles(found.land)
    _read_ports(found, harbours.split())
    return found


def _read_ports(found: "Map", words: list[str]) -> None:
    found.ports = []
    for i in range(0, len(words), 2):
        card = ANY if words[i + 1] == "any" else CARDS.index(words[i + 1])
        found.ports.append((any_edge(words[i]), card))
    found.port_at = bytearray(hexmap.CORNERS)
    found.dealers = [0] * (ANY + 1)
    for port in range(len(found.ports)):
        edge, card = found.ports[port]
        found.dealers[card] |= 1 << port
        for end in (2 * edge, 2 * edge + 1):
            found.port_at[hexmap.EDGE_CORNERS[end]] = port + 1


def _isles(land: list[int]) -> bytearray:
    """Return island + 1 for each hex, 0 for none; islands are numbered by their lowest hex."""
    isles = bytearray(hexmap.HEXES)
    count = 0
    for first in land:
        if not isles[first]:
            count += 1
            isles[first] = count
            shore = [first]
            while shore:
                place = shore.pop()
                for side in range(6):
                    other = hexmap.HEX_NEAR[6 * place + side]
                    if other in land and not isles[other]:
                        isles[other] = count
                        shore.append(other)
    return isles
