"""Playing dev cards (rules: landover 19).

Each card has a function that lists what it can be played with, and one that plays it.
"""

from micropython import const

from games.hexmap import HEXES
from games.landover import board, building, decks, hands, queue, raids, routes
from games.landover.things import (
    A_CITY,
    A_PLAY,
    A_TAKE,
    A_TAKE_DEV,
    A_WALL,
    C_DISCARD,
    C_GIVE,
    C_STEAL,
    CITY,
    KINDS,
    MEDICINE_COST,
    METRO,
    ORE,
    P_DEV,
    P_FREE,
    P_HAND,
    P_MAIN,
    P_REBUILD,
    RESOURCES,
    WALL,
    WHEAT,
)

# The cards, as numbered in DEVS.
_CRANE = const(1)
_INVENTOR = const(2)
_IRRIGATION = const(3)
_MEDICINE = const(4)
_MINING = const(5)
_ROAD = const(7)
_MILITARY = const(8)
_ENGINEER = const(9)
_HARBOR = const(10)
_MASTER = const(11)
_MERCHANT = const(12)
_FLEET = const(13)
_RESOURCE = const(14)
_COMMODITY = const(15)
_SIEGE = const(16)
_BISHOP = const(17)
_DESERTER = const(19)
_VANDAL = const(20)
_DIPLOMAT = const(21)
_RAZE = const(22)
_SPY = const(23)
_WEDDING = const(24)

_HOT = (0, 2, 6, 8, 12)  # numbers that the Inventor leaves where they are


def opponents(g, by):
    """Return the other seats, ascending."""
    return [seat for seat in range(g.seats) if seat != by]


def _hexes_of(g, by, kind):
    """Return the hexes of a terrain that the seat's buildings touch."""
    own = 1 << by
    return [place for place in range(HEXES) if g.touch[place] & own and g.terrain[place] == kind]


def _harbor(g, by):
    """Name a resource (card + 1) or nothing (0) for each opponent, none more often than held."""
    if not sum(g.hands[8 * by : 8 * by + RESOURCES]):
        return []
    found = [()]
    for _ in range(g.seats - 1):
        longer = []
        for named in found:
            longer.append(named + (0,))
            for card in range(RESOURCES):
                if named.count(card + 1) < g.hands[8 * by + card]:
                    longer.append(named + (card + 1,))
        found = longer
    return found


def _richer(g, by):
    """Return the opponents who have more points and at least a card."""
    return [
        (seat,)
        for seat in opponents(g, by)
        if g.points[seat] > g.points[by] and hands.size(g, seat)
    ]


def _merchant(g, by):
    return [
        (place,)
        for place in range(HEXES)
        if g.touch[place] >> by & 1 and g.terrain[place] < RESOURCES
    ]


def _inventor(g, by):
    places = [place for place in range(HEXES) if g.numbers[place] not in _HOT]
    return [
        (one, two)
        for one in places
        for two in places
        if one < two and g.numbers[one] != g.numbers[two]
    ]


def _medicine(g, by):
    if hands.lacks(g, by, MEDICINE_COST) or not board.has_left(g, by, A_CITY):
        return []
    return [action[1:] for action in board.spots(g, by, A_CITY)]


def _road(g, by):
    for kind in (2, 3):
        if board.has_left(g, by, kind) and board.spots(g, by, kind):
            return [()]
    return []


def _engineer(g, by):
    if not board.has_left(g, by, A_WALL):
        return []
    return [action[1:] for action in board.spots(g, by, A_WALL)]


def _diplomat(g, by):
    return [(edge,) for edge in board.loose_ends(g)]


def _raze(g, by):
    found = []
    corner = 0
    for piece in g.corners:
        if piece & CITY and piece & 7 != by + 1 and not piece >> METRO:
            if g.options["raze"] == "wall":
                fits = piece & WALL
            else:
                fits = g.options["wall_rule"] == "seed" or not piece & WALL
            if fits:
                found.append((corner,))
        corner += 1
    return found


def _once(fits):
    return [()] if fits else []


def _vandals(g, by):
    """Return the opponents that a Vandal hits."""
    return [
        seat
        for seat in hands.after(g)
        if seat != by and g.points[seat] >= g.points[by] and hands.size(g, seat) > 1
    ]


