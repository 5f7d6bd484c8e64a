"""The file of a study: SQLite, so that a batch is stored completely or not at all.

Tables (pandas, polars and DuckDB read them; a game is known by cell and number):

    cells      cell, seats, options (JSON), players (JSON, as in the study's command)
    games      a row per game; `lasting`, `drama` and `decisive` as in course.py; `log` is its
               actions, [[by, kind, ...], ...] as JSON, by zlib
    seats      a row per game and seat; `won` is in twelfths of a victory, `last_led` in
               thousandths of the game's decisions
    decisions  a row per decision, if the study keeps them; `lead` before it, `gain` by it
    and counts, each with its key:
    uses       an option: times possible, times taken, seats that could, seats that did, and their
               wins in twelfths (all who could, those who did)
    events     an event, or with "~" before it what chance did: times, games with it
    numbers    a number among an action's words: times, and twelfths won by who named it
    places     a spot: times something was done there, and points gained at once
    openings   a seat's first real decision: games, twelfths won, sum of the final lead
    leads      a lead after so many tenths of a game: seats, twelfths won
    choices    how many actions are legal, by tenths and by number of bits: decisions, actions,
               decisions with just one
"""

import errno
import json
import sqlite3
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.study.errors import StudyError
from sim.study.plan import describe, from_identity, version
from sim.study.play import COUNTS

if TYPE_CHECKING:
    from games.types import Json
    from sim.study.plan import Cell, Plan

FILE = "study.sqlite"
_FORM = 2  # of these tables
_TABLES = """
create table about (name text primary key, value text) without rowid;
create table cells (cell integer primary key, seats int, options text, players text);
create table games (cell int, number int, seed int, turns int, decisions int, chances int,
    lead_changes int, lasting int, drama int, decisive int, margin int, reason text, log blob,
    primary key (cell, number)) without rowid;
create table seats (cell int, number int, seat int, player text, score int, won int,
    last_led int, primary key (cell, number, seat)) without rowid;
create table decisions (cell int, number int, n int, seat int, legal int, words text, lead int,
    gain int, primary key (cell, number, n)) without rowid;
"""
_TEXTS = ("player", "option", "event", "what", "words")


