"""The table's own menu: new game, shelf, points, hint, hand, first steps, language, bench.

Loaded when somebody opens it.
"""

from games.base import CHANCE
from games.texts import languages
from table.display_text import chance_by
from table.panel import Ask, for_seat
from table.session import HUMAN

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Sequence
    from typing import Any

    from games.base import Game
    from games.types import Json, Message, Options
    from table.app import App
    from table.session import Session

_STEPS = ["guide 1", "guide 2", "guide 3", "guide 4"]


def table_menu(app: "App") -> Ask:
    """Return the question that asks what the table should do."""
    session = app.session
    game = session.game
    seats = [seat for seat in session.present() if seat != CHANCE]
    holders = _holders(session)
    # An answer, and the function that returns the next question or None.
    entries: "list[tuple[str, Callable[..., Any]]]" = [
        ("menu new_game", lambda: _new_game_menu(app))
    ]
    if not session.is_over():
        entries.append(("menu give_up", lambda: _give_up_menu(session)))
    elif game is not None:
        entries.append(("menu scores", lambda: _parts_menu(game)))
        entries.append(("menu rematch", lambda: _rematch(app)))
    if seats:
        entries.append(("menu hint", lambda: _hint(app, seats[0])))
    if holders:
        entries.append(("menu hand", lambda: _hand_menu(game, holders)))
    if session.example:
        entries.append(("example leave", session.example.leave))
    else:
        entries.append(("menu example", lambda: _example_menu(app)))
    entries.append(("menu guide", lambda: Ask("menu guide", _STEPS, lambda index: None)))
    if session.commit:
        question = Ask(chance_by(session), ["menu close"], lambda index: None)
        entries.append(("menu chance", lambda: question))
    entries.append(("menu language", lambda: _language_menu(app)))
    if session.is_over() and not session.inconsistent:
        entries.append(("menu bench", lambda: _measure(app)))
    if session.journal.has_shelf():
        entries.append(("menu shelf", lambda: _shelf_menu(app)))
    entries.append(("menu close", lambda: None))
    return Ask("menu table", [answer for answer, _ in entries], lambda index: entries[index][1]())


def _rematch(app: "App") -> None:
    app.display_text.tell_moved(app.session.rematch(app.entropy.secret(), True))


def _hint(app: "App", seat: int) -> None:
    if seat in app.session.present():  # the game may have gone on meanwhile
        from table.hint import seek

        seek(app, seat, app.display_text.texts)
        app.show_message("hint sought")


def _example_menu(app: "App") -> Ask:
    from table.example import ask

    return ask(app)


def _shelf_menu(app: "App") -> Ask:
    from table.shelfmenu import shelf_menu

    return shelf_menu(app)


def _measure(app: "App") -> None:
    app.stops_for = "measure"  # table/boot.py does it, and starts the table again


def _new_game_menu(app: "App") -> Ask:
    """Ask for a new game; before that, ask what to do with one that is running."""
    from table.newgame import ask_game, begin

    session = app.session

    def start(name: str, seats: int, options: "Options", players: list[str]) -> None:
        begin(app, name, seats, options, players)

    def instead(name: str, seats: int, options: "Options", players: list[str]) -> None:
        begin(app, name, seats, options, players, True)

    def then(index: int) -> Ask | None:
        if index == 2:
            return None
        return ask_game(instead if index else start)

    if session.is_over():
        return ask_game(start)

    answers = ["put aside", "give it up", "play on"]
    return Ask(("still running", session.game.NAME), answers, then)


def _give_up_menu(session: "Session") -> Ask | None:
    """Ask whether to end the game; None if it has ended meanwhile."""
    game = session.game
    if session.is_over():
        return None

    def then(index: int) -> None:
        if index and session.game is game and not session.is_over():
            session.give_up()

    return Ask(("give up now", game.NAME), ["play on", "give it up"], then)


def _holders(session: "Session") -> list[int]:
    """Return the human seats that hold hidden pieces."""
    if session.is_over():
        return []
    return [
        seat
        for seat in range(session.game.seats)
        if session.players[seat] == HUMAN
        and seat not in session.elsewhere
        and session.game.private_view(seat)
    ]


def _hand_menu(game: "Game", seats: list[int]) -> Ask:
    """Show one of these seats its hand, once the others look away. (The menu of a seat's actions
    has the choices that it must make.)"""

    def show(index: int) -> "Ask":
        answers = _own(game.private_view(seats[index]))
        question = Ask("menu hand", answers or ["none"], lambda index: None, 0, game.NAME)
        return for_seat(seats[index], question)

    if len(seats) == 1:
        return show(0)
    return Ask("menu hand", [("holder", seat) for seat in seats], show)


def _own(view: "Json") -> "Sequence[Message]":
    """Return a message for each entry of a seat's own view, or one for all numbers of a kind."""
    answers = []
    for key in sorted(view):
        value = view[key]
        if key == "shown" or value is None:
            continue
        if not isinstance(value, list):
            answers.append(("own " + key, value))
        elif value and isinstance(value[0], int):
            if any(value):
                answers.append(("own " + key, value))
        else:
            for one in value:  # a pair such as a cairn and its place; digits; or a name
                split = isinstance(one, list) or one.isdigit()
                answers.append(("own " + key,) + (tuple(one) if split else (one,)))
    return answers


def _parts_menu(game: "Game") -> Ask:
    """Show the parts of each seat's points."""
    answers = []
    for seat in range(game.seats):
        for part, points in game.score_breakdown(seat):
            answers.append(("part", seat, (part,), points))
    return Ask("menu scores", answers, lambda index: None, 0, game.NAME)


def _language_menu(app: "App") -> Ask:
    """Ask for the language; keep the choice across restarts."""
    names = languages()

    def then(index: int) -> None:
        app.display_text.use_language(names[index])
        from table.settings import keep

        keep("language", names[index], app.settings)

    answers = [("spoken", name) for name in names]
    return Ask("menu language", answers, then, names.index(app.display_text.texts.language))
