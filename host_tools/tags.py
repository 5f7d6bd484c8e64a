"""`leyboard tags`: which tags a game needs, and writing them on the table's pad."""

from rich.console import Console
from rich.table import Table as Grid

from games import kind
from host_tools.arguments import add_game, game_of, subcommand
from host_tools.errors import CommandError
from host_tools.table import Table, add_port, find


def register(commands):
    sub = subcommand(
        commands,
        "tags",
        run,
        "list the tags of a game's pieces, or write them on the pad one after the other",
        (
            "tags --game mars --list",
            "tags --game mars                      # asks for one tag after the other",
            "tags --game mars --piece 'cap' --from 3   # only caps, from the third on",
        ),
    )
    add_game(sub)
    add_port(sub)
    sub.add_argument("--list", action="store_true", help="only print what is needed")
    sub.add_argument("--piece", help="only the pieces of this name")
    sub.add_argument("--from", dest="first", type=int, default=1, help="begin with this copy")


def run(arguments):
    game = game_of(arguments)
    pieces = [(token, name, count) for token, name, _, count in game.tokens()]
    if arguments.piece:
        pieces = [piece for piece in pieces if piece[1] == arguments.piece]
        if not pieces:
            names = ", ".join(name for _, name, _, _ in game.tokens())
            raise CommandError("%s has no piece %s; there are: %s"
                               % (game.NAME, arguments.piece, names))  # fmt: skip
    if arguments.list:
        _print(pieces)
        return
    with Table(find(arguments.port)) as table:
        for token, name, count in pieces:
            for copy in range(arguments.first - 1, count):
                write(table, kind(game.NAME).SET, token, copy, name)


def _print(pieces):
    grid = Grid("piece", "tags")
    for _, name, count in pieces:
        grid.add_row(name, str(count))
    grid.add_row("all", str(sum(count for _, _, count in pieces)), style="bold")
    Console(highlight=False).print(grid)


def write(table, component_set, token, copy, name):
    """Wait for a tag on the pad, write a piece's record on it, wait until it is gone."""
    print("put the tag of %s, copy %d, on the pad ..." % (name, copy + 1), flush=True)
    _wait(table, lambda answer: answer["tag"] is not None)
    table.ask("write", set=component_set, token=token, copy=copy)
    answer = _wait(table, lambda answer: answer["written"])
    if answer["written"] != "ok":
        raise CommandError(answer["written"])
    print("  written; take it away", flush=True)
    _wait(table, lambda answer: answer["tag"] is None)


def _wait(table, is_so):
    while True:
        answer = table.ask("tag")
        if is_so(answer):
            return answer
