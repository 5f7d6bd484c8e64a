"""`leyboard tags`: which tags a game needs, and writing them on the table's pad."""

from games import game_class
from host_tools.arguments import add_game, game_of, subcommand, whole, word
from host_tools.client import Client
from host_tools.errors import CommandError
from host_tools.ports import add_port, open_port
from host_tools.terminal import console, grid, say


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
    sub.add_argument("--piece", type=word, help="only the pieces of this name")
    sub.add_argument(
        "--from", dest="first", type=whole(1, 256), default=1, help="begin with this copy"
    )


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
    with Client(open_port(arguments.port)) as table:
        for token, name, count in pieces:
            for copy in range(arguments.first - 1, count):
                write(table, game_class(game.NAME).SET, token, copy, name)


def _print(pieces):
    rows = [(name, count) for _, name, count in pieces]
    rows.append(("all", sum(count for _, _, count in pieces)))
    console().print(grid(("piece", "tags"), rows, right=("tags",)))


def write(table, component_set, token, copy, name):
    """Wait for a tag on the pad, write a piece's record on it, wait until it is gone."""
    say("put the tag of %s, copy %d, on the pad ..." % (name, copy + 1))
    while table.tag()[0] is None:
        pass
    table.write(component_set, token, copy)
    written = ""
    while not written:
        _, written = table.tag()
    if written != "ok":
        raise CommandError(written)
    say("  written; take it away")
    while table.tag()[0] is not None:
        pass