_TARGETS = (  # what each card can be played with: lists of tuples, ascending, empty if it cannot
    lambda g, by: [],
    lambda g, by: _once(not g.crane),
    _inventor,
    lambda g, by: _once(_hexes_of(g, by, WHEAT)),
    _medicine,
    lambda g, by: _once(_hexes_of(g, by, ORE)),
    lambda g, by: [],
    _road,
    lambda g, by: _once(g.power[by] < raids.cap(g, by)),
    _engineer,
    _harbor,
    _richer,
    _merchant,
    lambda g, by: [(card,) for card in range(8)],
    lambda g, by: [(card,) for card in range(RESOURCES)],
    lambda g, by: [(card,) for card in range(RESOURCES, 8)],
    raids.targets,
    lambda g, by: [(place,) for place in raids.hexes(g, by)],
    lambda g, by: [],
    lambda g, by: [(seat,) for seat in opponents(g, by) if g.power[seat]],
    lambda g, by: _once(_vandals(g, by)),
    _diplomat,
    _raze,
    lambda g, by: [(seat,) for seat in opponents(g, by) if g.held[seat]],
    lambda g, by: _once(_richer(g, by)),
)
_NEEDS = (
    "an Alchemist is played before the roll",
    "a Crane is waiting already",
    "it swaps two different numbers, none of 2, 6, 8 and 12",
    "no building of yours touches a field",
    "it makes a city of a village of yours for 2 ore and 1 wheat",
    "no building of yours touches a mountain",
    "",
    "you have no place or no piece for a route",
    "your military power is at its limit",
    "it needs a city of yours without a wall, and a wall in the supply",
    "name a resource that you hold, or nothing, for each opponent",
    "it needs an opponent with more points than you, and with cards",
    "it needs a building of yours on a hex of a resource",
    "name a card",
    "name a resource",
    "name a commodity",
    "",
    "",
    "",
    "it needs an opponent with military power",
    "it needs an opponent with at least your points and two cards",
    "that is not the open end of a route",
    "it needs a city of an opponent that it can harm",
    "it needs an opponent with dev cards",
    "it needs an opponent with more points than you, and with cards",
)


def legal(g, by, found):
    if g.held[by]:
        dev = 0
        for held in g.devs[KINDS * by : KINDS * by + KINDS]:
            if held and dev:
                for some in _TARGETS[dev](g, by):
                    found.append((A_PLAY, dev) + some)
            dev += 1


def why_not_play(g, by, action):
    if len(action) < 2 or not 0 <= action[1] < KINDS:
        return "there is no such card"
    dev = action[1]
    if not g.devs[KINDS * by + dev]:
        return "you do not hold that card"
    if action[2:] in _TARGETS[dev](g, by):
        return None
    if dev == _BISHOP and len(action) == 3:
        return raids.why_not_hex(g, by, action[2])
    if dev == _SIEGE and len(action) == 4:
        barred = raids.why_not_hex(g, by, action[2])
        return barred or raids.why_not_victim(g, by, action[2], action[3])
    return _NEEDS[dev] or "it needs a hex that can be raided"


