"""Games as games of OpenSpiel; importing this module registers those of Leyboard.

    import pyspiel
    from sim.env import spiel

    game = pyspiel.load_game("leyboard_market(players=3,board=3)")
    state = game.new_initial_state()

Parameters are the number of `players` and the options of the game. Seats that act at the same time
are asked one after the other. Chance is explicit; see `Position.outcomes`.
"""

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from games import game_class, make, names
from games.base import CHANCE, Game
from games.rng import Rng
from sim.env.position import MOST_OUTCOMES, Position

if TYPE_CHECKING:
    from games.types import Json

PREFIX = "leyboard_"
_LONGEST = 100_000  # actions of a game: more than any that was played at random


def register(name: str) -> None:
    """Register a game with OpenSpiel, as a class: OpenSpiel keeps what it is given beyond the end
    of Python, where a function would be freed too late."""
    kind = _type(name)
    pyspiel.register_game(kind, type(name, (SpielGame,), {"NAME": name, "TYPE": kind}))


def _type(name: str) -> "pyspiel.GameType":
    game = game_class(name)
    first = game()
    is_open = game.private_view is Game.private_view
    kinds = pyspiel.GameType
    return kinds(
        short_name=PREFIX + game.NAME,
        long_name=game.TITLE,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION if is_open
        else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if game.SEATS[0] == 1 else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=game.SEATS[0],
        max_num_players=game.SEATS[1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": first.seats, **_defaults(game)},
    )


def _defaults(game: type[Game]) -> "Json":
    """Return the options of a game as parameters; "" or -1 leaves one to the game, whose default
    may depend on the others."""
    if game.default is Game.default:
        return {name: values[0] for name, values in game.OPTIONS}
    return {name: "" if isinstance(values[0], str) else -1 for name, values in game.OPTIONS}


class SpielGame(pyspiel.Game):
    """A game of ours; `register` names it and gives its type."""

    NAME = ""
    TYPE: "pyspiel.GameType"

    def __init__(self, params: "Json"):
        options = {option: value for option, value in params.items() if value not in ("", -1)}
        seats = int(options.pop("players"))
        self.form = (self.NAME, seats, options)
        first = Position(make(*self.form))
        super().__init__(self.TYPE, pyspiel.GameInfo(
            num_distinct_actions=first.numbers.size,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if self.TYPE.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=_LONGEST,
        ), params)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, kind: "Any" = None, params: "Any" = None) -> "Observer":
        return Observer(self.form, kind is not None and kind.perfect_recall)


class SpielState(pyspiel.State):
    """A position of a game of ours, `position`."""

    def __init__(self, game: SpielGame):
        super().__init__(game)
        self.position = Position(make(*game.form))

    def current_player(self) -> int:
        return player(self.position.seat())

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.outcomes()

    def _apply_action(self, action: int) -> None:
        self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return " ".join(map(str, self.position.words(action)))

    def is_terminal(self) -> bool:
        return self.position.seat() is None

    def returns(self) -> list[float]:
        return self.position.utilities()

    def __str__(self) -> str:
        return json.dumps(self.position.view(-1))

    # ---- what is ours in JSON ------------------------------------------------------------------

    def _to_struct(self) -> "Json":
        """Return the whole position, hidden things too: the game, and all actions so far."""
        game = self.position.game
        log = [{"by": entry[0], "do": game.text(entry[1:])} for entry in game.log]
        return {"game": game.NAME, "seats": game.seats, "options": game.options, "actions": log}

    def _to_observation_struct(self, player: int) -> "Json":
        """Return what a seat may know."""
        return self.position.view(player)

    def _action_to_struct(self, player: int, action: int) -> "Json":
        return {"by": player, "do": self.position.words(action)}

    def _struct_to_actions(self, struct: "Json") -> list[int]:
        words = struct["do"]
        return [self.position.numbers.number(self.position.game.parse(words))]

    def resample_from_infostate(self, player: int, sampler: "Any") -> "SpielState":
        """Return a position that a seat cannot tell from this one, for ISMCTS; `sampler()` returns
        numbers from 0 to 1."""
        other: SpielState = self.clone()
        other.position.game.determinize(player, Rng(int(sampler() * (1 << 28))))
        return other


def player(seat: int | None) -> int:
    """Return OpenSpiel's number for a seat, CHANCE, or None once the game is over."""
    if seat is None:
        return int(pyspiel.PlayerId.TERMINAL)
    return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat


class Observer:
    """A seat's knowledge: as `tensor`, and as the text of its view; with perfect recall the text
    has all that it has seen."""

    def __init__(self, form: tuple[Any, ...], recalls: bool):
        size = Position(make(*form)).size
        self.tensor = None if recalls else np.zeros(size, np.float32)
        self.dict = {} if recalls else {"observation": self.tensor}
        self._recalls = recalls

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.position.tensor(player)

    def string_from(self, state: SpielState, player: int) -> str:
        position = state.position
        return position.history(player) if self._recalls else json.dumps(position.view(player))


for _name in names():
    register(_name)
