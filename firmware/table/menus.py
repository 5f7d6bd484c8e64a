"""The table's own menu: a new game, what the points are made of, a hint, the language, the bench.

Loaded when a hand asks for it.
"""

from games.base import CHANCE
from games.late import late
from games.texts import languages
from table.panel import Ask

_ask_game = late("table.newgame", "ask_game")
_keep = late("table.settings", "keep")


def table_menu(app):
    """Return the question what the table is to do for the people at an App."""
    session = app.session
    answers = ["menu new_game"]
    seats = [seat for seat in session.hands() if seat != CHANCE]
    if not session.over():
        answers.append("menu give_up")
    elif session.game is not None:
        answers += ["menu scores", "menu rematch"]
    if seats:
        answers.append("menu hint")
    answers.append("menu language")
    if session.over():
        answers.append("menu bench")
    answers.append("menu close")

    def then(index):
        if answers[index] == "menu new_game":
            return _ask_game(app.new_game)
        if answers[index] == "menu give_up":
            session.give_up()
        if answers[index] == "menu hint":
            app.ask_hint(seats[0])
        if answers[index] == "menu scores":
            return _parts_menu(session.game)
        if answers[index] == "menu rematch":
            session.rematch(app.entropy())
        if answers[index] == "menu language":
            return _language_menu(app)
        if answers[index] == "menu bench":
            raise SystemExit  # table/boot.py measures then, and starts the table anew
        return None

    return Ask("menu table", answers, then)


def _parts_menu(game):
    """Show what the points of each seat are made of."""
    answers = []
    for seat in range(game.seats):
        for part, points in game.made_of(seat):
            answers.append(("part", seat, (part,), points))
    return Ask("menu scores", answers, lambda index: None, 0, game.NAME)


def _language_menu(app):
    """Ask for the language, which is kept for the next start as well."""
    names = languages()

    def then(index):
        app.use_language(names[index])
        _keep("language", names[index], app.settings)

    answers = [("spoken", name) for name in names]
    return Ask("menu language", answers, then, names.index(app.texts.language))
