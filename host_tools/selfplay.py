"""`leyboard selfplay`: lets players on the desk play each other, a record a game."""

from pathlib import Path

from rich.progress import track

from games.record import lines
from host_tools.arguments import add_game, game_of, subcommand
from host_tools.errors import CommandError
from sim.search import player
from sim.selfplay import play_out


def register(commands):
    sub = subcommand(
        commands,
        "selfplay",
        run,
        "let players on the desk play each other and write a record of each game",
        (
            "selfplay --game mars --players random,greedy --games 20 --seed 1 --out records",
            "selfplay --game mars --options '{\"tie\": \"second\"}' --out records",
        ),
    )
    add_game(sub)
    sub.add_argument(
        "--players",
        default="random",
        help="by seat: random, greedy, search, search:500 (rounds) or search:2s; the last fills "
        "the rest",
    )
    sub.add_argument("--games", type=int, default=1, help="how many (default: 1)")
    sub.add_argument("--seed", type=int, default=1, help="of the first game; counts up from there")
    sub.add_argument("--out", required=True, type=Path, help="folder for the records")


def run(arguments):
    if arguments.games < 1 or arguments.seed < 0:
        raise CommandError("--games is at least 1, --seed at least 0")
    game = game_of(arguments)
    players = _players(arguments.players, game.seats)
    try:
        arguments.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError("cannot write to %s: %s" % (arguments.out, error.strerror)) from None
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    for seed in track(seeds, description=game.NAME, transient=True):
        game = game_of(arguments)
        play_out(game, players, seed)
        _write(arguments.out / ("%s-%d.jsonl" % (game.NAME, seed)), game, seed)
    print("%d records in %s" % (arguments.games, arguments.out))


def _players(text, seats):
    names = text.split(",")
    if len(names) > seats:
        raise CommandError("--players names %d players for %d seats" % (len(names), seats))
    names += names[-1:] * (seats - len(names))
    try:
        return [player(name) for name in names]
    except ValueError as error:
        raise CommandError(str(error)) from None


def _write(path, game, seed):
    text = "".join(line + "\n" for line in lines(game, seed))
    if path.exists() and path.read_text("utf-8") != text:
        raise CommandError("%s is another record already; choose another --out" % path)
    path.write_text(text, "utf-8", newline="\n")
