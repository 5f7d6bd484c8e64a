"""Trade with the bank and between players (rules: landover 15).

An offer is (A_OFFER, head, ...): the head has the asked seats and the number of kinds of given
cards. A part follows for each kind given, then for each kind wanted, both in the order of cards; a
part is a kind of card and a number. `head_of` to `count_of` compose and split them.
"""

from games.landover import hands, state
from games.landover.common import (
    A_ACCEPT,
    A_BANK,
    A_CANCEL,
    A_DECLINE,
    A_OFFER,
    A_PICK,
    ANY,
    COMMERCE,
    P_MAIN,
    P_PICK,
    P_REPLY,
    RESOURCES,
)

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from typing import Any

    from games.landover.state import Position
    from games.types import Action, Events, Message

CARD_RATE = 2  # of a harbour for one kind of card
ANY_RATE = 3  # of a harbour for any kind
_MOST = 3  # listed offers give up to this many cards of a kind


def head_of(seats: int, kinds: int) -> int:
    """Return the head of an offer to a mask of seats that gives so many kinds of cards."""
    return seats + 16 * kinds


def asked(action: "Action") -> int:
    """Return the mask of the seats that an offer asks."""
    return action[1] & 15


def kinds_given(action: "Action") -> int:
    """Return the number of kinds of cards that an offer gives."""
    return action[1] >> 4


def part_of(card: int, count: int) -> int:
    """Return the part of an offer that stands for `count` cards of a kind."""
    return card + 8 * count


def card_of(part: int) -> int:
    return part & 7


def count_of(part: int) -> int:
    return part >> 3


_PARTS = bytes([part_of(card, count) for count in range(1, _MOST + 1) for card in range(8)])
# By the card given: the parts that an offer may want.
_WANTED = tuple([bytes([part for part in _PARTS if card_of(part) != card]) for card in range(8)])


def rate(g: "Position", seat: int, card: int) -> int:
    """Return how many cards of a kind the bank takes for another card."""
    if g.fleet >> card & 1:
        return CARD_RATE
    docks = g.docks[seat]
    dealers = g.map.dealers
    if card >= RESOURCES:
        if state.level(g, seat, COMMERCE) >= 3:
            return CARD_RATE
    elif docks & dealers[card] or (g.trader == seat and g.terrain[g.merchant] == card):
        return CARD_RATE
    return ANY_RATE if docks & dealers[ANY] else 4


def bank_legal(g: "Position", by: int, found: "list[Action]") -> None:
    hand = state.hand(g, by)
    for card in range(8):
        held = hand[card]
        if held > 1 and (held > 3 or held >= rate(g, by, card)):
            for other in range(8):
                if other != card:
                    found.append((A_BANK, card, other))


def why_not_bank(
    g: "Position", by: int, action: "Action"
) -> "Message | None":
    if not 0 <= action[1] < 8 or not 0 <= action[2] < 8:
        return "no such action"
    if action[1] == action[2]:
        return "bank same"
    price = [0] * 8
    price[action[1]] = rate(g, by, action[1])
    return hands.lacks(g, by, price)


