"""Put another game on the table: a new one, or one from a record. Loaded when needed (2 KB)."""

from games import make
from games import names as game_names
from games.base import OVER
from games.chance import Secret
from games.pauses import pause
from games.record import header_line, is_seed, lines
from table.seating import check_players, note_play, seats_of

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from typing import Any

    from games.base import Game
    from games.replay import Replay
    from games.types import Json, Options
    from table.session import Session


def new(
    session: "Session",
    name: str,
    seats: int | None = None,
    options: "Options | None" = None,
    players: list[str] | tuple[str, ...] = (),
    seed: "int | Secret | None" = None,
    people: list[str] | tuple[str, ...] = (),
    aside: bool = False,
) -> tuple[int | None, list[int]]:
    """Begin a game. Raises ValueError or OSError, and then keeps the old one. Seats without a
    player are human; `people` are the players' names.

    With `aside` the old game, if anybody acted in it, goes on the shelf. Return (its number there
    or None, the numbers of those that had to go for it).
    """
    if name not in game_names():
        known = ", ".join(game_names())
        raise ValueError("there is no game %s; there are: %s" % (name, known))
    if not is_seed(seed):
        raise ValueError("a seed is a whole number from 0 on, or null, not %s" % (seed,))
    check_players(session, players)
    end = _ending(session) if aside else None
    kept: tuple[int | None, list[int]] = (None, [])
    old = _drop_old(session, name)
    pause()
    try:
        while True:  # no function of its own: a pause needs much stack
            try:
                game: "Game" = make(name, seats, options)
                seated = seats_of(game, players)
                setting = _setting(game, seated, people, seed, session.to_note)
                pause()
                if end is not None:
                    kept = _close(session, end)
                _start(session, kept[0], header_line(game, seed), setting)
                break
            except MemoryError:  # no room for two games of one kind; for one there may be
                if old or not _drop(session):
                    raise
                old = True
                game = None  # type: ignore[assignment]
    except BaseException:
        if old:
            session.repair()
        raise
    _begin(session, game, setting, seed, kept)
    return kept


def load(
    session: "Session",
    record: "Replay",
    players: "list[str] | tuple[Any, ...]" = (),
    people: list[str] | tuple[str, ...] = (),
    aside: bool = False,
) -> tuple[int | None, list[int]]:
    """Put the game of a checked record (a Replay) on the table; raises ValueError or OSError.
    `people`, `aside` and the result are as for `new`."""
    game = record.game
    check_players(session, players)
    setting = _setting(game, seats_of(game, players), people, record.seed, session.to_note)
    if game.current() == OVER:
        setting["over"] = True
    kept: tuple[int | None, list[int]] = (None, [])
    end = _ending(session) if aside else None
    if end is not None:
        kept = _close(session, end)
    written = lines(game, record.seed)
    _start(session, kept[0], next(written), setting, _played(written))
    _begin(session, game, setting, record.seed, kept)
    return kept


def _ending(session: "Session") -> str | None:
    """Return the end line of the game on the table, which goes on the shelf; None if nobody acted
    in it."""
    from table.shelf import ending, is_worth

    return ending(session) if is_worth(session) else None


def _close(session: "Session", end: str) -> tuple[int, list[int]]:
    """Make room on the shelf for the game on the table and end its journal; return the result of
    `make_room`."""
    from table.shelf import close, make_room

    kept = make_room(session.journal)
    close(session.journal, end)
    return kept


def _setting(
    game: "Game",
    players: list[str],
    people: list[str] | tuple[str, ...],
    seed: "int | Secret | None",
    to_note: str | None,
) -> "Json":
    """Return the table's own part of a journal, with the secret; raises ValueError."""
    setting: "dict[str, Any]" = {"players": players}
    if isinstance(seed, Secret):
        setting["secret"] = seed.reveal()
    if people:
        from table.shelf import checked

        setting["names"] = checked(list(people), game.seats)
    if to_note:
        setting["playtest"] = to_note
    return setting


def _start(
    session: "Session",
    number: int | None,
    header: str,
    setting: "Json",
    rest: "Iterator[Any] | tuple[Any, ...]" = (),
) -> None:
    """Begin the journal of a game; the old journal goes on the shelf as `number`, if there is one.
    """
    journal = session.journal
    aside = ""
    if number:
        from table.shelf import move, shelf_file

        aside = shelf_file(journal, number)
    try:
        journal.start(header, setting, rest, aside)
    except OSError:
        if number and not journal.is_there():  # the old game is on the shelf, and stays there
            session.drop_game()
            session.repair()
        raise
    if number:
        pause(True)
        move(journal.checkpoint_file, shelf_file(journal, number, ".point"))


def _begin(
    session: "Session",
    game: "Game",
    setting: "Json",
    seed: "int | Secret | None",
    kept: tuple[int | None, list[int]],
) -> None:
    game.log.bound(session.entries)
    session.set_game(game, setting["players"], seed)
    note_play(session)
    if kept[0]:
        session.pending_events.append({"event": "shelf"})
    session.needs_resync = True
    session.reworded = False
    session.begun += 1
    session.elsewhere = []
    session.pending_events.append({"event": "new", "game": game.NAME})
    pause()


def _drop_old(session: "Session", name: str) -> bool:
    """Drop the game on the table if the next one has another name, since memory holds only one, or
    if it is over: a game made beside it would lie scattered in memory, and leave no large block.
    Returns whether it was dropped."""
    if session.game is None:
        return False
    old = session.game.NAME
    if old == name and session.game.current() != OVER:
        return False
    return _drop(session)


def _drop(session: "Session") -> bool:
    """Drop the game on the table if it can be read again; returns whether it was dropped."""
    if session.game is None or not session.journal.kept:
        return False
    session.drop_game()
    return True


def leave(session: "Session") -> None:
    """Take the game off the table. Its journal waits, and is kept when another game begins."""
    session.drop_game()
    session.inconsistent = False
    session.journal.waits = session.journal.is_there()
    session.version += 1


def _played(lines: "Iterator[Any]") -> "Iterator[str]":
    """Yield the lines of a record without its end, which a journal does not store."""
    for line in lines:
        if not line.startswith('{"end"'):
            yield line
