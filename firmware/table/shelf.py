"""The shelf: games that were put aside while they run, and games that are over.

A game on the shelf is its log, whole, as `game-N.log`, and its newest state, `game-N.point`; the
highest N came last. `game.old` counts as number 0. A game moves by renaming its log, so a power
cut leaves it either here or there. A finished game that goes for good still counts
(`past_results.py`). Loaded when needed (3 KB).
"""

import json
import os

from games import names as game_names
from games import summary as game_summary
from games.base import CHANCE, IllegalAction
from games.jsonline import parse
from games.pauses import pause
from games.record import GIVEN_UP, end_line
from table import forms
from table.files import (
    LONGEST,
    names_in,
    remove,
    replace,
    size_of,
    text_of,
    valid_lines,
)
from table.journal_recovery import SEATS, are_names, check_head
from table.session import HUMAN

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from typing import Any

    from games.chance import Secret
    from games.types import Json, Message
    from table.journal import Journal
    from table.session import Session

MOST = 24  # games; a board's menu has an entry for each
_ROOM = 131072  # bytes of flash that stay free for the game on the table
_PLENTY = 1 << 28  # bytes: the answer where the flash does not tell
_END_OF_FILE = 1024  # bytes in which the last action is, as a rule
RUNNING, FINISHED, UNKNOWN = "running", "over", "unknown"


# ---- what is there -------------------------------------------------------------------------


def shelf_file(journal: "Journal", number: int, ending: str = ".log") -> str:
    """Return the name of a file of a game on the shelf."""
    if not number and ending == ".log":
        return journal.old_file
    return "%s-%d%s" % (journal.file[: -len(".log")], number, ending)


def numbers(journal: "Journal") -> list[int]:
    """Return the numbers of the games on the shelf, ascending: the oldest comes first."""
    before = shelf_file(journal, 1).rpartition("/")[2][: -len("1.log")]
    found = [0] if size_of(journal.old_file) else []
    for name in names_in(journal.path):
        number = name[len(before) : -len(".log")]
        if name.startswith(before) and name.endswith(".log") and number.isdigit():
            found.append(int(number))
    return sorted(found)


def next_file(journal: "Journal") -> str:
    """Return the name under which the next game comes on the shelf."""
    return shelf_file(journal, max(numbers(journal) + [0]) + 1)


def free(journal: "Journal") -> int:
    """Return the free bytes of the flash."""
    ask = getattr(os, "statvfs", None)
    found = ask(journal.path or ".") if ask else (0, 0, 0, 0, 0)
    return min(found[1] * found[4], _PLENTY) if found[2] else _PLENTY


def summaries(session: "Session") -> "Iterator[Json]":
    """Yield the `summary` of each game on the shelf, the oldest first."""
    offered: "dict[str, Any]" = {}
    for number in numbers(session.journal):
        found = summary(session.journal, number)
        if found["state"] == RUNNING and not _is_offered(session, found, offered):
            found["state"] = UNKNOWN
        yield found
        pause()


def _is_offered(
    session: "Session", found: "Json", offered: "Json"
) -> bool:
    """Does this firmware have the seats, options and players of a game? `offered` caches the
    (seats, options) of games."""
    name = found["game"]
    try:
        if name not in offered:
            offered[name] = game_summary(name)[1:3]
        for player in found["players"]:
            if player != HUMAN:
                session.find(player)
    except MemoryError:
        return True  # it is checked again when it is taken up
    except ValueError:
        return False
    (fewest, most), options = offered[name]
    known = dict(options)
    for option in found["options"]:
        if option not in known or found["options"][option] not in known[option]:
            return False
    return bool(fewest <= found["seats"] <= most)


def summary(journal: "Journal", number: int) -> "Json":
    """Return the public facts about a game on the shelf; `state` is "unknown" if this firmware
    lacks the game. Raises IllegalAction if there is no such game."""
    name = shelf_file(journal, number)
    found = {"number": number, "game": "", "seats": 0, "options": {}, "players": [], "names": [],
             "actions": 0, "scores": None, "state": UNKNOWN, "played_here": True, "winners": [],
             "reason": ""}
    try:
        with open(name, "rb") as file:
            header, table = check_head([parse(text_of(line)) for line in valid_lines(file, 0, 2)])
            found["played_here"] = not table.get("over", False)
            found["game"], found["seats"] = header["game"], header["seats"]
            found["options"], found["players"] = header["options"], table["players"]
            found["names"] = _named(table.get("names"), header["seats"])
            if header["game"] in game_names():
                found["state"] = RUNNING
            size = size_of(name)
            for part in (_END_OF_FILE, 2 * LONGEST):
                file.seek(max(0, size - part))
                if _read_end(found, file.read(part)):
                    break
    except OSError:
        raise IllegalAction(("shelf without", number))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        found["state"] = UNKNOWN
    return found


