"""`leyboard league`: a club's games of Landover, its ranking and its seasons (rules: landover 20).

The points of a game come from its record; `club.py` stores them.
"""

import argparse
import hashlib
from argparse import Namespace
from datetime import date
from pathlib import Path

from games.record import GIVEN_UP, lines
from games.replay import RecordError
from host_tools.arguments import Commands, path, subcommand, whole, word
from host_tools.club import (
    Club,
    Result,
    default_path,
    name_key,
    opened,
    results,
    season_table,
)
from host_tools.errors import CommandError, why
from host_tools.files import read_text, replace_bytes
from host_tools.ranking import SEASONS, START, badge, name_of, places, season_of, skill
from host_tools.replay import read
from host_tools.terminal import JOINERS, ask_yes, console, echo, grid

BOT = "bot"  # the name of any computer player
_LONGEST_NAME = 40


class Game:
    """A finished game: its digest, the points of each seat, the winner's seat, and whether it is
    ranked."""

    def __init__(self, path: Path):
        """Read a record; raises CommandError unless it is a sound record of a finished game of
        Landover."""
        self.path = path
        self.record = read_text(path)
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


def count(club: Club, game: Game, names: list[str], played: date) -> str:
    """Count a game of these players, by seat; return a message about it."""
    if game.broken_off:
        return "no points: it was given up"
    if BOT in [name_key(name) for name in names]:
        return "no points: a bot played"
    if club.has_counted(game.digest):
        return "counted already"
    place = places(game.points, game.winner)
    number = club.add(game.digest, played, game.ranked, names, place, game.points, game.record)
    known = club.names()
    said = []
    for result in results(club.entries()):
        if result.entry.number == number:
            text = "%s %s" % (known[result.seat.player], decimal(result.points))
            said.append(text + moved(result))
    return "game %d: %s" % (number, ", ".join(said))


def moved(result: Result) -> str:
    before, now = result.before, result.after
    if now[:2] == before[:2]:
        return ""
    up = skill(now) > skill(before)
    return " (%s to %s)" % ("promoted" if up else "demoted", name_of(now))


def badges(played: list[Result], player: int, today: date) -> list[str]:
    """Return a player's badges of all past seasons, as texts."""
    found = []
    for year, season in sorted({season_of(result.entry.day) for result in played}):
        if (year, season) < season_of(today):
            for row in season_table(played, year, season):
                won = badge(row.rank, row.games) if row.player == player else None
                if won:
                    found.append("%s %d: %s" % (SEASONS[season], year, won))
    return found


# ---- the command --------------------------------------------------------------------------------


def person(text: str) -> str:
    """An argument type: the name of one person, in any script."""
    name = " ".join(text.split())
    bare = "".join(letter for letter in name if letter not in JOINERS)
    if not bare or not bare.isprintable() or "," in bare or len(name) > _LONGEST_NAME:
        raise argparse.ArgumentTypeError(
            "give names in printable letters, up to %d each" % _LONGEST_NAME
        )
    return name


def people(text: str) -> list[str]:
    """An argument type: names by seat, by comma."""
    names = [person(name) for name in text.split(",")]
    keys = [name_key(name) for name in names if name_key(name) != BOT]
    if len(set(keys)) != len(keys):
        raise argparse.ArgumentTypeError("name each player once, by comma")
    return names


