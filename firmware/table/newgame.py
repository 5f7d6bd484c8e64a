"""The questions before a new game: which game, how many seats, which options, which players.

Loaded for a new game, dropped when it begins.
"""

from games import names, summary
from games.players import names as player_names
from table.panel import Ask
from table.session import HUMAN

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.types import Options, OptionValues
    from table.app import App


def begin(
    app: "App", name: str, seats: int, options: "Options", players: list[str],
    give_up: bool = False
) -> None:
    """Begin the game chosen in the menu. The game on the table goes on the shelf; if people chose
    to give it up, it is given up first."""
    session = app.session
    if give_up and not session.is_over():
        session.give_up()
    try:
        moved = session.new(name, seats, options, players, app.entropy.secret(), (), True)
        app.display_text.tell_moved(moved)
    except ValueError as error:
        app.display_text.message = str(error)


def ask_game(start: "Callable[..., Any]") -> Ask:
    """Ask for a new game step by step, then call `start(name, seats, options, players)`."""
    games = names()
    titles = [("titled", name) for name in games]
    return Ask("which game", titles, lambda index: _ask_seats(start, games[index]))


def _ask_seats(start: "Callable[..., Any]", name: str) -> Ask:
    _, (fewest, most), options, _ = summary(name)
    offered = [entry for entry in options if isinstance(entry[1], tuple)]
    if fewest == most:
        return _ask_options(start, name, fewest, offered)
    seats = list(range(fewest, most + 1))
    labels = [("players", count) for count in seats]
    return Ask("how many", labels, lambda index: _ask_options(start, name, seats[index], offered))


def _ask_options(
    start: "Callable[..., Any]", name: str, seats: int,
    offered: "list[tuple[str, OptionValues]]"
) -> Ask:
    if not offered:
        return _ask_players(start, name, seats, {}, [])

    def then(index: int) -> Ask:
        if index:
            return _ask_option(start, name, seats, {}, offered)
        return _ask_players(start, name, seats, {}, [])

    return Ask("options", ["as usual", "choose them"], then)


def _ask_option(
    start: "Callable[..., Any]", name: str, seats: int, options: "Options",
    offered: "list[tuple[str, OptionValues]]"
) -> Ask:
    if not offered:
        return _ask_players(start, name, seats, options, [])
    option, values = offered[0]

    def then(index: int) -> Ask:
        if index:
            options[option] = values[index - 1]
        return _ask_option(start, name, seats, options, offered[1:])

    labels = ["as usual"] + [("valued", value) for value in values]
    return Ask("option " + option, labels, then, 0, name)


def _ask_players(
    start: "Callable[..., Any]", name: str, seats: int, options: "Options",
    players: list[str]
) -> Ask:
    if len(players) == seats:
        return start(name, seats, options, players)
    kinds = [HUMAN] + player_names()

    def then(index: int) -> Ask:
        return _ask_players(start, name, seats, options, players + [kinds[index]])

    return Ask(("played by", len(players)), [("played", kind) for kind in kinds], then)
