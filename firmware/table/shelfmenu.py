"""The menu of the shelf: take up a game, or take it off for good.

Loaded when somebody opens it.
"""

from games.record import GIVEN_UP
from table.panel import Ask
from table.shelf import FINISHED, RUNNING, summaries, take_off, take_up

if False:  # only mypy reads this: the names of types
    from games.types import Json, Message
    from table.app import App


def shelf_menu(app: "App") -> Ask:
    """Return the question that asks for a game of the shelf, the newest first."""
    numbers: list[int] = []
    answers: "list[Message]" = []
    for found in summaries(app.session):
        numbers.insert(0, found["number"])
        answers.insert(0, _as_message(found))
    return Ask(
        "menu shelf",
        answers or ["none"],
        lambda index: _game_menu(app, numbers[index], answers[index]) if numbers else None,
    )


def _as_message(found: "Json") -> "Message":
    """Return a game of the shelf as a message: its title, its players, and how far it is."""
    state: "Message" = "shelf unknown"
    if found["state"] == RUNNING:
        state = ("shelf running", found["actions"])
    elif found["state"] == FINISHED:
        state = ("shelf over", found["scores"])
    elif found["state"] == GIVEN_UP:
        state = "shelf given up"
    people = [name for name in found["names"] if name]
    if people:
        return ("shelved by", found["game"], people, state)
    return ("shelved", found["game"], state)


def _game_menu(app: "App", number: int, said: "Message") -> Ask:
    """Ask what to do with a game of the shelf."""

    def then(index: int) -> Ask | None:
        if index == 0:
            kept, dropped, found = take_up(app.session, number)
            app.display_text.tell_moved((kept, dropped), found)
        if index == 1:
            return _remove_menu(app, number, said)
        return None

    is_running = said[-1][0] == "shelf running"
    return Ask(said, ["take up" if is_running else "look at it", "take off", "menu close"], then)


def _remove_menu(app: "App", number: int, said: "Message") -> Ask:
    """Ask whether a game is to go for good."""

    def then(index: int) -> None:
        if index:
            take_off(app.session, number)

    return Ask(("take off now", said), ["keep it", "take off"], then)
