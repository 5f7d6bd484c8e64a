"""The results of the finished games that have left the shelf: who won how often, by game.

The file `game.sums` has, as lines with checksums, {"last": the checksum at the end of the game
that was counted last}, and a line for each game, as `sums` yields it. So it stays short however
many games people play. A damaged line loses only itself; before the file is written again, a copy
becomes `game.sums.old`. Loaded when needed.
"""

import binascii
import json

from micropython import const

from games.pauses import pause
from table import forms
from table.files import (
    copy_file,
    remove,
    replace,
    size_of,
    value_of,
    whole_lines,
    with_checksum,
)
from table.session import HUMAN

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from typing import Any

    from games.types import Json
    from table.journal import Journal

_LONGEST = const(2048)  # characters of a line
_END = const(10)  # bytes of a checksum at the end of a line
_COUNTS = const(1 << 30)  # no number is as large


def sums(journal: "Journal") -> "Iterator[Json]":
    """Yield for each game {"game", "games": how many, "actions": in all of them, "players"}: for
    each player [kind, name, games, won, points]. The kind is as in `Session.players`; computers
    have no name."""
    for data in _lines(journal):
        if data is not None and "game" in data:
            yield data


def count(journal: "Journal", found: "Json", log: str) -> None:
    """Count a finished game, `found` as in `shelf.summary`, before its file `log` is removed. It
    counts once, even if the power fails in between. Raises OSError."""
    with open(log, "rb") as file:
        file.seek(max(0, size_of(log) - _END))
        mark = file.read().decode()
    fresh = _file(journal) + ".new"
    pause(True)
    try:
        with open(fresh, "wb") as file:
            crc = 0
            for data in _counted(journal, found, mark):
                line, crc = with_checksum(json.dumps(data), crc)
                file.write(line)
                pause()
    except OSError:
        remove(fresh)
        raise
    pause(True)
    replace(fresh, _file(journal))


def _file(journal: "Journal") -> str:
    return journal.file[: -len(".log")] + ".sums"


def _lines(journal: "Journal") -> "Iterator[Json | None]":
    """Yield the value of each line, None for a damaged one. A line counts if its checksum follows
    from the checksum of the line before, as written there or as computed from that line."""
    if not size_of(_file(journal)):
        return
    before = (0, 0)
    with open(_file(journal), "rb") as file:
        for line in whole_lines(file):
            try:
                found = int(line[-_END + 1 : -1], 16)
            except ValueError:
                found = 0
            sums = [binascii.crc32(line[:-_END], crc) for crc in before]
            before = (found, sums[0])
            yield _checked(line) if found in sums else None


def _checked(line: bytes) -> "Json | None":
    """Return the value of a line; None if it is no value of this file."""
    try:
        data = value_of(line)
        if "last" in data:
            return {"last": str(data["last"])}
        counts = [data["games"], data["actions"]]
        for player in data["players"]:
            counts += player[2:]
            if len(player) != 5 or not forms.is_valid(player[:2], forms.NAMES, 2, 2):
                return None
        is_sound = isinstance(data["players"], list)
        is_sound = is_sound and forms.is_valid(data["game"], forms.TEXT, 1, 16)
        for count in counts:
            is_sound = is_sound and forms.is_valid(count, forms.NUMBER, 0, _COUNTS)
        return data if is_sound else None
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _counted(
    journal: "Journal", found: "Json", mark: str
) -> "Iterator[Json]":
    """Yield the lines of the file with one more game."""
    yield {"last": mark}
    waits = True
    for data in _lines(journal):
        if data is None:
            copy_file(_file(journal), size_of(_file(journal)), _file(journal) + ".old")
        elif "last" in data:
            waits = data["last"] != mark
        else:
            if waits and data["game"] == found["game"]:
                _add(data, found)
                waits = False
            yield data
    if waits:
        data = {"game": found["game"], "games": 0, "actions": 0, "players": []}
        _add(data, found)
        yield data


def _add(data: "Json", found: "Json") -> None:
    """Add a game to the sums of its kind. If the sums get too long, the players with the fewest
    games lose their names."""
    data["games"] += 1
    data["actions"] += found["actions"]
    players = data["players"]
    for seat, kind in enumerate(found["players"]):
        name = found["names"][seat] if kind == HUMAN else ""
        _add_to(players, [kind, name, 1, int(seat in found["winners"]), found["scores"][seat]])
    while len(json.dumps(data)) > _LONGEST:
        named = [player for player in players if player[1]]
        least = min(named, key=_played)
        players.remove(least)
        _add_to(players, [HUMAN, ""] + least[2:])


def _add_to(players: "list[list[Any]]", more: "list[Any]") -> None:
    for player in players:
        if player[:2] == more[:2]:
            for n in range(2, len(more)):
                player[n] += more[n]
            return
    players.append(more)


def _played(player: "list[Any]") -> int:
    games: int = player[2]
    return games
