"""Declines all trade offers to a seat for the rest of a turn, once its player has asked for that.

It declines only for that seat, and only if that is legal; it never accepts an offer.
"""

from sim.window.errors import RefusedError

if False:  # only mypy reads this: the names of types
    from games.base import Game
    from games.texts import Texts
    from sim.window.livetable import LiveTable


_ACCEPT, _DECLINE, _END = ["accept"], ["decline"], ["end"]  # as in records
_ANSWERS = 2  # at most: a seat with more choices has no offer to answer


def why_not_accept(game: "Game", seat: int, texts: "Texts") -> str:
    """Return the reason why a seat can only decline the offer on the table; "" if it can do more,
    or has no offer."""
    if not _is_offered(game, seat) or _is_allowed(game, seat, _ACCEPT):
        return ""
    why = game.reason(seat, game.parse(_ACCEPT))
    return texts.render(why, game.NAME) if why else ""


class Offers:
    """The seats at a table that decline all offers of this turn."""

    def __init__(self, live: "LiveTable"):
        self._live = live
        self._since: dict[int, int] = {}  # by seat: the number of actions when it began
        self._seen = 0  # the number of actions at the last `follow`

    def decline(self, seat: int) -> None:
        """Decline the offer to a seat, and all further ones of this turn; raises RefusedError."""
        if not _is_offered(self._live.app.session.game, seat):
            raise RefusedError("no offer to decline", seat)
        self._answer(seat)
        self._seen = self._since[seat] = len(self._live.app.session.game.log)

    def forget(self) -> None:
        """Let everybody answer for themselves again, since the turn is over or somebody undid an
        action."""
        self._since.clear()

    def follow(self) -> None:
        """Decline new offers for these seats."""
        if not self._since:
            return
        game = self._live.app.session.game
        new = range(min(self._since.values()), len(game.log))
        if len(game.log) < self._seen or any(game.text(game.log[n][1:]) == _END for n in new):
            self.forget()
        for seat in sorted(self._since):
            if _is_offered(game, seat):
                try:
                    self._answer(seat)
                except RefusedError:
                    pass  # then the seat is asked as usual
        self._seen = len(game.log)

    def _answer(self, seat: int) -> None:
        self._live.ask({"do": "do", "by": seat, "words": _DECLINE})


def _is_offered(game: "Game | None", seat: int) -> bool:
    return game is not None and seat in game.current() and _is_allowed(game, seat, _DECLINE)


def _is_allowed(game: "Game", seat: int, words: list[str]) -> bool:
    legal = game.legal(seat)
    return len(legal) <= _ANSWERS and words in map(game.text, legal)
