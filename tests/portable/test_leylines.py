"""Ley Lines: the worked examples of the rules, play, words, and records."""

from games import make
from games.base import CHANCE, CLEARED, FLOW, OVER, OWNER, IllegalAction
from games.leylines import pieces
from games.record import lines
from games.replay import replay
from games.rng import Rng
from tests.portable import effort, golden
from tests.portable.leylines_sketch import playthrough
from tests.portable.leylines_table import act, can, dealt, refused, set_up


def test_example_1_a_path_of_two_spaces():
    game = set_up([(0, 3, "a1")], [(1, "d1")])
    events = act(game, "segment", "b1", 2, "c1", 5)
    assert events == [["flow", 1, 5, 3, ["a1", "b1", "c1", "d1"]], ["remove", ["a1"]]]
    assert game.scores() == [0, 5, 0]
    assert game.piece_at(game.spot("a1")) == 0
    assert game.piece_at(game.spot("b1")) == pieces.half(2, 5)
    assert game.piece_at(game.spot("c1")) == pieces.half(5, 2)


def test_example_2_the_segment_goes():
    game = set_up([(0, 5, "a1")], [(1, "d1")])
    events = act(game, "segment", "b1", 2, "c1", 5)
    assert events == [
        ["flow", 1, 7, 5, ["a1", "b1", "c1", "d1"]],
        ["attenuate", [["b1", "c1"]]],
        ["remove", ["a1"]],
    ]
    assert game.piece_at(game.spot("b1")) == 0 and game.piece_at(game.spot("c1")) == 0
    assert game.piece_at(game.spot("d1")) == pieces.tor(1)
    assert refused(game, "segment", "b1", 2, "c1", 5) == "there is no 2-5 left"


def test_example_3_ones_own_cairn_counts_twice():
    game = set_up([(1, 0, "a1")], [(1, "d1")])
    events = act(game, "segment", "b1", 2, "c1", 5)
    assert events == [["flow", 1, 4, 0, ["a1", "b1", "c1", "d1"]], ["remove", ["a1"]]]


def test_example_4_the_largest_neighbour_leads_nowhere():
    game = set_up([(0, 3, "a1")], [(1, "d1")])
    act(game, "segment", "a2", 0, "b2", 5)
    assert act(game, "segment", "b1", 2, "c1", 4) == []
    assert game.scores() == [0, 0, 0]


def test_example_5_paths_to_a_cairn_never_rise():
    game = set_up([(0, 3, "a1")], [])
    assert refused(game, "segment", "b1", 5, "c1", 2) == (
        "from the 2 on c1 no path leads to a tor or cairn"
    )
    assert can(game, "segment", "b1", 2, "c1", 5)
    assert not can(game, "segment", "c1", 2, "d1", 5)


def test_example_6_a_tor_takes_any_value():
    game = set_up([], [(0, "e1")], 4)
    assert can(game, "segment", "f1", 0, "g1", 0)
    assert not can(game, "segment", "f1", 3, "g1", 6)
    assert can(game, "segment", "f1", 6, "g1", 3)
    act(game, "segment", "f1", 6, "g1", 6)
    assert can(game, "segment", "f2", 3, "g2", 6)  # the 6 has a path by g1 and f1


def test_decision_10_a_removal_scores_nothing_by_itself():
    game = set_up([(0, 3, "a1"), (0, 5, "d3")], [(1, "f1"), (2, "b4")])
    assert act(game, "segment", "b1", 2, "c1", 4) == []
    assert act(game, "segment", "b2", 5, "b3", 0) == []  # the energy of a1 goes astray to b2
    assert act(game, "segment", "d1", 4, "e1", 5) == []
    assert act(game, "segment", "c3", 0, "c4", 0) == [
        ["flow", 2, 7, 5, ["d3", "c3", "b3", "b4"]],
        ["attenuate", [["b2", "b3"], ["c3", "c4"]]],
        ["remove", ["d3"]],
    ]
    assert act(game, "pass") == []
    far = game.text(game.legal(game.current()[0])[-2])
    assert act(game, *far)[0] == ["flow", 1, 7, 3, ["a1", "b1", "c1", "d1", "e1", "f1"]]


def test_decision_11_equal_scores_share_the_victory():
    game = set_up([], [])
    game.points[:] = [9, 12, 12]
    for _ in range(3):
        assert act(game, "pass") == []
    assert game.current() == OVER and game.result() == ([1, 2], "all passed")


