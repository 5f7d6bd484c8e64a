"""The user's own boards: `calculated` computes all parts of a board of some size and kind, and
`nearest` finds the possible board that is nearest to an impossible one."""

import copy
import functools
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hardware import bills, boards, power, rules, wire_lengths
from hardware.mechanics import map_frames
from hardware.source import Design, SourceError, Toml
from sim.window.numbering import HEXES, LEAST, LIGHTS, MOST, STRIPS, by_nearness

FILE = "board.toml"
# The sense of places, and our board on which such a board is modelled.
SENSES = {"readers": "grid6", "switches": "hall9", "none": "pad"}
_HEXAGON = "hex37"   # the same for hexes
_WHY = {"readers": "a piece would hide a light in the middle, and round it are four corners",
        "switches": "the top has room for the switch and one light",
        "none": "a cell has one light, or two or four strips side by side: four, or a ring of "
                "twelve"}
_LIGHT_MA = 6        # for each light, which the weakest of our boards has
_SHEET = 150         # mm, a side of an opal sheet as it is bought
_PAPER = (190, 277)  # mm of A4 that a printer reaches
_HEAD = """\
# The board %s, calculated by `leyboard board new`. Change it, and then: leyboard board make %s
# hardware/design/boards.toml tells the meaning of each line.

"""


class Pieces(NamedTuple):
    """The pieces of a game: the number of their set, and how many kinds there are."""

    game: str
    set: int
    kinds: int


class Wish(NamedTuple):
    """A board that somebody asks for: cells from west to east and from south to north, its sense
    of places (SENSES), lights per cell, its games, and whether it feels how a tile is turned; or
    the number of its hexes, instead of cells."""

    name: str
    width: int
    height: int
    sense: str
    lights: int
    games: tuple[Pieces, ...]
    facings: bool = False
    hexes: int = 0

    @property
    def size(self) -> str:
        """Its size as `--cells` takes it."""
        return f"hex{self.hexes}" if self.hexes else f"{self.width}x{self.height}"

    def words(self) -> str:
        """Return the wish in words, for messages."""
        places = f"{self.hexes} hexes" if self.hexes else f"{self.width} x {self.height} cells"
        return (f"{places}, {self.sense}, {self.lights} light"
                + "s" * (self.lights != 1) + ", facing sensors" * self.facings)


def with_boards(design: Design, text: str) -> Design:
    """Return a design whose boards are those of the text of a board's own file. Raises
    SourceError."""
    made = copy.copy(design)
    made.boards = design.boards.with_own(Toml(Path(FILE), text))
    return made


def board_of(design: Design) -> boards.Board:
    """Return the one board of a design with a board's own file. Raises SourceError."""
    first, *more = boards.boards(design.boards).values()
    if more:
        raise SourceError(FILE, f"it has {1 + len(more)} boards", "Keep one of them")
    return first


def calculated(design: Design, wish: Wish) -> str:
    """Return the text of the file of a board, with the cheapest supplies and feeds that give its
    lights enough and break no rule. Raises SourceError if there are none."""
    _refuse(wish)
    refused, best = None, (-1, "")
    for row in _choices(design, wish):
        try:
            made = with_boards(design, _text(wish, row, {}, {}))
            board = board_of(made)
            board.wires = wire_lengths.longer(made, board)
            text = _text(wish, row, board.wires, _takes(made, board, wish.games))
            check(with_boards(design, text))
        except SourceError as error:
            refused = error
            continue
        zone = sum(map(len, board.lights)) / (board.supplies if board.cells_read else 1)
        light = power.Power(design.power).budget(board).light_ma
        if light >= _LIGHT_MA * zone:
            return text
        best = max(best, (light, text))
    if refused and not best[1]:
        raise refused
    return best[1]


def _refuse(wish: Wish) -> None:
    """Raise SourceError for a board that no table of boards.toml can describe."""
    if wish.hexes and (wish.sense, wish.lights) != ("none", 1):
        raise SourceError(f"{wish.lights} lights and {wish.sense} on hexes",
                          "each hex, corner and edge has one light, and the pad reads the pieces",
                          "Take --sense none --lights 1")
    if wish.hexes and wish.hexes not in HEXES:
        raise SourceError(f"{wish.hexes} hexes", "the frame of Landover's maps has three rings "
                          "of hexes round the middle one, and map A lies within two",
                          "Take " + " or ".join(map(str, HEXES)))
    if not wish.hexes and not LEAST <= min(wish[1:3]) <= max(wish[1:3]) <= MOST:
        raise SourceError(f"{wish.width} x {wish.height} cells",
                          f"a side has {LEAST} to {MOST}", "Take another size")
    if wish.lights not in LIGHTS[wish.sense]:
        raise SourceError(f"{wish.lights} lights a cell", _WHY[wish.sense],
                          "Take " + " or ".join(map(str, LIGHTS[wish.sense])))
    if wish.facings and wish.sense != "readers":
        raise SourceError("facing sensors", "the latches of a reader block choose a sensor",
                          "Take readers under the cells, or leave the facing sensors out")


def check(design: Design) -> None:
    """Raise SourceError if a design with a board's own file breaks a rule."""
    board = board_of(design)
    power.Power(design.power).budget(board)
    for rule in rules.OF_BOARDS:
        rule(design)


def nearest(design: Design, wish: Wish) -> Wish | None:
    """Return the possible board nearest to an impossible one, with the same sense."""
    if wish.hexes:
        hexes = min(HEXES, key=lambda count: abs(count - wish.hexes))
        return Wish(wish.name, 0, 0, "none", 1, wish.games, hexes=hexes)
    facings = wish.facings and wish.sense == "readers"
    for width, height, lights in by_nearness(*wish[1:5]):
        one = Wish(wish.name, width, height, wish.sense, lights, wish.games, facings)
        try:
            calculated(design, one)
        except SourceError:
            continue
        return one
    return None


