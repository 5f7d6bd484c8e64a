"""Landover, vectors T61 to T77: culture, metros, merchant, trade (rules: landover 24)."""

from games.base import CHANCE
from tests.portable.landover_table import (
    city,
    dev,
    do,
    give,
    hand,
    level,
    listed,
    metro,
    refused,
    table,
    village,
)


def test_t61_improve():
    game = table()
    give(game, 0, paper=1, coin=4)
    level(game, 0, "politics", 3)
    city(game, 0, "18.N")
    assert do(game, 0, "improve", "science") == [["cards", 0, [0, 0, 0, 0, 0, -1, 0, 0]]]
    ev = do(game, 0, "improve", "politics", "18.N")
    assert list(game.levels[:3]) == [1, 0, 4]
    assert ev == [
        ["cards", 0, [0, 0, 0, 0, 0, 0, 0, -4]],
        ["metro", "politics", 0, "11.SE", False],
        ["vp", 0, 4],
    ]


def at_four():
    """T62: seat 0 has the metro of commerce."""
    game = table()
    give(game, 0, cloth=4)
    level(game, 0, "commerce", 3)
    city(game, 0, "18.N")
    assert refused(game, 0, "improve", "commerce")
    do(game, 0, "improve", "commerce", "18.N")
    return game


def test_t62_metro():
    assert at_four().scores() == [4, 0, 0, 0]


def test_t63_too_late():
    game = at_four()
    game.turn = 1
    level(game, 1, "commerce", 3)
    give(game, 1, cloth=4)
    city(game, 1, "18.SE")
    assert refused(game, 1, "improve", "commerce", "18.SE")
    do(game, 1, "improve", "commerce")
    assert game.levels[4] == 4 and game.scores() == [4, 2, 0, 0]


def stolen():
    game = at_four()
    game.turn = 1
    level(game, 1, "commerce", 4)
    give(game, 1, cloth=5)
    city(game, 1, "18.SE")
    ev = do(game, 1, "improve", "commerce", "18.SE")
    assert ev[1:] == [["metro", "commerce", 1, "18.SE", True], ["vp", 0, 2], ["vp", 1, 4]]
    return game


def test_t64_steal_and_lock():
    game = stolen()
    assert game.scores() == [2, 4, 0, 0] and game.locked == 2


def test_t65_locked_with_another():
    game = stolen()
    game.turn = 0
    give(game, 0, cloth=5)
    assert do(game, 0, "improve", "commerce") == [["cards", 0, [0, 0, 0, 0, 0, 0, -5, 0]]]
    assert game.scores() == [2, 4, 0, 0] and game.levels[1] == 5
    give(game, 0, cloth=9)
    assert refused(game, 0, "improve", "commerce")


def test_t66_holder_first():
    game = at_four()
    give(game, 0, cloth=5)
    ev = do(game, 0, "improve", "commerce")
    assert ev[1:] == [["metro", "commerce", 0, "11.SE", True]] and game.locked == 2
    game.turn = 1
    level(game, 1, "commerce", 4)
    give(game, 1, cloth=5)
    do(game, 1, "improve", "commerce")
    assert game.scores()[:2] == [4, 0]


def test_t67_no_city_free():
    game = table()
    city(game, 0, "18.N")
    village(game, 0, "18.SE")
    metro(game, "science", 0, "18.N")
    level(game, 0, "politics", 3)
    give(game, 0, coin=4, wheat=2, ore=3)
    assert refused(game, 0, "improve", "politics", "18.N")
    assert listed(game, 0, "improve") == []
    do(game, 0, "city", "18.SE")
    assert not refused(game, 0, "improve", "politics", "18.SE")


def test_t68_no_city_needed():
    game = table()
    city(game, 1, "18.N")
    metro(game, "commerce", 1, "18.N", locked=True)
    level(game, 0, "commerce", 3)
    give(game, 0, cloth=4)
    do(game, 0, "improve", "commerce")
    assert game.levels[1] == 4 and game.scores()[0] == 0


def test_t69_trading_house():
    game = table()
    give(game, 0, cloth=2)
    level(game, 0, "commerce", 2)
    assert refused(game, 0, "bank", "cloth", "coin")
    level(game, 0, "commerce", 3)
    assert do(game, 0, "bank", "cloth", "coin") == [["cards", 0, [0, 0, 0, 0, 0, 0, -2, 1]]]


def test_t70_harbour():
    game = table()
    village(game, 0, "6.N")
    give(game, 0, wool=2, wood=4)
    do(game, 0, "bank", "wool", "paper")
    do(game, 0, "bank", "wood", "ore")
    assert hand(game, 0) == {"paper": 1, "ore": 1}


def test_t71_any_harbour():
    game = table()
    village(game, 0, "5.N")
    give(game, 0, coin=3)
    do(game, 0, "bank", "coin", "wheat")
    assert hand(game, 0) == {"wheat": 1}


