"""The three decks of dev cards (rules: landover 7, 26.8)."""

from games.landover import state
from games.landover.common import D_CONSTITUTION, D_PRINTER, DECKS, DEV_LIMIT

if False:  # only mypy reads this: the names of types
    from games.landover.state import Position
    from games.types import Action, Events


def deck_of(dev: int) -> int:
    """Return the culture of a dev card."""
    return 0 if dev < DECKS[1] else 1 if dev < DECKS[2] else 2


def _left(pile: bytearray, deck: int) -> int:
    return sum(pile[DECKS[deck] : DECKS[deck + 1]])


def can_draw(g: "Position", seat: int, deck: int) -> int:
    """May the seat get a card of this deck, and is one left?"""
    limit = g.options.get("dev_limit", DEV_LIMIT)
    return g.held[seat] < limit and (_left(g.deck, deck) or _left(g.spent, deck))


def open_decks(g: "Position", seat: int) -> list[int]:
    """Return the decks from which the seat may draw."""
    return [deck for deck in range(3) if can_draw(g, seat, deck)]


def _pile(g: "Position", deck: int) -> bytearray:
    """Return the pile to draw from: the deck, or its discards if the deck is empty."""
    return g.deck if _left(g.deck, deck) else g.spent


def drawable(g: "Position", deck: int) -> list[int]:
    """Return the kinds of card that may be drawn from a deck, ascending."""
    pile = _pile(g, deck)
    return [dev for dev in range(DECKS[deck], DECKS[deck + 1]) if pile[dev]]


def copies_left(g: "Position", dev: int) -> int:
    """Return how many cards of a kind are left to draw."""
    return _pile(g, deck_of(dev))[dev]


def play_draw(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    """Draw a card: point cards are laid open, others go to the hand."""
    _, seat, dev = action
    g.todo.pop(0)
    deck = deck_of(dev)
    if not _left(g.deck, deck):
        for kind in range(DECKS[deck], DECKS[deck + 1]):
            g.deck[kind] = g.spent[kind]
            g.spent[kind] = 0
    g.deck[dev] -= 1
    if dev == D_PRINTER or dev == D_CONSTITUTION:
        g.opened[seat] += 1
        g.points[seat] += 1
    else:
        move(g, seat, dev, 1, ev)


def move(g: "Position", seat: int, dev: int, count: int, ev: "Events") -> None:
    """Put a card into a seat's hand of dev cards (count 1), or take one out (-1)."""
    state.add_dev(g, seat, dev, count)
    g.held[seat] += count
    ev.append(["dev", seat, g.held[seat]])


def spend(g: "Position", seat: int, dev: int, ev: "Events") -> None:
    """Put a played card on the discards."""
    move(g, seat, dev, -1, ev)
    g.spent[dev] += 1
