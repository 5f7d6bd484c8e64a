"""`leyboard study`: plays thousands of games and reports what a designer wants to know."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from games import source
from games.replay import RecordError
from host_tools.arguments import (
    SEED_MOST,
    Commands,
    game_name,
    options_of,
    path,
    subcommand,
    whole,
    word,
)
from host_tools.errors import CommandError
from host_tools.files import read_text
from host_tools.replay import read
from host_tools.terminal import console, echo, grid, note, progress
from sim.records import record_lines

if TYPE_CHECKING:
    from sim.study.plan import Plan
    from sim.study.store import Store


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "study",
        run,
        "play a game by the thousand, on all cores or on a cluster, and write a report",
        (
            "study mars --players greedy --games 2000 --out studies/mars",
            "study mars --ladder random,greedy,search:30 --games 200 --out studies/mars-ladder",
            "study land --players greedy --vary edge=open,closed --games 500 --out studies/edge",
            "study mars --players search:30 --open 'small c3' --games 200 --out studies/corner",
            "study market --players search:30,greedy --seats 2,3 --dask tcp://desk:8786",
            "study mars --report --out studies/mars        # of what there is, without playing",
            "study --from evenings/*.jsonl                 # how people played: see play --log",
            "study ./fox.py --from evenings/*.jsonl        # how they played a game of your own",
        ),
    )
    sub.add_argument("game", nargs="?", type=game_name, metavar="GAME",
                     help="its name, such as mars, or a package: ./fox.py")
    sub.add_argument(
        "--players",
        action="append",
        metavar="A,B",
        default=[],
        help="by seat: random, greedy, careful, search:ROUNDS; the last fills the rest; they move "
        "on one seat each game; repeat for another line-up (default: greedy)",
    )
    sub.add_argument(
        "--ladder",
        metavar="A,B,C",
        help="players from weak to strong: each plays against the next",
    )
    sub.add_argument(
        "--games",
        type=whole(1, 10**9),
        default=1000,
        help="for each line-up and setting (default: 1000)",
    )
    sub.add_argument("--seats", default="", metavar="N,M", help="players (default: the fewest)")
    sub.add_argument("--options", default="{}", help='JSON, such as \'{"tie": "second"}\'')
    sub.add_argument(
        "--vary",
        action="append",
        metavar="OPTION=A,B",
        default=[],
        help="play with each of these values, from equal seeds; may be repeated",
    )
    _register_openings(sub)
    sub.add_argument(
        "--seed", type=whole(0, SEED_MOST), default=1, help="of game 0; counts up from there"
    )
    sub.add_argument("--decisions", action="store_true", help="keep a row of every decision")
    sub.add_argument("--workers", type=whole(1, 1000), help="processes (default: one a core)")
    sub.add_argument(
        "--dask", type=word, metavar="ADDRESS", help="play on a cluster: its Dask scheduler"
    )
    sub.add_argument("--out", type=path, default=Path("study"), help="folder (default: study)")
    sub.add_argument("--from", type=path, nargs="+", dest="records", metavar="RECORD",
                     help="report on games of people, which play --log or host --log has kept")
    sub.add_argument("--report", action="store_true", help="play nothing, report what there is")


def _register_openings(sub: ArgumentParser) -> None:
    sub.add_argument("--open", action="append", metavar="WORDS", default=[],
                     help="every game begins with this action, such as 'small c3', or with one of "
                     "those that begin so, such as 'small'; repeat to draw one of several")
    sub.add_argument("--without", action="append", metavar="WORDS", default=[],
                     help="no game begins with this action, or with one of those that begin so; "
                     "may be repeated")


def run(arguments: Namespace) -> None:
    # imported late: SQLite, plots and search are slow to import
    from sim.study.errors import StudyError

    try:
        _study(arguments)
    except StudyError as error:
        raise CommandError(str(error)) from None


def _tell_people(arguments: Namespace) -> None:
    """Print what records of people's games tell, those of one game if it is named."""
    from sim.study.notes import noted
    from sim.study.people import people, tables

    found = []
    for file in arguments.records:
        try:
            other = read(file).other_source
            found.append(noted(record_lines(read_text(file))))
        except RecordError as error:
            raise CommandError("%s: %s" % (file, error)) from None
        if other:
            note("%s: %s" % (file, other))
    out = console()
    kinds = [figures for figures in people(found) if arguments.game in (None, figures.game)]
    if not kinds:
        raise CommandError("none of these records is of %s" % arguments.game)
    timed = [figures for figures in kinds if figures.lengths]
    for figures in kinds:
        if timed and figures not in timed:
            note("no record of %s has times" % figures.game)
            continue
        for title, head, rows in tables(figures):
            if rows:
                out.print(grid(head, rows, head[1:], title))