def _choices(design: Design, wish: Wish) -> Iterator[dict[str, Any]]:
    """Yield possible tables for the board, the cheapest first."""
    supplies = [("brick_2a", 1), ("brick_4a", 1)]
    if wish.hexes:
        row = design.boards.data["boards"][_HEXAGON]
        for supply, count in supplies:
            yield row | {"title": f"{wish.hexes} hexes, {_TITLES['none']}", "supply": supply,
                         "supplies": count, "radius": HEXES[wish.hexes]}
        return
    row = design.boards.data["boards"][SENSES[wish.sense]] | {
        "title": f"{wish.width} x {wish.height}, {_TITLES[wish.sense]}", "width": wish.width,
        "height": wish.height, "lights": wish.lights}
    if wish.facings:
        row |= {"title": row["title"] + " that feels turns", "facings": True}
    along = STRIPS[wish.lights]
    feeds = [row["feed"]]
    if "spacing" in row:
        row["spacing"] = round(along * row["spacing"], 3)
        feeds = list(range(wish.height * along, 0, -1))
    if wish.sense == "readers":
        supplies += [("brick_4a", n) for n in range(2, wish.width * wish.height // 9 + 1)]
    for supply, count in supplies:
        for feed in feeds:
            yield row | {"feed": feed, "supply": supply, "supplies": count}


_TITLES = {"readers": "a reader under every cell", "switches": "a hall switch under every cell",
           "none": "a lit map and a pad"}


def _takes(design: Design, board: boards.Board,
           games: tuple[Pieces, ...]) -> dict[str, float]:
    """Return {part: quantity} of the further parts of a board, beyond its circuits and blocks: its
    map, the tags and magnets of its pieces, and wire for ways longer than a board's of our own."""
    found = tags(design, board, games)
    if board.hexes:
        plain, whole = design.bills.data["plain"][_HEXAGON], _ours()[_HEXAGON].hexes
        found |= plain | {part: math.ceil(plain[part] * board.hexes / whole)
                          for part in ("acrylic", "overlay")}
    elif not board.blocks:
        wide, high = (side * board.pitch for side in (board.width, board.height))
        found |= {part: n for part, n in design.bills.data["plain"]["pad"].items()
                  if part not in ("acrylic", "overlay")}
        found["acrylic"] = math.ceil(wide * high / _SHEET ** 2)
        found["overlay"] = math.ceil(wide / _PAPER[0]) * math.ceil(high / _PAPER[1])
        found["filament"] = grams(design, board)
    board.takes = found
    for part, metres in wire_lengths.missing(design, board).items():
        found[part] = round(found.get(part, 0) + math.ceil(10 * metres) / 10, 1)
    return found


def tags(design: Design, board: boards.Board, games: tuple[Pieces, ...]) -> dict[str, float]:
    """Return {part: quantity} of tags and magnets for the pieces of some games; games with one set
    of pieces share them. A game that [tags] does not know has a tag for each kind of piece."""
    by_set: dict[int, dict[str, Any]] = {}
    for pieces in games:
        row = design.bills.data["tags"].get(pieces.game) or {
            "least": pieces.kinds, "full": pieces.kinds, "magnets": 0}
        by_set[pieces.set] = max(by_set.get(pieces.set, row), row, key=lambda row: row["full"])
    found: dict[str, float] = {}
    for row in by_set.values():
        part = row.get("tag", "tag25")
        found[part] = found.get(part, 0) + row["full" if board.cells_read else "least"]
        if board.hall and row["magnets"]:
            found["magnet"] = found.get("magnet", 0) + row["magnets"]
        if board.facings and "turned" in row:
            found["magnet6"] = found.get("magnet6", 0) + 2 * row["turned"]
    return found


def strips(board: boards.Board) -> tuple[int, int, float]:
    """Return (lights of a strip, strips, mm from light to light) of a lit map."""
    along = STRIPS[board.per_spot]
    return board.width * along, board.height * along, board.pitch / along


def grams(design: Design, board: boards.Board) -> int:
    """Return the grams of the frame of a board's lit map: its share of a solid one is that of the
    frame of `pad`, which the slicer weighed."""
    weighed = float(bills.Bills(design).prints["map_frame"]["grams"])
    solid = map_frames.volume(*strips(_ours()["pad"]))
    return round(map_frames.volume(*strips(board)) / solid * weighed)


@functools.cache
def _ours() -> dict[str, boards.Board]:
    return boards.boards(Design().boards)


def _text(wish: Wish, row: dict[str, object], wires: dict[str, float],
          takes: dict[str, float]) -> str:
    """Return the text of a board's own file."""
    def said(value: object) -> str:
        return str(value).lower() if isinstance(value, bool) else \
            f'"{value}"' if isinstance(value, str) else f"{value:g}"
    lines = [f"[boards.{wish.name}]", *(f"{key} = {said(value)}" for key, value in row.items())]
    lines.append("games = [%s]" % ", ".join(f'"{one.game}"' for one in wish.games))
    for key, words, items in (
            ("wires", "Its wires that are longer than [wires] in bills.toml, in mm.", wires),
            ("takes", "What it takes beside its circuits and blocks: parts of parts.csv.", takes)):
        if items:
            lines += ["", "# " + words, f"[boards.{wish.name}.{key}]",
                      *(f"{name} = {number:g}" for name, number in items.items())]
    return _HEAD % (wish.name, wish.name) + "\n".join(lines) + "\n"
