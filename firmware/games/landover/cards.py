"""Dev cards and how they are played (rules: landover 19): one row a card, see ROWS."""

from games.hexmap import HEXES
from games.landover import board, building, decks, hands, queue, raids, routes
from games.landover.common import (
    A_CITY,
    A_PLAY,
    A_TAKE,
    A_TAKE_DEV,
    A_WALL,
    C_DISCARD,
    C_GIVE,
    C_STEAL,
    CITY,
    D_BISHOP,
    D_SIEGE,
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

_HOT = (0, 2, 6, 8, 12)  # numbers that the Inventor cannot move


def opponents(g, by):
    """Return the other seats, ascending."""
    return [seat for seat in range(g.seats) if seat != by]


def _hexes_of(g, by, kind):
    """Return the hexes of one terrain that the seat's buildings touch."""
    own = 1 << by
    return [place for place in range(HEXES) if g.touch[place] & own and g.terrain[place] == kind]


def _harbor(g, by):
    """List the ways to name a resource (card + 1) or nothing (0) for each opponent, no resource
    more often than the seat holds it."""
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
    """Return the opponents who have more points, and at least one card."""
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


def _never(g, by):
    return []


def _once(fits):
    return [()] if fits else []


def _vandals(g, by):
    """Return the opponents that a Vandal hits."""
    return [
        seat
        for seat in hands.after(g)
        if seat != by and g.points[seat] >= g.points[by] and hands.size(g, seat) > 1
    ]


def legal(g, by, found):
    if g.held[by]:
        dev = 0
        for held in g.devs[KINDS * by : KINDS * by + KINDS]:
            if held and dev:
                for some in ROWS[dev][_TARGETS](g, by):
                    found.append((A_PLAY, dev) + some)
            dev += 1


def why_not_play(g, by, action):
    if len(action) < 2 or not 0 <= action[1] < KINDS:
        return "no such action"
    dev = action[1]
    if not g.devs[KINDS * by + dev]:
        return "not held"
    if action[2:] in ROWS[dev][_TARGETS](g, by):
        return None
    if dev == D_BISHOP and len(action) == 3:
        return raids.why_not_hex(g, by, action[2])
    if dev == D_SIEGE and len(action) == 4:
        barred = raids.why_not_hex(g, by, action[2])
        return barred or raids.why_not_victim(g, by, action[2], action[3])
    return "need " + ROWS[dev][0]


def play(g, by, action, ev):
    """Play a card: it leaves the hand first, then takes effect."""
    decks.spend(g, by, action[1], ev)
    ROWS[action[1]][_PLAY](g, by, action[2:], ev)


def _play_crane(g, by, some, ev):
    g.crane = 1


def _play_inventor(g, by, some, ev):
    one, two = some
    g.numbers[one], g.numbers[two] = g.numbers[two], g.numbers[one]


def _play_irrigation(g, by, some, ev):
    hands.add(g, by, WHEAT, 2 * len(_hexes_of(g, by, WHEAT)), ev)


def _play_medicine(g, by, some, ev):
    hands.pay(g, by, MEDICINE_COST, ev)
    board.raise_city(g, some[0])
    g.points[by] += 1


def _play_mining(g, by, some, ev):
    hands.add(g, by, ORE, 2 * len(_hexes_of(g, by, ORE)), ev)


def _play_road(g, by, some, ev):
    g.phase = P_FREE
    g.free = 2


def _play_military(g, by, some, ev):
    g.power[by] = min(g.power[by] + 2, raids.cap(g, by))


def _play_engineer(g, by, some, ev):
    building.put_wall(g, by, some[0])


def _play_harbor(g, by, named, ev):
    """Each opponent with commodities gives one for the resource named for it."""
    seats = opponents(g, by)
    for seat in hands.after(g):
        if seat != by and named[seats.index(seat)]:
            g.todo.append((C_GIVE, seat, by, named[seats.index(seat)], 1))


def _play_master(g, by, some, ev):
    g.phase = P_HAND
    g.target = some[0]
    g.free = 2


def _play_merchant(g, by, some, ev):
    if g.trader >= 0:
        g.points[g.trader] -= 1
    g.trader = by
    g.merchant = some[0]
    g.points[by] += 1
    ev.append(["merchant", by, some[0]])


def _play_fleet(g, by, some, ev):
    g.fleet |= 1 << some[0]


def _play_resource(g, by, some, ev):
    _monopoly(g, by, some[0], 2, ev)


def _play_commodity(g, by, some, ev):
    _monopoly(g, by, some[0], 1, ev)


def _monopoly(g, by, card, most, ev):
    total = 0
    for seat in hands.after(g):
        if seat != by:
            count = min(most, g.hands[8 * seat + card])
            hands.add(g, seat, card, -count, ev)
            total += count
    hands.add(g, by, card, total, ev)


def _play_siege(g, by, some, ev):
    raids.place_catapult(g, by, some[0])
    g.todo.append((C_STEAL, some[1], by, 2))


def _play_bishop(g, by, some, ev):
    raids.place_catapult(g, by, some[0])
    for seat in hands.after(g):
        if seat != by and g.touch[some[0]] >> seat & 1:
            g.todo.append((C_STEAL, seat, by, 1))


def _play_deserter(g, by, some, ev):
    g.power[some[0]] -= 1
    g.power[by] = max(g.power[by], min(g.power[by] + 1, raids.cap(g, by)))


def _play_vandal(g, by, some, ev):
    for seat in _vandals(g, by):
        g.todo.append((C_DISCARD, seat, hands.size(g, seat) // 2))


def _play_diplomat(g, by, some, ev):
    edge = some[0]
    piece = g.edges[edge]
    seat = board.seat_of(piece)
    board.take_route(g, edge)
    routes.update(g, (seat,), ev)
    if seat == by:
        g.phase = P_REBUILD
        g.free = 1
        g.lost = edge
        g.lost_boat = 1 if piece > 4 else 0


def _play_raze(g, by, some, ev):
    corner = some[0]
    if g.corners[corner] & WALL:
        g.corners[corner] &= ~WALL
        g.used[5 * ((g.corners[corner] & 7) - 1) + A_WALL] -= 1
        board.forget(g)
    else:
        g.points[(g.corners[corner] & 7) - 1] -= 1
        board.fell_city(g, corner)


def _play_spy(g, by, some, ev):
    g.phase = P_DEV
    g.target = some[0]


def _play_wedding(g, by, some, ev):
    for seat in hands.after(g):
        if seat != by and g.points[seat] > g.points[by]:
            g.todo.append((C_GIVE, seat, by, 0, 2))


# One row a dev card: its word; its number of copies; a letter for each value played with it (see
# words.py); a function (g, by) -> ascending list of tuples of such values, empty if it cannot be
# played (it is then refused with the message "need " plus its word); and a function (g, by,
# values, events) that plays it.
_COPIES, VALUES, _TARGETS, _PLAY = range(1, 5)
ROWS = (
    ("alchemist", 2, "", _never, None),
    ("crane", 2, "", lambda g, by: _once(not g.crane), _play_crane),
    ("inventor", 2, "hh", _inventor, _play_inventor),
    ("irrigation", 2, "", lambda g, by: _once(_hexes_of(g, by, WHEAT)), _play_irrigation),
    ("medicine", 2, "k", _medicine, _play_medicine),
    ("mining", 2, "", lambda g, by: _once(_hexes_of(g, by, ORE)), _play_mining),
    ("printer", 1, "", _never, None),
    ("road", 2, "", _road, _play_road),
    ("military", 2, "", lambda g, by: _once(g.power[by] < raids.cap(g, by)), _play_military),
    ("engineer", 0, "k", _engineer, _play_engineer),  # the option adds one copy
    ("commercial_harbor", 2, "", _harbor, _play_harbor),
    ("master_merchant", 2, "s", _richer, _play_master),
    ("merchant", 6, "h", _merchant, _play_merchant),
    ("merchant_fleet", 2, "c", lambda g, by: [(card,) for card in range(8)], _play_fleet),
    ("resource_monopoly", 4, "c", lambda g, by: [(card,) for card in range(RESOURCES)],
     _play_resource),
    ("commodity_monopoly", 2, "c", lambda g, by: [(card,) for card in range(RESOURCES, 8)],
     _play_commodity),
    ("siege", 2, "hs", raids.targets, _play_siege),
    ("bishop", 2, "h", lambda g, by: [(place,) for place in raids.hexes(g, by)], _play_bishop),
    ("constitution", 1, "", _never, None),
    ("deserter", 2, "s", lambda g, by: [(seat,) for seat in opponents(g, by) if g.power[seat]],
     _play_deserter),
    ("vandal", 2, "", lambda g, by: _once(_vandals(g, by)), _play_vandal),
    ("diplomat", 2, "e", _diplomat, _play_diplomat),
    ("raze", 2, "k", _raze, _play_raze),
    ("spy", 3, "s", lambda g, by: [(seat,) for seat in opponents(g, by) if g.held[seat]],
     _play_spy),
    ("wedding", 2, "", lambda g, by: _once(_richer(g, by)), _play_wedding),
)  # fmt: skip
DEVS = tuple([row[0] for row in ROWS])
COPIES = bytes([row[_COPIES] for row in ROWS])


def play_give(g, by, action, ev):
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


def legal_take(g, by):
    """Return the cards, or dev cards, that may be taken from the hand being shown."""
    if g.phase == P_HAND:
        base = 8 * g.target
        return [(A_TAKE, card) for card in range(8) if g.hands[base + card]]
    base = KINDS * g.target
    return [(A_TAKE_DEV, dev) for dev in range(KINDS) if g.devs[base + dev]]


def why_not_take(g, by, action):
    if g.phase != P_HAND and g.phase != P_DEV:
        return "no take"
    return None if action in legal_take(g, by) else "no such card"


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
