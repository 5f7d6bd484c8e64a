"""`leyboard league`: a club's games of Landover, its ranking and its seasons (rules: landover 20).

The points of a game come from its record; a small SQLite database keeps them.
"""

import contextlib
import hashlib
import os
import sqlite3
from argparse import Namespace, _SubParsersAction
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from sqlite3 import Connection

from games.record import GIVEN_UP, lines
from games.replay import RecordError
from host_tools.arguments import path, subcommand, word
from host_tools.errors import CommandError, why
from host_tools.ranking import (
    SEASONS,
    START,
    after_game,
    badge,
    deltas,
    name_of,
    places,
    season_of,
    season_points,
    skill,
)
from host_tools.replay import read
from host_tools.terminal import console, grid, say

BOT = "bot"  # the name of any computer player
# Step n brings the database from version n to n + 1; a step never changes once released.
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
)


# ---- the database -------------------------------------------------------------------------------


def default_path() -> Path:
    """Return the path of the league used without --league."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "leyboard" / "league.sqlite"


def connect(file: Path) -> Connection:
    """Open the league, creating or updating it if need be; raises CommandError."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        base = sqlite3.connect(file, isolation_level=None)
        base.execute("PRAGMA foreign_keys = ON")
        version = base.execute("PRAGMA user_version").fetchone()[0]
        if not 0 <= version <= len(MIGRATIONS):
            raise CommandError("the league %s was made by a newer Leyboard; update first" % file)
        for step in range(version, len(MIGRATIONS)):
            base.executescript(
                "BEGIN;%s;PRAGMA user_version = %d;COMMIT;" % (MIGRATIONS[step], step + 1)
            )
    except OSError as error:
        raise CommandError("cannot open the league %s: %s" % (file, why(error))) from None
    except sqlite3.Error as error:
        raise CommandError("cannot open the league %s: %s" % (file, error)) from None
    return base


@contextlib.contextmanager
def opened(file: Path, new: bool = False) -> Iterator[Connection]:
    """Open the league, or create a `new` one, for a `with`; raises CommandError for any error of
    its database."""
    if not new and not os.path.lexists(file):
        raise CommandError("there is no league %s; leyboard league add begins one" % file)
    with contextlib.closing(connect(file)) as base:
        try:
            yield base
        except sqlite3.Error as error:
            raise CommandError("the league %s cannot be used: %s" % (file, error)) from None


class Game:
    """A finished game: its digest, the points of each seat, the winner's seat, and whether it is
    ranked."""

    def __init__(self, path: Path):
        """Read a record; raises CommandError unless it is a sound record of a finished game of
        Landover."""
        self.path = path
        try:
            check = read(path)
        except RecordError as error:
            raise CommandError("%s is not a sound record: %s" % (path, error)) from None
        if check.game.NAME != "landover":
            raise CommandError("%s is a game of %s, not of Landover" % (path, check.game.TITLE))
        if check.end is None:
            raise CommandError("%s is not finished yet" % path)
        self.broken_off = check.end["reason"] == GIVEN_UP
        self.points = check.game.scores()
        self.winner = None if self.broken_off else check.end["winners"][0]
        self.ranked = check.game.options["ranked"] == 1
        # The digest ignores the seed and white space.
        text = "\n".join(lines(check.game, None))
        self.digest = hashlib.sha256(text.encode()).hexdigest()


