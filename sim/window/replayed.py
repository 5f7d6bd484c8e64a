"""The actions played so far, passed on to other rules of the same game.

A *played game* is plain data, as JSON: {"seats", "options", "players", "actions": [[by, words],
...]}. The workshop keeps it, and replays it whenever the rules change.
"""

from games import make
from games.base import IllegalAction
from games.record import action_of

if False:  # only mypy reads this: the names of types
    from games.base import Game
    from games.types import Json
    from table.session import Session


def played(session: "Session") -> "Json":
    """Return the game on a table as a played game."""
    return taken(session.game, list(session.players))


def taken(game: "Game", players: list[str]) -> "Json":
    """Return a game of these players as a played game."""
    actions = [[entry[0], game.text(entry[1:])] for entry in game.log]
    return {
        "seats": game.seats, "options": game.options, "players": players, "actions": actions,
    }


def replayed(name: str, wanted: "Json") -> "tuple[Game, str]":
    """Return a game by the present rules, after as many of the actions as they allow, and why they
    refuse the next one, "" if they allow all."""
    try:
        game = make(name, wanted["seats"], wanted["options"])
    except ValueError as error:
        return make(name), str(error)
    for by, words in wanted["actions"]:
        try:
            game.apply(by, action_of(game, words))
        except (IllegalAction, ValueError) as error:
            return game, str(error)
    return game, ""
