"""Whole evenings on a board: players of the table's own play, and a host asks everything."""

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from games import make
from sim.chip.table import Host, TableError

if TYPE_CHECKING:
    from games.base import Game
    from games.types import Json
    from sim.chip.desk import Desk
    from sim.chip.pico import Pico

_SEED = 1  # of chance and players in the games of `play_alone`
_LONG_SEED = 2  # in those of `written`: greedy players of Landover take more than 1,100 actions
_LATE_US = 200_000  # between two frames while players think: longer, and nothing moved
_AT_LAST = 20  # frames are counted in the last so many actions: early on little moves
_DESK_MS = 20  # between two checks of a game on the desk
_DARK_MS = 20000  # to wait for the first light


def play_alone(pico: "Pico", name: str, actions: int, seats: int) -> "Json":
    """Let greedy players play alone while a host asks everything; return the result of `go_on`."""
    game = make(name, seats)
    Host(pico).ask("new", game=name, seats=game.seats, options=game.options,
                   players=["greedy"] * game.seats, seed=_SEED)
    return go_on(pico, game, actions)


def go_on(pico: "Pico", game: "Game", actions: int, count: int = 0) -> "Json":
    """Let the players on the board go on until a game like `game` has so many actions or is over,
    while a host asks everything; `count` actions are there. Return {"actions", "over",
    "ms_an_action", "frames": those a second while anything moved, None if nothing did}. Raises
    TableError if the board falls silent."""
    host = Host(pico)
    start = pico.now
    before = count
    over = counts = False
    questions = _questions(game)
    while count < actions and not over:
        pico.run(500)
        host.listen()
        for event in host.events:
            count = event["n"] if event["event"] == "action" else count
            over = over or event["event"] == "over"
        host.events.clear()
        host.ask(**next(questions))
        if not counts and count >= actions - _AT_LAST:
            pico.keep_frames()
            counts = True
    return {
        "actions": count,
        "over": over,
        "ms_an_action": (pico.now - start) / 1000 / max(count - before, 1),
        "frames": _rate(pico.frames),
    }


def written(desk: "Desk", name: str, seats: int, actions: int) -> dict[str, bytes]:
    """Let greedy players play so many actions of a game on the desk, or to its end; return the
    files of its journal as {name: bytes}."""
    host = Host(desk)
    host.hello()
    host.ask("new", game=name, seats=seats, players=["greedy"] * seats, seed=_LONG_SEED)
    session = desk.table.app.session
    while len(session.game.log) < actions and not session.is_over():
        desk.run(_DESK_MS)
        host.listen()
        host.events.clear()
    return desk.files()


def _rate(frames: list[tuple[Any, ...]]) -> float | None:
    """Return the frames per second, without the times in which nothing moves."""
    starts = [start for start, _, _ in frames]
    gaps = [after - before for before, after in pairwise(starts) if after - before < _LATE_US]
    return 1e6 * len(gaps) / sum(gaps) if gaps else None


def lit_after(pico: "Pico", start: int) -> float:
    """Return the ms from `start` (us) until a light is on; raises TableError if none comes on."""
    pico.keep_frames()
    while pico.now < start + 1000 * _DARK_MS:
        pico.run(_DARK_MS, frame=True)
        for _, end, data in pico.frames:
            if any(data):
                pico.keep_frames(False)
                return float(end - start) / 1000
    raise TableError("no light came on in %d ms" % _DARK_MS)


def _questions(game: "Game") -> "Iterator[Json]":
    while True:
        yield {"do": "state"}
        for seat in range(game.seats):
            yield {"do": "state", "seat": seat}
            yield {"do": "legal", "by": seat}
        for do in ("hello", "readers", "tag"):
            yield {"do": do}
        yield {"do": "game", "game": game.NAME}
