"""Ley of the Land, the market: the worked examples of the rules, their consequences, and hidden
information."""

import json

from games import make
from games.base import ALMOST, CHANCE, COMPLETE, NUMBER, OVER, IllegalAction
from games.bots import decide, greedy
from games.market.common import BID
from games.rng import Rng
from games.tiles import KINDS, kind_of, tile_of
from tests.portable import effort, golden, tile_sketch


def opened(seats=2, kinds=("gygy",) * 5, **options):
    """Return a new game whose market holds these kinds."""
    game = make("market", seats, options)
    for i in range(5):
        game.apply(CHANCE, game.parse(["stock", i + 1, kinds[i]]))
    return game


def bid(game, *amounts):
    """Bid for all seats in ascending order; return the events of the last bid."""
    for seat in range(game.seats):
        events = game.apply(seat, game.parse(["bid", amounts[seat]]))
    return events


def do(game, *moves):
    """Apply actions in words, as whoever is to act; return the last events."""
    for move in moves:
        events = game.apply(game.current()[0], words_of(game, move))
    return events


def words_of(game, move):
    return game.parse([int(w) if w.isdigit() else w for w in move.split()])


def why_not(game, move, by=None):
    """Return why an action in words is refused."""
    before = game.digest()
    try:
        game.apply(game.current()[0] if by is None else by, words_of(game, move))
    except IllegalAction as error:
        assert game.digest() == before
        return str(error)
    raise AssertionError("%s was not refused" % move)


def lay(game, seat, *tiles):
    """Place each "word cell" on a seat's board without checks, to set up a position."""
    for tile in tiles:
        text, cell = tile.split()
        game.lay(seat * game.grid.cells + game.grid.cell(cell), tile_of(text), (seat, seat))


def sections_of(game, seat):
    return [entry for entry in game.view(-1)["sections"] if entry[0] == seat]


def sketch(game):
    n = game.grid.cells
    kinds = " ".join([KINDS[kind] or "-" for kind in game.slots])
    head = "    market: %s   hands (money, faerie, wheat): %s" % (kinds, game.view(-1)["hands"])
    return [head] + tile_sketch.beside([
        tile_sketch.board(game, seat * n) for seat in range(game.seats)
    ])


def playthrough():
    return golden.told(make("market", 2, {"board": 3}), Rng(29), sketch, 40)


def test_example_1_equal_bids_go_by_the_marker():
    game = opened()
    game.marker = 1
    assert bid(game, 3, 3) == [["bids", [3, 3]], ["order", [1, 0]], ["cubes", 0, 7, 0, 0],
                               ["cubes", 1, 7, 0, 0]]
    assert game.current() == (1,)


def test_example_2_clockwise_from_the_marker():
    game = opened(3)
    game.marker = 1
    assert bid(game, 5, 2, 5)[1] == ["order", [2, 0, 1]]


def test_example_3_only_the_last_invests_well():
    game = opened()
    bid(game, 4, 5)
    assert do(game, "pass", "invest") == [["cubes", 0, 14, 0, 0]]
    assert game.scores() == [14, 5]
    game = opened()
    bid(game, 4, 3)
    assert do(game, "invest") == []
    assert game.scores() == [6, 7]


def test_example_4_a_ring_in_the_corner():
    game = opened(kinds=("gggg", "gygy", "gygy", "gygy", "gygy"))
    lay(game, 0, "yyyg b1", "yygy a2")
    bid(game, 0, 0)
    events = do(game, "acquire 1 gggg a1")
    assert events == [["section", 0, "g", 2, ["a1", "b1", "a2"]], ["cubes", 0, 10, 2, 0]]
    assert game.size[game.region[game.part_of[0]]] == 6


