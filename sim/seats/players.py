"""Computers that speak for seats: the table asks for the action of a person, and people lay it.

They know what their seat knows: "hint" does what the table advises it. A search copies the game
from its record, which the table gives away only in games without secrets.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from games.replay import RecordError, Replay
from games.rng import stream
from sim import search
from sim.window.errors import Refused

if TYPE_CHECKING:
    from games.base import Game
    from games.rng import Rng
    from sim.seats.sight import Sight, Table

HINT = "hint"
# Of a name, a player: an iterator over its steps, the last of which is the action.
Find = Callable[[str], Callable[["Game", int, "Rng"], Iterator[tuple[int, ...] | None]]]


class Computers:
    """The computers of a room by seat; `find` returns those that search."""

    def __init__(self, find: Find = search.player):
        self.seats: dict[int, str] = {}
        self._find = find
        self._thinking: tuple[tuple[int, int], Game, Iterator[Any]] | None = None

    def take(self, seat: int, player: str, table: "Table") -> None:
        """Let a player speak for a seat; raises Refused if there is none such, or it cannot."""
        if player != HINT:
            try:
                self._find(player)
            except ValueError as error:
                raise Refused("said", str(error)) from None
            if not player.startswith("search"):
                raise Refused("no such computer", player)
            if not table.ask("record")["ok"]:
                raise Refused("search needs all")
        self.seats[seat] = player

    def release(self, seat: int) -> None:
        """Leave a seat to others."""
        self.seats.pop(seat, None)
        self._thinking = None

    def step(self, table: "Table", sight: "Sight") -> bool:
        """Let the first computer that is asked think a little, and act once it knows; return
        whether one was asked."""
        asked = [seat for seat in sight.asked if seat in self.seats]
        if not asked:
            self._thinking = None
            return False
        seat = asked[0]
        words = self._advised(table, seat) if self.seats[seat] == HINT else self._found(
            table, sight, seat)  # fmt: skip
        if words is not None:
            self._thinking = None
            table.ask("do", by=seat, words=words)
        return True

    def _advised(self, table: "Table", seat: int) -> list[Any] | None:
        """Return what the table advises a seat, None while it thinks."""
        answer = table.ask("hint", by=seat)
        words: list[Any] | None = answer["do"] if answer["ok"] else None
        return words

    def _found(self, table: "Table", sight: "Sight", seat: int) -> list[Any] | None:
        """Return what a search has found, None while it thinks."""
        count = sight.public["state"]["view"]["actions"]
        if self._thinking is None or self._thinking[0] != (seat, count):
            game = _copy(table)
            if game is None or len(game.log) != count:
                return None  # it has gone on: look again
            player = self._find(self.seats[seat])
            steps = player(game, seat, stream(count, count, seat))
            self._thinking = ((seat, count), game, iter(steps))
        _, game, thinking = self._thinking
        action = next(thinking, None)
        return None if action is None else game.text(action)


def _copy(table: "Table") -> "Game | None":
    """Return the game on the table, from its record; None if the table does not give it away."""
    answer = table.ask("record")
    replay = Replay()
    try:
        for line in answer.get("lines", ()):
            replay.feed(line)
    except RecordError:
        return None
    return replay.game if answer["ok"] else None
