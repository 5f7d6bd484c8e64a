"""Computers that speak for seats.

The table treats them as people, and people lay their pieces. They know only what their seat knows.
"hint" plays the table's hint; "engine" is a program that the host has given that seat. A search
copies the game from its record, which the table gives out only in games without secrets.
"""

from games.players import names
from games.replay import RecordError, Replay
from games.rng import stream
from sim.window.errors import RefusedError
from sim.window.thinking import ENGINE

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from games.base import Game
    from games.types import Json, Player, Words
    from sim.seats.protocols import AskEngine, Table
    from sim.seats.seat_views import SeatViews

    Find = Callable[[str], Player]  # returns the player of a name

HINT = "hint"
_SEEDS = 1 << 28


class Computers:
    """The computers of a room by seat; `find` returns players that search, in place of those of
    sim/search.py; `engines` has the programs, by seat."""

    def __init__(
        self, find: "Find | None" = None, engines: "Mapping[int, AskEngine] | None" = None
    ):
        self.seats: dict[int, str] = {}
        self._finder = find
        self._engines = engines or {}
        self._seen: list[Json] = []  # the actions so far, as everybody sees them, for engines
        # (seat, actions so far), and the player that thinks: it yields the action's words last
        self._thinking: tuple[tuple[int, int], Iterator[Words | None]] | None = None

    def _find(self, player: str) -> "Player":
        if self._finder is None:
            from sim import search  # most rooms need none

            self._finder = search.player
        return self._finder(player)

    def hear(self, event: "Json") -> None:
        """Take an event of the table."""
        kind = event.get("event")
        if kind in ("new", "undo"):
            self._thinking = None
            left = event["n"] if kind == "undo" else 0
            self._seen = [action for action in self._seen if action["n"] <= left]
        elif kind == "action" and self._engines:
            self._seen.append({key: event[key] for key in ("n", "by", "do", "ev")})

    def take(self, seat: int, player: str, table: "Table") -> None:
        """Let a player speak for a seat; raises RefusedError if there is no such player, or it
        cannot."""
        if player == ENGINE:
            if seat not in self._engines:
                raise RefusedError("no such computer", player)
        elif player != HINT:
            try:
                self._find(player)
            except ValueError as error:
                raise RefusedError("said", str(error)) from None
            if player in names():
                raise RefusedError("no such computer", player)
            if not table.ask("record")["ok"]:
                raise RefusedError("search needs all")
        self.seats[seat] = player

    def release(self, seat: int) -> None:
        """Free a seat for others."""
        self.seats.pop(seat, None)
        self._thinking = None

    def step(self, table: "Table", views: "SeatViews") -> bool:
        """Let the first computer that must act think a little, and act once it has decided; return
        whether there was one."""
        asked = [seat for seat in views.asked if seat in self.seats]
        if not asked:
            self._thinking = None
            return False
        seat = asked[0]
        words = self._advised(table, seat) if self.seats[seat] == HINT else self._thought(
            table, views, seat)
        if words is not None:
            self._thinking = None
            how = "program" if self.seats[seat] == ENGINE else "computer"
            table.ask("do", by=seat, words=words, how=how)
        return True

    def _advised(self, table: "Table", seat: int) -> "list[Any] | None":
        """Return the table's hint for a seat, None while the table thinks."""
        answer = table.ask("hint", by=seat)
        words: list[Any] | None = answer["do"] if answer["ok"] else None
        return words

    def _thought(self, table: "Table", views: "SeatViews", seat: int) -> "Words | None":
        """Return the action of a search or an engine, None while it thinks; if an engine fails,
        the table's hint."""
        count = views.public["state"]["view"]["actions"]
        if self._thinking is None or self._thinking[0] != (seat, count):
            is_engine = self.seats[seat] == ENGINE
            begun = (self._ask if is_engine else self._search)(table, seat, count)
            if begun is None:
                return None  # the game has gone on: try again
            self._thinking = ((seat, count), begun)
        for words in self._thinking[1]:
            return words
        return self._advised(table, seat)

    def _search(
        self, table: "Table", seat: int, count: int
    ) -> "Iterator[Words | None] | None":
        """Begin a search; None if the game no longer has `count` actions."""
        game = _copy(table)
        if game is None or len(game.log) != count:
            return None
        steps = self._find(self.seats[seat])(game, seat, stream(count, count, seat))
        return (None if action is None else game.text(action) for action in steps)

    def _ask(self, table: "Table", seat: int, count: int) -> "Iterator[Words | None] | None":
        """Ask an engine; None if the game no longer has `count` actions."""
        view = table.ask("state", seat=seat)["view"]
        legal = table.ask("legal", by=seat).get("actions")
        seen = self._seen[-1]["n"] if self._seen else count
        if not legal or not view["actions"] == seen == count:
            return None
        seed = stream(count, count, seat).below(_SEEDS)
        return self._engines[seat].ask(seat, view, legal, self._seen, seed)


def _copy(table: "Table") -> "Game | None":
    """Return a copy of the table's game from its record; None if the table does not give it out.
    """
    answer = table.ask("record")
    replay = Replay()
    try:
        for line in answer.get("lines", ()):
            replay.feed(line)
    except RecordError:
        return None
    return replay.game if answer["ok"] else None