def test_example_5_shared_largest_sections():
    for seats, share in ((2, 6), (3, 4), (4, 3)):
        game = opened(seats, kinds=("gggy",) * 5)
        for seat in range(seats):
            lay(game, seat, "gygy c3", "gggg a1")
        game.stock[:] = bytes((0, 0, 0, 1, 0, 0, 0))
        bid(game, *[0] * seats)
        do(game, "acquire 1 gggy c4", *["pass"] * (seats - 1))
        assert do(game, "stock 1 ggyy") == [
            ["largest", list(range(seats)), 4],
            ["final", [10 + share] * seats],
        ]
        assert game.scores() == [10 + share] * seats
        assert game.result() == (list(range(seats)), "stock empty")


def test_example_6_no_room_to_sow():
    game = opened()
    lay(game, 0, "gygg a1", "gggy b1")
    game.cubes[1] = 3
    bid(game, 0, 0)
    do(game, "sow", "pass")
    assert sections_of(game, 0) == [[0, "y", 1, 1, ["a1", "b1"]]]
    bid(game, 1, 0)
    assert game.cubes == [0, 2, 0, 0]
    assert why_not(game, "sow") == "none of your yellow territories has room"


def test_the_edge_closes_and_counts_no_diamond():
    game = opened(kinds=("ggyy", "yyyy", "gygy", "gygy", "gygy"))
    lay(game, 1, "gggg b1")
    bid(game, 0, 0)
    do(game, "pass")
    assert do(game, "acquire 1 ggyy a1") == []  # yellow touches only the edge
    assert sections_of(game, 1) == []


def test_frolick_pays_for_each_cube():
    game = opened()
    lay(game, 0, "ygyy a1", "yyyg b1")
    game.cubes[0] = 2
    bid(game, 3, 0)
    assert do(game, "frolick") == [["cubes", 0, 8, 1, 0]]
    assert sections_of(game, 0) == [[0, "g", 1, 1, ["a1", "b1"]]]
    assert game.scores() == [10, 10]
    assert why_not(game, "frolick") == "done in this round already: frolic"


def test_the_prompt_names_what_the_seat_can_do():
    game = opened()
    lay(game, 0, "ygyy a1", "yyyg b1")
    bid(game, 3, 0)
    assert game.prompt() == ((0,), ("now", ["invest", "pass"]))  # it has no cube yet
    game.cubes[0] = 2
    assert game.prompt() == ((0,), ("now", ["frolick", "invest", "pass"]))
    do(game, "invest")
    assert game.prompt() == ((1,), ("now", ["pass"]))


def test_cubes_go_where_the_most_room_is_left():
    game = opened()
    lay(game, 0, "gygg a1", "gggy b1", "gygg a5", "gggy b5")
    lay(game, 0, "yggg b2", "gyyy b3", "gygg a3", "gggy c3")
    names = [["a1", "b1"], ["a5", "b5"], ["b2", "a3", "b3", "c3"]]
    for first, loads in ((True, [1, 0, 1]), (False, [1, 1, 2])):
        game.cubes[1] = 2
        bid(game, 0 if first else 1, 0)
        do(game, "sow", "pass")
        assert [entry[4] for entry in sections_of(game, 0)] == names
        assert [entry[3] for entry in sections_of(game, 0)] == loads


def test_reaping():
    game = opened()
    lay(game, 0, "gygg a1", "gggy b1")
    game.cubes[1] = 1
    bid(game, 0, 0)
    do(game, "sow", "pass")
    bid(game, 1, 0)
    assert why_not(game, "reap b1 W") == "no yellow territory of yours begins at b1"
    assert "reap a1 E" in [" ".join([str(w) for w in game.text(a)]) for a in game.legal(0)]
    assert do(game, "reap a1 E") == [["cubes", 0, 12, 0, 0]]
    do(game, "pass")
    bid(game, 1, 0)
    assert why_not(game, "reap a1 E") == "no wheat cube lies on that territory"


