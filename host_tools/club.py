"""The database of a club's league.

It has only facts: the games that its people played. This module computes points, ranking and
tables from the games in the order of their dates, so a late or corrected entry counts as if
somebody had entered it right at once.
"""

import contextlib
import os
import sqlite3
import unicodedata
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from sqlite3 import Connection
from typing import Any, NamedTuple

from host_tools.errors import CommandError, why
from host_tools.ranking import START, after_game, deltas, season_of, season_points, skill
from host_tools.systems import data_folder
from host_tools.terminal import JOINERS

# sqlite3 raises its own errors, and passes on one other error, which quotes damaged text.
UNUSABLE = (sqlite3.Error, UnicodeDecodeError)
_WAIT_S = 5  # for others who enter games at the same time
_MOST_SEATS = 8  # of Landover (rules: landover 1)

# Step n updates the database from version n to n + 1; a released step never changes. `name_key` is
# the function below.
MIGRATIONS = (
    """
    CREATE TABLE players (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE COLLATE NOCASE,
        tier INTEGER NOT NULL,
        division INTEGER NOT NULL,
        rp INTEGER NOT NULL
    );
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        digest TEXT NOT NULL UNIQUE,
        played TEXT NOT NULL,
        year INTEGER NOT NULL,
        season INTEGER NOT NULL,
        ranked INTEGER NOT NULL
    );
    CREATE TABLE results (
        game INTEGER NOT NULL REFERENCES games,
        player INTEGER NOT NULL REFERENCES players,
        place INTEGER NOT NULL,
        vp INTEGER NOT NULL,
        points INTEGER NOT NULL,
        delta INTEGER NOT NULL,
        tier INTEGER NOT NULL,
        division INTEGER NOT NULL,
        rp INTEGER NOT NULL,
        PRIMARY KEY (game, player)
    );
    CREATE INDEX games_by_season ON games (year, season);
    """,
    # One person is one player, however the name is written. The database does not keep values that
    # follow from games.
    """
    CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL UNIQUE);
    INSERT INTO people SELECT MIN(id), name, name_key(name) FROM players GROUP BY name_key(name);
    CREATE TABLE played (
        id INTEGER PRIMARY KEY,
        digest TEXT NOT NULL UNIQUE,
        day TEXT NOT NULL,
        ranked INTEGER NOT NULL
    );
    INSERT INTO played SELECT id, digest, played, ranked FROM games;
    CREATE TABLE seats (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES players,
        place INTEGER NOT NULL,
        vp INTEGER NOT NULL,
        PRIMARY KEY (game, seat)
    );
    INSERT INTO seats
        SELECT game, ROW_NUMBER() OVER (PARTITION BY game ORDER BY results.rowid) - 1,
               people.id, place, vp
        FROM results JOIN players ON players.id = player
                     JOIN people ON people.key = name_key(players.name);
    DROP TABLE results;
    DROP TABLE games;
    DROP TABLE players;
    ALTER TABLE played RENAME TO games;
    ALTER TABLE people RENAME TO players;
    """,
    # The record of a game, with what a playtest noted; games of before have none.
    "ALTER TABLE games ADD COLUMN record TEXT NOT NULL DEFAULT ''",
)


class Seat(NamedTuple):
    """The player of a seat, the place in the game from 1, and the victory points."""

    player: int
    place: int
    vp: int


class Entry(NamedTuple):
    """A game of the league, its seats in order."""

    number: int
    day: date
    ranked: bool
    seats: list[Seat]


class Result(NamedTuple):
    """A player's result of a game: hundredths of season points, the change of RP, and the
    standings before and after."""

    entry: Entry
    seat: Seat
    points: int
    delta: int
    before: tuple[int, int, int]
    after: tuple[int, int, int]


def name_key(name: str) -> str:
    """Return a key that is equal for two spellings of one person's name: it ignores case, the
    encoding of accents, joiners and spaces."""
    bare = "".join(letter for letter in name if letter not in JOINERS)
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", bare).casefold())
    return " ".join(folded.split())


def default_path() -> Path:
    """Return the path of the league used without --league."""
    return data_folder() / "league.sqlite"


