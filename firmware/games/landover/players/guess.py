"""Guess the things that are hidden from a seat, for players that search."""

from games.landover import hands, state
from games.landover.common import (
    C_GIVE,
    D_ALCHEMIST,
    D_CONSTITUTION,
    D_PRINTER,
    DECKS,
    P_DEV,
    P_HAND,
    P_PICK,
    P_REPLY,
    P_ROLL,
    PAPER,
    RESOURCES,
)

if False:  # only mypy reads this: the names of types
    from games.landover.state import Position
    from games.rng import Rng


def determinize(g: "Position", seat: int, rng: "Rng") -> None:
    """Deal the other seats random hands of the same size that agree with what the seat knows."""
    for other in range(g.seats):
        if other != seat and not (g.phase == P_HAND and g.turn == seat and g.target == other):
            _imagine_hand(g, other, rng)
    for deck in range(3):
        _imagine_devs(g, seat, deck, rng)
    g.main = None  # a list of actions for the true hands


def _must_hold(g: "Position", seat: int) -> list[int]:
    """Return a list of the cards that a seat certainly holds."""
    held = [0] * 8
    if g.phase == P_REPLY or g.phase == P_PICK:
        if seat == g.turn:
            held = g.deal[:8]
        elif g.agreed >> seat & 1:
            held = g.deal[8:]
    for task in g.todo:
        if task[0] == C_GIVE and task[3] and task[2] == seat:
            held[task[3] - 1] += 1
    return held


def _imagine_hand(g: "Position", seat: int, rng: "Rng") -> None:
    size = hands.size(g, seat)
    held = _must_hold(g, seat)
    if g.todo and g.todo[0][0] == C_GIVE and g.todo[0][3] and g.todo[0][1] == seat:
        held[PAPER + rng.below(3)] += 1  # it is about to give a commodity
    for _ in range(size - sum(held)):
        held[rng.below(RESOURCES) if rng.below(4) else PAPER + rng.below(3)] += 1
    state.set_hand(g, seat, held)


def _imagine_devs(g: "Position", seat: int, deck: int, rng: "Rng") -> None:
    """Shuffle the deck with the other seats' cards of its colour and deal as many again."""
    kinds = [
        dev
        for dev in range(DECKS[deck], DECKS[deck + 1])
        if dev != D_PRINTER and dev != D_CONSTITUTION
    ]
    hidden = [
        other
        for other in range(g.seats)
        if other != seat and not (g.phase == P_DEV and g.turn == seat and g.target == other)
    ]
    counts = [0] * g.seats
    pool = []  # by kind, so that the guess does not depend on where the cards are
    for dev in kinds:
        left = g.deck[dev]
        for other in hidden:
            held = state.dev_count(g, other, dev)
            counts[other] += held
            left += held
            state.add_dev(g, other, dev, -held)
        pool += [dev] * left
        g.deck[dev] = 0
    rng.shuffle(pool)
    for other in hidden:
        roller = g.phase == P_ROLL and other == g.turn
        if roller and deck == 0 and not g.todo:  # it is known to hold an Alchemist
            pool.remove(D_ALCHEMIST)
            pool.append(D_ALCHEMIST)
        for _ in range(counts[other]):
            state.add_dev(g, other, pool.pop(), 1)
    for dev in pool:
        g.deck[dev] += 1
