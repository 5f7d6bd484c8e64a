"""Put a game on the table: a new one, one from a record, or that of the journal after a restart.
Loaded when needed (3 KB).
"""

import json

from games import make, source
from games import names as game_names
from games.base import OVER, IllegalAction
from games.chance import Secret, revealed
from games.jsonline import value
from games.pauses import pause
from games.record import action_line, action_of, header_line, is_seed, lines
from table.journal import DAMAGED, TORN
from table.journal_recovery import archive, check, check_head, drop, lowest, read_checkpoint
from table.session import HUMAN

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from typing import Any

    from games.base import Game
    from games.replay import Replay
    from games.types import Json, Message, Options
    from table.journal import Journal
    from table.session import Session

_TRIES = 2  # a flash that fails twice cannot be written


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
    _check(session, players)
    end = _ending(session) if aside else None
    kept: tuple[int | None, list[int]] = (None, [])
    old = _drop_old(session, name)
    pause()
    try:
        while True:  # no function of its own: a pause needs much stack
            try:
                game: "Game" = make(name, seats, options)
                seated = _seated(game, players)
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
    _check(session, players)
    setting = _setting(game, _seated(game, players), people, record.seed, session.to_note)
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


def note_play(session: "Session") -> None:
    """Note how people play the game on the table, if its journal says so."""
    session.playtest = None
    if session.journal.playtest:
        from table.playtest import Playtest

        session.playtest = Playtest(session)


def apply_to_note(session: "Session") -> None:
    """After a start: note how people play if the settings say so; without settings, if the journal
    does. Raises OSError."""
    if session.to_note is None:
        session.to_note = session.journal.playtest
    elif session.to_note != session.journal.playtest:
        from table.playtest import use

        use(session, session.to_note)


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


def _check(session: "Session", players: list[str] | tuple[str, ...]) -> None:
    if not isinstance(players, (list, tuple)):
        raise TypeError("players are a list")
    for name in players:
        if name != HUMAN:
            session.find(name)


def _seated(game: "Game", players: list[str] | tuple[str, ...]) -> list[str]:
    players = list(players) + [HUMAN] * (game.seats - len(players))
    if len(players) != game.seats:
        raise ValueError("%d players for %d seats" % (len(players), game.seats))
    return players


def resume(session: "Session") -> "Message":
    """Resume the game in the journal, unless that `waits`; returns a message about the journal, ""
    if the game has not begun or there is none. Raises OSError or MemoryError; then `repair` tries
    again."""
    journal = session.journal
    session.inconsistent = True
    from table.shelf import finish_start

    finish_start(journal)
    if not journal.is_there():
        session.inconsistent = journal.waits = False
        return ""
    name = _name(journal)
    if name and (journal.waits or name not in game_names()):
        found = ("stuck" if journal.waits else "absent", name)
        session.inconsistent = False
        journal.waits = True
        return found
    if not read(session):
        session.inconsistent = False
        kept = archive(journal)
        return ("misfit", kept)
    count = len(session.game.log)
    told: "list[tuple[Any, ...]]" = [("resumed", count)] if count else []
    ours = source(name)  # "" for our own games
    head = journal.head() if count and ours else None
    if head and head[0].get("source", "") != ours:
        told.append(("other source", name))
    told += _flaws(journal)
    session.pending_events.append({"event": "new", "game": session.game.NAME})
    return ("said", told) if told else ""


def leave(session: "Session") -> None:
    """Take the game off the table. Its journal waits, and is kept when another game begins."""
    session.drop_game()
    session.inconsistent = False
    session.journal.waits = session.journal.is_there()
    session.version += 1


def read_again(session: "Session") -> "Message":
    """Put the game of the journal on the table once more after a failure; returns the result of
    `resume`. Raises OSError or MemoryError: the next try may succeed."""
    journal = session.journal
    from table.shelf import finish_start

    if finish_start(journal):
        session.begun += 1
        session.elsewhere = []
        session.pending_events.append({"event": "shelf"})
    if not read(session):
        if journal.is_there():
            raise OSError(5)
        return ""
    found = _flaws(journal)
    return ("said", found) if found else ""


def _flaws(journal: "Journal") -> "list[tuple[Any, ...]]":
    """Repair the files of a journal after reading it; return messages that name the losses, and
    whether the flash refuses writes."""
    found: "list[tuple[Any, ...]]" = []
    if journal.dropped == TORN:
        found.append(("torn",))
    elif journal.dropped == DAMAGED:
        found.append(("damaged",))
    if not journal.is_ready():
        for _ in range(_TRIES):
            journal.kept = False
            if journal.try_again():
                break
        if not journal.kept:
            found.append(("unkept",))
    return found