def test_acquiring():
    game = opened(kinds=("ggyy", "gygy", "gggg", "yyyy", "gyyy"))
    bid(game, 1, 0)
    assert why_not(game, "acquire 2 gygy c2") == "your first tile goes on c3"
    assert why_not(game, "acquire 2 ggyy c3") == "slot 2 holds: green and yellow crosswise"
    do(game, "acquire 2 gygy c3")
    assert why_not(game, "acquire 2 gygy c3") == "slot 2 is empty"
    do(game, "acquire 5 gyyy c3")
    assert game.current() == (CHANCE,)
    assert why_not(game, "stock 5 gygy") == "slot 2 is filled next"
    game.stock[kind_of("gggg")] = 0
    assert why_not(game, "stock 2 gggg") == "none left in the stock: all green"
    assert game.weight(words_of(game, "stock 2 gggy")) == 20
    do(game, "stock 2 gggy", "stock 5 gggy")
    assert game.marker == 1
    bid(game, 1, 0)
    assert why_not(game, "acquire 4 yyyy c4") == "the lower side would touch green with yellow"
    assert why_not(game, "acquire 4 yyyy a1") == "that is not beside a tile"
    assert why_not(game, "acquire 4 yyyy c3") == "that cell is taken"


def test_bids_are_bounded_and_come_first():
    game = opened(3)
    assert game.current() == (0, 1, 2)
    assert why_not(game, "bid 11", 1) == "you have 10 coins, so bid 0 to 10"
    assert why_not(game, "pass", 1) == "everybody bids first"
    game.apply(1, words_of(game, "bid 10"))
    assert game.current() == (0, 2)
    assert why_not(game, "bid 1", 1) == "it is the turn of Red, Green"
    game.apply(0, words_of(game, "bid 0"))
    game.apply(2, words_of(game, "bid 0"))
    assert game.order == (1, 0, 2)
    assert why_not(game, "bid 0") == "the bids are made"


def test_a_full_board_ends_the_game_after_the_slots_are_filled():
    game = opened(board=3, kinds=("gygy", "gggg", "gygy", "gygy", "gygy"))
    lay(game, 0, *["gggg %s%d" % (letter, row) for letter in "abc" for row in (1, 2)])
    lay(game, 0, "gggg a3", "gggg b3")
    bid(game, 1, 0)
    events = do(game, "acquire 2 gggg c3")
    assert events[0][:4] == ["section", 0, "g", 12]
    assert do(game, "acquire 1 gygy b2", "stock 1 gggy") == []
    events = do(game, "stock 2 gggy")
    assert events == [["largest", [0], 36], ["final", [9 + 12 + 12, 10]]]
    assert game.current() == OVER and game.result() == ([0], "board full")
    assert game.prompt()[0] == ()  # it may be asked at any time


def test_a_stuck_market_ends_the_game():
    game = opened(kinds=("gygy",) * 5)
    bid(game, 0, 0)
    do(game, "pass", "pass")
    assert game.current() == (0, 1)  # nobody bought although somebody could
    for cell in range(len(game.want)):
        game.want[cell] = 0
    bid(game, 0, 0)
    assert [event[0] for event in do(game, "pass", "pass")] == ["largest", "final"]
    assert game.result()[1] == "market stuck"


def test_ties_are_broken_by_section_then_cubes_then_money():
    for money, cubes, bonus, winners in (
        ([5, 5], [0, 0, 0, 0], [6, 6], [0, 1]),
        ([17, 5], [0, 0, 0, 0], [0, 12], [1]),
        ([5, 4], [0, 0, 1, 0], [6, 6], [1]),
        ([5, 5], [0, 1, 1, 0], [6, 6], [1]),
        ([5, 4], [0, 0, 0, 1], [6, 6], [1]),
    ):
        game = opened()
        game.money[:] = money
        game.cubes[:] = cubes
        game.bonus[:] = bonus
        game.phase = 3
        assert game.result()[0] == winners