def connect(file: Path) -> Connection:
    """Open the league, creating or updating it if need be; raises CommandError."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        base = sqlite3.connect(file, timeout=_WAIT_S, isolation_level=None)
        with contextlib.ExitStack() as unless_usable:
            unless_usable.callback(base.close)  # which also gives its lock back
            base.create_function("name_key", 1, name_key, deterministic=True)
            _migrate(base, file)
            base.execute("PRAGMA foreign_keys = ON")
            unless_usable.pop_all()
    except OSError as error:
        raise CommandError("cannot open the league %s: %s" % (file, why(error))) from None
    except UNUSABLE as error:
        raise CommandError("cannot open the league %s: %s" % (file, error)) from None
    return base


def _migrate(base: Connection, file: Path) -> None:
    """Update the database to the newest version; if several processes open it at once, one of them
    does."""
    if _version(base, file) == len(MIGRATIONS):
        return
    base.execute("BEGIN IMMEDIATE")
    for step in range(_version(base, file), len(MIGRATIONS)):
        for statement in MIGRATIONS[step].split(";"):
            base.execute(statement)
        base.execute("PRAGMA user_version = %d" % (step + 1))
    base.execute("COMMIT")


def _version(base: Connection, file: Path) -> int:
    version: int = base.execute("PRAGMA user_version").fetchone()[0]
    if not 0 <= version <= len(MIGRATIONS):
        raise CommandError("the league %s was made by a newer Leyboard; update first" % file)
    return version


@contextlib.contextmanager
def opened(file: Path, new: bool = False, changes: bool = False) -> Iterator["Club"]:
    """Open the league, or create a `new` one, for a `with`; with `changes`, the changes count only
    if nothing in the `with` raises. Raises CommandError for any error of its database."""
    if not new and (not os.path.lexists(file) or file.is_file() and not file.stat().st_size):
        raise CommandError("there is no league %s; leyboard league add begins one" % file)
    with contextlib.closing(connect(file)) as base:
        try:
            if changes:
                base.execute("BEGIN IMMEDIATE")  # closing without COMMIT drops everything
            yield Club(base, file)
            if changes:
                base.execute("COMMIT")
        except UNUSABLE as error:
            raise CommandError("the league %s cannot be used: %s" % (file, error)) from None


class Club:
    """The people and games of an open league."""

    def __init__(self, base: Connection, file: Path):
        self._base = base
        self._file = file

    # ---- what it holds ------------------------------------------------------------------------

    def names(self) -> dict[int, str]:
        """Return {number: name} of all players; raises CommandError if one is damaged."""
        found = {}
        for number, name, key in self._base.execute("SELECT id, name, key FROM players"):
            if not isinstance(name, str) or not name or name_key(name) != key:
                raise self._damaged("player %d has no proper name" % number)
            found[number] = name
        return found

    def player(self, name: str) -> int | None:
        """Return the number of the player with that name, or None."""
        found = self._base.execute("SELECT id FROM players WHERE key = ?", (name_key(name),))
        row = found.fetchone()
        return row[0] if row else None

    def entries(self) -> list[Entry]:
        """Return all games by date, those of one day in the order of their entry; raises
        CommandError if one is damaged."""
        seats: dict[int, list[Any]] = {}
        for row in self._base.execute(
            "SELECT game, seat, player, place, vp FROM seats ORDER BY game, seat"
        ):
            seats.setdefault(row[0], []).append(row[1:])
        known = self.names()
        found = []
        for number, day, ranked in self._base.execute("SELECT id, day, ranked FROM games"):
            rows = seats.pop(number, [])
            wrong = _wrong(day, ranked, rows, known)
            if wrong:
                raise self._damaged("game %d has %s" % (number, wrong))
            found.append(Entry(number, date.fromisoformat(day), ranked == 1,
                               [Seat(*row[1:]) for row in rows]))
        if seats:
            raise self._damaged("game %s is missing" % next(iter(seats)))
        return sorted(found, key=lambda entry: (entry.day, entry.number))

    def _damaged(self, what: str) -> CommandError:
        return CommandError(
            "the league %s is damaged: %s. Put a copy of the file back, or take a damaged game "
            "out with leyboard league remove" % (self._file, what)
        )

    def records(self) -> dict[int, str]:
        """Return {number: text} of the records that the league has."""
        return dict(self._base.execute("SELECT id, record FROM games WHERE record != ''"))

    # ---- changes ------------------------------------------------------------------------------

    def has_counted(self, digest: str) -> bool:
        """Is the game with that digest in the league?"""
        found = self._base.execute("SELECT 1 FROM games WHERE digest = ?", (digest,))
        return found.fetchone() is not None

    def add(
        self, digest: str, day: date, ranked: bool, names: list[str],
        place: list[int], points: list[int], record: str,
    ) -> int:
        """Enter a game: the player, place and victory points of each seat, and the text of its
        record. Return its number."""
        number = self._base.execute(
            "INSERT INTO games (digest, day, ranked, record) VALUES (?, ?, ?, ?)",
            (digest, day.isoformat(), int(ranked), record),
        ).lastrowid
        assert number is not None
        for seat, name in enumerate(names):
            self._base.execute(
                "INSERT INTO seats VALUES (?, ?, ?, ?, ?)",
                (number, seat, self._named(name), place[seat], points[seat]),
            )
        return number

    def seat_count(self, number: int) -> int:
        """Return the number of players of a game; raises CommandError if no game has that number.
        """
        rows = self._base.execute("SELECT COUNT(*) FROM seats WHERE game = ?", (number,))
        count: int = rows.fetchone()[0]
        there = self._base.execute("SELECT 1 FROM games WHERE id = ?", (number,)).fetchone()
        if not there and not count:
            raise CommandError("the league has no game %d; see leyboard league games" % number)
        return count

    def set_day(self, number: int, day: date) -> None:
        """Correct the day of a game."""
        self._base.execute("UPDATE games SET day = ? WHERE id = ?", (day.isoformat(), number))

    def set_players(self, number: int, names: list[str]) -> None:
        """Correct the players of a game, by seat."""
        for seat, name in enumerate(names):
            self._base.execute(
                "UPDATE seats SET player = ? WHERE game = ? AND seat = ?",
                (self._named(name), number, seat),
            )
        self._drop_idle()

    def remove(self, number: int) -> None:
        """Remove a game, and the people who played no other."""
        self._base.execute("DELETE FROM seats WHERE game = ?", (number,))
        self._base.execute("DELETE FROM games WHERE id = ?", (number,))
        self._drop_idle()

    def rename(self, player: int, name: str) -> None:
        """Correct the spelling of a player's name."""
        self._base.execute(
            "UPDATE players SET name = ?, key = ? WHERE id = ?", (name, name_key(name), player)
        )

    def _named(self, name: str) -> int:
        """Return the number of a player, a new one if need be."""
        self._base.execute(
            "INSERT OR IGNORE INTO players (name, key) VALUES (?, ?)", (name, name_key(name))
        )
        found = self.player(name)
        assert found is not None
        return found

    def _drop_idle(self) -> None:
        self._base.execute("DELETE FROM players WHERE id NOT IN (SELECT player FROM seats)")