def play_bank(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    difference = [0] * 8
    difference[action[1]] = -rate(g, by, action[1])
    difference[action[2]] = 1
    hands.change(g, by, difference, ev)


def others(g: "Position", by: int) -> int:
    """Return the mask of all opponents."""
    return (1 << g.seats) - 1 & ~(1 << by)


def offers_legal(g: "Position", by: int, found: "list[Action]") -> None:
    """Add the offers of 1 to 3 cards of a kind for 1 to 3 of another, to all opponents.

    The parts of the list are kept until the turn ends.
    """
    if g.menu_of != by:
        g.menu = [None] * (_PARTS[-1] + 1)
        g.menu_of = by
    menu = g.menu
    for given in _given(g, by):
        part = menu[given]
        if part is None:
            part = menu[given] = offers_of(head_of(others(g, by), 1), given)
        found.extend(part)


def drop_offers(found: "list[Action]") -> None:
    """Take the offers, which stand together, out of a list of actions."""
    first = 0
    while found[first][0] < A_OFFER:
        first += 1
    end = len(found)
    while found[end - 1][0] > A_OFFER:
        end -= 1
    del found[first:end]


def offers(g: "Position", by: int) -> "Iterator[Action]":
    """Yield the offers of `offers_legal`; keep nothing."""
    for given in _given(g, by):
        for action in offers_of(head_of(others(g, by), 1), given):
            yield action


def _given(g: "Position", by: int) -> "Iterator[int]":
    """Yield the parts that an offer of one kind may give."""
    if g.offers < g.most:
        held = state.hand(g, by)
        for count in range(1, _MOST + 1):
            for card in range(8):
                if held[card] >= count:
                    yield part_of(card, count)


def offers_of(head: int, given: int) -> "list[Action]":
    """Return the offers with a head that give one part."""
    return [(A_OFFER, head, given, wanted) for wanted in _WANTED[card_of(given)]]


def sides(action: "Action") -> list[int] | None:
    """Return eight counts of the cards given in an offer, then eight of those wanted; None if it
    is malformed."""
    deal = [0] * 16
    turn = 2 + kinds_given(action) if len(action) > 3 else 0
    if not 2 < turn < len(action):
        return None
    side = 0
    last = -1
    for i in range(2, len(action)):
        card = card_of(action[i])
        count = count_of(action[i])
        if i == turn:
            side = 8
            last = -1
        if card <= last or count < 1:
            return None
        deal[side + card] = count
        last = card
    return deal


def why_not_offer(
    g: "Position", by: int, action: "Action"
) -> "Message | None":
    deal = sides(action)
    if deal is None:
        return "offer empty"
    seats = asked(action)
    if not seats or seats & ~others(g, by):
        return "offer whom"
    if g.offers >= g.most:
        return "offer most"
    short = False
    for i in range(2, 2 + kinds_given(action)):
        card = card_of(action[i])
        if deal[8 + card]:
            return "offer same"
        if state.card_count(g, by, card) < deal[card]:
            short = True
    return hands.lacks(g, by, deal) if short else None


def play_offer(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    g.deal = sides(action)
    g.offers += 1
    g.waiting = asked(action)
    g.agreed = 0
    g.phase = P_REPLY


def can_accept(g: "Position", seat: int) -> bool:
    """Does the seat hold the wanted cards?"""
    return hands.can_pay(state.hand(g, seat), g.deal[8:])


def legal_reply(g: "Position", by: int) -> "list[Action]":
    if by == g.turn:
        return [(A_CANCEL,)]
    if not g.waiting >> by & 1:
        return []
    return [(A_ACCEPT,), (A_DECLINE,)] if can_accept(g, by) else [(A_DECLINE,)]


def legal_pick(g: "Position", by: int) -> "list[Action]":
    found: "list[Any]" = [
        (A_PICK, seat) for seat in range(g.seats) if g.agreed >> seat & 1
    ]
    found.append((A_CANCEL,))
    return found


def why_not_close(
    g: "Position", by: int, action: "Action"
) -> "Message | None":
    """Return the message that says why an answer, a pick or a cancel is refused, or None."""
    if g.phase == P_PICK:
        return None if action in legal_pick(g, by) else "pick"
    if g.phase != P_REPLY:
        return "no offer"
    if action[0] == A_PICK:
        return "pick wait"
    if by == g.turn:
        return None if action[0] == A_CANCEL else "offer own"
    if action[0] == A_CANCEL:
        return "offer cancel"
    if action[0] == A_ACCEPT:
        return hands.lacks(g, by, g.deal[8:])
    return None


def play_answer(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    g.waiting &= ~(1 << by)
    if action[0] == A_ACCEPT:
        g.agreed |= 1 << by
    elif sum(g.deal[:8]) == sum(g.deal[8:]) == 1:
        state.refuse(g, by, g.deal.index(1), g.deal.index(1, 8) - 8)
    if not g.waiting:
        g.phase = P_PICK if g.agreed else P_MAIN
        if not g.agreed:
            _close(g)


def play_cancel(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    g.phase = P_MAIN
    _close(g)


def play_pick(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    """Swap the cards with the picked seat."""
    difference = [g.deal[card] - g.deal[8 + card] for card in range(8)]
    hands.change(g, action[1], difference, ev)
    hands.change(g, by, [-count for count in difference], ev)
    g.phase = P_MAIN
    _close(g)


def _close(g: "Position") -> None:
    g.deal[:] = [0] * 16
    g.waiting = g.agreed = 0
