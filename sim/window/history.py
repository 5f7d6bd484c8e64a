"""The table after some of the actions of the game, for pages that look back or replay.

The game on the table is not touched.
"""


from games import make
from games.base import ALMOST, OVER
from sim.window.box import TRAY, Box
from sim.window.printed import printed
from table.interpret import expected
from table.layout import NOWHERE, Layout
from table.paint import Painter

if False:  # only mypy reads this: the names of types
    from types import ModuleType
    from typing import Any

    from games.base import Game
    from games.types import Json


_MOMENT_MS = 512  # the moment to show: breathing lights are at their brightest


class HistoryView:
    """Moves back and forth in a copy of the game on the table, `game`, on the board `profile`.

    `tagged` are the game's pieces as in `VirtualTable.pieces`, `theme` is the name of the lights'
    theme, `set_out` is the number of the game on the table.
    """

    def __init__(
        self, profile: "ModuleType", game: "Game", tagged: "list[Any]", theme: str, set_out: int
    ):
        self.entries = list(game.log)
        self._game = make(game.NAME, game.seats, game.options)
        self._box = Box(self._game, tagged)
        self._layout = Layout(profile, self._game)
        self._painter = Painter(profile, theme)
        self._order = profile.ORDER
        self._set_out = set_out

    def at(self, count: int) -> "Json":
        """Return the table after `count` actions for pages: {"n", "set_out", "view", "pieces",
        "frame"}, in the form of the facts `state`, `tags` and `frame`."""
        game = self._game
        if count < len(game.log):
            game.rewind(count)
        for entry in self.entries[len(game.log) : count]:
            game.apply(entry[0], entry[1:])
        self._lay()
        return {
            "n": count, "set_out": self._set_out,
            "view": game.view(-1) | {"printed": printed(game)},
            "pieces": self._box.faces(game), "frame": self._frame(),
        }

    def _lay(self) -> None:
        """Lay the pieces of the position, moving as few as possible."""
        layout = self._layout
        wanted = expected(self._game, layout, range(layout.places))
        bare = []
        for name, token in zip(layout.names(), wanted):
            lying = self._box.at(name)
            if [piece.token for piece in lying] != [token] * bool(token):
                for piece in lying:
                    piece.at = TRAY
                if token:
                    bare.append((name, token))
        for name, token in bare:
            for piece in self._box.at(TRAY):
                if piece.token == token:
                    piece.at = name
                    break

    def _frame(self) -> str:
        place_of = self._layout.place_of
        over = self._game.current() == OVER  # nothing can be finished any more
        self._painter.show([
            (place_of[spot], meaning, value)
            for spot, meaning, value in self._game.overlay()
            if place_of[spot] != NOWHERE and not (over and meaning == ALMOST)
        ])
        self._painter.frame(_MOMENT_MS)
        return colours(self._painter.buffer, self._order)


def colours(raw: bytes | bytearray, order: str) -> str:
    """Return the bytes of a strip as hex: red, green and blue of each pixel."""
    size = len(order)
    red, green, blue = [order.index(colour) for colour in "RGB"]
    shown = bytearray(3 * (len(raw) // size))
    to = 0
    for at in range(0, len(raw), size):
        shown[to] = raw[at + red]
        shown[to + 1] = raw[at + green]
        shown[to + 2] = raw[at + blue]
        to += 3
    return shown.hex()
