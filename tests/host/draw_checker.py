"""Checks the draws of a record as docs/chance.md and the rules define them. It imports nothing of
ours, as a program of somebody else would not; of Landover it knows map A.
"""

import hashlib
import hmac
import itertools
import json
from collections import Counter

BAG = {"gggy": 20, "ggyy": 20, "gygy": 16, "gyyy": 20}
STOCK = {"gggg": 2, "gggy": 20, "ggyy": 20, "gygy": 17, "gyyy": 20, "yyyy": 2}
CARDS = ("wood", "clay", "wool", "wheat", "ore", "paper", "cloth", "coin")
COLOURS = ("green", "yellow", "blue")
FACES = ("barbarian", "barbarian", "barbarian", *COLOURS)
DECKS = (
    {"alchemist": 2, "crane": 2, "inventor": 2, "irrigation": 2, "medicine": 2, "mining": 2,
     "printer": 1, "road": 2, "military": 2},
    {"commercial_harbor": 2, "master_merchant": 2, "merchant": 6, "merchant_fleet": 2,
     "resource_monopoly": 4, "commodity_monopoly": 2},
    {"siege": 2, "bishop": 2, "constitution": 1, "deserter": 2, "vandal": 2, "diplomat": 2,
     "raze": 2, "spy": 3, "wedding": 2},
)
ROWS = (4, 5, 6, 7, 6, 5, 4)  # hexes
LAND = {5: 9, 6: 4, 7: 8, 10: 12, 11: 6, 12: 11, 13: 9, 16: 3, 17: 5, 18: 10, 19: 8, 20: 2,
        23: 6, 24: 4, 25: 11, 26: 3, 29: 5, 30: 10, 31: 4}  # map A: hex, reference number