def test_several_cairns_at_once_are_scored_before_any_removal():
    game = set_up([(0, 5, "b1"), (1, 5, "a2")], [(1, "e2")])
    act(game, "segment", "c2", 4, "d2", 5)
    events = act(game, "segment", "b2", 3, "b3", 0)
    assert events == [
        ["flow", 1, 8, 5, ["b1", "b2", "c2", "d2", "e2"]],
        ["flow", 1, 11, 5, ["a2", "b2", "c2", "d2", "e2"]],
        ["attenuate", [["b2", "b3"], ["c2", "d2"]]],
        ["remove", ["b1", "a2"]],
    ]
    assert game.view(-1)["scored"] == [[0, 5], [1, 5]]
    assert game.scores() == [0, 19, 0]


def test_the_last_cairn_ends_the_game():
    game = set_up([(0, 3, "a1")], [(1, "d1")])
    for cell in range(game.spots()):
        if game.spot_name(cell) != "a1" and "cairn" in pieces.name(game.piece_at(cell) or 1):
            game.coins[game.cells[cell] - pieces.FIRST_CAIRN] = 253  # scored
            game.cells[cell] = 0
    act(game, "segment", "b1", 2, "c1", 5)
    assert game.current() == OVER and game.result() == ([1], "last cairn scored")


def test_a_placement_interrupts_a_row_of_passes():
    game = set_up([(0, 3, "a1")], [(1, "d1")])
    act(game, "pass")
    act(game, "pass")
    act(game, "segment", "b1", 0, "c1", 0)
    act(game, "pass")
    act(game, "pass")
    assert game.current() == (2,)
    act(game, "pass")
    assert game.current() == OVER
    assert game.result()[1] == "all passed"


def test_a_hand_on_the_table_is_any_seven_dominoes():
    game = set_up([(0, 3, "a1")], [])
    assert game.view(0)["own"]["segments"] == []
    game.held[0] = 1
    act(game, "segment", "a2", 0, "a3", 0)
    assert game.view(-1)["segments"] == [0, 7, 7]
    assert refused(game, "segment", "b1", 0, "b2", 0) == "there is no 0-0 left"
    act(game, "pass")
    act(game, "pass")
    assert game.legal(0) == [(6,)]
    assert refused(game, "segment", "b1", 1, "b2", 1) == "you have no domino left: pass"


def test_dealing():
    game = set_up([], [], 3, "dealt")
    assert game.current() == (CHANCE,) and len(game.legal(CHANCE)) == 21
    assert refused(game, "deal", 1, "25") == "the next domino goes to Red"
    assert refused(game, "deal", 0, "26") == "there is no such domino in the set"
    assert refused(game, "deal", 0, "52") == "there is no such domino in the set"
    assert refused(game, "pass") == "the dominoes are being dealt"
    assert act(game, "deal", 0, "25") == []
    assert refused(game, "deal", 1, "25") == "the domino 2-5 has been dealt already"
    assert game.private_view(0)["segments"] == ["25"]
    try:
        game.apply(0, (6,))
    except IllegalAction as error:
        assert str(error) == "chance comes first: draw or roll"
    game = dealt()
    assert game.view(-1)["segments"] == [7, 7, 7]
    held = [segment for seat in range(3) for segment in game.private_view(seat)["segments"]]
    assert len(set(held)) == 21
    other = game.private_view(1)["segments"][0]
    taken = refused(game, "segment", "a1", int(other[0]), "b1", int(other[1]))
    assert taken.startswith("you do not hold ") or taken == "that space is taken"


def test_refusals_say_why():
    game = make("leylines")
    act(game, "cairn", 3, "c3")
    assert refused(game, "cairn", 3, "c4") == "that is next to a cairn"
    assert refused(game, "cairn", 3, "c3") == "that space is taken"
    assert refused(game, "cairn", 6, "d4") == "that cairn is not in your hand"
    assert refused(game, "tor", "d4") == "the cairns are being placed"
    assert refused(game, "pass") == "the cairns are being placed"
    assert can(game, "cairn", 3, "d4")  # diagonal
    assert game.refusal(1, (1, 3, 95)) == "no space"  # h12 is sea
    assert game.refusal(1, (1, 3, 400)) == "no space"
    game = set_up([(0, 3, "b2")], [(2, "f2")])
    assert refused(game, "cairn", 3, "c3") == "cairns and tors stand: a domino, or pass"
    assert refused(game, "segment", "b2", 0, "c2", 0) == "that space is taken"
    assert refused(game, "segment", "c2", 2, "d2", 6) == "there is no 2-6 left"
    side = "a segment lies on two spaces side by side, the lower one named first"
    for one, two in (("c2", "d3"), ("d2", "c2"), ("h1", "a2"), ("c2", "c2")):
        try:
            game.parse(["segment", one, 0, two, 0])
        except ValueError as error:
            assert str(error) == side
            continue
        raise AssertionError(one)
    east_of_h1 = 98 * game.spot("h1")
    assert game.reason(0, (5, east_of_h1)) == "apart"
    for number in (-1, 98 * 96, 10**6):
        assert game.reason(0, (5, number)) == "no space"
    game = make("leylines")
    game.step = 18
    game.cells[game.spot("c3")] = pieces.cairn(0, 1)
    assert refused(game, "tor", "c4") == "that is next to a cairn"


