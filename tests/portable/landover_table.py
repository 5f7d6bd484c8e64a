"""Sets up positions of Landover for tests: map A, reference numbers, seat 0 to act, an otherwise
empty board."""

from games import hexmap, hexnames, make
from games.base import CHANCE
from games.landover import queue
from games.landover.cards import dev_cards
from games.landover.common import (
    A_BOAT,
    A_ROAD,
    CARDS,
    CULTURES,
    KINDS,
    METRO,
    P_MAIN,
)
from games.landover.map import board, routes


def table(seats=4, **options):
    """Return a game in the middle of seat 0's turn on an empty board."""
    options = dict(options)
    for name, value in (("numbers", "reference"), ("immunity_vp", 0)):
        if name not in options:
            options[name] = value
    game = make("landover", seats, options)
    game.todo[:] = []
    game.step = 2 * seats
    game.phase = P_MAIN
    return game


def village(game, seat, *names):
    for name in names:
        board.put_building(game, seat, hexnames.any_corner(name))
        game.points[seat] += 1


def city(game, seat, *names):
    for name in names:
        village(game, seat, name)
        board.raise_city(game, hexnames.any_corner(name))
        game.points[seat] += 1


def wall(game, seat, *names):
    for name in names:
        from games.landover.map.building import put_wall

        put_wall(game, seat, hexnames.any_corner(name))


def metro(game, culture, seat, name, locked=False):
    culture = CULTURES.index(culture)
    corner = hexnames.any_corner(name)
    game.metros[culture] = corner
    game.corners[corner] |= (culture + 1) << METRO
    game.locked |= (1 << culture) if locked else 0
    game.points[seat] += 2


def roads(game, seat, names, kind=A_ROAD):
    for name in names.split():
        board.put_route(game, seat, hexnames.any_edge(name), kind)
    routes.update(game, (seat,), [])


def boats(game, seat, names):
    roads(game, seat, names, A_BOAT)


def give(game, seat, **cards):
    for name in cards:
        game.hands[8 * seat + CARDS.index(name)] += cards[name]


def dev(game, seat, *names):
    for name in names:
        kind = dev_cards.DEVS.index(name)
        game.devs[KINDS * seat + kind] += 1
        game.held[seat] += 1
        if game.deck[kind]:
            game.deck[kind] -= 1


def level(game, seat, culture, value):
    game.levels[3 * seat + CULTURES.index(culture)] = value


def hand(game, seat):
    """Return the cards of a seat as a dict without zeros."""
    held = {}
    for card in range(8):
        if game.hands[8 * seat + card]:
            held[CARDS[card]] = game.hands[8 * seat + card]
    return held


def size(game, seat):
    return sum(game.hands[8 * seat : 8 * seat + 8])


def _lowest(word):
    """Return the canonical name of a corner or an edge given by any of its names."""
    if isinstance(word, str) and "." in word:
        return hexmap.corner_name(hexnames.any_corner(word))
    if isinstance(word, str) and "/" in word:
        return hexmap.edge_name(hexnames.any_edge(word))
    return word


def action(game, words):
    return game.parse([_lowest(word) for word in words])


def do(game, by, *words):
    """Apply an action given in the words of records; return its events."""
    return game.apply(by, action(game, words))


def chance(game, *words):
    return do(game, CHANCE, *words)


def refused(game, by, *words):
    """Return whether the action is refused. Checks that it is not listed either, except for
    offers."""
    act = action(game, words)
    game.main = None  # the test may have changed the position directly
    reason = game.refusal(by, act)
    assert words[0] == "offer" or (reason is None) == (act in game.legal(by)), words
    return reason is not None


def listed(game, by, word):
    """Return all legal actions, as words, whose first word is `word`."""
    game.main = None
    return [w for w in [game.text(act) for act in game.legal(by)] if w[0] == word]


def roll(game, total, event="green", red=None):
    """Roll dice of this total for the active seat; return the events."""
    if red is None:
        red = max(1, total - 6)
        if total == 7:
            red = 6
    queue.roll(game)
    chance(game, "dice", total - red, red)
    return chance(game, "event", event)


def draw_out(game, rng):
    """Let chance act until a seat is to act; return the (words, events) pairs."""
    done = []
    while game.current() == (CHANCE,):
        act = game.sample(rng)
        assert game.legal(CHANCE) == [] or act in game.legal(CHANCE)
        done.append((game.text(act), game.apply(CHANCE, act)))
    return done


def named(events, word):
    """Return the events of a kind."""
    return [event for event in events if event[0] == word]
