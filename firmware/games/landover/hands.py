"""Hands of cards, and the orders of seats (rules: landover 2, 26.1, 26.10)."""

from games.landover import state


def size(g, seat):
    """Return how many cards a seat holds."""
    return sum(state.hand(g, seat))


def change(g, seat, difference, ev):
    """Add a list of eight differences to a hand."""
    state.add_cards(g, seat, difference)
    ev.append(["cards", seat, difference])


def add(g, seat, card, count, ev):
    """Add `count` cards of a kind; a negative count takes them away."""
    if count:
        difference = [0, 0, 0, 0, 0, 0, 0, 0]
        difference[card] = count
        state.add_card(g, seat, card, count)
        ev.append(["cards", seat, difference])


def pay(g, seat, cost, ev):
    """Take a cost, eight counts, from a hand."""
    change(g, seat, [-count for count in cost], ev)


def lacks(g, seat, cost):
    """Return the message that names the cards a seat lacks for a cost, or None."""
    held = state.hand(g, seat)
    for card in range(8):
        if held[card] < cost[card]:
            return "lack", [max(0, cost[card] - held[card]) for card in range(8)]
    return None


def least(g, seat):
    """Return the resource that a seat holds fewest of; the first one in a tie."""
    held = state.resources(g, seat)
    return held.index(min(held))


def after(g):
    """Return all seats in turn order, with the active one last."""
    order = g.order
    here = order.index(g.turn) + 1
    return order[here:] + order[:here]


def around(g):
    """Return all seats in turn order, with the active one first."""
    order = g.order
    here = order.index(g.turn)
    return order[here:] + order[:here]
