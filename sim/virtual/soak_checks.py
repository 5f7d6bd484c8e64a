"""Checks of a soak (soak.py): journal and lights agree with the game on the table."""

from games.base import LEGAL, MISSING, WRONG
from sim.virtual.flash import copied
from table.journal import Journal
from table.session import Session

if False:  # only mypy reads this: the names of types
    from typing import Any

    from sim.virtual.flash import Flash
    from sim.virtual.table import VirtualTable

_BLINK_MS = 1500  # time in which every lit place is lit at least once
_FRAMES_MS = 80  # time until the lights are up to date
_FOR_HANDS = (LEGAL, WRONG, MISSING)  # meanings that ask people to act at a place


class SoakError(Exception):
    """The table did something wrong; the text says what, and after which deed."""


class Checks:
    """Checks of `table`, which has its journal in `folder` on `flash`. Each raises SoakError."""

    def __init__(self, table: "VirtualTable", flash: "Flash", folder: str):
        self._table = table
        self._flash = flash
        self._folder = folder

    def journal(self) -> None:
        """The journal must hold the game on the table, unless the table says that it cannot save
        it."""
        if not self._table.app.session.journal.kept:
            said = self._table.app.display_text
            if said.texts.render("unkept") not in " ".join(said.shown):
                raise SoakError("it does not say that the game is not kept: %s" % said.shown)
            return
        copy = copied(self._folder)
        failing, self._flash.failing = self._flash.failing, 0
        again = Session(Journal(copy))
        again.resume()
        self._flash.failing = failing
        if game_of(again) != game_of(self._table.app.session):
            raise SoakError("the journal has %s, the table %s" % (
                game_of(again), game_of(self._table.app.session)))

    def lights(self) -> None:
        """Places without a meaning must be dark; places where people must act must be lit."""
        app = self._table.app
        names = self._table.world.names
        before = None
        for _ in range(0, _BLINK_MS, _FRAMES_MS):
            if before != (app.session.version, app.board.sense.version, app.marks):
                before = (app.session.version, app.board.sense.version, app.marks)
                meant: "dict[Any, Any]" = {}
                for place, meaning, _ in app.marks:
                    meant[place] = meant.get(place, False) or meaning in _FOR_HANDS
                waiting = [place for place in meant if meant[place]]
            else:
                for place in range(len(names)):
                    if place not in meant and self.is_lit(place):
                        raise SoakError("%s is lit for nothing" % names[place])
                waiting = [place for place in waiting if not self.is_lit(place)]
                if not waiting:
                    return
            self._table.run(_FRAMES_MS)
        if before == (app.session.version, app.board.sense.version, app.marks):
            raise SoakError("%s is dark" % names[waiting[0]])

    def current(self) -> None:
        """The lights must not take more than the supply of the board can give."""
        app = self._table.app
        if app.painter.milliamperes > app.board.profile.LIGHT_MA:
            raise SoakError("the lights take %d mA" % app.painter.milliamperes)

    def is_lit(self, place: int) -> bool:
        """Does a light of a place shine?"""
        colours = self._table.world.lights(self._table.world.names[place])
        return any([any(colour) for colour in colours])


def game_of(session: Session) -> "tuple[Any, ...] | None":
    """Return the values that identify a game."""
    game = session.game
    if game is None:
        return None
    return (game.NAME, game.seats, len(game.log), game.digest(), tuple(session.players),
            session.seed, session.given_up)
