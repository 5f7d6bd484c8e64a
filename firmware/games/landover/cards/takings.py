"""Cards that change hands once a dev card was played (rules: landover 19): given for a Wedding or
a Commercial harbor, taken by a Master merchant or a Spy."""

from games.landover import hands, queue, state
from games.landover.cards import decks
from games.landover.common import A_TAKE, A_TAKE_DEV, KINDS, P_DEV, P_HAND, P_MAIN

if False:  # only mypy reads this: the names of types
    from games.landover.state import Position
    from games.types import Action, Events


def play_give(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    """Give a card for a Wedding, or a commodity for the resource of a Commercial harbor."""
    _, giver, taker, card = action
    back = g.todo[0][3]
    queue.done_once(g)
    difference = [0] * 8
    difference[card] = -1
    if back:
        difference[back - 1] = 1
    hands.change(g, giver, difference, ev)
    hands.change(g, taker, [-count for count in difference], ev)


def legal(g: "Position", by: int) -> "list[Action]":
    """Return the cards, or dev cards, that may be taken from the hand being shown."""
    if g.phase == P_HAND:
        held = state.hand(g, g.target)
        return [(A_TAKE, card) for card in range(8) if held[card]]
    devs = state.devs(g, g.target)
    return [(A_TAKE_DEV, dev) for dev in range(KINDS) if devs[dev]]


def why_not(g: "Position", by: int, action: "Action") -> str | None:
    if g.phase != P_HAND and g.phase != P_DEV:
        return "no take"
    return None if action in legal(g, by) else "no such card"


def play(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    hands.add(g, g.target, action[1], -1, ev)
    hands.add(g, by, action[1], 1, ev)
    g.free -= 1
    if not g.free or not hands.size(g, g.target):
        g.phase = P_MAIN


def play_dev(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    decks.move(g, g.target, action[1], -1, ev)
    decks.move(g, by, action[1], 1, ev)
    g.phase = P_MAIN