def _study(arguments: Namespace) -> None:
    if arguments.records:
        _tell_people(arguments)
        return
    if arguments.game is None:
        raise CommandError("name a game, such as mars, or records of people's games by --from")
    from sim.study.store import Store

    write = _writer()  # raises before any game is played
    if arguments.report:
        with Store(arguments.out) as store:
            _named(arguments.game, store)
            echo("report: %s" % write(store, arguments.out))
        return
    plan = _plan(arguments)
    if arguments.dask and source(plan.game):
        raise CommandError("the machines of a cluster have only our games, not %s" % plan.game)
    with Store(arguments.out, plan) as store:
        _play(arguments, plan, store)
        echo("report: %s" % write(store, arguments.out))


def _play(arguments: Namespace, plan: "Plan", store: "Store") -> None:
    from sim.study.backends import Cluster, Cores
    from sim.study.run import run

    before = store.played()
    if before:
        note("%s holds %d games already" % (store.path, before))
    backend = Cluster(arguments.dask) if arguments.dask else Cores(arguments.workers)
    columns = (TextColumn(plan.game), BarColumn(), MofNCompleteColumn(), TextColumn("games"),
               TimeElapsedColumn(), TextColumn("left:"), TimeRemainingColumn())
    try:
        with progress(*columns) as bar:
            total = max(arguments.games * len(plan.cells), before)
            task = bar.add_task("games", total=total, completed=before)
            with backend:
                run(store, arguments.games, backend, lambda n: bar.advance(task, n))
    except KeyboardInterrupt:
        echo("stopped; %d games are kept: the same command continues, and --report reports on "
            "them" % store.played())
        raise


def _writer() -> Callable[..., Any]:
    """Return the function that writes a report; raises CommandError if its libraries are
    missing."""
    try:
        from sim.study.page import write
    except ModuleNotFoundError as error:
        raise CommandError(
            "a report needs %s: run make setup, or pip install 'leyboard[study]'" % error.name
        ) from None
    return write


def _plan(arguments: Namespace) -> "Plan":
    from sim.study import plan
    from sim.study.openings import Openings

    if arguments.workers and arguments.dask:
        raise CommandError("--workers is for this machine; a cluster has its own")
    options = options_of(arguments)
    seats = [_whole(text) for text in arguments.seats.split(",")] if arguments.seats else [None]
    varied = []
    for text in arguments.vary:
        name, equals, values = text.partition("=")
        if not equals or not values:
            raise CommandError(
                "--vary takes an option and its values, such as edge=open,closed, not %s" % text
            )
        varied.append((name, values.split(",")))
    lineups = [text.split(",") for text in arguments.players]
    if arguments.ladder:
        lineups += plan.ladder(arguments.ladder.split(","))
    settings = plan.settings_of(arguments.game, seats, options, varied)
    lineups = lineups or [["greedy"]]
    openings = Openings(arguments.open, arguments.without)
    return plan.Plan(
        arguments.game, settings, lineups, arguments.seed, arguments.decisions, openings)


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise CommandError("--seats takes numbers such as 2,3, not %s" % text) from None


def _named(game: str, store: "Store") -> None:
    if store.plan.game != game:
        raise CommandError("%s holds a study of %s" % (store.path, store.plan.game))
