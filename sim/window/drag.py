"""The pieces that pages lift, hold, and put down where the game allows it."""


from sim.window import questions
from sim.window.box import HAND, PAD, TRAY
from sim.window.errors import RefusedError
from sim.window.known import reasons
from sim.window.mover import Laying, Showing

if False:  # only mypy reads this: the names of types
    from typing import Any

    from sim.window.box import Box, Piece
    from sim.window.livetable import LiveTable


class DragState:
    """Tracks who holds which piece of the game on the table `live`."""

    def __init__(self, live: "LiveTable"):
        self._live = live
        self._holders: dict[str, object] = {}  # by uid: the page that holds the piece
        self._lifted: dict[str, Any] = {}  # by uid: where the piece in somebody's hand lay
        self.showing: Showing | Laying | None = None  # a piece on its way over the pad
        self._shown: Piece | None = None  # that piece, until it has left the pad

    def step(self) -> None:
        """Take the next step with the piece over the pad. If the game does not want it, or wants
        it no more, it returns to its tray: the pad is free for the next try."""
        live = self._live
        now = live.ms()
        if self.showing is not None:
            if not self.showing.step(now):
                self.showing = None
        elif self._shown is not None and live.app.ask is None and not live.mover.is_busy(now):
            piece, self._shown = self._shown, None
            if piece.at == PAD:
                self._move(piece, TRAY)

    def leave(self, page: object) -> None:
        """A page has closed: its pieces return to where they lay."""
        for uid, holder in list(self._holders.items()):
            if holder is page:
                self._move(self._box().by_uid[uid], self._lifted.get(uid, TRAY))

    def lift(self, page: object, piece: "Piece") -> None:
        """Lift a piece; raises RefusedError."""
        self._check(page, piece)
        if piece.at != HAND:
            self._lifted[piece.uid] = piece.at
        self._live.move(piece, HAND)
        self._holders[piece.uid] = page

    def put(self, page: object, piece: "Piece", place: str) -> None:
        """Put a piece down at a place, through the pad if necessary; raises RefusedError."""
        live = self._live
        self._check(page, piece)
        helps = live.helping and not live.app.session.is_over()
        knows = live.has_sensor(place) and not (helps and live.profile.HALL_BITS)
        if place in (TRAY, self._lifted.get(piece.uid)) or place != PAD and knows:
            self._move(piece, place)
        elif any(other is not piece for other in self._box().at(PAD)):
            self._move(piece, TRAY)
            raise RefusedError("pad taken")
        elif place == PAD:
            self._move(piece, PAD)
        elif helps:
            why = questions.why_not(live.app, piece.token, live.layout.names().index(place))
            if why:
                self._move(piece, TRAY)
                live.app.host.note_refused(why)
                texts = live.app.display_text.texts
                refused = RefusedError("said", texts.render(why, live.app.session.game.NAME))
                refused.reasons = reasons(why)
                raise refused
            self._move(piece, PAD)
            self.showing, self._shown = self._over_the_pad(piece, place), piece
        else:
            self._move(piece, TRAY)
            raise RefusedError("no reader")

    def _box(self) -> "Box":
        """Return the box that the pieces come from."""
        box = self._live.box
        assert box is not None  # a piece is held
        return box

    def _check(self, page: object, piece: "Piece") -> None:
        """Raise RefusedError if another page holds the piece."""
        if self._holders.get(piece.uid, page) is not page:
            raise RefusedError("held")

    def _over_the_pad(self, piece: "Piece", place: str) -> Showing | Laying:
        """Return the helper that takes a piece from the pad to a place."""
        live = self._live
        if live.has_sensor(place):
            return Laying(
                live.ms(),
                lambda: piece.at != PAD or live.table.board.sense.pad == piece.token,
                lambda: live.move(piece, place) if piece.at == PAD else None,
            )
        game = live.game
        label = live.app.display_text.texts.render(("at", place), game.NAME if game else "")
        return Showing(
            label, live.ms(), live.table.world.turn_knob, lambda: live.buttons.press("push"),
            lambda: live.app.display_text.shown,
        )

    def _move(self, piece: "Piece", place: str) -> None:
        """Put a piece down. If its old place has no reader and the game still has the piece there,
        the helping hands bring it back."""
        live = self._live
        self._holders.pop(piece.uid, None)
        was = self._lifted.pop(piece.uid, place)
        if was not in (place, TRAY, PAD) and not live.has_sensor(was):
            live.mover.note_left(live.ms(), was)
        live.move(piece, place)