def warnings(found: "Message") -> "list[tuple[Any, ...]]":
    """Return, as messages, the parts of `resume`'s message that tell of a loss."""
    if not isinstance(found, tuple):
        return []
    return [part for part in (found[1] if found[0] == "said" else [found]) if part[0] != "resumed"]


def _name(journal: "Journal") -> str:
    """Return the name of the journal's game, "" if there is none."""
    head = journal.head()
    try:
        name = head[0]["game"] if head else ""
    except (KeyError, TypeError):
        return ""  # not a journal of this firmware
    return name if isinstance(name, str) else ""


def read(session: "Session") -> bool:
    """Read the journal's game as far as it can be played; returns whether there is one."""
    journal = session.journal
    head = journal.head()
    if head is None:
        return False
    session.checkpoint = 0
    session.reworded = False
    try:
        header, table = check_head(head)
        _check(session, table["players"])
        point = read_checkpoint(journal)
        game = point and _from_point(session, header, point)
        if not game:
            point = None
            journal.names = table.get("names", [])
            journal.playtest = table.get("playtest", "")
            check(journal)
            game = _from_start(session, header)
        players = _seated(game, table["players"])
        seed = _source(header, table)
    except (ValueError, KeyError, TypeError, AttributeError):
        return False
    session.set_game(game, players, seed)
    session.checkpoint = point[0] if point else 0
    session.given_up = journal.given_up and game.current() != OVER
    note_play(session)
    return True


def _source(header: "Json", table: "Json") -> "int | Secret | None":
    """Return the source of chance of a journal's game; raises ValueError or TypeError."""
    seed: "int | Secret | None" = header["seed"]
    if "secret" in table:
        commit = header.get("commit", "")
        seed = revealed(table["secret"], commit)
        seed.commit = commit
    return seed


def _from_point(
    session: "Session", header: "Json", point: "tuple[Any, ...]"
) -> "Game | None":
    """Return the game, starting from the last state written; None if that does not fit."""
    journal = session.journal
    count, values, events, digest, place, draws = point
    game = make(header["game"], header["seats"], header["options"])
    if len(values) != len(game.STATE):
        return None
    for here, there in zip(game.snapshot(), values):
        if type(here) is not type(there):
            return None  # written by another firmware, as are bytes of another length
        if isinstance(here, bytes) and len(here) != len(there):
            return None
    game.log.bound(session.entries)
    try:
        game.begin_at(count, values, events, draws)
    except (ValueError, TypeError):  # it holds something else than a state of this game
        return None
    if game.digest() != digest:
        return None
    check(journal, place)
    if lowest(journal, place) <= count or follow(session, game, place) is not None:
        return None
    return game


def _from_start(session: "Session", header: "Json") -> "Game":
    while True:
        game = make(header["game"], header["seats"], header["options"])
        game.log.bound(session.entries)
        bad = follow(session, game, (0, 0))
        if bad is None:
            return game
        drop(session.journal, bad)


def follow(session: "Session", game: "Game", place: tuple[int, int]) -> int | None:
    """Play the journal from a place on; return the offset of the first line that does not fit, or
    None."""
    for offset, line in session.journal.actions(place):
        count = len(game.log)
        try:
            data = value(line)
            game.apply(data["by"], action_of(game, data["do"]))
            if len(game.log) == count + 1:
                known = action_line(game)[:-1]
                if line[: len(known)] == known:  # a playtest adds fields to it
                    continue
                if _is_same_result(game, data):
                    session.reworded = True
                    continue
        except (IllegalAction, ValueError, KeyError, TypeError, IndexError):
            pass
        return offset
    return None


def _is_same_result(game: "Game", data: "Json") -> bool:
    """Does the line of an action agree with the rules, apart from the words of its events? Another
    firmware may use other words."""
    said = json.dumps([len(game.log), game.text(game.log[-1][1:]), game.scores()])
    return said == json.dumps([data["n"], data["do"], data["scores"]])


def _played(lines: "Iterator[Any]") -> "Iterator[str]":
    """Yield the lines of a record without its end, which a journal does not store."""
    for line in lines:
        if not line.startswith('{"end"'):
            yield line