def _wrong(day: object, ranked: object, rows: list[tuple[Any, ...]], known: dict[int, str]) -> str:
    """Return the fault of a game in the database as a text, "" if it is sound."""
    try:
        if not isinstance(day, str):
            raise ValueError
        date.fromisoformat(day)
    except ValueError:
        return "no proper day"
    if ranked not in (0, 1):
        return "neither ranked nor casual"
    if not 2 <= len(rows) <= _MOST_SEATS:
        return "%d seats" % len(rows)
    for seat, row in enumerate(rows):
        if not all(isinstance(value, int) for value in row) or row[0] != seat:
            return "no proper result for seat %d" % seat
        if row[1] not in known:
            return "an unknown player on seat %d" % seat
        if not 1 <= row[2] <= len(rows) or not 0 <= row[3] < 1000:
            return "place %d with %d points" % row[2:]
    if [row[2] for row in rows].count(1) != 1:
        return "not one winner"
    return ""


# ---- what follows from the games ----------------------------------------------------------------


def results(entries: list[Entry]) -> list[Result]:
    """Return the Results of each game, by seat; `entries` are in the order of their days."""
    standing: dict[int, tuple[int, int, int]] = {}
    found = []
    for entry in entries:
        points = [seat.vp for seat in entry.seats]
        place = [seat.place for seat in entry.seats]
        before = [standing.get(seat.player, START) for seat in entry.seats]
        change = [0] * len(before)
        if entry.ranked:
            change = deltas([skill(one) for one in before], points, place)
        for i, seat in enumerate(entry.seats):
            after = after_game(before[i], change[i]) if entry.ranked else before[i]
            standing[seat.player] = after
            earned = season_points(seat.vp, len(before), seat.place)
            found.append(Result(entry, seat, earned, change[i], before[i], after))
    return found


class Row(NamedTuple):
    """A line of a season's table; `points` in hundredths."""

    rank: int
    player: int
    points: int
    games: int
    won: int


def season_table(played: list[Result], year: int, season: int) -> list[Row]:
    """Return the table of a season, best first: by points, then games won, then fewer games
    played. Players equal in all three share the rank."""
    sums: dict[int, list[int]] = {}
    for result in played:
        if season_of(result.entry.day) == (year, season):
            own = sums.setdefault(result.seat.player, [0, 0, 0])
            own[0] += result.points
            own[1] += 1
            own[2] += result.seat.place == 1
    order = sorted(sums.items(), key=lambda item: (-item[1][0], -item[1][2], item[1][1], item[0]))
    rows: list[Row] = []
    for i, (player, own) in enumerate(order):
        same = i and own == order[i - 1][1]
        rows.append(Row(rows[-1].rank if same else i + 1, player, *own))
    return rows
