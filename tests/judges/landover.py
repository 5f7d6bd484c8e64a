"""A judge for Landover: a value function, one turn ahead.

It compares what rows of up to three of its own actions in this turn lead to (a beam of six), as
far as no dice and no hidden hand decide. A position is worth what Catanatron's value function
looks at: points, production and its variety, the best corner within reach, the longest route, how
much of the next price the hand holds, cards that a seven may cost; and what that game lacks:
cultures, soldiers, walls, commodities. The code and the weights are our own: of three
sets that met the greedy player in a few games each, these did best. It neither offers trades
nor accepts any. How strong it is: docs/players.md.

Catanatron: https://github.com/bcollazo/catanatron.
"""

import time

from games.base import OVER, lead
from games.hexmap import CORNER_HEXES, CORNER_NEAR, EDGE_CORNERS, NONE
from games.landover.common import (
    A_ACCEPT,
    A_AQUEDUCT,
    A_OFFER,
    CITY,
    CITY_COST,
    MILITARY_COST,
    VILLAGE_COST,
    WALL,
    WATER,
)

DEPTH, WIDTH = 3, 6
POINT, WIN = 60.0, 1e6
PIP, KIND = 12.0, 25.0  # of production: a roll of 36, and the first of each kind
SITE = 4.0  # the pips of the best corner to which a route leads
CARD, EXCESS = 8.0, 12.0  # a card in the hand, and one that a seven may cost
NEARLY = 40.0  # a hand that pays for something, less for one that pays for a part of it
ROUTE, SOLDIER, WALLED, DEV, LEVEL = 5.0, 45.0, 8.0, 20.0, 50.0
SAFE = 7


def pips_at(game, corner):
    """Return [(terrain, how often it pays in 36 rolls)] around a corner."""
    found = []
    for place in CORNER_HEXES[3 * corner:3 * corner + 3]:
        if place != NONE and game.numbers[place] and game.terrain[place] < WATER:
            often = 6 - abs(7 - game.numbers[place])
            found.append((game.terrain[place], often / 2 if game.catapults[place] else often))
    return found


def is_open(game, corner):
    """May a village stand on a corner, as far as its neighbours go?"""
    return not game.corners[corner] and not any(
        game.corners[other] for other in CORNER_NEAR[3 * corner:3 * corner + 3] if other != NONE)


def boards(game):
    """Return by seat what its buildings pay and the best corner in its reach are worth."""
    made = [[0.0] * 6 for _ in range(game.seats)]
    worths, sites = [0.0] * game.seats, [0.0] * game.seats
    for corner, piece in enumerate(game.corners):
        if piece:
            seat = (piece & 7) - 1
            worths[seat] += WALLED if piece & WALL else 0
            for terrain, often in pips_at(game, corner):
                made[seat][terrain] += 2 * often if piece & CITY else often
    for edge, route in enumerate(game.edges):
        for corner in EDGE_CORNERS[2 * edge:2 * edge + 2] if route else ():
            if is_open(game, corner):
                seat = (route - 1) & 3
                sites[seat] = max(sites[seat], sum(often for _, often in pips_at(game, corner)))
    for seat in range(game.seats):
        worths[seat] += PIP * sum(made[seat]) + SITE * sites[seat]
        worths[seat] += sum(KIND * min(often, 4) / 4 for often in made[seat])
    return worths


def readiness(hand, cost):
    """Return how much of a price a hand pays, from 0 to 1, squared: the last card counts most."""
    paid = sum(min(have, need) for have, need in zip(hand, cost, strict=True)) / sum(cost)
    return paid * paid


def worth(game, seat, me):
    """Return what a seat has besides its board is worth, as far as `me` may know."""
    hand = game.hands[8 * seat:8 * seat + 8]
    levels = game.levels[3 * seat:3 * seat + 3]
    cards = sum(hand)
    value = POINT * game.points[seat] + ROUTE * game.lengths[seat]
    value += SOLDIER * min(game.power[seat], 4) + DEV * game.held[seat] + LEVEL * sum(levels)
    value += CARD * cards - EXCESS * max(0, cards - SAFE) / 2
    if seat == me:
        value += NEARLY * (readiness(hand, CITY_COST) + readiness(hand, VILLAGE_COST)
                           + readiness(hand, MILITARY_COST) / 2)
        value += NEARLY * max(min(1, hand[5 + k] / (levels[k] + 1)) ** 2 for k in range(3))
    return value


def value(game, seat, known):
    """Return how far a seat is ahead of the best other one; `known` keeps worths of boards."""
    if game.current() == OVER:
        return WIN if seat in game.result()[0] else -WIN
    key = (bytes(game.corners), bytes(game.edges), bytes(game.catapults), bytes(game.numbers))
    if key not in known:
        known[key] = boards(game)
    worths = [known[key][one] + worth(game, one, seat) for one in range(game.seats)]
    return lead(worths, seat)


LEFT_OUT = (A_ACCEPT, A_AQUEDUCT, A_OFFER)  # trades, and a choice that changes no worth


def own_actions(game, seat):
    """Return the actions that are compared."""
    actions = game.legal(seat)
    return [one for one in actions if one[0] not in LEFT_OUT] or actions


def choose(game, seat, seconds, rng):
    """Return the first action of the best row that was found in so many seconds of processor
    time."""
    end = time.process_time() + seconds
    before = game.snapshot()
    game.determinize(seat, rng)
    known = {}
    beam = [(0.0, None, game.snapshot())]
    best = (-2 * WIN, None)
    for depth in range(DEPTH):
        found = []
        for _, first, start in beam:
            game.restore(start)
            for action in own_actions(game, seat):
                if depth and time.process_time() > end:
                    break
                game.play(seat, action)
                one = (value(game, seat, known), first or action)
                best = max(best, one, key=lambda row: row[0])
                if game.current() == (seat,):
                    found.append((*one, game.snapshot()))
                game.restore(start)
        beam = sorted(found, key=lambda row: row[0], reverse=True)[:WIDTH]
    game.restore(before)
    return best[1]
