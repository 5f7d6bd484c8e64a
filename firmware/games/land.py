"""Ley of the Land, classic: two players close territories on one board (rules: land).

Pieces and tokens as in tiles.py. Spots are the cells; in a game with the bag one more spot holds
the drawn tile. Actions: (_PLACE, cell, tile), (_PASS,), (_DRAW,), (_RETURN,), and by chance
(_DRAWN, kind).
"""

from micropython import const

from games.base import CHANCE, OVER
from games.grid import Grid
from games.tiles import (
    COLOURS,
    COUNTS,
    CROSS,
    KIND_OF,
    KINDS,
    TILES,
    TURNS,
    TileGame,
    kind_of,
    only,
    tile_of,
    turns_of,
    word,
)

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterable
    from typing import Any

    from games.types import Action, Box, Event, Events, Json, Mark, Message, Moves, Prompt, Words

_PLACE = const(1)
_PASS = const(2)
_DRAW = const(3)
_RETURN = const(4)
_DRAWN = const(5)
_PLAIN = ("", "", "pass", "draw", "return")  # actions of a single word
_CENTRE = const(40)  # e5
_BAG = const(14)  # where the bag begins in `supply`
_DRAWING = const(7)  # `drawn` while chance has yet to name the tile
_RING_BONUS = const(4)
_EACH = ("", "rings", "threes", "halves", "crosses", "threes", "rings")  # numbers, by kind


