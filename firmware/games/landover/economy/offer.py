"""Put an offer together card by card, as people do on the display (rules: landover 15).

A begun offer is (A_OFFER,), and longer with each answer: (A_OFFER, head, ...) with a part for each
kind so far (see `trade`). Until all given cards are named, the head is 0; the asked seats come
last, and complete the offer. Loaded for the menu.
"""

from games.landover import hands
from games.landover.common import A_OFFER, CARDS
from games.landover.economy import trade
from games.landover.economy.trade import card_of, count_of, head_of, part_of

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.landover.state import Position
    from games.types import Action, Answer, Question


def steps(g: "Position", by: int, begun: "Action") -> "Question | None":
    """Return the question that a begun offer asks next, and its answers as [(message, longer
    action), ...]; None if the action is not a begun offer. Everybody may see it, since it depends
    only on the size of the hand."""
    head = begun[1] if len(begun) > 1 else 0
    if not head:
        return _giving(g, by, begun[2:])
    if trade.asked(begun):
        return None
    end = 2 + trade.kinds_given(begun)
    given = begun[2:end]
    wanted = begun[end:]
    found = _more(begun[:end], wanted, given)
    if not wanted:
        return ("offer want", _counts(given)), found
    return ("offer wanted", _counts(given), _counts(wanted)), _whom(g, by, begun) + found


def can_become(g: "Position", begun: "Action", action: "Action") -> bool:
    """Are the cards of a begun offer among those of `action`? One side's cards are named only
    after all of the other side's."""
    if begun[0] != A_OFFER or action[0] != A_OFFER:
        return False
    head = begun[1] if len(begun) > 1 else 0
    end = 2 + trade.kinds_given(action)
    if not head:
        return _are_among(begun[2:], action[2:end])
    is_given = head == head_of(0, end - 2) and begun[2:end] == action[2:end]
    return is_given and _are_among(begun[end:], action[end:])


def _are_among(parts: tuple[int, ...], whole: tuple[int, ...]) -> bool:
    """Are the cards of `parts` among those of `whole`?"""
    counts = _counts(whole)
    for part in parts:
        if count_of(part) > counts[card_of(part)]:
            return False
    return True


def _giving(g: "Position", by: int, given: tuple[int, ...]) -> "Question":
    """Return question and answers for the given cards: no more than the hand has."""
    left = hands.size(g, by) - sum([count_of(part) for part in given])
    found = _more((A_OFFER, 0), given) if left else []
    if not given:
        return ("offer give",), found
    done = ("offer given all", (A_OFFER, head_of(0, len(given))) + given)
    return ("offer given", _counts(given)), [done] + found


def _more(
    start: tuple[int, ...], parts: tuple[int, ...], barred: tuple[int, ...] = ()
) -> "list[Answer]":
    """Return the answers that add one card to the parts of a side, of any kind that is not on the
    other side."""
    found: "list[Answer]" = []
    kinds = [card_of(part) for part in barred]
    for card in range(8):
        if card not in kinds:
            longer = [part for part in parts if card_of(part) < card]
            rest = [part for part in parts if card_of(part) >= card]
            count = 1
            if rest and card_of(rest[0]) == card:
                count += count_of(rest.pop(0))
            longer.append(part_of(card, count))
            found.append((("card " + CARDS[card],), start + tuple(longer + rest)))
    return found


def _whom(g: "Position", by: int, begun: "Action") -> "list[Answer]":
    """Return the answers that complete an offer: to all opponents, or to one."""
    everybody = trade.others(g, by)
    found: "list[Any]" = [
        ("offer to all", (A_OFFER, begun[1] + everybody) + begun[2:])
    ]
    if g.seats > 2:
        for seat in range(g.seats):
            if seat != by:
                found.append((("offer to", seat), (A_OFFER, begun[1] + (1 << seat)) + begun[2:]))
    return found


def _counts(parts: tuple[int, ...]) -> list[int]:
    """Return eight counts."""
    counts = [0] * 8
    for part in parts:
        counts[card_of(part)] = count_of(part)
    return counts