class Draw:
    """The numbers of one draw."""

    def __init__(self, secret, number):
        self.words = self._words(secret, number)

    def _words(self, secret, number):
        for block in itertools.count():
            data = hmac.digest(secret, b"chance %d %d" % (number, block), "sha256")
            for at in range(0, 32, 4):
                yield int.from_bytes(data[at : at + 4], "big") % 2**28

    def below(self, n):
        return next(word for word in self.words if word < 2**28 // n * n) % n

    def pick(self, weights):
        left = self.below(sum(weights.values()))
        for outcome, weight in weights.items():
            left -= weight
            if left < 0:
                return outcome
        raise ValueError(weights)

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


class Landover:
    """The state on which draws of Landover depend: hands, decks and cities."""

    def __init__(self, seats):
        self.seats = range(seats)
        self.hands = [[0] * 8 for _ in self.seats]
        self.decks = [dict(deck) for deck in DECKS]
        self.spent = [Counter() for _ in DECKS]
        self.cities = [set() for _ in self.seats]
        self.walls = set()
        self.metros = {}  # by culture; their cities are safe

    def outcome(self, draw, words):
        kind, *rest = words
        if kind == "order":
            orders = itertools.permutations(self.seats)
            return ["order", list(draw.pick({order: 1 for order in orders}))]
        if kind == "numbers":
            return ["numbers", numbers(draw)]
        if kind == "dice":
            return ["dice", 1 + draw.below(6), 1 + draw.below(6)]
        if kind == "event":
            return ["event", FACES[draw.below(6)]]
        if kind == "draw":
            return ["draw", rest[0], draw.pick(self.pile(deck_of(rest[1])))]
        if kind == "deck":
            left = [k for k in range(3) if sum(self.pile(k).values())]
            return ["deck", rest[0], draw.pick({COLOURS[k]: 1 for k in left})]
        if kind == "razed":
            cities = sorted(self.cities[rest[0]] - set(self.metros.values()), key=_corner)
            return ["razed", rest[0], draw.pick(dict.fromkeys(cities, 1))]
        if kind in ("gold", "start"):
            cards = CARDS[5:] if rest[1] in CARDS[5:] else CARDS[:5]
            return [kind, rest[0], draw.pick(dict.fromkeys(cards, 1))]
        held = dict(zip(CARDS, self.hands[rest[0]], strict=True))
        return [kind, *rest[:-1], draw.pick(held)]

    def pile(self, k):
        return self.decks[k] if sum(self.decks[k].values()) else {
            name: self.spent[k][name] for name in self.decks[k]
        }

    def follow(self, by, words, events):
        kind, *rest = words
        for event in events:
            if event[0] == "cards":
                hand = self.hands[event[1]]
                hand[:] = [had + more for had, more in zip(hand, event[2], strict=True)]
            elif event[0] == "metro":
                self.metros[event[1]] = event[3]
        if kind == "draw":
            k = deck_of(rest[1])
            if not sum(self.decks[k].values()):
                self.decks[k] = dict(self.pile(k))
                self.spent[k].clear()
            self.decks[k][rest[1]] -= 1
        elif kind in ("play", "alchemist"):
            name = "alchemist" if kind == "alchemist" else rest[0]
            self.spent[deck_of(name)][name] += 1
            if name == "medicine":
                self.cities[by].add(rest[1])
            elif name == "engineer":
                self.walls.add(rest[1])
            elif name == "raze" and rest[1] not in self.walls:  # else only the wall falls
                for cities in self.cities:
                    cities.discard(rest[1])
            if name == "raze":
                self.walls.discard(rest[1])
        elif kind == "wall":
            self.walls.add(rest[0])
        elif kind == "city":
            self.cities[by].add(rest[0])
        elif kind == "razed":
            self.cities[rest[0]].discard(rest[1])
            self.walls.discard(rest[1])


def _corner(name):
    place, _, side = name.partition(".")
    return int(place), ("N", "NE", "SE", "S", "SW", "NW").index(side)


def deck_of(name):
    return next(k for k, deck in enumerate(DECKS) if name in deck)


def numbers(draw):
    """Return the numbers of map A, by the procedure of the rules (4.4)."""
    tokens = list(LAND.values())
    for attempt in range(800):
        draw.shuffle(tokens)
        found = dict(zip(LAND, tokens, strict=True))
        if all(_is_allowed(found, place, attempt < 600) for place in found):
            break
    else:
        found = LAND
    return [found.get(place, 0) for place in range(sum(ROWS))]


def _is_allowed(found, place, strict):
    number = found[place]
    for other in neighbours(place):
        beside = found.get(other, 0)
        if {number, beside} <= {6, 8} or (strict and beside == number):
            return False
    return True


def neighbours(place):
    """Return the hexes beside one; rows are centred, so middles lie half a hex apart."""
    middles = {}
    for row, length in enumerate(ROWS):
        for i in range(length):
            middles[len(middles)] = (row, 2 * i - length)
    row, at = middles[place]
    beside = ((row, at - 2), (row, at + 2), (row - 1, at - 1), (row - 1, at + 1),
              (row + 1, at - 1), (row + 1, at + 1))
    return [other for other, middle in middles.items() if middle in beside]


def wrong_draws(lines):
    """Return the numbers of the actions of a record that do not follow from its secret; raises
    ValueError if the secret is not that of the commitment."""
    head, *actions, end = map(json.loads, lines)
    secret = bytes.fromhex(end["secret"])
    if hashlib.sha256(secret).hexdigest() != head["commit"]:
        raise ValueError("another secret")
    tiles = dict(BAG if head["game"] == "land" else STOCK)
    dominoes = {"%d%d" % (low, high): 1 for low in range(7 if head["seats"] == 4 else 6)
                for high in range(low, 7 if head["seats"] == 4 else 6)}
    landover = Landover(head["seats"])
    wrong = []
    count = 0
    for action in actions:
        words = action["do"]
        if action["by"] == -1:
            count += 1
            draw = Draw(secret, count)
            if words[0] in ("stock", "drawn"):
                right = [*words[:-1], draw.pick(tiles)]
                drawn = words[-1]
                tiles[drawn] -= 1
            elif words[0] == "deal":
                right = [*words[:-1], draw.pick(dominoes)]
                del dominoes[words[-1]]
            else:
                right = landover.outcome(draw, words)
            if right != words:
                wrong.append(action["n"])
        elif words[0] == "return":
            tiles[drawn] += 1
        if head["game"] == "landover":
            landover.follow(action["by"], words, action["ev"])
    return wrong
