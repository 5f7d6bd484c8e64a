"""Records as trajectories of OpenSpiel, `pyspiel.Trajectory`, and back.

    from sim.env import traces

    text = traces.trajectory(open("mars-1.jsonl").read().splitlines())
    lines = traces.record(text)
"""

import json
from typing import TYPE_CHECKING

import pyspiel

from games import make
from games.base import CHANCE
from games.replay import replay
from sim.env import spiel
from sim.env.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.types import Action


def trajectory(lines: "Iterable[str]") -> str:
    """Return the trajectory of a record, as text. Seats that acted at the same time come in
    ascending order there. Raises RecordError if the record is wrong, and ValueError if it has an
    action that the environment does not offer."""
    game = replay(list(lines)).game
    position = Position(make(game.NAME, game.seats, game.options))
    loaded = pyspiel.load_game(spiel.PREFIX + game.NAME, {"players": game.seats, **game.options})
    left = list(game.log)
    transitions = []
    while left:
        seat = position.seat()
        entry = next(entry for entry in left if entry[0] == seat)
        left.remove(entry)
        number = _number(position, entry[1:])
        transitions.append({"player": spiel.player(seat), "action": number})
        position.apply(number)
    header = {"game_string": str(loaded), "terminal": position.seat() is None,
              "returns": position.utilities()}
    return json.dumps({"header": header, "transitions": transitions})


def _number(position: Position, action: "Action") -> int:
    """Return the number of an action; raises ValueError."""
    if position.seat() == CHANCE:
        numbers = [number for number, _ in position.outcomes()]
        found = next((one for one in numbers if position.action(one) == action), -1)
    else:
        found = position.numbers.number(action)
    if found < 0:
        raise ValueError("action %d, %s, is none that the environment offers"
                         % (len(position.game.log) + 1, position.game.text(action)))
    return found


def record(text: str) -> "Iterator[str]":
    """Return the lines of the record of a trajectory; raises ValueError or IllegalAction if it is
    none of a game of ours."""
    try:
        told = json.loads(text)
        name = str(told["header"]["game_string"])
        steps = [(int(one["player"]), int(one["action"])) for one in told["transitions"]]
    except (KeyError, TypeError, ValueError):
        raise ValueError("that is no trajectory of OpenSpiel") from None
    if not name.startswith(spiel.PREFIX):
        raise ValueError("%s is no game of Leyboard" % name)
    try:
        position: Position = pyspiel.load_game(name).new_initial_state().position
    except pyspiel.SpielError as error:
        raise ValueError(str(error).split("\n")[0]) from None
    for number, (player, action) in enumerate(steps, 1):
        seat = position.seat()
        if seat is None or spiel.player(seat) != player:
            raise ValueError("transition %d is by player %d, who is not to act" % (number, player))
        position.apply(action)
    return position.record()
