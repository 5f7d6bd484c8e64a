"""Sets up positions of Ley Lines for tests."""

from games import make
from games.base import IllegalAction
from games.rng import Rng


def act(game, *words):
    """Apply an action in words for the seat to act; return the events."""
    return game.apply(game.current()[0], game.parse(list(words)))


def refused(game, *words):
    """Return why an action of the seat to act is refused; it must change nothing."""
    before = game.digest()
    try:
        act(game, *words)
    except IllegalAction as error:
        assert game.digest() == before
        return str(error)
    raise AssertionError("%s was not refused" % (words,))


def set_up(cairns, tors, seats=3, hands="table", **numbers):
    """Play until the first segment: `cairns` as (seat, value, cell), `tors` as (seat, cell).

    All other cairns and tors go as near to the upper right corner as they may.
    """
    game = make("leylines", seats, dict(numbers, hands=hands))
    for turn in range(6):
        for seat in range(seats):
            mine = [(value, cell) for of, value, cell in cairns if of == seat]
            if turn < len(mine):
                act(game, "cairn", mine[turn][0], mine[turn][1])
            else:
                taken = [value for value, _ in mine]
                rest = [(a[2], a) for a in game.legal(seat) if a[1] not in taken]
                game.apply(seat, max(rest)[1])
    for seat in range(seats - 1, -1, -1):
        mine = [cell for of, cell in tors if of == seat]
        if mine:
            act(game, "tor", mine[0])
        else:
            game.apply(seat, game.legal(seat)[-1])
    return game


def can(game, *words):
    """Return whether an action in words is legal for the seat to act."""
    by = game.current()[0]
    action = game.parse(list(words))
    assert (game.reason(by, action) is None) == (action in game.legal(by))
    return game.reason(by, action) is None


def dealt(seed=1):
    """Return a game at its first segment, set up and dealt at random."""
    game = make("leylines", 3)
    rng = Rng(seed)
    while game.step < 14 * 3:
        by = game.current()[0]
        game.apply(by, rng.choice(game.legal(by)))
    return game
