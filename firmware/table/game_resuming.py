"""Read the game of the journal again, after a restart or a failure. Loaded when needed (2 KB)."""

import json

from games import make, source
from games import names as game_names
from games.base import OVER, IllegalAction
from games.chance import revealed
from games.jsonline import value
from games.record import action_line, action_of
from table.journal import DAMAGED, TORN
from table.journal_recovery import archive, check, check_head, drop, lowest, read_checkpoint
from table.seating import check_players, note_play, seats_of

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.base import Game
    from games.chance import Secret
    from games.types import Json, Message
    from table.journal import Journal
    from table.session import Session

_TRIES = 2  # a flash that fails twice cannot be written


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


def apply_to_note(session: "Session") -> None:
    """After a start: note how people play if the settings say so; without settings, if the journal
    does. Raises OSError."""
    if session.to_note is None:
        session.to_note = session.journal.playtest
    elif session.to_note != session.journal.playtest:
        from table.playtest import use

        use(session, session.to_note)


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
        check_players(session, table["players"])
        point = read_checkpoint(journal)
        game = point and _from_point(session, header, point)
        if not game:
            point = None
            journal.names = table.get("names", [])
            journal.playtest = table.get("playtest", "")
            check(journal)
            game = _from_start(session, header)
        players = seats_of(game, table["players"])
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