def _read_end(found: "Json", data: bytes) -> bool:
    """Add the facts in the newest lines of a log; return whether they have an action. A torn or
    damaged line adds nothing."""
    undone = 0
    has_names = False
    for line in reversed(data.split(b"\n")):
        try:
            told = parse(line[:-9].decode())
            if "end" in told and not undone and found["state"] == RUNNING:
                found["scores"] = _numbers(told["scores"])
                found["winners"] = _numbers(told["winners"])
                found["reason"] = str(told["reason"])
                found["state"] = GIVEN_UP if told["reason"] == GIVEN_UP else FINISHED
            elif "names" in told and not has_names:
                has_names = True
                found["names"] = _named(told["names"], found["seats"])
            elif "undo" in told:
                [back] = _numbers([told["undo"]])
                undone = min(undone or _PLENTY, back)
                found["actions"] = undone - 1
            elif "n" in told and (not undone or told["n"] < undone):
                [found["actions"]] = _numbers([told["n"]])
                found["scores"] = _numbers(told["scores"])
                return True
        except (ValueError, KeyError, TypeError):
            pass
    return False


def _named(names: "Any", seats: int) -> "list[Any]":
    """Return a name for each seat; "" if there is none, or if a line holds something else."""
    return names if are_names(names) and len(names) == seats else [""] * seats


def _numbers(values: "Any") -> "list[int]":
    """Return a list of whole numbers; raises ValueError for anything else."""
    if not forms.is_valid(values, forms.WORDS, 0, SEATS):
        raise ValueError("not a list of numbers")
    return [int(value) for value in values]


# ---- how games come and go -----------------------------------------------------------------


def is_worth(session: "Session") -> bool:
    """Has a person acted in the game on the table, or a computer player where no person plays? A
    game that is shown for an example is nobody's."""
    if session.game is None or session.example is not None:
        return False
    log = session.game.log
    players = session.players
    for n in range(len(log) - 1, -1, -1):
        by = log[n][0]
        if by != CHANCE and (players[by] == HUMAN or HUMAN not in players):
            return True
    return False


def ending(session: "Session") -> str:
    """Return the end line of the game on the table, "" if it is running. Raises IllegalAction
    if it cannot go on the shelf."""
    if not session.journal.try_again():
        raise IllegalAction("shelf unkept")
    return end_line(session.game, session.given_up) if session.is_over() else ""


def close(journal: "Journal", end: str) -> None:
    """Write all facts for the shelf into the journal, and move its newest lines into the log; the
    game may go on after that. `end` is its `ending`. Raises OSError."""
    if journal.names:
        journal.append(names_line(journal.names))
    if end:
        journal.append(end)
    if journal.extent.tail:
        journal.move_tail()


def make_room(journal: "Journal", leaving: int | None = None) -> tuple[int, list[int]]:
    """Make room on the shelf for one more game; if `leaving` leaves it, there is room. Return (the
    number for the game, the numbers of the oldest finished games that had to go). Raises
    IllegalAction if only running ones are left, of which none is lost."""
    dropped: list[int] = []
    number = max(numbers(journal) + [0]) + 1
    pause(True)
    while leaving is None and (len(numbers(journal)) >= MOST or free(journal) < _ROOM):
        oldest = drop_oldest(journal)
        if oldest is None:
            raise IllegalAction("shelf full")
        dropped.append(oldest)
    return number, dropped


def drop_oldest(journal: "Journal") -> int | None:
    """Remove the oldest finished game from the shelf; return its number, None if there is none.
    Raises OSError."""
    for number in numbers(journal):
        if summary(journal, number)["state"] in (FINISHED, GIVEN_UP):
            discard(journal, number)
            pause(True)
            return number
    return None


def discard(journal: "Journal", number: int) -> None:
    """Remove a game from the shelf; raises OSError. A finished one still counts, unless the flash
    or the memory is so full that there is no room for that."""
    found = summary(journal, number)
    if found["state"] == FINISHED and found["played_here"]:
        from table.past_results import count

        try:
            count(journal, found, shelf_file(journal, number))
        except (OSError, MemoryError):
            pass  # the game on the table needs the room
    os.remove(shelf_file(journal, number))
    remove(shelf_file(journal, number, ".point"))


