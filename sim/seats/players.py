"""Computers that speak for seats: for the table they are people, and people lay their pieces.

They know only what their seat knows: "hint" plays the table's hint. A search copies the game from
its record, which the table gives away only in games without secrets.
"""

from games.replay import RecordError, Replay
from games.rng import stream
from sim import search
from sim.window.errors import RefusedError

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator
    from typing import Any

    from games.base import Game
    from games.rng import Rng
    from sim.seats.protocols import Table
    from sim.seats.seat_views import SeatViews

    # Returns the player of a name: an iterator over its steps, the last of which is the action.
    Find = Callable[[str], Callable[[Game, int, Rng], Iterator[tuple[int, ...] | None]]]

HINT = "hint"


class Computers:
    """The computers of a room by seat; `find` returns those that search."""

    def __init__(self, find: "Find" = search.player):
        self.seats: dict[int, str] = {}
        self._find = find
        self._thinking: tuple[tuple[int, int], Game, Iterator[Any]] | None = None

    def take(self, seat: int, player: str, table: "Table") -> None:
        """Let a player speak for a seat; raises RefusedError if there is no such player, or it
        cannot."""
        if player != HINT:
            try:
                self._find(player)
            except ValueError as error:
                raise RefusedError("said", str(error)) from None
            if not player.startswith("search"):
                raise RefusedError("no such computer", player)
            if not table.ask("record")["ok"]:
                raise RefusedError("search needs all")
        self.seats[seat] = player

    def release(self, seat: int) -> None:
        """Free a seat for others."""
        self.seats.pop(seat, None)
        self._thinking = None

    def step(self, table: "Table", views: "SeatViews") -> bool:
        """Let the first computer that is to act think a little, and act once it has decided;
        return whether one was to act."""
        asked = [seat for seat in views.asked if seat in self.seats]
        if not asked:
            self._thinking = None
            return False
        seat = asked[0]
        words = self._advised(table, seat) if self.seats[seat] == HINT else self._found(
            table, views, seat)
        if words is not None:
            self._thinking = None
            table.ask("do", by=seat, words=words)
        return True

    def _advised(self, table: "Table", seat: int) -> "list[Any] | None":
        """Return the table's hint for a seat, None while the table thinks."""
        answer = table.ask("hint", by=seat)
        words: list[Any] | None = answer["do"] if answer["ok"] else None
        return words

    def _found(self, table: "Table", views: "SeatViews", seat: int) -> "list[Any] | None":
        """Return what a search has found, None while it thinks."""
        count = views.public["state"]["view"]["actions"]
        if self._thinking is None or self._thinking[0] != (seat, count):
            game = _copy(table)
            if game is None or len(game.log) != count:
                return None  # the game has gone on: try again
            player = self._find(self.seats[seat])
            steps = player(game, seat, stream(count, count, seat))
            self._thinking = ((seat, count), game, iter(steps))
        _, game, thinking = self._thinking
        action = next(thinking, None)
        return None if action is None else game.text(action)


def _copy(table: "Table") -> "Game | None":
    """Return a copy of the table's game from its record; None if the table gives none away."""
    answer = table.ask("record")
    replay = Replay()
    try:
        for line in answer.get("lines", ()):
            replay.feed(line)
    except RecordError:
        return None
    return replay.game if answer["ok"] else None