def count(base: Connection, game: Game, names: list[str], played: date) -> str:
    """Count a game of these players, by seat; return a message about it."""
    if game.broken_off:
        return "no points: it was given up"
    if BOT in [name.lower() for name in names]:
        return "no points: a bot played"
    if base.execute("SELECT 1 FROM games WHERE digest = ?", (game.digest,)).fetchone():
        return "counted already"
    year, season = season_of(played)
    number = base.execute(
        "INSERT INTO games (digest, played, year, season, ranked) VALUES (?, ?, ?, ?, ?)",
        (game.digest, played.isoformat(), year, season, int(game.ranked)),
    ).lastrowid
    players = [_player(base, name) for name in names]
    place = places(game.points, game.winner)
    before = [tuple(player[2:]) for player in players]
    change = [0] * len(names)
    if game.ranked:
        change = deltas([skill(standing) for standing in before], game.points, place)
    said = []
    for seat, player in enumerate(players):
        now = after_game(before[seat], change[seat]) if game.ranked else before[seat]
        earned = season_points(game.points[seat], len(names), place[seat])
        base.execute(
            "UPDATE players SET tier = ?, division = ?, rp = ? WHERE id = ?", (*now, player[0])
        )
        base.execute(
            "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (number, player[0], place[seat], game.points[seat], earned, change[seat], *now),
        )
        said.append("%s %s" % (player[1], decimal(earned)) + _moved(before[seat], now))
    return ", ".join(said)


def _moved(before: tuple[int, int, int], now: tuple[int, int, int]) -> str:
    if now[:2] == before[:2]:
        return ""
    up = skill(now) > skill(before)
    return " (%s to %s)" % ("promoted" if up else "demoted", name_of(now))


def _player(base: Connection, name: str) -> tuple:
    """Return (id, name, tier, division, rp) of a player, adding a new one if need be."""
    base.execute("INSERT OR IGNORE INTO players VALUES (NULL, ?, ?, ?, ?)", (name, *START))
    return base.execute("SELECT * FROM players WHERE name = ?", (name,)).fetchone()


def standings(base: Connection, year: int, season: int) -> list[tuple]:
    """Return [(rank, id, name, points, games, won), ...] of a season, best first: by points, then
    games won, then fewer games played. Players equal in all three share the rank.
    """
    rows = base.execute(
        """
        SELECT players.id, name, SUM(points), COUNT(*), SUM(place = 1)
        FROM results JOIN games ON games.id = game JOIN players ON players.id = player
        WHERE year = ? AND season = ? GROUP BY players.id
        """,
        (year, season),
    ).fetchall()
    rows.sort(key=lambda row: (-row[2], -row[4], row[3], row[1].lower()))
    ranked = []
    for i, row in enumerate(rows):
        same = i and (row[2], row[3], row[4]) == (rows[i - 1][2], rows[i - 1][3], rows[i - 1][4])
        ranked.append((ranked[-1][0] if same else i + 1, *row))
    return ranked


def badges(base: Connection, player: int, today: date) -> list[str]:
    """Return a player's badges of all past seasons, as texts."""
    found = []
    seasons = base.execute("SELECT DISTINCT year, season FROM games ORDER BY year, season")
    for year, season in seasons.fetchall():
        if (year, season) < season_of(today):
            for rank, number, _, _, games, _ in standings(base, year, season):
                won = badge(rank, games) if number == player else None
                if won:
                    found.append("%s %d: %s" % (SEASONS[season], year, won))
    return found


# ---- the command --------------------------------------------------------------------------------


def register(commands: _SubParsersAction) -> None:
    """Add `league` and its subcommands."""
    group = subcommand(
        commands,
        "league",
        None,
        "keep a club's ranking and seasons of Landover",
        (
            "league add evening-1.jsonl evening-2.jsonl --players Ann,Ben,Cem,Dea",
            "league table --season 2026-autumn",
            "league player Ann",
        ),
    )
    group.add_argument("--league", type=path, default=default_path(), help="the database file")
    parts = group.add_subparsers(metavar="WHAT", required=True)
    add = subcommand(
        parts,
        "add",
        run_add,
        "count finished games from their records",
        ("league add evening.jsonl --players Ann,Ben,bot --date 2026-03-31",),
    )
    add.add_argument(
        "records", nargs="+", type=path, metavar="RECORD", help="files of one game each"
    )
    add.add_argument(
        "--players",
        required=True,
        type=word,
        help="names by seat, by comma; %s for a bot" % BOT,
    )
    add.add_argument(
        "--date", type=word, help="the day of the games, such as 2026-03-31 (default: today)"
    )
    table = subcommand(parts, "table", run_table, "print the table of a season", ("league table",))
    table.add_argument("--season", type=word, help="such as 2026-autumn (default: this one)")
    player = subcommand(
        parts,
        "player",
        run_player,
        "print a player's standing, badges and games",
        ("league player Ann",),
    )
    player.add_argument("name", type=word)


