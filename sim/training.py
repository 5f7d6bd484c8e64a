"""Learns the values of a game's features from games of its own (see values.py).

Players look one action ahead, by the values so far and with some noise. Each position of a game
then has a target, what the lead still grew by, mixed with what the values said on the way
(TD(lambda): Sutton 1988), and the weights are those with the least squared error over the games of
late (least-squares policy iteration: Lagoudakis, Parr 2003). It runs until it is told to stop, and
goes on from what its folder holds.
"""

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy

from games import make
from games.base import CHANCE, OVER
from games.rng import Rng, stream
from sim.levels import looks
from sim.values import UNIT, Values, lead_of

if TYPE_CHECKING:
    from games.base import Game
    from games.types import Action

LAMBDA = 0.8
GAMES = 100  # in a round
KEPT = 0.9  # weight of older games after each round
RIDGE = 3.0  # pulls a weight to 0, like so many positions without it
NOISE = 0.4  # points: how much worse an action may look and still be taken now and then
LOOKS = 160  # actions that are compared at most
MOST = 600  # decisions in a game; players who know little may never end one
_WEIGHT_MOST = 32767


class Training:
    """The state: sums over positions, weights, and the curve so far."""

    def __init__(self, game: "Game", seed: int, folder: Path):
        """Begin, or go on from the folder; raises ValueError if it holds another training."""
        self.game, self.seed, self.folder = game, seed, folder
        size = game.FEATURES
        self.products = numpy.zeros((size, size))  # of the features of a position with each other
        self.targets = numpy.zeros(size)
        self.values = Values([0] * size, 0)
        self.curve: list[dict[str, float]] = []
        self._load()

    def round(self) -> dict[str, float]:
        """Play some games, learn from them; return the new entry of the curve."""
        self.products *= KEPT
        self.targets *= KEPT
        number = len(self.curve)
        squares = positions = 0.0
        for i in range(GAMES):
            rows, wanted = self._played(self.seed + GAMES * number + i)
            for features, target in zip(rows, wanted, strict=True):
                error = target - sum(self.values.weights[f] for f in features) / UNIT
                squares += error * error
                numpy.add.at(self.products, numpy.ix_(features, features), 1)
                numpy.add.at(self.targets, features, target)
            positions += len(rows)
        system = self.products + RIDGE * numpy.eye(len(self.targets))
        weights = numpy.rint(UNIT * numpy.linalg.solve(system, self.targets))
        limit = numpy.clip(weights, -_WEIGHT_MOST, _WEIGHT_MOST)
        error = math.sqrt(squares / max(positions, 1))
        self.values = Values([int(weight) for weight in limit], max(1, round(UNIT * error)))
        self.curve.append({"games": GAMES * (number + 1), "error": round(error, 3)})
        return self.curve[-1]

    def games(self) -> int:
        """Return how many games were played."""
        return GAMES * len(self.curve)

    def save(self) -> None:
        """Keep the state in the folder, whole at any time."""
        fresh = self.folder / "state.new.npz"
        numpy.savez(fresh, products=self.products, targets=self.targets,
                    weights=numpy.array(self.values.weights), said=json.dumps(self._said()))
        fresh.replace(self.folder / "state.npz")

    def _said(self) -> dict[str, Any]:
        game = self.game
        return {"game": game.NAME, "seats": game.seats, "options": game.options,
                "seed": self.seed, "surprise": self.values.surprise, "curve": self.curve}

    def _load(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.folder / "state.npz"
        if not file.exists():
            return
        with numpy.load(file) as kept:
            said = json.loads(str(kept["said"]))
            mine = self._said()
            if any(said[key] != mine[key] for key in ("game", "seats", "options", "seed")):
                raise ValueError("%s holds another training" % self.folder)
            if len(kept["targets"]) != len(self.targets):
                raise ValueError("%s knows %d features, the game has %d" % (
                    self.folder, len(kept["targets"]), len(self.targets)))
            self.products, self.targets = kept["products"], kept["targets"]
            self.values = Values([int(w) for w in kept["weights"]], said["surprise"])
            self.curve = said["curve"]

    # ---- a game --------------------------------------------------------------------------------

    def _played(self, seed: int) -> tuple[list[list[int]], list[float]]:
        """Play a game; return the features of its positions for all seats, and their targets."""
        game = make(self.game.NAME, self.game.seats, self.game.options)
        chance = stream(seed, CHANCE)
        rng = stream(seed, 0)
        rows: list[list[list[int]]] = [[] for _ in range(game.seats)]
        leads: list[list[float]] = [[] for _ in range(game.seats)]
        taught = self.values if self.curve else None  # the first round plays by estimates
        decisions = 0
        while game.current() != OVER and decisions < MOST:
            by = chance.choice(game.current())
            if by == CHANCE:
                game.apply(by, game.sample(chance))
                continue
            decisions += 1
            game.apply(by, choose(game, by, taught, rng, NOISE))
            for seat in range(game.seats):
                rows[seat].append(game.features(seat))
                leads[seat].append(lead_of(game, seat) / UNIT)
        found: list[list[int]] = []
        wanted: list[float] = []
        for seat in range(game.seats):
            target = lead_of(game, seat) / UNIT
            for features, lead in zip(reversed(rows[seat]), reversed(leads[seat]), strict=True):
                found.append(features)
                wanted.append(target - lead)
                said = lead + sum(self.values.weights[f] for f in features) / UNIT
                target = LAMBDA * target + (1 - LAMBDA) * said
        return found, wanted


def choose(game: "Game", seat: int, values: Values | None, rng: Rng, noise: float) -> "Action":
    """Return the action that looks best by the values, one ahead, with noise in points; without
    values, by what the game estimates."""
    actions = list(game.candidates(seat))
    leads = game.outlook(seat, values.weights, UNIT) if values else None
    if leads is None:
        while len(actions) > LOOKS:
            actions[rng.below(len(actions))] = actions[-1]
            actions.pop()
        leads = [worth if values else worth * UNIT // game.POINT
                 for _, worth in looks(game, seat, actions, rng, values)]
    best, chosen = -math.inf, actions[0]
    for action, lead in zip(actions, leads, strict=True):
        draw = (rng.below(1 << 20) + 1) / ((1 << 20) + 2)
        value = lead - noise * UNIT * math.log(-math.log(draw))  # Gumbel's
        if value > best:
            best, chosen = value, action
    return chosen
