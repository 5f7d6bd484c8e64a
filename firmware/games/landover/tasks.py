"""Tasks of chance, and the automatic steps in between (rules: landover 6.1, 25).

`todo` is a queue of tasks. A task is a tuple that begins with the kind of chance action it asks
for (or with a T_ number); if there are several alike, it ends with the number left.
"""

from games.landover import hands, state, victory
from games.landover.cards import decks
from games.landover.common import (
    C_DECK,
    C_DICE,
    C_DISCARD,
    C_DRAW,
    C_EVENT,
    C_GIVE,
    C_GOLD,
    C_NUMBERS,
    C_ORDER,
    C_RAZED,
    C_REVEAL,
    C_START,
    C_STEAL,
    C_TERRAIN,
    P_OVER,
    PAPER,
    RESOURCES,
    T_AQUEDUCT,
    T_YIELD,
)
from games.landover.economy import production
from games.landover.map import explore
from games.landover.military import barbarians

if False:  # only mypy reads this: the names of types
    from collections.abc import Sequence

    from games.landover.state import Position
    from games.rng import Rng
    from games.types import Action, Events


def advance(g: "Position", ev: "Events") -> None:
    """Do the automatic steps; stop at the first task that needs an outcome."""
    todo = g.todo
    while todo and g.phase != P_OVER:
        head = todo[0]
        kind = head[0]
        if kind < T_YIELD:
            if _possible(g, head):
                return
            todo.pop(0)
            continue
        todo.pop(0)
        if kind == T_YIELD:
            production.resolve(g, ev)
        elif kind == T_AQUEDUCT:
            production.aqueducts(g, head[1], ev)
        else:
            barbarians.lose_power(g)
        victory.check_victory(g)


def _possible(g: "Position", head: tuple[int, ...]) -> "object":
    """Does this task have any outcome?"""
    kind = head[0]
    if kind == C_STEAL:
        return hands.size(g, head[1])
    if kind == C_GIVE:
        return hands.size(g, head[1]) if not head[3] else _commodities(g, head[1])
    if kind == C_DRAW:
        return decks.can_draw(g, head[1], head[2])
    if kind == C_DECK:
        return decks.open_decks(g, head[1])
    if kind == C_RAZED:
        return barbarians.targets(g, head[1])
    return True


def _commodities(g: "Position", seat: int) -> int:
    return sum(state.hand(g, seat)[PAPER:])


def outcomes(g: "Position", head: tuple[int, ...]) -> "list[Action]":
    """Return the possible actions of a task, ascending; [] if they are too many to list."""
    kind = head[0]
    if kind == C_DICE:
        return [(kind, white, red) for white in range(1, 7) for red in range(1, 7)]
    if kind == C_EVENT:
        return [(kind, face) for face in range(4)]
    if kind == C_DISCARD or kind == C_GOLD or kind == C_START:
        return [(kind, head[1], card) for card in _cards(g, head)]
    if kind == C_STEAL or kind == C_GIVE:
        return [(kind, head[1], head[2], card) for card in _cards(g, head)]
    if kind == C_DRAW:
        return [(kind, head[1], dev) for dev in decks.drawable(g, head[2])]
    if kind == C_DECK:
        return [(kind, head[1], deck) for deck in decks.open_decks(g, head[1])]
    if kind == C_RAZED:
        return [(kind, head[1], corner) for corner in barbarians.targets(g, head[1])]
    if kind == C_REVEAL:
        return explore.outcomes(g, head[1])
    if kind == C_ORDER:
        from games.landover.map.setup import orders

        return orders(g)
    return []


def _cards(g: "Position", head: tuple[int, ...]) -> "Sequence[int]":
    """Return the kinds of card that a task may move, ascending."""
    kind = head[0]
    if kind == C_GOLD or kind == C_START:
        return range(RESOURCES, 8) if kind == C_GOLD and head[2] else range(RESOURCES)
    held = state.hand(g, head[1])
    first = PAPER if kind == C_GIVE and head[3] else 0
    return [card for card in range(first, 8) if held[card]]


def why_not(g: "Position", action: "Action") -> str | None:
    """Return the message that says why an outcome is impossible now, or None."""
    head = g.todo[0]
    kind = action[0]
    if kind != head[0]:
        return "chance other"
    if kind == C_DICE:
        if len(action) == 3 and 1 <= action[1] <= 6 and 1 <= action[2] <= 6:
            return None
        return "die"
    if kind == C_TERRAIN or kind == C_NUMBERS:
        from games.landover.map.setup import why_not_layout

        return why_not_layout(g, action)
    return None if action in outcomes(g, head) else "chance not"


def weight(g: "Position", action: "Action") -> int:
    """Return the weight of an outcome."""
    kind = action[0]
    if kind == C_EVENT:
        return 1 if action[1] else 3
    if kind == C_DISCARD or kind == C_STEAL or kind == C_GIVE:
        return state.card_count(g, action[1], action[-1])
    if kind == C_DRAW:
        return decks.copies_left(g, action[2])
    if kind == C_REVEAL:
        return explore.weight(g, action)
    return 1


def sample(g: "Position", rng: "Rng") -> "Action | None":
    """Return a random action if listing all would be slow or impossible, else None."""
    head = g.todo[0]
    kind = head[0]
    if kind == C_DICE:
        return (kind, 1 + rng.below(6), 1 + rng.below(6))
    if kind == C_EVENT:
        return (kind, max(0, rng.below(6) - 2))  # half of them are barbarians
    if kind == C_TERRAIN or kind == C_NUMBERS:
        from games.landover.map.setup import shuffled

        return shuffled(g, kind, rng)
    return None