class Land(TileGame):
    """The game; `supply` counts tiles by kind: 7 bytes each for seat 0, seat 1 and the bag."""

    NAME = "land"
    TITLE = "Ley of the Land"
    SEATS = (2, 2)
    ACTIONS = "1 81 17, 2, 3, 4"
    OPTIONS = (
        ("supply", ("split", "bag")),
        ("ownership", ("colour", "completer")),
        ("edge", ("open", "closed")),
    )
    STATE = TileGame.TILE_STATE + ("supply", "points", "turn", "passes", "drawn")

    AHEAD = 12
    FEATURES = 1140

    board = Grid(9, 9)

    def reset(self) -> None:
        self.clear(self.board, 1, _CENTRE, self.options["edge"] == "closed")
        self.supply = bytearray(3 * 7)
        self.points = [0, 0]
        self.turn = 0
        self.passes = 0  # in a row
        self.drawn = 0  # the kind drawn and not yet placed
        for kind in range(1, 7):
            count = self._each(kind)
            if self.options["supply"] == "split" or len(TURNS[kind]) == 1:
                self.supply[kind] = self.supply[7 + kind] = count
            else:
                self.supply[_BAG + kind] = 2 * count
        self.lay(_CENTRE, CROSS, (0, 1))

    def _each(self, kind: int) -> int:
        """Return how many tiles of a kind there are for a seat; one more cross begins."""
        return self.options.get(_EACH[kind], COUNTS[kind] // 2)

    def tokens(self) -> "Box":
        return tuple([(kind, KINDS[kind], -1, 2 * self._each(kind) + COUNTS[kind] % 2)
                      for kind in range(1, 7)])

    def current(self) -> tuple[int, ...]:
        if self.passes == 2 or self.laid == TILES:
            return OVER
        return (CHANCE,) if self.drawn == _DRAWING else (self.turn,)

    def legal(self, by: int) -> "list[Action]":
        if by not in self.current():
            return []
        if by == CHANCE:
            return [(_DRAWN, kind) for kind in range(1, 7) if self.supply[_BAG + kind]]
        actions = self.places(_PLACE, self._kinds(by), 0, TILES)
        if self.drawn:
            return actions or [(_RETURN,)]
        actions.append((_DRAW,) if self._bag() else (_PASS,))
        return actions

    def reason(self, by: int, action: "Action") -> "Message | None":
        what = action[0] if action else 0
        size = 3 if what == _PLACE else 2 if what == _DRAWN else 1
        if not _PLACE <= what <= _DRAWN or len(action) != size or (by == CHANCE) != (size == 2):
            return "no such action"
        if what == _PLACE:
            return self._reason_place(by, action[1], action[2])
        if what == _DRAWN:
            return self._reason_drawn(action[1])
        if what == _RETURN:
            if not self.drawn:
                return "nothing drawn"
            if self.has_place(TURNS[self.drawn], 0, TILES):
                return ("fits", KINDS[self.drawn])
            return None
        if self.drawn:
            return ("drawn first", KINDS[self.drawn])
        if what == _PASS and self._bag():
            return "draw first"
        if what == _DRAW and not self._bag():
            return "bag empty" if self.options["supply"] == "bag" else "no bag"
        return None

    def _reason_place(self, by: int, cell: int, tile: int) -> "Message | None":
        if not 0 <= cell < TILES or not 1 <= tile <= 16:
            return "no such action"
        kind = KIND_OF[tile]
        if self.drawn:
            if kind != self.drawn:
                return ("drawn first", KINDS[self.drawn])
        elif not self.supply[7 * by + kind]:
            if self.supply[_BAG + kind]:
                return ("from the bag", KINDS[kind])
            return ("none left", KINDS[kind])
        return self.misfit(cell, tile)

    def _reason_drawn(self, kind: int) -> "Message | None":
        if not 1 <= kind <= 6:
            return "no such action"
        return None if self.supply[_BAG + kind] else ("not in the bag", KINDS[kind])

    def prompt(self) -> "Prompt":
        if self.drawn == _DRAWING:
            what: "tuple[Any, ...]" = ("now draw",)
        elif not self.drawn:
            own = self.options["ownership"] == "colour"
            fits = any(True for _ in self.targets(self.turn))
            if fits:
                what = ("now bag" if self._bag() else "now", "gy"[self.turn] if own else "c")
            else:
                what = ("now only draw" if self._bag() else "now only pass",)
        else:
            fits = self.has_place(TURNS[self.drawn], 0, TILES)
            what = ("now drawn" if fits else "now return", KINDS[self.drawn])
        return self.current(), what

    def weight(self, action: "Action") -> int:
        return self.supply[_BAG + action[1]]

    def effects(self, by: int, action: "Action") -> "Moves":
        what = action[0]
        changed: "tuple[Any, ...]" = ((action[1], action[2]),) if what == _PLACE else ()
        if what == _DRAWN:
            changed = ((TILES, TURNS[action[1]][0]),)
        elif 0 < self.drawn < _DRAWING:
            changed += ((TILES, 0),)
        return changed

    def targets(self, by: int) -> "Iterable[int]":
        if by not in self.current():
            return
        if by == CHANCE or self.drawn:
            yield TILES
        if by != CHANCE:
            for cell in self.open_cells(turns_of(self._kinds(by)), 0, TILES):
                yield cell

    def placing(self, by: int, token: int, spot: int = -1) -> "Iterable[Action]":
        if by not in self.current():
            return
        if by == CHANCE or spot == TILES or not token and spot < 0:
            for action in TileGame.placing(self, by, token, spot):
                yield action
        elif 1 <= token <= 6 and self._kinds(by)[token]:  # no action takes a tile off a cell
            start, end = (0, TILES) if spot < 0 else (spot, spot + 1)
            for action in self.places(_PLACE, only(token), start, end):
                yield action

    def intended_action(self, by: int, spot: int, token: int) -> "Action | None":
        if spot >= TILES or not 0 < token < len(TURNS):
            return None
        return (_PLACE, spot, self.best_turn(spot, token))

    def drawn_actions(self, token: int, spot: int) -> "list[tuple[int, Action]]":
        if 0 < self.drawn < _DRAWING or self._reason_drawn(token):
            return []
        drawn = (CHANCE, (_DRAWN, token))
        return [drawn] if self.drawn else [(self.turn, (_DRAW,)), drawn]

    def play(self, by: int, action: "Action") -> "Events":
        what = action[0]
        if what == _DRAW:
            self.drawn = _DRAWING
        elif what == _DRAWN:
            self.drawn = action[1]
        elif what == _PLACE:
            return self._lay(by, action[1], action[2])
        else:  # the bag still counts a tile that is returned
            self.drawn = 0
            self.passes += 1
            self.turn = 1 - by
        return []

    def _lay(self, by: int, cell: int, tile: int) -> "Events":
        start = _BAG if self.drawn else 7 * by
        self.supply[start + KIND_OF[tile]] -= 1
        self.drawn = 0
        self.passes = 0
        self.turn = 1 - by
        owners = (0, 1) if self.options["ownership"] == "colour" else (by, by)
        complete = self.lay(cell, tile, owners)
        return [self._score(region, owner) for _, region, owner in complete]

    def _score(self, region: int, owner: int) -> "Event":
        diamonds = self.diamonds[region]
        points = self.worth(region)
        self.points[owner] += points
        cells = [self.grid.name(cell) for cell in self.cells_of(region)]
        colour = COLOURS[self.colour_of(region)]
        return ["territory", owner, colour, diamonds, points - diamonds, points, cells]

    def worth(self, region: int) -> int:
        return self.diamonds[region] + (self._bonus() if self.has_ring(region) else 0)

    def _bonus(self) -> int:
        return self.options.get("ring_bonus", _RING_BONUS)

    def threat(self, seat: int) -> int:
        if self.drawn:
            return -1
        owners = (0, 1) if self.options["ownership"] == "colour" else (seat, seat)
        from games.closing import threat

        return threat(self, seat, self._kinds(seat), 0, TILES, owners)

    def scores(self) -> list[int]:
        return list(self.points)

    def result(self) -> tuple[list[int], str]:
        winner = 0 if self.points[0] > self.points[1] else 1
        return [winner], "board full" if self.laid == TILES else "both passed"

    def spots(self) -> int:
        return TILES + (1 if self.options["supply"] == "bag" else 0)

    def spot_name(self, spot: int) -> str:
        return "drawn" if spot == TILES else self.board.name(spot)

    def spot(self, name: str) -> int:
        if name == "drawn" and self.options["supply"] == "bag":
            return TILES
        return self.board.cell(name)

    def piece_at(self, spot: int) -> int:
        if spot == TILES:
            return TURNS[self.drawn][0] if 0 < self.drawn < _DRAWING else 0
        return self.cells[spot]

    def scored(self, event: "Event") -> list[int]:
        return [self.board.cell(name) for name in event[6]]

    def score_breakdown(self, seat: int) -> "tuple[tuple[str, int], ...]":
        own = [region for _, region, owner in self.done if owner == seat]
        rings = len([region for region in own if self.has_ring(region)])
        bonus = self._bonus() * rings
        return (("part land", self.points[seat] - bonus), ("part bonus", bonus))

    def has_secrets(self) -> bool:
        return self.options["supply"] == "bag"

    def text(self, action: "Action") -> "Words":
        if action[0] == _PLACE:
            return ["place", word(action[2]), self.board.name(action[1])]
        if action[0] == _DRAWN:
            return ["drawn", KINDS[action[1]]]
        return [_PLAIN[action[0]]]

    def parse(self, words: "Words") -> "Action":
        if isinstance(words, list) and words and isinstance(words[0], str):
            if len(words) == 3 and words[0] == "place":
                return (_PLACE, self.board.cell(words[2]), tile_of(words[1]))
            if len(words) == 2 and words[0] == "drawn":
                return (_DRAWN, kind_of(words[1]))
            if len(words) == 1 and words[0] and words[0] in _PLAIN:
                return (_PLAIN.index(words[0]),)
        raise ValueError('an action of land is like ["place", "ggyy", "d5"], not %s' % words)

    def view(self, seat: int, listed: "Callable[..., object]" = list) -> "Json":
        """Add the tiles of each seat and of the bag, counted by kind from `gggg` to `yyyy`."""
        shown = TileGame.view(self, seat, listed)
        shown["supply"] = [list(self.supply[7 * i + 1 : 7 * i + 7]) for i in range(3)]
        return shown

    def features(self, seat: int) -> list[int]:
        if len(self.options) > len(self.OPTIONS):  # learnt from games with the usual numbers
            return []
        from games.land_features import features

        return features(self, seat)

    def outlook(self, by: int, weights: list[int], unit: int) -> "list[int] | None":
        from games.land_features import outlook

        return outlook(self, by, weights, unit)

    def overlay_parts(self) -> "Iterable[list[Mark]]":
        """Show territories by owner, and the cells where a tile still in play would close one."""
        if self.current() == OVER:
            return self.lights((), 0)
        left = [
            self.supply[kind] + self.supply[7 + kind] + self.supply[_BAG + kind]
            for kind in range(7)
        ]
        return self.lights(turns_of(left), 0)

    def _bag(self) -> int:
        """Return the number of tiles in the bag."""
        return sum(self.supply[_BAG:])

    def _kinds(self, by: int) -> bytearray:
        """Return counts by token of the tiles that `by` may place now."""
        return only(self.drawn) if self.drawn else self.supply[7 * by : 7 * by + 7]


GAME = Land
