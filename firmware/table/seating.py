"""The players of a game that comes onto the table, and what is noted of them."""

from table.session import HUMAN

if False:  # only mypy reads this: the names of types
    from games.base import Game
    from table.session import Session


def check_players(session: "Session", players: list[str] | tuple[str, ...]) -> None:
    """Raise ValueError or TypeError unless all of `players` can play here."""
    if not isinstance(players, (list, tuple)):
        raise TypeError("players are a list")
    for name in players:
        if name != HUMAN:
            session.find(name)


def seats_of(game: "Game", players: list[str] | tuple[str, ...]) -> list[str]:
    """Return the players of all seats, human after those named; raises ValueError."""
    players = list(players) + [HUMAN] * (game.seats - len(players))
    if len(players) != game.seats:
        raise ValueError("%d players for %d seats" % (len(players), game.seats))
    return players


def note_play(session: "Session") -> None:
    """Note how people play the game on the table, if its journal says so."""
    session.playtest = None
    if session.journal.playtest:
        from table.playtest import Playtest

        session.playtest = Playtest(session)