def day(text: str) -> date:
    """An argument type: the day of a game, not a future one."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError("give a day such as 2026-03-31") from None
    if found > date.today():
        raise argparse.ArgumentTypeError("%s has yet to come" % text)
    return found


def register(commands: Commands) -> None:
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
        type=people,
        help="names by seat, by comma; %s for a bot" % BOT,
    )
    add.add_argument(
        "--date", type=day, help="the day of the games, such as 2026-03-31 (default: today)"
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
    player.add_argument("name", type=person)
    subcommand(parts, "games", run_games, "list the games with their numbers", ("league games",))
    export = subcommand(
        parts, "export", run_export, "write the records of all games, which name nobody",
        ("league export evenings",),
    )
    export.add_argument("folder", type=path, help="where they go, as game-12.jsonl")
    _register_corrections(parts)


def _register_corrections(parts: Commands) -> None:
    correct = subcommand(
        parts,
        "correct",
        run_correct,
        "correct the day or the players of a game",
        ("league correct 12 --date 2026-03-30", "league correct 12 --players Ann,Ben,Cem"),
    )
    correct.add_argument("game", type=whole(1, 2**40), help="its number, as league games says")
    correct.add_argument("--players", type=people, help="names by seat, by comma")
    correct.add_argument("--date", type=day, help="the day of the game")
    remove = subcommand(parts, "remove", run_remove, "take a game out", ("league remove 12",))
    remove.add_argument("game", type=whole(1, 2**40), help="its number, as league games says")
    remove.add_argument("--yes", action="store_true", help="do not ask")
    rename = subcommand(
        parts, "rename", run_rename, "correct how a name is written", ("league rename An Ann",)
    )
    rename.add_argument("old", type=person)
    rename.add_argument("new", type=person)


def run_add(arguments: Namespace) -> None:
    names = arguments.players
    games = [Game(path) for path in arguments.records]  # one bad record stops the command
    for game in games:
        if len(game.points) != len(names):
            raise CommandError(
                "%s is for %d players, --players names %d"
                % (game.path, len(game.points), len(names))
            )
    with opened(arguments.league, new=True, changes=True) as club:
        club.entries()  # nothing is added to a damaged league
        played = arguments.date or date.today()
        said = [count(club, game, names, played) for game in games]
    for game, text in zip(games, said, strict=True):
        echo("%s: %s" % (game.path, text))


def run_games(arguments: Namespace) -> None:
    with opened(arguments.league) as club:
        entries, names = club.entries(), club.names()
    rows = []
    for entry in entries:
        seats = ["%s %d" % (names[seat.player], seat.vp) for seat in entry.seats]
        kind = "ranked" if entry.ranked else ""
        rows.append((entry.number, entry.day.isoformat(), ", ".join(seats), kind))
    console().print(grid(("game", "day", "players and VP", ""), rows, ("game",)))


def run_export(arguments: Namespace) -> None:
    with opened(arguments.league) as club:
        records = club.records()
    if not records:
        raise CommandError("the league has no records: it keeps those of games added from now on")
    try:
        arguments.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError("cannot make %s: %s" % (arguments.folder, why(error))) from None
    for number, text in records.items():
        replace_bytes(arguments.folder / ("game-%d.jsonl" % number), text.encode())
    echo("%d records in %s" % (len(records), arguments.folder))


def run_correct(arguments: Namespace) -> None:
    names = arguments.players
    if names is None and arguments.date is None:
        raise CommandError("say what is right: --players, --date, or both")
    with opened(arguments.league, changes=True) as club:
        seats = club.seat_count(arguments.game)
        if names is not None:
            if len(names) != seats:
                raise CommandError("game %d is for %d players, --players names %d"
                                   % (arguments.game, seats, len(names)))
            if BOT in [name_key(name) for name in names]:
                raise CommandError("a game with a bot does not count: use league remove")
            club.set_players(arguments.game, names)
        if arguments.date is not None:
            club.set_day(arguments.game, arguments.date)
        club.entries()
    echo("game %d is corrected" % arguments.game)


def run_remove(arguments: Namespace) -> None:
    with opened(arguments.league) as club:
        club.seat_count(arguments.game)
    if not (arguments.yes or ask_yes("Take game %d out of the league?" % arguments.game)):
        raise CommandError("nothing was changed")
    with opened(arguments.league, changes=True) as club:
        club.remove(arguments.game)
    echo("game %d is taken out" % arguments.game)


def run_rename(arguments: Namespace) -> None:
    with opened(arguments.league, changes=True) as club:
        player = _known(club, arguments.old)
        other = club.player(arguments.new)
        if name_key(arguments.new) == BOT or other not in (None, player):
            raise CommandError("%s is somebody else; to move a game to another player, use league "
                               "correct" % arguments.new)
        club.rename(player, arguments.new)
    echo("%s is now written %s" % (arguments.old, arguments.new))


def run_table(arguments: Namespace) -> None:
    year, season = _season(arguments.season)
    with opened(arguments.league) as club:
        played, names = results(club.entries()), club.names()
    standing = {result.seat.player: result.after for result in played}
    rows = [
        (row.rank, names[row.player], decimal(row.points), row.games, row.won,
         name_of(standing[row.player], True))
        for row in season_table(played, year, season)
    ]
    if not rows:
        echo("no games in %s %d" % (SEASONS[season].lower(), year))
        return
    columns = ("rank", "player", "points", "games", "won", "ranking")
    title = "%s %d" % (SEASONS[season], year)
    console().print(grid(columns, rows, ("rank", "points", "games", "won"), title))


def run_player(arguments: Namespace) -> None:
    with opened(arguments.league) as club:
        player = _known(club, arguments.name)
        name = club.names()[player]
        played = results(club.entries())
    own = [result for result in played if result.seat.player == player]
    echo("%s: %s" % (name, name_of(own[-1].after if own else START, True)))
    for text in badges(played, player, date.today()):
        echo("badge of %s" % text)
    rows = []
    for result in own:
        change = "%+d" % result.delta if result.entry.ranked else ""
        rows.append((result.entry.day.isoformat(), result.seat.place, result.seat.vp,
                     decimal(result.points), change, name_of(result.after, True)))
    columns = ("day", "place", "VP", "points", "RP", "ranking")
    console().print(grid(columns, rows, ("place", "VP", "points", "RP")))


def _known(club: Club, name: str) -> int:
    found = club.player(name)
    if found is None:
        raise CommandError("there is no player %s in the league" % name)
    return found


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