def run_add(arguments: Namespace) -> None:
    played = _day(arguments.date)
    names = [name.strip() for name in arguments.players.split(",")]
    people = [name.lower() for name in names if name.lower() != BOT]
    if "" in people or len(set(people)) != len(people):
        raise CommandError("--players names each player once, by comma")
    games = [Game(path) for path in arguments.records]  # one bad record stops the command
    for game in games:
        if len(game.points) != len(names):
            raise CommandError(
                "%s is for %d players, --players names %d"
                % (game.path, len(game.points), len(names))
            )
    with opened(arguments.league, new=True) as base:
        base.execute("BEGIN IMMEDIATE")  # closing without COMMIT drops everything
        said = [count(base, game, names, played) for game in games]
        base.execute("COMMIT")
    for game, text in zip(games, said, strict=True):
        say("%s: %s" % (game.path, text))


def run_table(arguments: Namespace) -> None:
    year, season = _season(arguments.season)
    rows = []
    with opened(arguments.league) as base:
        for rank, number, name, points, games, won in standings(base, year, season):
            standing = base.execute(
                "SELECT tier, division, rp FROM players WHERE id = ?", (number,)
            ).fetchone()
            rows.append((rank, name, decimal(points), games, won, name_of(standing, True)))
    if not rows:
        say("no games in %s %d" % (SEASONS[season].lower(), year))
        return
    columns = ("rank", "player", "points", "games", "won", "ranking")
    title = "%s %d" % (SEASONS[season], year)
    console().print(grid(columns, rows, ("rank", "points", "games", "won"), title))


def run_player(arguments: Namespace) -> None:
    with opened(arguments.league) as base:
        found = base.execute("SELECT * FROM players WHERE name = ?", (arguments.name,)).fetchone()
        if found is None:
            raise CommandError("there is no player %s in the league" % arguments.name)
        won = badges(base, found[0], date.today())
        results = base.execute(
            """
            SELECT played, place, vp, points, ranked, delta, tier, division, rp
            FROM results JOIN games ON games.id = game WHERE player = ? ORDER BY games.id
            """,
            (found[0],),
        ).fetchall()
    say("%s: %s" % (found[1], name_of(found[2:], True)))
    for text in won:
        say("badge of %s" % text)
    rows = []
    for played, place, vp, points, ranked, delta, *standing in results:
        change = "%+d" % delta if ranked else ""
        rows.append((played, place, vp, decimal(points), change, name_of(standing, True)))
    columns = ("day", "place", "VP", "points", "RP", "ranking")
    console().print(grid(columns, rows, ("place", "VP", "points", "RP")))


def _day(text: str) -> date:
    if text is None:
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CommandError("--date takes a day such as 2026-03-31, not %s" % text) from None


def _season(text: str) -> tuple[int, int]:
    """Return (year, season) of a text such as 2026-autumn, or of today."""
    if text is None:
        return season_of(date.today())
    year, _, name = text.partition("-")
    known = [season.lower() for season in SEASONS]
    if not (year.isdecimal() and len(year) == 4) or name.lower() not in known:
        raise CommandError(
            "--season takes a year and one of %s, such as 2026-autumn" % ", ".join(known)
        )
    return int(year), known.index(name.lower())


def decimal(hundredths: int) -> str:
    """Return hundredths as text: 3150 as 31.5."""
    return ("%d.%02d" % divmod(hundredths, 100)).rstrip("0").rstrip(".")
