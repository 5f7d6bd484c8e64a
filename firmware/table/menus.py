"""The table's own menu: new game, shelf, points, hint, hand, first steps, language, bench.

Loaded when somebody opens it.
"""

from games.base import CHANCE
from games.lazy import lazy
from games.texts import languages
from table.panel import Ask, for_seat
from table.session import HUMAN

if False:  # only mypy reads this: the names of types
    from games.base import Game
    from table.app import App
    from table.session import Session

_ask_game = lazy("table.newgame", "ask_game")
_shelf_menu = lazy("table.shelfmenu", "shelf_menu")
_keep = lazy("table.settings", "keep")
_seek = lazy("table.hint", "seek")
_STEPS = ["guide 1", "guide 2", "guide 3", "guide 4"]


def table_menu(app: "App") -> Ask:
    """Return the question that asks what the table should do."""
    session = app.session
    answers = ["menu new_game"]
    seats = [seat for seat in session.hands() if seat != CHANCE]
    if not session.is_over():
        answers.append("menu give_up")
    elif session.game is not None:
        answers += ["menu scores", "menu rematch"]
    if seats:
        answers.append("menu hint")
    holders = _holders(session)
    if holders:
        answers.append("menu hand")
    answers += ["menu guide", "menu language"]
    if session.is_over() and not session.torn:
        answers.append("menu bench")
    if session.journal.has_shelf():
        answers.append("menu shelf")
    answers.append("menu close")

    def then(index: int) -> Ask | None:
        if answers[index] == "menu new_game":
            return _new_game_menu(app)
        # The game may have ended meanwhile.
        if answers[index] == "menu give_up" and not session.is_over():
            return _give_up_menu(session)
        if answers[index] == "menu shelf":
            return _shelf_menu(app)
        if answers[index] == "menu hint" and seats[0] in session.hands():
            _seek(app, seats[0])
        if answers[index] == "menu scores":
            return _parts_menu(session.game)
        if answers[index] == "menu rematch":
            app.moved(session.rematch(app.entropy(), True))
        if answers[index] == "menu hand":
            return _hand_menu(session.game, holders)
        if answers[index] == "menu guide":
            return Ask("menu guide", _STEPS, lambda index: None)
        if answers[index] == "menu language":
            return _language_menu(app)
        if answers[index] == "menu bench":
            raise SystemExit  # table/boot.py then measures and starts the table again
        return None

    return Ask("menu table", answers, then)


def _new_game_menu(app: "App") -> Ask:
    """Ask for a new game; but first what becomes of one that is running."""
    session = app.session
    if session.is_over():
        return _ask_game(app.new_game)

    def instead(name: str, seats: int, options: dict, players: list[str]) -> None:
        app.new_game(name, seats, options, players, True)

    def then(index: int) -> Ask | None:
        if index == 2:
            return None
        return _ask_game(instead if index else app.new_game)

    answers = ["put aside", "give it up", "play on"]
    return Ask(("still running", session.game.NAME), answers, then)


def _give_up_menu(session: "Session") -> Ask:
    """Ask whether the game is to end."""
    game = session.game

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
        if session.players[seat] == HUMAN and session.game.private_view(seat)
    ]


def _hand_menu(game: "Game", seats: list[int]) -> Ask:
    """Show one of these seats its hand, once the others look away. (A choice that the seat was
    given to make is in the menu of its actions.)"""

    def show(index: int) -> "Ask":
        answers = _own(game.private_view(seats[index]))
        question = Ask("menu hand", answers or ["none"], lambda index: None, 0, game.NAME)
        return for_seat(seats[index], question)

    if len(seats) == 1:
        return show(0)
    return Ask("menu hand", [("holder", seat) for seat in seats], show)


def _own(view: dict) -> list:
    """Return what a seat's own view holds: a message for each entry, or one for all numbers of
    a kind."""
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
    """Show what each seat's points are made of."""
    answers = []
    for seat in range(game.seats):
        for part, points in game.made_of(seat):
            answers.append(("part", seat, (part,), points))
    return Ask("menu scores", answers, lambda index: None, 0, game.NAME)


def _language_menu(app: "App") -> Ask:
    """Ask for the language; the choice is kept across restarts."""
    names = languages()

    def then(index: int) -> None:
        app.use_language(names[index])
        _keep("language", names[index], app.settings)

    answers = [("spoken", name) for name in names]
    return Ask("menu language", answers, then, names.index(app.texts.language))
