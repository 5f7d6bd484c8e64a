"""The games of a study: some for each setting with each line-up of players.

A *setting* is seats and options; a *line-up* is one player per seat. A setting with a line-up is a
*cell*. Game number n has the same seed in every cell, so cells are compared game by game.
"""

import functools
import hashlib
import itertools
from collections import namedtuple
from pathlib import Path
from typing import TYPE_CHECKING, Any

import games
from games import game_class, make, numbers
from sim.engine import Engine, is_engine
from sim.study import restricted
from sim.study.errors import StudyError
from sim.study.openings import FREE, Openings, check

if TYPE_CHECKING:
    from games.base import Game
    from games.types import Json, Options

Cell = namedtuple("Cell", "index game seats options players")
Cell.__doc__ = """`players` has a name per seat; `options` has every option of the game."""

RESULTS_COME_FROM = (
    "firmware/games", "sim/engine.py", "sim/levels.py", "sim/lookahead.py", "sim/rollouts.py",
    "sim/running.py", "sim/search.py", "sim/selfplay.py", "sim/study/course.py",
    "sim/study/openings.py", "sim/study/play.py", "sim/study/restricted.py", "sim/study/words.py",
    "sim/values.py",
)
_ENDINGS = (".py", ".values", "levels.txt", "numbers.txt")  # of games, whose words affect nothing


class Plan:
    """A study: `cells`, the seed of game 0, and whether every decision is stored as a row."""

    def __init__(
        self,
        game: str,
        settings: list[tuple[Any, ...]],
        lineups: list[Any] | tuple[Any, ...],
        seed: int = 1,
        decisions: bool = False,
        openings: Openings = FREE,
    ):
        """`settings` are (seats or None, options), `lineups` lists of names; raises StudyError."""
        _known(game)
        if not isinstance(seed, int) or seed < 0:
            raise StudyError("the seed is a whole number from 0 on, not %s" % seed)
        self.game = game
        self.seed = seed
        self.decisions = decisions
        self.openings = openings
        self.cells: list[Cell] = []
        for seats, options in settings:
            made = _made(game, seats, options)
            for lineup in lineups:
                players = _fill(lineup, made.seats)
                # `options` may have numbers of the rules that are as usual, to compare others with
                cell = Cell(len(self.cells), game, made.seats, options | made.options, players)
                if any(cell[1:] == other[1:] for other in self.cells):
                    raise StudyError("the study names twice: %s" % describe(cell))
                self.cells.append(cell)
                check(openings, made)
                restricted.check(players, made)

    def identity(self) -> "Json":
        """Return the values that must be equal for results to belong together, as JSON values."""
        cells = [[cell.seats, cell.options, list(cell.players)] for cell in self.cells]
        names = {name for cell in self.cells for name in cell.players if is_engine(name)}
        engines = {name: Engine(name).digest() for name in sorted(names)}
        return {
            "game": self.game,
            "seed": self.seed,
            "decisions": self.decisions,
            "openings": list(self.openings),
            "cells": cells,
        } | ({"engines": engines} if engines else {})


def from_identity(said: "Json") -> Plan:
    """Return the Plan of an `identity`; raises StudyError."""
    openings = Openings(*said.get("openings", FREE))
    plan = Plan(said["game"], [], [], said["seed"], said["decisions"], openings)
    for seats, options, players in said["cells"]:
        made = _made(said["game"], seats, options)
        cell = Cell(len(plan.cells), plan.game, made.seats, made.options, tuple(players))
        plan.cells.append(cell)
    return plan


def seated(cell: "Cell", number: int) -> list[str]:
    """Return the players by seat: the line-up, rotated by one for each game."""
    return [cell.players[(seat - number) % cell.seats] for seat in range(cell.seats)]


def settings_of(
    game: str, seats: list[Any], options: "Options",
    varied: list[tuple[str, list[str]]] | tuple[Any, ...],
) -> list[tuple[Any, ...]]:
    """Return [(seats, options), ...]: every combination of `seats`, a list, and of the `varied`
    [(option, [text of a value, ...]), ...], on top of the fixed `options`."""
    _known(game)
    known = dict(game_class(game).OPTIONS)
    known |= {name: range(least, most + 1) for name, _, least, most in numbers.read(game)}
    names = [name for name, _ in varied]
    for name in names:
        if names.count(name) > 1 or name in options:
            raise StudyError("the option %s is given twice" % name)
        if name not in known:
            said = ", ".join(known) or "none"
            raise StudyError("%s has no option %s (it has: %s)" % (game, name, said))
    values = [[(name, _value(known[name], text)) for text in texts] for name, texts in varied]
    return [
        (count, options | dict(chosen))
        for count in seats
        for chosen in itertools.product(*values)
    ]


def ladder(names: list[str]) -> list[list[str]]:
    """Return the line-ups for ranking players: each against the next, one seat against the
    rest."""
    if len(names) < 2:
        raise StudyError("a ladder has two players or more, such as random,greedy,search:30")
    return [[better, worse] for worse, better in zip(names, names[1:], strict=False)]


def describe(cell: "Cell") -> str:
    """Return a cell in words, as in the options of the command."""
    options = ", ".join("%s %s" % pair for pair in cell.options.items())
    return "%d seats, %s: %s" % (cell.seats, options or "no options", " : ".join(cell.players))


def version(game: str) -> str:
    """Return a checksum of all that affects the results in a game. Other authors' games that the
    process has besides do not: a cluster's worker keeps those of all studies that it played."""
    found = _of_ours().copy()
    found.update(games.source(game).encode())
    return found.hexdigest()[:12]


@functools.cache
def _of_ours() -> "hashlib._Hash":
    root = Path(games.__file__).resolve().parents[2]
    found = hashlib.sha256()
    for name in RESULTS_COME_FROM:
        path = root / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.name.endswith(_ENDINGS):
                found.update(file.relative_to(root).as_posix().encode())
                found.update(file.read_bytes())
    return found


def _known(game: str) -> None:
    if game not in games.names():
        raise StudyError("there is no game %s; there are: %s" % (game, ", ".join(games.names())))


def _made(game: str, seats: int | None, options: "Options") -> "Game":
    try:
        return make(game, seats, options)
    except ValueError as error:
        said = ", ".join("%s=%s" % pair for pair in options.items())
        refused = "%s refuses %s: " % (game, said) if said else ""
        raise StudyError("%s%s" % (refused, error)) from None


def _value(values: range | tuple[str, ...], text: str) -> int | str:
    """Return the value of an option given as text; invalid values are refused later."""
    return next((value for value in values if str(value) == text), text)


def _fill(names: list[str], seats: int) -> tuple[str, ...]:
    """Return one player per seat; the last name fills the remaining seats."""
    if len(names) > seats:
        raise StudyError(
            "%s names %d players for %d seats; name one a seat, or fewer"
            % (",".join(names), len(names), seats)
        )
    for name in names:
        try:
            restricted.player(name)
        except ValueError as error:
            raise StudyError(str(error)) from None
        if name.startswith("search:") and name.endswith("s"):
            raise StudyError(
                "%s thinks by the clock, so its games cannot be played again; "
                "name rounds, such as search:100" % name
            )
    return tuple(names) + (names[-1],) * (seats - len(names))
