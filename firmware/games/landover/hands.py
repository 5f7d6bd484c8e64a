"""Hands of cards, and the orders of seats (rules: landover 2, 26.1, 26.10)."""

from games.landover import state

if False:  # only mypy reads this: the names of types
    from collections.abc import Sequence

    from games.landover.state import Position
    from games.types import Events, Message


def size(g: "Position", seat: int) -> int:
    """Return how many cards a seat holds."""
    return sum(state.hand(g, seat))


def change(g: "Position", seat: int, difference: list[int], ev: "Events") -> None:
    """Add a list of eight differences to a hand."""
    state.add_cards(g, seat, difference)
    ev.append(["cards", seat, difference])


def add(g: "Position", seat: int, card: int, count: int, ev: "Events") -> None:
    """Add `count` cards of a kind; a negative count takes them away."""
    if count:
        difference = [0, 0, 0, 0, 0, 0, 0, 0]
        difference[card] = count
        state.add_card(g, seat, card, count)
        ev.append(["cards", seat, difference])


def price(g: "Position", cost: tuple[int, ...]) -> tuple[int, ...]:
    """Return what a game pays in the place of a usual cost, eight counts."""
    if len(g.options) == len(g.OPTIONS):
        return cost
    from games.landover.variant import changed

    return changed(g.options, cost)


def pay(g: "Position", seat: int, cost: tuple[int, ...], ev: "Events") -> None:
    """Take a usual cost from a hand, at its price."""
    change(g, seat, [-count for count in price(g, cost)], ev)


def can_pay(held: "Sequence[int]", cost: "Sequence[int]") -> bool:
    """Does a hand of eight counts pay a price?"""
    for card in range(8):
        if held[card] < cost[card]:
            return False
    return True


def lacks(g: "Position", seat: int, cost: "Sequence[int]") -> "Message | None":
    """Return the message that names the cards a seat lacks for a price, or None."""
    held = state.hand(g, seat)
    if can_pay(held, cost):
        return None
    return "lack", [max(0, cost[card] - held[card]) for card in range(8)]


def least(g: "Position", seat: int) -> int:
    """Return the resource that a seat holds fewest of; the first one in a tie."""
    held = state.resources(g, seat)
    return held.index(min(held))


def after(g: "Position") -> list[int]:
    """Return all seats in turn order, with the active one last."""
    order = g.order
    here = order.index(g.turn) + 1
    return order[here:] + order[:here]


def around(g: "Position") -> list[int]:
    """Return all seats in turn order, with the active one first."""
    order = g.order
    here = order.index(g.turn)
    return order[here:] + order[:here]
