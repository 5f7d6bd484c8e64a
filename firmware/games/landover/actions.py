"""All actions of the game, one row each.

A row holds an action's word in records, a letter for each of its values (see views/words.py), a
function that says why it is refused, and one that plays it. An action's number is the index of its
row (`A_...` and `C_...` in common.py).
"""

from games.landover import queue, victory
from games.landover.cards import decks, dev_cards, takings
from games.landover.common import A_END, P_OVER
from games.landover.economy import culture, production, trade
from games.landover.map import building, explore
from games.landover.military import barbarians, raids

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.landover.state import Position
    from games.types import Action, Events, Message

WORD, VALUES, WHY_NOT, PLAY = range(4)


def _why_not_end(g: "Position", by: int, action: "Action") -> "Message | None":
    return None


def _play_end(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    """Pass the turn to the next seat."""
    g.raided = g.crane = g.fleet = g.offers = 0
    g.menu = []
    g.menu_of = -1
    g.turn = g.order[(g.order.index(g.turn) + 1) % g.seats]
    victory.check_victory(g)
    if g.phase != P_OVER:
        queue.begin_turn(g)


# "*" stands for a varying number of values. `why_not(g, by, action)` returns a message or None;
# `play(g, by, action, events)` changes the game and appends to the events.
ROWS: "tuple[tuple[Any, ...], ...]" = (
    ("village", "k", building.why_not, building.play_building),
    ("city", "k", building.why_not, building.play_building),
    ("road", "e", building.why_not, building.play_route),
    ("boat", "e", building.why_not, building.play_route),
    ("wall", "k", building.why_not, building.play_wall),
    ("roll", "", production.why_not_roll, production.play_roll),
    ("alchemist", "nn", production.why_not_alchemist, production.play_alchemist),
    ("improve", "u*", culture.why_not_improve, culture.play_improve),
    ("military", "", raids.why_not_military, raids.play_military),
    ("raid", "hs", raids.why_not_raid, raids.play_raid),
    ("bank", "cc", trade.why_not_bank, trade.play_bank),
    ("offer", "*", trade.why_not_offer, trade.play_offer),
    ("accept", "", trade.why_not_close, trade.play_answer),
    ("decline", "", trade.why_not_close, trade.play_answer),
    ("pick", "s", trade.why_not_close, trade.play_pick),
    ("cancel", "", trade.why_not_close, trade.play_cancel),
    ("skip", "", building.why_not_skip, building.play_skip),
    ("take", "c", takings.why_not, takings.play),
    ("take_dev", "d", takings.why_not, takings.play_dev),
    ("aqueduct", "a", culture.why_not_aqueduct, culture.play_aqueduct),
    ("play", "d*", dev_cards.why_not_play, dev_cards.play),
    ("end", "", _why_not_end, _play_end),
    # Actions of chance; `tasks` says whether one is possible.
    ("order", "*", None, building.play_setup),
    ("terrain", "*", None, building.play_setup),
    ("numbers", "*", None, building.play_setup),
    ("dice", "nn", None, production.play_dice),
    ("event", "v", None, production.play_event),
    ("draw", "sd", None, decks.play_draw),
    ("deck", "sg", None, barbarians.play_deck),
    ("razed", "sk", None, barbarians.play_razed),
    ("discard", "sc", None, production.play_discard),
    ("gold", "sc", None, production.play_gold),
    ("steal", "ssc", None, raids.play_steal),
    ("give", "ssc", None, takings.play_give),
    ("reveal", "htn", None, explore.reveal),
    ("start", "sc", None, building.play_setup),
)

# 0: it varies.
LENGTHS = bytes([0 if "*" in row[VALUES] else 1 + len(row[VALUES]) for row in ROWS])
# The main part of a turn: each function adds the actions that `by` may take, in this order.
PARTS = (
    building.legal, culture.legal, raids.legal, trade.bank_legal, trade.offers_legal,
    culture.aqueduct_legal, dev_cards.legal, lambda g, by, found: found.append((A_END,)),
)