def test_invalid_words():
    game = make("market")
    for words in (["bid"], ["bid", -1], ["bid", True], ["bid", 1.5], ["bid", 1, 2],
                  ["acquire", 1, "gggg"], ["acquire", "1", "gggg", "c3"], ["reap", "c3", "X"],
                  ["reap", "f1", "N"], ["stock", 1, "yggy"], ["", 1], ["sell"], [], "pass", [3],
                  [["pass"]], ["reap", "c3", 0], ["acquire", 1, "gggg", "a6"]):
        try:
            game.parse(words)
        except ValueError:
            continue
        raise AssertionError(words)


def test_all_spots_are_on_one_table():
    game = make("market", 4)
    for seat, cell, place in ((0, "a1", "a1"), (0, "c3", "c3"), (1, "c3", "c10"),
                              (2, "a4", "h11"), (3, "e5", "l5")):
        spot = 5 + seat * 25 + game.grid.cell(cell)
        assert game.spot_name(spot) == place and game.spot(place) == spot
    assert [game.spot_name(spot) for spot in range(5)] == ["d6", "e6", "f6", "g6", "h6"]
    game = make("market", 2, {"board": 3})
    assert game.spot("c9") == 5 + 9 + 8 and game.spot("g5") == 4
    try:
        game.spot("i9")
    except ValueError as error:
        assert str(error) == "there is no place i9 in this game"
    else:
        raise AssertionError("seat 2 has no board among two")


def test_a_purchase_is_asked_for_by_its_cell():
    game = opened()
    bid(game, 0, 0)
    action = words_of(game, "acquire 3 ygyg c3")
    assert game.effects(0, action) == ((2, 0), (5 + 12, tile_of("ygyg")))
    assert game.gesture(0, action)[0] == (5 + 12, tile_of("ygyg"))
    meant = game.intended_action(0, 5 + 12, kind_of("gygy"))
    assert game.refusal(0, meant) is None
    assert game.intended_action(0, 5 + 12, kind_of("yyyy")) is None


def test_overlay_shows_sections_and_cubes():
    game = opened()
    lay(game, 0, "gygg a1", "gggy b1")
    game.cubes[1] = 1
    bid(game, 0, 0)
    do(game, "sow")
    shown = game.overlay()
    assert (5, COMPLETE, 0) in shown and (6, COMPLETE, 0) in shown
    assert (5, NUMBER, 1) in shown
    lay(game, 1, "ggyg c3")
    assert (5 + 25 + game.grid.cell("c2"), ALMOST, 0) in game.overlay()


def test_the_estimate_counts_the_race_for_the_last_cell_and_the_bonus():
    leads = []
    for size in (5, 3):
        game = opened(board=size)
        centre = "c3" if size == 5 else "b2"
        lay(game, 0, "yyyy " + centre)
        lay(game, 1, "gygy " + centre)
        leads.append(game.estimate(0))
    assert 0 < leads[0] < leads[1]  # with fewer cells left, a lead is surer of the bonus
    before = game.estimate(0)
    lay(game, 0, "gygy a1")  # no region grows
    assert game.estimate(0) > before
    assert game.estimate(1) == -game.estimate(0)


def test_at_the_end_the_estimate_is_the_margin_and_the_victory():
    game = make("market", 2, {"board": 3})
    rng = Rng(3)
    while game.current() != OVER:
        golden.advance(game, rng, 1)
    scores = game.scores()
    winner = game.result()[0][0]
    margin = scores[winner] - scores[1 - winner]
    assert game.estimate(winner) == 16 * margin + 136
    assert game.estimate(1 - winner) == -game.estimate(winner)


def public(game):
    """Return all public information as text."""
    return json.dumps([game.view(-1), game.overlay(), game.scores(), list(game.current())])


def seen_by(game, seat):
    """Return all that a seat is shown or offered, as text."""
    legal = [game.text(action) for action in game.legal(seat)]
    return json.dumps([game.view(seat), legal, game.evaluate(seat), game.estimate(seat)])