def merchant():
    """T72: seat 0 controls the token on field 19."""
    game = table()
    village(game, 0, "18.NE")
    dev(game, 0, "merchant")
    assert do(game, 0, "play", "merchant", 19) == [
        ["dev", 0, 0],
        ["merchant", 0, 19],
        ["vp", 0, 2],
    ]
    return game


def test_t72_merchant():
    game = merchant()
    give(game, 0, wheat=2, ore=2)
    assert refused(game, 0, "bank", "ore", "wheat")
    do(game, 0, "bank", "wheat", "cloth")
    assert hand(game, 0) == {"cloth": 1, "ore": 2}


def test_t73_token_moves_on():
    game = merchant()
    game.turn = 1
    village(game, 1, "18.S")
    dev(game, 1, "merchant")
    assert refused(game, 1, "play", "merchant", 19)
    ev = do(game, 1, "play", "merchant", 18)
    assert ev[1:] == [["merchant", 1, 18], ["vp", 0, 1], ["vp", 1, 2]]
    game.turn = 0
    give(game, 0, wheat=2)
    assert refused(game, 0, "bank", "wheat", "cloth")


def counts(**cards):
    names = ("wood", "clay", "wool", "wheat", "ore", "paper", "cloth", "coin")
    return [cards.get(name, 0) for name in names]


def offer(game, given, wanted, seats):
    return do(game, 0, "offer", given, wanted, seats)


def trader():
    game = table()
    give(game, 0, wood=2, clay=1)
    give(game, 1, ore=1)
    give(game, 2, ore=1)
    return game


def test_t74_invalid_offers():
    game = trader()
    wood, ore, none = counts(wood=1), counts(ore=1), counts()
    for given, wanted, seats in (
        (wood, wood, [1, 2, 3]),
        (none, ore, [1, 2, 3]),
        (wood, none, [1]),
        (wood, ore, []),
        (wood, ore, [0, 1]),
        (counts(wood=3), ore, [1]),
        (counts(wood=1, clay=1), counts(ore=1, clay=1), [1]),
    ):
        assert refused(game, 0, "offer", given, wanted, seats), (given, wanted, seats)
    assert not refused(game, 0, "offer", counts(wood=2, clay=1), counts(ore=9, coin=2), [1, 3])
    for wrong in ([wood, ore, [2, 1]], [wood, ore, [1, 1]], [wood[:7], ore, [1]], [wood, ore]):
        try:
            game.parse(["offer"] + wrong)
        except ValueError:
            continue
        raise AssertionError(wrong)


def test_t75_two_accept():
    game = trader()
    offer(game, counts(wood=1), counts(ore=1), [1, 2])
    assert game.current() == (0, 1, 2)
    do(game, 2, "accept")
    assert game.current() == (0, 1)
    do(game, 1, "accept")
    assert game.current() == (0,) and len(game.legal(0)) == 3
    assert do(game, 0, "pick", 2) == [
        ["cards", 2, [1, 0, 0, 0, -1, 0, 0, 0]],
        ["cards", 0, [-1, 0, 0, 0, 1, 0, 0, 0]],
    ]
    assert hand(game, 1) == {"ore": 1} and hand(game, 2) == {"wood": 1}


def test_t76_cannot_accept():
    game = trader()
    offer(game, counts(wood=1), counts(ore=2), [1])
    assert refused(game, 1, "accept")
    assert [game.text(act) for act in game.legal(1)] == [["decline"]]
    do(game, 1, "decline")
    assert game.current() == (0,) and listed(game, 0, "offer")


def test_t77_sixth_offer():
    game = trader()
    for _ in range(5):
        assert not refused(game, 0, "offer", counts(wood=1), counts(ore=1), [1])
        offer(game, counts(wood=1), counts(ore=1), [1])
        do(game, 0, "cancel")
    assert refused(game, 0, "offer", counts(wood=1), counts(ore=1), [1])
    assert listed(game, 0, "offer") == []
    assert CHANCE not in game.current()


def test_listed_offers():
    game = trader()
    said = listed(game, 0, "offer")
    assert len(said) == (2 + 1) * 7 * 3 and said[0][3] == [1, 2, 3]
    assert ["offer", counts(wood=2), counts(coin=3), [1, 2, 3]] in said
    assert table(max_offers=0).legal(0) == [table().parse(["end"])]


def test_aqueduct_is_chosen():
    game = table()
    assert refused(game, 0, "aqueduct", "ore")
    level(game, 0, "science", 3)
    assert refused(game, 0, "aqueduct", "auto")
    assert len(listed(game, 0, "aqueduct")) == 5
    do(game, 0, "aqueduct", "ore")
    assert refused(game, 0, "aqueduct", "ore") and not refused(game, 0, "aqueduct", "auto")