def play(g, by, action, ev):
    """Play a card: it leaves the hand first, then has its effect."""
    dev = action[1]
    some = action[2] if len(action) > 2 else 0
    if dev == _VANDAL:  # who is hit does not change with the card
        victims = _vandals(g, by)
    decks.spend(g, by, dev, ev)
    if dev == _CRANE:
        g.crane = 1
    elif dev == _INVENTOR:
        g.numbers[some], g.numbers[action[3]] = g.numbers[action[3]], g.numbers[some]
    elif dev == _IRRIGATION:
        hands.add(g, by, WHEAT, 2 * len(_hexes_of(g, by, WHEAT)), ev)
    elif dev == _MEDICINE:
        hands.pay(g, by, MEDICINE_COST, ev)
        board.raise_city(g, some)
        g.points[by] += 1
    elif dev == _MINING:
        hands.add(g, by, ORE, 2 * len(_hexes_of(g, by, ORE)), ev)
    elif dev == _ROAD:
        g.phase = P_FREE
        g.free = 2
    elif dev == _MILITARY:
        g.power[by] = min(g.power[by] + 2, raids.cap(g, by))
    elif dev == _ENGINEER:
        building.put_wall(g, by, some)
    elif dev == _HARBOR:
        _play_harbor(g, by, action[2:])
    elif dev == _MASTER:
        g.phase = P_HAND
        g.target = some
        g.free = 2
    elif dev == _MERCHANT:
        _play_merchant(g, by, some, ev)
    elif dev == _FLEET:
        g.fleet |= 1 << some
    elif dev == _RESOURCE:
        _monopoly(g, by, some, 2, ev)
    elif dev == _COMMODITY:
        _monopoly(g, by, some, 1, ev)
    elif dev == _SIEGE:
        raids.place_catapult(g, by, some)
        g.todo.append((C_STEAL, action[3], by, 2))
    elif dev == _BISHOP:
        raids.place_catapult(g, by, some)
        for seat in hands.after(g):
            if seat != by and g.touch[some] >> seat & 1:
                g.todo.append((C_STEAL, seat, by, 1))
    elif dev == _DESERTER:
        g.power[some] -= 1
        g.power[by] = max(g.power[by], min(g.power[by] + 1, raids.cap(g, by)))
    elif dev == _VANDAL:
        for seat in victims:
            g.todo.append((C_DISCARD, seat, hands.size(g, seat) // 2))
    elif dev == _DIPLOMAT:
        _play_diplomat(g, by, some, ev)
    elif dev == _RAZE:
        _play_raze(g, some)
    elif dev == _SPY:
        g.phase = P_DEV
        g.target = some
    elif dev == _WEDDING:
        for seat in hands.after(g):
            if seat != by and g.points[seat] > g.points[by]:
                g.todo.append((C_GIVE, seat, by, 0, 2))


def _play_harbor(g, by, named):
    """Each opponent with commodities gives one for the resource that is named for it."""
    seats = opponents(g, by)
    for seat in hands.after(g):
        if seat != by and named[seats.index(seat)]:
            g.todo.append((C_GIVE, seat, by, named[seats.index(seat)], 1))


def _play_merchant(g, by, place, ev):
    if g.trader >= 0:
        g.points[g.trader] -= 1
    g.trader = by
    g.merchant = place
    g.points[by] += 1
    ev.append(["merchant", by, place])


def _monopoly(g, by, card, most, ev):
    total = 0
    for seat in hands.after(g):
        if seat != by:
            count = min(most, g.hands[8 * seat + card])
            hands.add(g, seat, card, -count, ev)
            total += count
    hands.add(g, by, card, total, ev)


def _play_diplomat(g, by, edge, ev):
    piece = g.edges[edge]
    seat = board.seat_of(piece)
    board.take_route(g, edge)
    routes.update(g, (seat,), ev)
    if seat == by:
        g.phase = P_REBUILD
        g.free = 1
        g.lost = edge
        g.lost_boat = 1 if piece > 4 else 0


def _play_raze(g, corner):
    if g.corners[corner] & WALL:
        g.corners[corner] &= ~WALL
        g.used[5 * ((g.corners[corner] & 7) - 1) + A_WALL] -= 1
        board.forget(g)
    else:
        g.points[(g.corners[corner] & 7) - 1] -= 1
        board.fell_city(g, corner)


def play_give(g, by, action, ev):
    """A card for a Wedding, or a commodity for the resource of a Commercial harbor."""
    _, giver, taker, card = action
    back = g.todo[0][3]
    queue.done_once(g)
    difference = [0] * 8
    difference[card] = -1
    if back:
        difference[back - 1] = 1
    hands.change(g, giver, difference, ev)
    hands.change(g, taker, [-count for count in difference], ev)


def legal_take(g, by):
    """Return the cards, or dev cards, that may be taken from the hand that is shown."""
    if g.phase == P_HAND:
        base = 8 * g.target
        return [(A_TAKE, card) for card in range(8) if g.hands[base + card]]
    base = KINDS * g.target
    return [(A_TAKE_DEV, dev) for dev in range(KINDS) if g.devs[base + dev]]


def why_not_take(g, by, action):
    if g.phase != P_HAND and g.phase != P_DEV:
        return "there is nothing to take"
    return None if action in legal_take(g, by) else "there is no such card to take"


def play_take(g, by, action, ev):
    hands.add(g, g.target, action[1], -1, ev)
    hands.add(g, by, action[1], 1, ev)
    g.free -= 1
    if not g.free or not hands.size(g, g.target):
        g.phase = P_MAIN


def play_take_dev(g, by, action, ev):
    decks.move(g, g.target, action[1], -1, ev)
    decks.move(g, by, action[1], 1, ev)
    g.phase = P_MAIN
