"""Computer players that search in another process than the table, so that the page stays smooth.

The table lets one player think at a time. A search gets a copy of the game. If it takes too long,
as on a busy computer, the greedy player decides: nobody waits longer than `LATEST_S`.

A helper does the thinking: a process on a desktop (`process.py`), a worker in a browser's tab. It
has `send(text)`, `receive()`, which returns None until there is an answer, `is_alive()` and
`close()`; the first two may raise OSError once it has died. A request is the repr of (player,
game, seats, options, snapshot, seat, seed), an answer the repr of an action; or ("doubts", ...) or
("review", ...) for the functions of `review.py`. All are plain values.
"""

from games import make, players
from games.rng import Rng
from sim.computer import monotonic

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from games.base import Game
    from games.types import Action, Player

LATEST_S = 4.5  # from the beginning of a turn to its action
ENGINE = "engine"  # a player that is a program


class Thinker:
    """Owns the helper, which `start()` makes for the first player that searches. Without a `start`
    there is none, and the greedy player decides. `engines` has the programs that play, by seat."""

    def __init__(
        self, start: "Callable[[], Any] | None" = None,
        engines: "Mapping[int, Callable[..., Any]] | None" = None
    ) -> None:
        self.helper: Any = None
        self.engines = engines or {}
        self._start = start
        self._is_busy = False

    def player(self, name: str, latest: float = LATEST_S) -> "Player":
        """Return the player of that name (see sim/search.py): those that a board does not have
        think in the helper, for up to `latest` seconds. Raises ValueError."""
        if name == ENGINE:
            return self._ask_engine
        if name in players.names():
            return players.player(name)
        from sim import search  # loaded only for its players

        search.player(name)  # raises ValueError for an unknown name
        self._get_helper()  # it loads its modules before the player's first turn

        def think(game: "Game", seat: int, rng: Rng) -> "Iterator[Action | None]":
            end = monotonic() + latest
            seed = rng.below(1 << 27)
            self._ask(
                repr((name, game.NAME, game.seats, game.options, game.snapshot(), seat, seed))
            )
            action = None
            try:
                while action is None and self.helper is not None and monotonic() < end:
                    yield None
                    action = self._answer()
            except OSError:
                pass  # the helper has died
            if action is None:
                self.close()
                yield from players.player("greedy")(game, seat, rng)
            yield action

        return think

    def _ask_engine(
        self, game: "Game", seat: int, rng: Rng
    ) -> "Iterator[Action | None]":
        """Yield None while the seat's engine thinks, then its action; a seat without one is played
        by the greedy player."""
        play = self.engines.get(seat) or players.player("greedy")
        yield from play(game, seat, rng)

    def review(self, request: str) -> "Iterator[str | None]":
        """Yield None while the helper thinks about a request of `review.py`, then its answer;
        nothing more if it dies, or if there is none."""
        try:
            self._ask(request)
            while self.helper is not None:
                said = self._receive()
                yield said
                if said is not None:
                    return
        except OSError:
            self.close()

    def close(self) -> None:
        """End the helper, even while it searches."""
        if self.helper is not None:
            self.helper.close()
        self.helper = None
        self._is_busy = False

    def _get_helper(self) -> None:
        if self.helper is None and self._start is not None:
            self.helper = self._start()

    def _ask(self, request: str) -> None:
        """Begin to think. This replaces a search under way that an undo or the time limit has
        ended."""
        if self._is_busy or self.helper is not None and not self.helper.is_alive():
            self.close()
        self._get_helper()
        if self.helper is not None:
            self._is_busy = True
            self.helper.send(request)

    def _answer(self) -> "tuple[Any, ...] | None":
        """Return the action that the search has found, None while it searches."""
        said = self._receive() if self.helper is not None else None
        action: "tuple[Any, ...] | None" = eval(said) if said is not None else None
        return action

    def _receive(self) -> str | None:
        said: str | None = self.helper.receive()
        if said is None and not self.helper.is_alive():
            raise OSError  # it has died
        self._is_busy = said is None
        return said


def think(request: str) -> "Iterator[str | None]":
    """Carry out the search of a request; yields None in between, then the answer."""
    name, *about = eval(request)
    if name in ("doubts", "review"):
        from sim.window import review

        yield from getattr(review, name)(*about)
        return
    from sim import search

    game, seats, options, state, seat, seed = about
    copy = make(game, seats, options)
    copy.restore(state)
    for action in search.player(name)(copy, seat, Rng(seed)):
        if action is not None:
            yield repr(action)
            return
        yield None
