"""The share of a cell's lights that a piece on it leaves visible, by the mouth's area. In mm.

The lights say "take this piece away" while the piece lies there, so no piece in its place may hide
one. Landover's pieces stand over their lights, so they are printed in clear filament.
"""

from typing import Any

from hardware import boards
from hardware.assembly import value
from hardware.source import Design

_STEPS = 60  # of a mouth's width, for its area


def feet(m: Any, pitch: float) -> Any:
    """Return {piece: [(x1, y1, x2, y2) or (x, y, radius)]} of what lies on a board, its cell's
    middle at (0, 0); a domino's other half to each of the four sides."""
    side, disc = value(m, "tile", "side") / 2, value(m, "pieces", "disc") / 2
    large = max(m.need("pieces", "pyramid", list)) / 2
    found = {"a tile": [(-side, -side, side, side)],
             "a large pyramid": [(-large, -large, large, large)], "a cairn": [(0, 0, disc)],
             "a tor": [(0, 0, value(m, "pieces", "tor") / 2)]}
    for name, dx, dy in (("north", 0, 1), ("east", 1, 0), ("south", 0, -1), ("west", -1, 0)):
        found[f"a domino to the {name}"] = [
            (min(0, dx) * pitch - side, min(0, dy) * pitch - side,
             max(0, dx) * pitch + side, max(0, dy) * pitch + side)]
    return found


def _covers(foot: tuple[float, ...], x: float, y: float) -> bool:
    if len(foot) == 3:
        return (x - foot[0]) ** 2 + (y - foot[1]) ** 2 < foot[2] ** 2
    return foot[0] < x < foot[2] and foot[1] < y < foot[3]


def visible(x: float, y: float, radius: float, pieces: Any) -> float:
    """Return the share of a round mouth at (x, y) that `pieces` leave open, 0 to 1."""
    inside = [(radius * ((2 * i + 1) / _STEPS - 1), radius * ((2 * j + 1) / _STEPS - 1))
              for i in range(_STEPS) for j in range(_STEPS)]
    inside = [(dx, dy) for dx, dy in inside if dx * dx + dy * dy <= radius * radius]
    open_ = sum(not any(_covers(foot, x + dx, y + dy) for foot in pieces) for dx, dy in inside)
    return open_ / len(inside)


def places(board: Any) -> Any:
    """Return {(x, y)} of a cell's lights from its middle, over all cells of a board with
    blocks."""
    found = set()
    for i, numbers in enumerate(board.lights):
        x, y = ((n + 0.5) * board.pitch for n in (i % board.width, i // board.width))
        found |= {(round(board.pixels[n][0] - x, 3), round(board.pixels[n][1] - y, 3))
                  for n in numbers}
    return found


def check(design: Design) -> list[tuple[str, ...]]:
    """Return rows for rules.py: for each way of lighting cells, the light that a piece hides
    most."""
    m = design.mechanics
    rows: list[tuple[str, ...]] = []
    radius, least = value(m, "top", "mouth") / 2, m.need("top", "visible", int)
    kinds: dict[Any, Any] = {}
    for board in boards.boards(design.boards).values():
        if board.blocks:
            kinds.setdefault((board.hall, board.per_spot), board)
    for board in kinds.values():
        share, piece = min((visible(x, y, radius, shape), name)
                           for name, shape in feet(m, board.pitch).items()
                           for x, y in places(board))
        if 100 * share < least:
            what = (f"{piece} leaves {100 * share:.0f} % of a light of {board.name} open, {least} "
                    "are wanted")
            if board.per_spot == 1 and not board.hall:
                raise board.source.error(board.at, "lights", what, "Say lights = 4: they stand in "
                                         "the corners")
            raise m.error("top", "visible", what,
                          "Move the lights towards the gap (INSET in boards.py), or make the "
                          "piece smaller ([tile] side)")
        rows.append((f"lights of `{board.name}` under a laid piece: least that stays open, under "
                     f"{piece}", f"{100 * share:.0f} %", f"{least} %",
                     f"{100 * share - least:.0f} %",
                     "how far the sheet spreads the light; Landover's pieces, of clear filament"))
    return rows
