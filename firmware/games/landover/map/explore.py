"""Mystery tiles (rules: landover 17.3)."""

from games.hexmap import HEXES, NONE
from games.landover import hands, state
from games.landover.common import C_GOLD, C_REVEAL, GOLD, LETTERS, MYSTERY, WATER
from games.landover.map import board

if False:  # only mypy reads this: the names of types
    from games.landover.state import Position
    from games.types import Action, Events


def touch(g: "Position", seat: int, edge: int) -> None:
    """Reveal the hidden hexes at both ends of a new piece, the lower one first."""
    if not g.map.mystery:
        return
    found = [False] * HEXES
    for corner in state.ends_of(edge):
        for place in state.hexes_at(corner):
            if place != NONE and g.terrain[place] == MYSTERY:
                found[place] = True
    for place in range(HEXES):
        if found[place]:
            g.todo.append((C_REVEAL, place, seat))


def outcomes(g: "Position", place: int) -> "list[Action]":
    """Return the tiles and numbers that may lie under a hex; water has no number."""
    found: "list[Action]" = []
    for kind in range(WATER):
        if g.tiles[kind]:
            for number in range(len(g.tokens_left)):
                if g.tokens_left[number]:
                    found.append((C_REVEAL, place, kind, number))
    if g.tiles[WATER]:
        found.append((C_REVEAL, place, WATER, 0))
    return found


def weight(g: "Position", action: "Action") -> int:
    """Return the weight of a reveal: the tile is drawn first, then the number."""
    if action[2] == WATER:
        return g.tiles[WATER] * max(1, sum(g.tokens_left))
    return g.tiles[action[2]] * g.tokens_left[action[3]]


def reveal(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    """Turn a tile over; the seat whose piece found it gets a card of its kind."""
    _, place, kind, number = action
    seat = g.todo.pop(0)[2]
    g.tiles[kind] -= 1
    g.terrain[place] = kind
    g.numbers[place] = number
    if number:
        g.tokens_left[number] -= 1
    board.survey(g, place)
    board.forget(g)
    ev.append(["revealed", place, LETTERS[kind], number])
    if g.options["reveal_card"]:
        if kind < GOLD:
            hands.add(g, seat, kind, 1, ev)
        elif kind == GOLD:
            g.todo.insert(0, (C_GOLD, seat, 0, 1))
