"""A computer player that tries the actions that look best; its choices are the hints. See
games/bots.py.

It plays on from each of the actions that look best at once, as greedy players would. In a round
all actions meet the same guess of hidden things, and the same dice, as the base action. The base
action is that of the game's strong plan or, without one, the one that looks best at once. After
each round the worse half of the actions goes.
"""

from micropython import const

from games.base import CHANCE, OVER
from games.pauses import pause
from games.rng import Rng

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Generator, Iterator
    from typing import Any

    from games.base import Game
    from games.types import Action

_TRIED = const(24)  # actions in the first round
_KEPT = const(2)  # actions in the last rounds
_ROUNDS = const(16)
_GLANCE = const(8)  # actions that a seat compares at most in each step of a play-out


def careful(
    game: "Game", seat: int, rng: "Rng", is_late: "Callable[[], bool]" = bool,
    found: "list[Any] | None" = None,
) -> "Iterator[Action | None]":
    """Yield None while it thinks, then the base action, or one that led it by more than chance
    explains. Once `is_late()`, the rounds so far decide. `found` gets the next best action, its
    deficit over all rounds, the chosen action's result in them, and the number of rounds."""
    seed = rng.below(1 << 27)
    ranked = yield from _rank(game, seat, rng, seed, is_late)
    base = game.strong_action(seat, rng) or ranked[0]
    leads: "list[Any]" = [(action, []) for action in ranked[:_TRIED] if action != base]
    worth = 0  # what the base action came to
    for number in range(1, _ROUNDS + 1):
        standard = yield from _play_out(game, seat, base, Rng(seed + number))
        worth += standard
        for action, lead in leads:
            if is_late():
                break
            value = yield from _play_out(game, seat, action, Rng(seed + number))
            lead.append(value - standard)
        leads = [entry for entry in leads if len(entry[1]) == number] or leads
        leads.sort(key=lambda entry: -sum(entry[1]))
        if is_late() or not leads or number == _ROUNDS:
            break
        leads = leads[: max(_KEPT, len(leads) // 2)]
    sure = [entry for entry in leads if _is_sure(entry[1])]
    chosen, gained = sure[0] if sure else (base, [0])
    if found is not None and leads and leads[0][1]:
        others = [(base, [0])] + [entry for entry in leads if entry[1]]
        others.sort(key=lambda entry: (entry[0] == chosen, -sum(entry[1])))
        rival, lead = others[0]
        found += [rival, sum(gained) - sum(lead), worth + sum(gained), len(leads[0][1])]
    yield chosen


def _is_sure(lead: "list[int]") -> bool:
    """Is the mean of a lead larger than one and a half standard errors?"""
    total, count = sum(lead), len(lead)
    squares = sum([value * value for value in lead])
    return total > 0 and (4 * count + 5) * total * total > 9 * count * squares


def _rank(
    game: "Game", seat: int, rng: "Rng", seed: int, is_late: "Callable[[], bool]"
) -> "Generator[None, None, list[Action]]":
    """Return the candidates, those that look best at once first, ties by lot; and the best one
    of each kind before all others."""
    before = game.snapshot()
    game.determinize(seat, Rng(seed))
    guess = game.snapshot()
    game.restore(before)
    looks = []
    for action in game.candidates(seat):
        game.restore(guess)
        game.play(seat, action)
        looks.append((-game.estimate(seat), rng.below(1 << 20), action))
        game.restore(before)
        yield None
        if is_late():
            break
    looks.sort()
    first: "list[Any]" = []
    rest: "list[Any]" = []
    kinds: "set[int]" = set()
    for look in looks:
        kind = look[2][0]
        (rest if kind in kinds else first).append(look[2])
        kinds.add(kind)
    return first + rest


def _play_out(
    game: "Game", seat: int, action: "Action", rng: "Rng"
) -> "Generator[None, None, int]":
    """Return how good the position is for the seat some actions after this one."""
    before = game.snapshot()
    game.determinize(seat, rng)
    game.play(seat, action)
    left = game.ROLLS or game.AHEAD
    was_chance = False
    while left and game.current() != OVER:
        now = game.snapshot()
        game.restore(before)
        yield None
        game.restore(now)
        by = rng.choice(game.current())
        is_chance = by == CHANCE
        game.play(by, game.sample(rng) if is_chance else _choose(game, by, rng))
        if (is_chance and not was_chance) if game.ROLLS else not is_chance:
            left -= 1
        was_chance = is_chance
    value = game.estimate(seat)
    game.restore(before)
    return value


def _choose(game: "Game", by: int, rng: "Rng") -> "Action":
    """Return roughly the greedy player's choice: it compares only some of many actions."""
    planned = game.heuristic_action(by, rng)
    if planned is not None:
        return planned
    actions = list(game.candidates(by))
    before = game.snapshot()
    looks: "list[Any]" = []
    while actions and len(looks) < _GLANCE:
        action = actions.pop(rng.below(len(actions)))
        game.play(by, action)
        looks.append((game.estimate(by), action))
        game.restore(before)
        pause()
    chosen: "tuple[Any, ...]" = max(looks)[1]
    return chosen
