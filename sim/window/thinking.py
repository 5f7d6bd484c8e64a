"""Computer players that search in a process of their own, so that the page stays smooth.

The table lets one player think at a time. A search gets a copy of the game. If its action is not
there in time, as on a busy computer, the greedy player decides: nobody waits longer than
`LATEST_S`.
"""

import signal
import time
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from games import make, players
from games.bots import decide
from games.rng import Rng
from sim import search

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from games.base import Game

LATEST_S = 4.5  # from the beginning of a turn to its action


class Thinker:
    """The process, started with the first player that searches."""

    def __init__(self) -> None:
        self.process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._is_busy = False

    def player(self, name: str, latest: float = LATEST_S) -> Callable[..., Any]:
        """Return the player of that name (see sim/search.py): a search thinks in the process, for
        up to `latest` seconds. Raises ValueError."""
        known = search.player(name)
        if not name.startswith("search"):
            return known
        self._start()  # it loads what it needs before its turn comes

        def think(game: "Game", seat: int, rng: Rng) -> Iterator[tuple[Any, ...] | None]:
            end = time.monotonic() + latest
            self._ask(name, game, seat, rng.below(1 << 27))
            while time.monotonic() < end:
                yield None
                try:
                    if self._pipe is None or self._pipe.poll():
                        break
                except OSError:
                    break
            action = self._answer()
            if action is None:
                yield from players.player("greedy")(game, seat, rng)
            yield action

        return think

    def close(self) -> None:
        """End the process, whatever it does."""
        if self.process is not None and self._pipe is not None:
            self.process.kill()
            self.process.join()
            self._pipe.close()
        self.process = self._pipe = None
        self._is_busy = False

    def _start(self) -> None:
        if self.process is None:
            context = get_context("spawn")  # a fork of a process with threads could hang
            self._pipe, far = context.Pipe()
            self.process = context.Process(target=_serve, args=(far,), daemon=True)
            self.process.start()
            far.close()  # otherwise the end of the process would not close the pipe

    def _ask(self, name: str, game: "Game", seat: int, seed: int) -> None:
        """Begin a search. One that is under way has lost its game, by a take-back, or its time."""
        if self._is_busy or self.process is not None and not self.process.is_alive():
            self.close()
        self._start()
        assert self._pipe is not None
        self._is_busy = True
        self._pipe.send((name, game.NAME, game.seats, game.options, game.snapshot(), seat, seed))

    def _answer(self) -> tuple[Any, ...] | None:
        """Return the action that the search found, None if it was late or its process died."""
        try:
            if self._pipe is not None and self._pipe.poll():
                action: tuple[Any, ...] | None = self._pipe.recv()
                self._is_busy = False
                return action
        except (EOFError, OSError):
            pass
        self.close()
        return None


def _serve(pipe: Connection) -> None:
    """Search for whoever is at the other end of the pipe, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the table, which ends this
    try:
        while True:
            name, game, seats, options, state, seat, seed = pipe.recv()
            copy = make(game, seats, options)
            copy.restore(state)
            pipe.send(decide(search.player(name), copy, seat, Rng(seed)))
    except (EOFError, OSError):
        return
