"""A person at a virtual table who acts like the greedy player: by hand on cells that sense pieces,
otherwise with the knob."""

from games.base import CHANCE
from games.players import player
from games.rng import Rng
from sim.virtual.steps import offered_for, way
from table.panel import AskAction

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.types import Action, Moves
    from sim.virtual.ntag import Tag
    from sim.virtual.table import VirtualTable
    from table.panel import Ask

_STEP = 20  # ms
_PATIENCE = 60000  # ms, the most table time for each wait
_PRESS = 80  # ms
_STILL = 2100  # ms


class TableError(Exception):
    """The table blocks play; the text says where."""


class TablePlayer:
    """Plays for all people who sit at a virtual table, as the computer player `choose`;
    `press(button, ms)` presses a button."""

    def __init__(self, table: "VirtualTable", press: "Callable[..., Any]"):
        self._stage = table
        self._press = press
        self._rng = Rng(1)
        self.choose = player("greedy")

    def act(self) -> None:
        """Play one action of a person once a person must act; does nothing if the game is over."""
        app = self._stage.app
        session = app.session
        self._until(self._is_waiting_or_over, "a person's turn")
        if session.is_over():
            return
        by = [seat for seat in session.present() if seat != CHANCE][0]
        action = self._idea(by)
        count = len(session.game.log)
        gesture = session.game.gesture(by, action)
        if gesture and self._are_all_read(gesture):
            self._lay(gesture)
            self._until(lambda: len(session.game.log) > count or self._is_asked(gesture),
                        "an answer")
        else:
            self._press("push", _PRESS)
        self._choose(by, action, count)
        self._until(lambda: len(session.game.log) > count, session.game.text(action))

    def _is_waiting_or_over(self) -> bool:
        """Must a person act, with all pieces in place, or is the game over? Corrects wrong pieces.
        """
        app = self._stage.app
        if app.session.is_over():
            return True
        self._stage.tidy()
        quiet = (
            app.pieces.verdict is not None and app.is_displayed() and not app.display_text.problem
        )
        return quiet and any([seat != CHANCE for seat in app.session.present()])

    def _idea(self, by: int) -> "tuple[Any, ...]":
        for action in self.choose(self._stage.app.session.game, by, self._rng):
            if action is not None:
                return self._sayable(by, tuple(action))
        raise TableError("there is no hint")

    def _sayable(self, by: int, action: "Action") -> "tuple[Any, ...]":
        """Return the action, or one of its kind for which the display has answers: for example, an
        offer to one opponent instead of an offer to two of three."""
        game = self._stage.app.session.game
        if game.gesture(by, action) or offered_for(game, by, action):
            return action
        alike = [other for other in game.legal(by) if other[0] == action[0]]
        while alike:
            other = alike.pop(self._rng.below(len(alike)))
            if offered_for(game, by, other):
                return tuple(other)
        raise TableError("the display has no answers for %s" % (action,))

    def _are_all_read(self, gesture: "Moves") -> bool:
        layout = self._stage.app.pieces.layout
        places = [layout.place_of[spot] for spot, _ in gesture]
        return all([0 <= place < layout.places and layout.reads[place] for place in places])

    def _is_asked(self, gesture: "Moves") -> bool:
        """Does the table ask about a gesture, all of which it has seen?"""
        app = self._stage.app
        seen, place_of = app.board.sense.seen, app.pieces.layout.place_of
        token = app.session.game.token
        return app.ask is not None and all(
            [seen[place_of[spot]] == token(piece) for spot, piece in gesture]
        )

    def _lay(self, gesture: "Moves") -> None:
        """Do a gesture by hand: lift first, then lay. Wait before lifting a piece, since the table
        would treat a piece that moves on at once as sliding."""
        table = self._stage
        if [spot for spot, piece in gesture if not piece]:
            table.run(_STILL)
        game = table.app.session.game
        lifted = {}
        for spot, piece in gesture:
            if not piece:
                tag = self._tag_on(game.spot_name(spot))
                table.world.lift(tag)
                lifted[game.token(game.piece_at(spot))] = tag
        for spot, piece in gesture:
            if piece:
                token = game.token(piece)
                tag = lifted.pop(token) if token in lifted else table.in_box(token)
                facing = game.facing(piece) if table.board.facing_sensors is not None else -1
                table.world.put(tag, game.spot_name(spot), 90 * facing if facing >= 0 else None)

    def _tag_on(self, name: str) -> "Tag":
        world = self._stage.world
        for tag, _, _ in self._stage.pieces:
            place = world.place_of(tag)
            if place is not None and world.names[place] == name:
                return tag
        raise TableError("nothing lies on %s" % name)

    def _choose(self, by: int, action: "Action", count: int) -> None:
        """Answer the display with the knob until the action is played."""
        app = self._stage.app
        game = app.session.game
        log = game.log
        begun = offered_for(game, by, action) or action  # not offered if pieces determine it
        steps = None  # the questions after the menu
        while len(log) == count:
            self._until(lambda: app.ask is not None or len(log) > count, "a question")
            if len(log) > count:
                return
            asking = app.ask
            if isinstance(asking, AskAction):
                steps = way(game, by, begun, action)
                self._turn_to(asking, by, begun)
            elif steps:
                step, _ = steps.pop(0)
                self._turn_to_index(asking, step)
            if app.ask is asking:
                self._press("push", _PRESS)
                self._stage.run(_PRESS)

    def _turn_to(self, asking: AskAction, by: int, action: "Action") -> None:
        """Turn the knob to the answer that leads to an action."""
        chooser = asking.chooser
        if not self._turn_until(
            asking, chooser, lambda: (by, action) in list(chooser.open_entries())
        ):
            raise TableError("the display does not offer %s" % (action,))

    def _turn_to_index(self, asking: "Any", index: int) -> None:
        """Turn the knob to an answer by its index."""
        self._turn_until(asking, asking, lambda: bool(asking.index == index))

    def _turn_until(
        self, asking: "Ask | AskAction", cursor: "Any", right: "Callable[[], bool]"
    ) -> bool:
        """Turn the knob until `right()`, while `asking` is open: meanwhile the table may sense the
        other half of a domino and play it. `cursor` has the answers and the index."""
        app = self._stage.app
        for _ in cursor.answers:
            if app.ask is not asking or right():
                return True
            wanted = (cursor.index + 1) % len(cursor.answers)
            self._stage.world.turn_knob(1, self._stage.run)
            self._until(
                lambda wanted=wanted: app.ask is not asking or cursor.index == wanted, "the knob"
            )
        return False

    def _until(self, true: "Callable[..., Any]", what: object) -> None:
        for _ in range(_PATIENCE // _STEP):
            if true():
                return
            self._stage.run(_STEP)
        said = " | ".join(self._stage.app.display_text.shown)
        raise TableError("timed out waiting for %s; the display says: %s" % (what, said))
