"""Draws numbers on the real boards: on the profile that has most of a game's spots."""

import math
from typing import TYPE_CHECKING, Any

from matplotlib import colormaps
from matplotlib.cm import ScalarMappable
from matplotlib.collections import PatchCollection
from matplotlib.colors import Normalize
from matplotlib.patches import Circle, Polygon, Rectangle, RegularPolygon
from matplotlib.ticker import MaxNLocator

from games import make
from sim.window import geometry
from table import settings
from table.layout import NOWHERE, Layout

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

    from games.types import Json
    from sim.study.plan import Cell

_COLOURS = colormaps["YlGnBu"]
_EMPTY = "#f3efe6"
_LINE = "#cbc4b4"
_NONE = "#eee9dd"  # the outline of a place that the game does not use


class Board:
    """The board for the games of a cell: `name`, `title`, the number of the game's spots it
    `lacks`, and its places, `spots`, as [(spot of the game or -1, see geometry.board), ...]."""

    def __init__(self, cell: "Cell"):
        self._game = make(cell.game, cell.seats, cell.options)
        name = geometry.fitting(geometry.profiles(), self._game)[0]
        profile = settings.profile(name)
        drawn = geometry.board(profile)
        self.name = drawn["profile"]
        self.title = drawn["title"]
        self._hexes = drawn["hex"]
        layout = Layout(profile, self._game)
        self.lacks = sum(place == NOWHERE for place in layout.place_of)
        self.spots = [
            (layout.spot_of[place], spot) for place, spot in enumerate(drawn["spots"])
        ]

    def spot_name(self, spot: int) -> str:
        """Return the name of a spot of the game."""
        return self._game.spot_name(spot)

    def draw(self, figure: "Figure", axes: "Axes", values: dict[int, float]) -> None:
        """Draw {spot: value} into axes, with a colour scale beside them."""
        scale = Normalize(min(values.values()), max(values.values()) or 1)
        here = {spot["kind"] for number, spot in self.spots if number in values}
        patches: list[Any] = []
        faces: list[Any] = []
        lines: list[Any] = []
        for number, spot in sorted(self.spots, key=lambda pair: pair[1]["kind"] != "cell"):
            if spot["kind"] == "cell" or spot["kind"] in here:
                there = number != NOWHERE
                patches.append(self._patch(spot))
                lines.append(_LINE if there else _NONE)
                if number in values:
                    faces.append(_COLOURS(scale(values[number])))
                else:
                    faces.append(_EMPTY if there else "none")
        axes.add_collection(
            PatchCollection(patches, facecolors=faces, edgecolors=lines, linewidths=0.5)
        )
        used = [spot for number, spot in self.spots if number != NOWHERE]
        xs = [spot["x"] for spot in used]
        ys = [spot["y"] for spot in used]
        axes.set_xlim(min(xs) - 0.6, max(xs) + 0.6)
        axes.set_ylim(min(ys) - 0.6, max(ys) + 0.6)
        axes.set_aspect("equal")
        axes.axis("off")
        bar = figure.colorbar(ScalarMappable(scale, _COLOURS), ax=axes, shrink=0.55, pad=0.02)
        bar.outline.set_visible(False)
        bar.locator = MaxNLocator(5)
        bar.update_ticks()
        bar.ax.tick_params(labelsize=7.5, length=2)

    def _patch(self, spot: "Json") -> "Patch":
        x, y = spot["x"], spot["y"]
        if spot["kind"] == "corner":
            return Circle((x, y), 0.15)
        if spot["kind"] == "edge":
            return Polygon(_bar(x, y, math.radians(spot["angle"])))
        if self._hexes:
            return RegularPolygon((x, y), 6, radius=1 / math.sqrt(3))
        return Rectangle((x - 0.5, y - 0.5), 1, 1)


def _bar(x: float, y: float, turn: float) -> list[tuple[float, float]]:
    """Return the corners of a bar along the hex edge in the direction `turn`."""
    sine, cosine = math.sin(turn), math.cos(turn)
    corners = ((-0.2, -0.06), (0.2, -0.06), (0.2, 0.06), (-0.2, 0.06))
    return [(x + a * cosine + b * sine, y - a * sine + b * cosine) for a, b in corners]
