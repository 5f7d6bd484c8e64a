"""A complete table in virtual time: world, board, firmware, journal, and a box of pieces."""

from games.players import player
from sim.virtual import costs
from sim.virtual.world import World
from table import tags
from table.app import App
from table.board import Board
from table.interpret import expected
from table.journal import Journal
from table.layout import Layout

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

    from games.base import Game
    from games.types import Player
    from sim.virtual.ntag import Tag


class VirtualTable:
    """Runs the firmware on `profile`; its journal is in `folder`.

    `pieces` is the box of the newest game: (tag, token, copy) each.
    """

    def __init__(
        self,
        profile: "ModuleType",
        folder: str = "",
        find: "Callable[[str], Player]" = player,
        entropy: "Callable[..., Any] | None" = None,
    ):
        self.world = World(profile)
        self.make: "Callable[..., Any]" = self.world.make  # makes a piece from a UID and a record
        self.clock = self.world.clock
        self._folder = folder
        self._find = find
        self._entropy = entropy or (lambda: 1)
        # of the parts, for the next start: "knob" and "lights"
        self.settings: "dict[str, Any]" = {}
        self.sent: "list[str]" = []  # lines to the host
        self.send = self.sent.append
        self.pieces: "list[tuple[Tag, int, int]]" = []
        self._layout: "Layout | None" = None  # of the newest game
        self.start()

    def start(self) -> None:
        """Switch the board on, or off and on again; the pieces stay."""
        self.world.cut_power()
        self.booted = self.clock.ms()
        self._collected = self.clock.now  # us of the last garbage collection, or look
        self._line = ""  # the beginning of the next line to the host
        world = self.world
        board = Board(world.profile, world.machine, world.rp2, self.clock, self.settings)
        self.board = board
        self.app = App(
            board, self.clock, Journal(self._folder), self._collect, self._entropy, self._find
        )
        if board.order != world.profile.ORDER:
            self.app.painter.arrange(board.order)
        costs.charge(self.app, self.clock)
        self.app.start()
        self.fill_box()

    def _collect(self, piece: str) -> None:
        self._line += piece
        if piece.endswith("\n"):
            line, self._line = self._line, ""
            self.send(line)

    def run(self, ms: int) -> None:
        """Let time pass on the table."""
        end = self.clock.now + 1000 * ms
        while self.clock.now < end:
            self.app.tick()
            if self.app.stops_for == "measure":  # a board would do it, then start again
                self.start()
            self.clock.advance(costs.LOOP)
            took = costs.garbage(self.app, self.clock.now - self._collected)
            if took:
                self._collected = self.clock.now
                self.clock.advance(took)

    def fill_box(self) -> None:
        """Take the pieces of the game on the table if it is a new game."""
        game = self.app.session.game
        if game is None or self._layout is not None and game is self._layout.game:
            return
        alike = self._layout is not None and _are_alike(game, self._layout.game)
        self._layout = Layout(self.world.profile, game)
        if alike:
            return
        for tag, _, _ in self.pieces:
            self.world.lift(tag)
        self.pieces = []
        for token, _, _, count in game.tokens():
            for copy in range(count):
                uid = bytes((0x04, game.SET, token, copy, 0x5A, 0x11, 0x80))
                record = tags.encode(game.SET, token, copy)
                self.pieces.append((self.make(uid, record), token, copy))

    def in_box(self, token: int) -> "Tag":
        """Return a tag with that token that is not on the table, or one on the pad; raises
        ValueError."""
        last = None
        for tag, known, _ in self.pieces:
            if known == token:
                if tag not in self.world.at:
                    return tag
                if self.world.place_of(tag) is None:
                    last = tag
        if last is None:
            raise ValueError("no such piece is left in the box")
        return last

    def tidy(self) -> None:
        """Put all pieces where the game has them: lift wrong ones, lay missing ones. Raises
        ValueError without a game."""
        self.fill_box()
        layout = self._layout
        if layout is None:
            raise ValueError("no game is on the table")
        wanted = expected(layout.game, layout, layout.readers)
        lying = {}
        for tag, token, _ in self.pieces:
            place = self.world.place_of(tag)
            if place is not None:
                if place in lying or wanted[place] != token:
                    self.world.lift(tag)
                else:
                    lying[place] = tag
        for place in range(layout.places):
            if layout.reads[place] and wanted[place] and place not in lying:
                self.world.put(self.in_box(wanted[place]), layout.name(place))

    def token(self, name: str) -> int:
        """Return the token with that name; raises ValueError."""
        self.fill_box()
        if self._layout is None:
            raise ValueError("no game is on the table")
        game = self._layout.game
        for token, known, _, _ in game.tokens():
            if known == name:
                return int(token)
        raise ValueError("%s has no piece %s" % (game.NAME, name))


def _are_alike(one: "Game", two: "Game") -> bool:
    return one.NAME == two.NAME and one.tokens() == two.tokens()