def put_aside(session: "Session", seed: "int | Secret") -> tuple[int | None, list[int]]:
    """Put the game on the table on the shelf, and begin another one of its kind; return what
    `make_room` does. `seed` is for that one, unless people draw and roll. Raises
    IllegalAction or OSError, and then changes nothing."""
    if not is_worth(session):
        raise IllegalAction("shelf nothing")
    return session.rematch(None if session.seed is None else seed, True)


def _clear_table(session: "Session") -> None:
    """Drop the game on the table."""
    session.drop_game()
    pause()


def _move_away(session: "Session", number: int) -> None:
    journal = session.journal
    journal.close_tail()
    replace(journal.file, shelf_file(journal, number))
    pause(True)
    move(journal.checkpoint_file, shelf_file(journal, number, ".point"))


def move(name: str, target: str) -> None:
    """Rename a replaceable file, if it is there."""
    if size_of(name):
        try:
            replace(name, target)
        except OSError:
            pass


def take_up(
    session: "Session", number: int
) -> "tuple[int | None, list[int], Message]":
    """Put a game of the shelf on the table; the one there, if anybody acted in it, goes on the
    shelf. Return (its number or None, those that had to go for it, the message of `resume`).
    Raises IllegalAction or OSError; then the game of the table is still there, or on the shelf."""
    journal = session.journal
    found = summary(journal, number)
    if found["state"] == UNKNOWN or not _is_offered(session, found, {}):
        raise IllegalAction("shelf unknown")
    kept: int | None = None
    dropped: list[int] = []
    from table.journal_recovery import make_way

    make_way(journal)
    if is_worth(session):
        end = ending(session)
        kept, dropped = make_room(journal, number)
        session.drop_caches()
        close(journal, end)
    _clear_table(session)
    try:
        if kept is not None:
            _move_away(session, kept)
        journal.close_tail()
        pause(True)
        move(shelf_file(journal, number, ".point"), journal.checkpoint_file)
        replace(shelf_file(journal, number), journal.file)
    except OSError:
        session.inconsistent = size_of(journal.file) > 0
        raise
    finally:
        session.version += 1
        session.pending_events.append({"event": "shelf"})
    pause(True)
    said = session.resume()
    session.begun += 1
    session.elsewhere = []
    session.needs_resync = True
    return kept, dropped, said


def take_off(session: "Session", number: int) -> None:
    """Remove a game from the shelf for good; raises IllegalAction or OSError."""
    if number not in numbers(session.journal):
        raise IllegalAction(("shelf without", number))
    discard(session.journal, number)
    session.pending_events.append({"event": "shelf"})


# ---- names ---------------------------------------------------------------------------------


def names_line(people: list[str]) -> str:
    return '{"names": %s}' % json.dumps(people)


def checked(people: list[str], seats: int) -> list[str]:
    """Return a name for each seat, "" for none; raises ValueError."""
    if len(people) > seats:
        raise ValueError("%d names for %d seats" % (len(people), seats))
    tidied = [" ".join(name.split()) for name in people]
    for name in tidied:
        if name and tidied.count(name) > 1:
            raise ValueError("two players cannot have the same name: %s" % name)
    return tidied + [""] * (seats - len(people))


def call(session: "Session", people: list[str]) -> None:
    """Name the players of the game on the table; raises ValueError or OSError."""
    if session.game is None:
        raise ValueError("no game is on the table")
    people = checked(people, session.game.seats)
    session.journal.append(names_line(people))
    session.journal.names = people
    session.version += 1


# ---- after a power cut ---------------------------------------------------------------------


def finish_start(journal: "Journal") -> bool:
    """Finish the start of a game if a power cut came just after the previous game had moved to the
    shelf; return whether that was so. Raises OSError."""
    fresh = journal.file + ".new"
    if size_of(journal.file) or not size_of(fresh):
        return False
    there = [number for number in numbers(journal) if number]
    if not there:
        return False
    try:
        with open(fresh, "rb") as file:
            head = [parse(text_of(line)) for line in valid_lines(file, 0, 2)]
        with open(shelf_file(journal, there[-1]), "rb") as file:
            file.seek(size_of(shelf_file(journal, there[-1])) - len("#00000000\n"))
            if file.read() != ("#%s\n" % head[1]["after"]).encode():
                return False
    except (ValueError, KeyError, IndexError, TypeError):
        return False
    replace(fresh, journal.file)
    return True