def test_invalid_words():
    game = make("leylines")
    for words in (
        [],
        ["cairn"],
        ["cairn", 3],
        ["cairn", "3", "c3"],
        ["cairn", True, "c3"],
        ["cairn", 3, "a12"],
        ["aside"],
        ["tor", 3],
        ["deal", 0, 25],
        ["deal", 0, "2"],
        ["deal", 0, "27"],
        ["deal", 0, "a5"],
        ["segment", "c3", 2, "d3"],
        ["segment", 2, "c3", 5, "d3"],
        ["segment", "c3", 2, "d3", 7],
        ["segment", "c3", -1, "d3", 5],
        ["pass", 1],
        ["", 1],
        "pass",
        None,
        ("pass",),
    ):
        try:
            game.parse(words)
        except ValueError:
            continue
        raise AssertionError(words)


def test_words_and_gestures():
    game = set_up([], [])
    for words, hand in (
        (["cairn", 3, "c3"], [("c3", pieces.cairn(0, 3))]),
        (["aside", 3], []),
        (["tor", "c3"], [("c3", pieces.tor(0))]),
        (["deal", 1, "25"], []),
        (["segment", "c3", 2, "d3", 5], [("c3", pieces.half(2, 5)), ("d3", pieces.half(5, 2))]),
        (["pass"], []),
    ):
        action = game.parse(words)
        assert game.text(action) == words
        assert game.gesture(0, action) == tuple([(game.spot(c), piece) for c, piece in hand])


def test_an_illegal_gesture_is_explained():
    game = make("leylines")
    spot = game.spot("c3")
    assert game.intended_action(0, spot, pieces.cairn(0, 4)) == game.parse(["cairn", 4, "c3"])
    assert game.intended_action(0, spot, pieces.cairn(1, 4)) is None
    assert game.intended_action(0, spot, pieces.tor(0)) == game.parse(["tor", "c3"])
    assert game.intended_action(0, spot, pieces.tor(2)) is None
    half = pieces.half(5, 2)
    assert game.intended_action(0, spot, half) == game.parse(["segment", "c3", 5, "c4", 2])
    for cell in ("c4", "d3", "b3"):
        game.cells[game.spot(cell)] = pieces.tor(0)
    assert game.intended_action(0, spot, half) == game.parse(["segment", "c2", 2, "c3", 5])
    game.cells[game.spot("c2")] = pieces.tor(0)
    assert game.intended_action(0, spot, half) is None


def test_box():
    for seats, halves, kinds in ((3, 42, 36), (4, 56, 49)):
        box = make("leylines", seats).tokens()
        assert sum([count for token, _, _, count in box if token < 50]) == halves
        assert len(box) == kinds + 7 * seats
    names = [name for _, name, _, _ in box]
    assert len(set(names)) == len(names)
    assert "5 of 2-5" in names and "moons cairn 3" in names and "arms tor" in names


def test_overlay_shows_the_last_flow():
    game = set_up([(0, 5, "a1")], [(1, "d1")])
    spots = [game.spot(cell) for cell in ("a1", "b1", "c1", "d1")]
    assert (spots[0], OWNER, 0) in game.overlay() and (spots[3], OWNER, 1) in game.overlay()
    act(game, "segment", "b1", 2, "c1", 5)
    shown = game.overlay()
    for i in range(4):
        assert (spots[i], FLOW, i) in shown
    assert (spots[1], CLEARED, 0) in shown and (spots[2], CLEARED, 0) in shown
    assert (spots[0], OWNER, 0) not in shown
    act(game, "pass")
    assert [entry for entry in game.overlay() if entry[1] != OWNER] == []


def test_perft():
    for entry in golden.perft_table("leylines"):
        assert golden.perft_counts("leylines", entry) == entry["counts"], entry


def test_golden():
    assert list(playthrough()) == golden.text("leylines")


@effort.desk
def test_records_over_all_options():
    for seats, name in ((3, "albion"), (3, "compact"), (4, "isles")):
        for hands in ("dealt", "table"):
            game = make("leylines", seats, {"map": name, "hands": hands})
            rng = Rng(seats)
            while game.current() != OVER:
                by = game.current()[0]
                game.apply(by, rng.choice(game.legal(by)))
            assert replay(lines(game, None)).game.digest() == game.digest()
            assert sum(game.held) == 0 or game.ended
