"""The positions of the spots and pixels of a board profile, for drawing.

Lengths are in cells (the distance between two neighbouring cells, across the flats of a hex), x to
the east, y to the north.
"""

import math
import os

from games import game_class, names
from sim.computer import folder_of
from sim.window import own_boards
from sim.window.errors import RefusedError
from sim.window.numbering import PLACES, on_strips
from table import settings, wiring
from table.layout import NOWHERE, Layout, has_sensor

if False:  # only mypy reads this: the names of types
    from types import ModuleType

    from games.base import Game
    from games.types import Json


# The folders of profiles, the user's own boards included; under MicroPython a package has one
# folder.
_FOLDERS = wiring.__path__ if isinstance(wiring.__path__, list) else [folder_of(wiring.__file__)]
_NO_PIXEL = 0xFFFF
_INSET = 0.428  # a cell's pixels, from its middle: 7.2 mm from a neighbour's, of 50
_QUARTERS = ((1, 1), (1, -1), (-1, -1), (-1, 1))
_HEX_CORNERS = ("N", "NE", "SE", "S", "SW", "NW")
_HEX_EDGES = ("NE", "E", "SE", "SW", "W", "NW")


def names_of_boards() -> list[str]:
    """Return the names of all boards, ascending."""
    found: set[str] = set()
    for folder in _FOLDERS:
        try:
            found.update([name.split(".")[0] for name in os.listdir(folder)])
        except OSError:
            pass  # nobody has a board of their own
    return sorted([name for name in found if not name.startswith("_")])


def profiles() -> "list[ModuleType]":
    """Return the wiring modules of all boards, by name."""
    return [settings.profile(name) for name in names_of_boards()]


def profile(name: str) -> "ModuleType":
    """Return the wiring module of a board, also of any size; raises RefusedError."""
    made = own_boards.profile(name)
    if made is not None:
        return made
    for one in profiles():
        if name == one.NAME:
            return one
    known = [one.NAME for one in profiles()]
    raise RefusedError("no board", name, known)


def board(profile: "ModuleType") -> "Json":
    """Return the board for a page: {"profile", "title", "hex", "pixels", "spots"}.

    A spot is {"name", "kind": cell, corner or edge, "x", "y", "angle" in degrees, "reads": whether
    it senses pieces, "pixels": [[number, x, y from its middle], ...]}.
    """
    labels = profile.SPOTS.split(" ")
    places = _squares(profile, labels) if profile.WIDTH else _hexes(labels)
    spots = []
    for place, (label, (what, x, y, angle)) in enumerate(zip(labels, places)):
        spots.append({
            "name": label, "kind": what, "x": round(x, 4), "y": round(y, 4), "angle": angle,
            "reads": has_sensor(profile, place),
            "pixels": _pixels(profile, place),
        })
    return {
        "profile": profile.NAME,
        "title": profile.TITLE,
        "hex": not profile.WIDTH,
        "pixels": profile.PIXELS,
        "spots": spots,
    }


def fits(profiles: "list[ModuleType]") -> dict[str, list[str]]:
    """Return {game: names of the profiles that lack the fewest of its spots, smallest first}.

    It does not count spots that the game's map leaves out. Boards whose cells sense pieces come
    first.
    """
    return {name: fitting(profiles, game_class(name)()) for name in names()}


def fitting(profiles: "list[ModuleType]", game: "Game") -> list[str]:
    """Return the names of the profiles that lack the fewest spots of a game, in that order."""
    rated = []
    for profile in profiles:
        layout = Layout(profile, game)
        lacks = list(layout.place_of).count(NOWHERE)
        rated.append((lacks, not any(layout.reads), layout.places, profile.NAME))
    least = min(rated)[0]
    return [rate[-1] for rate in sorted(rated) if rate[0] == least]


def _squares(profile: "ModuleType", labels: list[str]) -> list[tuple[str, int, int, int]]:
    return [
        ("cell", place % profile.WIDTH, place // profile.WIDTH, 0) for place in range(len(labels))
    ]


def _hexes(labels: list[str]) -> list[tuple[str, float, float, int]]:
    """Return the positions of hexes, corners and edges. Hexes are numbered row by row from the
    north-west; a corner is 4.NE, an edge 4/NE."""
    centres = _hex_centres(max([int(label) for label in labels if label.isdigit()]) + 1)
    arm = 1 / math.sqrt(3)  # from the middle to a corner
    places = []
    for label in labels:
        if label.isdigit():
            x, y = centres[int(label)]
            places.append(("cell", x, y, 0))
        elif "." in label:
            number, side = label.split(".")
            angle = 60 * _HEX_CORNERS.index(side)
            x, y = _step(centres[int(number)], angle, arm)
            places.append(("corner", x, y, 0))
        else:
            number, side = label.split("/")
            angle = 60 * _HEX_EDGES.index(side) + 30
            x, y = _step(centres[int(number)], angle, 0.5)
            places.append(("edge", x, y, angle))
    return places


def _hex_centres(count: int) -> list[tuple[float, float]]:
    """Return the positions of the hexes of the smallest frame that has so many."""
    radius = 0
    while 3 * radius * (radius + 1) + 1 < count:
        radius += 1
    rows = math.sqrt(3) / 2
    return [
        (q + r / 2, -rows * r)
        for r in range(-radius, radius + 1)
        for q in range(-radius, radius + 1)
        if abs(q + r) <= radius
    ]


def _step(start: tuple[float, float], angle: int, length: float) -> tuple[float, float]:
    radians = math.radians(angle)
    return start[0] + length * math.sin(radians), start[1] + length * math.cos(radians)


def _pixels(profile: "ModuleType", place: int) -> list[list[float]]:
    found = []
    per = profile.PER_SPOT
    for i in range(per):
        at = 2 * (place * per + i)
        pixel = profile.LIGHTS[at] | profile.LIGHTS[at + 1] << 8
        if pixel != _NO_PIXEL:
            if profile.BLOCKS or profile.HALL_BITS:  # over a switch only in the first corner
                x, y = [side * _INSET for side in _QUARTERS[i]]
            else:
                x, y = [side - 0.5 for side in on_strips(PLACES[per][i], per)]
            found.append([pixel, x, y])
    return found
