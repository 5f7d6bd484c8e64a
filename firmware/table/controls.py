"""The knob, its buttons, and the question that the display asks."""

from games.base import IllegalAction
from table.interpret import CHOOSE, QUIET
from table.legal import Legal
from table.panel import AskAction, for_seat

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.types import Action
    from table.app import App
    from table.panel import Ask


class Controls:
    """Opens and answers the questions of an App."""

    def __init__(self, app: "App"):
        self._app = app
        # the entries that the open question about pieces offers
        self._asked: "list[Any] | tuple[Any, ...]" = ()

    def begin_turn(self) -> None:
        """Drop a question about the old position. Once the game is over, ask those of a playtest.
        """
        app = self._app
        if app.ask is not None and app.ask.game:
            app.ask = None
        if app.ask is None and app.session.playtest:
            app.ask = app.session.playtest.ask()

    def step(self) -> None:
        """Handle the knob and the buttons."""
        knob = self._app.board.knob
        steps = knob.turned()
        if steps:
            self._rotate(steps)
        press = knob.pressed()
        if steps or press:
            self._app.entropy.note()
        if press == "push":
            self._push()
        elif press == "hold":
            self._app.open(self._table_menu())
        elif press == "back":
            self._back()

    def _rotate(self, steps: int) -> None:
        ask = self._app.ask
        if ask is None:
            ask = self._menu()
        else:
            ask.rotate(steps)
        self._app.open(ask)

    def _push(self) -> None:
        asked = self._app.ask
        if asked is None:
            self._app.open(self._menu())
        else:
            try:
                after = asked.push()
            except IllegalAction as error:
                after = None
                self._app.show_message(error.why, error.game)
            self._app.open(after if self._app.ask is asked else self._app.ask)

    def _back(self) -> None:
        """Leave the question; without a question, take back an action."""
        app = self._app
        if app.ask is not None:
            app.open(app.ask.back())
        else:
            try:
                app.pieces.undo()
                app.show_message("taken back")
            except IllegalAction as error:
                app.show_message(error.why, error.game)

    def _menu(self) -> "Ask | AskAction | None":
        """Return the menu of the seat to act, or the table's menu between games; None before the
        turn has begun."""
        app = self._app
        game = app.session.game
        if app.pieces.legal is None and game is not None:
            return None
        for by, action in Legal(game, app.session.present()).offered():
            break
        else:
            return self._table_menu()
        ask = AskAction(game, Legal(game, (by,)).offered, app.pieces.act)
        if len(game.current()) == 1 and game.public_record(by, action, [])[0] == game.text(action):
            return ask
        return for_seat(by, ask)  # others act at the same time, or must not see this

    def _table_menu(self) -> "Ask":
        from table.menus import table_menu

        return table_menu(self._app)

    def which(self, for_pad: "list[tuple[int, Action]]") -> "Ask | AskAction | None":
        """Return the question to ask now: which of several actions the pieces mean, or where the
        piece on the pad goes. `for_pad` holds its (by, action) entries. An example may refuse
        them instead."""
        app = self._app
        if app.pieces.verdict.state == CHOOSE:
            wanted = app.pieces.verdict.actions
        elif app.pieces.verdict.state == QUIET:
            wanted = for_pad
        else:
            wanted = []
        ask = app.ask
        asked = isinstance(ask, AskAction) and ask.chooser.by_spot
        if not wanted:
            return None if asked else ask
        if not asked or self._asked != wanted:
            self._asked = wanted
            ask = AskAction(app.session.game, lambda: wanted, app.pieces.act, True)
        example = app.session.example
        return None if example is not None and example.refuse_at_once(ask) else ask