class Store:
    """The results of one study in a folder; a context manager, and the only writer."""

    def __init__(self, folder: Path, plan: "Any" = None):
        """Open the results of `plan`, or create them; without a plan open existing ones.

        Raises StudyError if the folder holds something else.
        """
        self.path = folder / FILE
        new = not self.path.exists()
        if new and plan is None:
            raise StudyError("there is no study in %s" % folder)
        try:
            if new:
                folder.mkdir(parents=True, exist_ok=True)
            self.db = sqlite3.connect(self.path, isolation_level=None, timeout=1)
        except OSError as error:
            raise StudyError(
                "cannot write to %s: %s; choose another --out" % (folder, error.strerror)
            ) from None
        except sqlite3.Error as error:
            raise StudyError("cannot open %s: %s" % (self.path, error)) from None
        try:
            self._open(plan, new)
        except BaseException:
            self.db.close()
            raise

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *error: object) -> None:
        self.db.close()

    def _open(self, plan: "Plan | None", new: bool) -> None:
        with self._reporting():
            self.db.execute("pragma locking_mode = exclusive")
            self.db.execute("begin exclusive")
            about = {} if new else dict(self.db.execute("select name, value from about"))
            if not about and plan:
                self._begin(plan)
                about = dict(self.db.execute("select name, value from about"))
            self.db.execute("commit")
        if about.get("form") != str(_FORM):
            raise StudyError("%s is of another Leyboard; choose another --out" % self.path)
        if plan is None:
            plan = from_identity(json.loads(about["plan"]))
        else:
            self._compare(plan, about)
        self.plan = plan
        self.version = about["version"]

    def _begin(self, plan: "Plan") -> None:
        for statement in _TABLES.split(";")[:-1] + [_table(name) for name in COUNTS]:
            self.db.execute(statement)
        about = {"form": _FORM, "version": version(plan.game), "plan": json.dumps(plan.identity())}
        self.db.executemany("insert into about values (?, ?)", about.items())
        self.db.executemany(
            "insert into cells values (?, ?, ?, ?)",
            [
                (cell.index, cell.seats, json.dumps(cell.options), json.dumps(cell.players))
                for cell in plan.cells
            ],
        )

    def _compare(self, plan: "Plan", about: dict[str, str]) -> None:
        there, wanted = json.loads(about["plan"]), plan.identity()
        for key in wanted:
            if there[key] != wanted[key]:
                raise StudyError(
                    "%s holds another study (%s); choose another --out"
                    % (self.path, _difference(key, there, wanted))
                )
        now = version(plan.game)
        if about["version"] != now:
            raise StudyError(
                "%s holds games of version %s of the rules and players, this is version %s; "
                "choose another --out" % (self.path, about["version"], now)
            )

    def add(self, batch: "Json") -> None:
        """Store a packed batch; on failure raises StudyError and stores none of it."""
        with self._reporting():
            self.db.execute("begin")
            try:
                self._insert(batch)
                self.db.execute("commit")
            except BaseException:
                if self.db.in_transaction:
                    self.db.execute("rollback")
                raise

    def _insert(self, batch: "Json") -> None:
        games = [row[:-1] + (zlib.compress(row[-1].encode(), 9),) for row in batch["games"]]
        for table, rows in (("games", games), ("seats", batch["seats"]),
                            ("decisions", batch["decisions"])):
            if rows:
                holes = ", ".join("?" * len(rows[0]))
                self.db.executemany("insert into %s values (%s)" % (table, holes), rows)
        for table, rows in batch["counts"].items():
            self.db.executemany(_adding(table), rows)

    def missing(self, cell: "Cell", games: int) -> list[range]:
        """Return the ranges of game numbers below `games` that a cell still lacks."""
        numbers = "select number from games where cell = ? and number < ?"
        found = self.db.execute(
            "select last + 1, number from (select number, lag(number, 1, -1) over"
            " (order by number) as last from (%s union all select ?))"
            " where number > last + 1" % numbers,
            (cell.index, games, games),
        )
        return [range(*pair) for pair in found]

    def played(self) -> int:
        """Return the number of games played."""
        count: int = self.db.execute("select count(*) from games").fetchone()[0]
        return count

    def _reporting(self) -> "_Reporting":
        return _Reporting(self)


class _Reporting:
    """Turns database errors into a StudyError that says what to do."""

    def __init__(self, store: Store):
        self.store = store

    def __enter__(self) -> "_Reporting":
        return self

    def __exit__(self, kind: object, error: Exception, trace: object) -> None:
        if not isinstance(error, (sqlite3.Error, OSError)):
            return
        path = self.store.path
        code = getattr(error, "sqlite_errorcode", None)
        if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE) or (
            getattr(error, "errno", None) == errno.ENOSPC
        ):
            raise StudyError(
                "no room is left for %s; what was played is kept: make room and "
                "give the same command again" % path
            ) from None
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StudyError("another study is writing to %s" % path) from None
        if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            raise StudyError("%s is no study, or it is damaged" % path) from None
        raise StudyError("cannot use %s: %s" % (path, error)) from None


def _table(name: str) -> str:
    """Return the SQL statement that creates a table of counts."""
    keys, numbers = COUNTS[name]
    columns = ["%s %s" % (key, "text" if key in _TEXTS else "int") for key in keys + numbers]
    return "create table %s (%s, primary key (%s)) without rowid" % (
        name, ", ".join(columns), ", ".join(keys))


def _adding(name: str) -> str:
    """Return the SQL statement that adds a row of counts to the existing ones."""
    keys, numbers = COUNTS[name]
    return "insert into %s values (%s) on conflict (%s) do update set %s" % (
        name,
        ", ".join("?" * len(keys + numbers)),
        ", ".join(keys),
        ", ".join("%s = %s + excluded.%s" % (number, number, number) for number in numbers),
    )


def _difference(key: str, there: "Json", wanted: "Json") -> str:
    if key == "cells":
        old = {describe(cell) for cell in from_identity(there).cells}
        new = {describe(cell) for cell in from_identity(wanted).cells}
        other = sorted(old - new) or sorted(new - old)
        return "there: %s" % other[0] if old - new else "not there: %s" % other[0]
    return "%s %s, not %s" % (key, there[key], wanted[key])