def test_hidden_bids_and_the_stock_do_not_leak():
    rng = Rng(17)
    for seats in effort.of((2, 3, 4), (3,)):
        game = make("market", seats)
        bids = stocks = 0
        while game.current() != OVER and len(game.log) < 80:
            golden.advance(game, rng, 1)
            entry = game.log[-1]
            hidden = [s for s in range(seats) if game.bids[s] >= 0]
            if game.current()[:1] == (CHANCE,) or game.order:
                hidden = []
            for seat in hidden:
                said = [public(game)] + [seen_by(game, s) for s in range(seats) if s != seat]
                kept = game.bids[seat]
                game.bids[seat] = rng.below(game.money[seat] + 1)
                assert said == [public(game)] + [
                    seen_by(game, s) for s in range(seats) if s != seat
                ]
                game.bids[seat] = kept
                bids += 1
            if hidden and entry[0] in hidden:
                assert game.public_record(entry[0], entry[1:], game.events) == (["bid"], [])
            kinds = [kind for kind in range(1, 7) if game.stock[kind]]
            if len(kinds) > 1 and game.current()[:1] != (CHANCE,):
                said = [public(game)] + [seen_by(game, s) for s in range(seats)]
                game.stock[kinds[0]] -= 1
                game.stock[kinds[-1]] += 1
                assert said == [public(game)] + [seen_by(game, s) for s in range(seats)]
                game.stock[kinds[0]] += 1
                game.stock[kinds[-1]] -= 1
                stocks += 1
        assert bids > 5 and stocks > 40


def test_the_greedy_player_knows_no_hidden_bid():
    for seed in range(10):
        chosen = []
        for amount in range(0, 11, 5):
            game = opened()
            game.apply(0, words_of(game, "bid %d" % amount))
            chosen.append(decide(greedy, game, 1, Rng(seed)))
            assert game.bids == [amount, -1]
        assert chosen == [chosen[0]] * 3


def test_a_seat_sees_its_own_bid_and_guesses_the_others():
    game = opened(3)
    game.apply(1, words_of(game, "bid 7"))
    assert game.view(1)["own"] == {"bid": 7} and game.view(0)["own"] == {"bid": None}
    assert game.view(0)["bids"] == game.view(-1)["bids"] == [None, "made", None]
    guessed = []
    for seed in range(40):
        kept = game.snapshot()
        game.determinize(0, Rng(seed))
        guessed.append(game.bids[1])
        game.restore(kept)
        game.determinize(1, Rng(seed))
        assert game.bids == [-1, 7, -1]
    assert min(guessed) == 0 and 3 <= max(guessed) <= 10  # high bids are guessed rarely
    assert not game.has_revealed(1, game.log[-1][1:], game.events)
    game.apply(0, words_of(game, "bid 0"))
    game.apply(2, words_of(game, "bid 0"))
    assert game.has_revealed(2, game.log[-1][1:], game.events)
    assert game.view(0)["bids"] == [0, 7, 0]


def test_perft():
    for entry in golden.perft_table("market"):
        assert golden.perft_counts("market", entry) == entry["counts"], entry


def test_playthrough():
    assert playthrough() == golden.text("market")


def test_a_hint_for_a_bid_names_the_best_tile():
    game, rng = make("market", 2), Rng(4)
    told = set()
    while len(told) < 2:
        [by, *_] = game.current()
        if by == 0 and game.legal(0)[0] == (BID, 0):
            [(key, *slot, others)] = game.merits(0, (BID, 0))
            told.add(key)
            assert others == game.threat(1)
            if key == "why tile":
                [slot, kind, cubes] = slot
                assert kind == KINDS[game.slots[slot - 1]]
                assert cubes == game.threat(0) > 0
                before = game.snapshot()
                for n in range(len(game.slots)):
                    game.slots[n] *= n + 1 == slot
                assert game.threat(0) == cubes
                game.restore(before)
            else:
                assert key == "why no tile" and game.threat(0) == 0
        action = game.sample(rng) if by == CHANCE else decide(greedy, game, by, rng)
        game.apply(by, action)
