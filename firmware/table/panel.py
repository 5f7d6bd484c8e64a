"""The questions of the small display: what has no place on the board is asked here, with the knob.

A question has a `title`, a `label` for the answer under the cursor, and `turn`, `push` and `back`.
Push
returns the next question, or None when all is settled; back returns False where there is no way
back.
"""

from games import about, names
from games.bots import names as bot_names
from table.chooser import Chooser
from table.session import HUMAN


class Ask:
    """A list of answers; `then(index)` returns the next question or None."""

    def __init__(self, title, answers, then, index=0):
        self.title = title
        self.answers = answers
        self.index = index
        self._then = then

    def turn(self, steps):
        self.index = (self.index + steps) % len(self.answers)

    def label(self):
        return self.answers[self.index]

    def push(self):
        return self._then(self.index)

    def back(self):
        return False


class AskAction:
    """Which of several actions; `act(by, action)` is called when it is settled."""

    def __init__(self, title, game, entries, act, by_spot=False):
        self.title = title
        self.entries = entries
        self.chooser = Chooser(game, entries, by_spot)
        self._act = act

    def turn(self, steps):
        self.chooser.turn(steps)

    def label(self):
        return self.chooser.label()

    def push(self):
        settled = self.chooser.push()
        if settled is None:
            return self
        self._act(settled[0], settled[1])
        return None

    def back(self):
        return self.chooser.back()


def ask_game(start):
    """Ask for a new game, step by step, then call `start(name, seats, options, players)`."""
    games = names()
    return Ask("Which game?", games, lambda index: _ask_seats(start, games[index]))


def _ask_seats(start, name):
    _, (fewest, most), options, _ = about(name)
    offered = [entry for entry in options if isinstance(entry[1], tuple)]
    if fewest == most:
        return _ask_options(start, name, fewest, offered)
    seats = list(range(fewest, most + 1))
    labels = ["%d players" % count for count in seats]
    return Ask("How many?", labels, lambda index: _ask_options(start, name, seats[index], offered))


def _ask_options(start, name, seats, offered):
    if not offered:
        return _ask_players(start, name, seats, {}, [])

    def then(index):
        if index:
            return _ask_option(start, name, seats, {}, offered)
        return _ask_players(start, name, seats, {}, [])

    return Ask("Options?", ["as usual", "choose them"], then)


def _ask_option(start, name, seats, options, offered):
    if not offered:
        return _ask_players(start, name, seats, options, [])
    option, values = offered[0]
    values = ("as usual",) + values

    def then(index):
        if index:
            options[option] = values[index]
        return _ask_option(start, name, seats, options, offered[1:])

    return Ask(option.replace("_", " ") + "?", [str(value) for value in values], then)


def _ask_players(start, name, seats, options, players):
    if len(players) == seats:
        return start(name, seats, options, players)
    kinds = [HUMAN] + bot_names()

    def then(index):
        return _ask_players(start, name, seats, options, players + [kinds[index]])

    return Ask("Seat %d is played by" % len(players), kinds, then)
