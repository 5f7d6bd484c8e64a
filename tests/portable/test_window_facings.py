"""A page on a board that feels how tiles are turned: the hand turns one, and nobody is asked."""

from sim.window import own_boards
from tests.portable.facing_board import BOARD as PLANNED
from tests.portable.window_table import Table

_NAME = "own_9x9_readers_4_facings"


def land(profile=_NAME):
    """Return a table of Land, with gygy on e5, and a tile gyyy of its box."""
    table = Table(profile=profile, game="land", players=["human", "human"])
    return table, table.tag("gyyy")


def lay(turn):
    """Lay the tile on e6, turned so; return (table, the tile as pages are told)."""
    table, uid = land()
    assert table.do("put", tag=uid, at="e6", turn=turn)["ok"]
    table.run(2)
    return table, [tag for tag in table.live.facts["tags"]["pieces"] if tag["uid"] == uid][0]


def test_the_page_s_board_has_the_sensors_of_the_plans():
    made = own_boards.profile(_NAME)
    assert made.BIT_FACING == PLANNED.BIT_FACING
    for pin in ("facing_east", "facing_north"):
        assert made.PINS[pin] == PLANNED.PINS[pin]
    assert own_boards.profile("own_9x9_switches_1_facings") is None
    answer = Table().do("own board", width=9, height=9, sense="readers", lights=4, facings=True)
    assert answer["name"] == _NAME


def test_a_tile_in_hand_can_be_turned_where_the_board_feels_it():
    for profile, turns in ((_NAME, True), ("grid9", False)):
        table, uid = land(profile)
        assert table.do("lift", tag=uid)["turns"] == turns


def test_a_tile_is_taken_as_it_lies():
    table, tag = lay(2)
    assert (tag["face"], tag["turn"], tag["spin"]) == ("yygy", 2, 0)
    assert table.live.app.ask is None and table.live.game.piece_at(table.live.game.spot("e6"))


def test_a_tile_that_may_not_lie_so_is_shown_as_it_lies_and_asked_about():
    table, tag = lay(1)
    assert (tag["face"], tag["turn"], tag["spin"]) == ("gyyy", 1, 1)
    assert table.live.app.ask is not None and "turn it" in table.state["problem"]


def test_the_helping_hands_lay_a_tile_as_the_game_has_it():
    table, tag = lay(2)
    table.do("put", tag=tag["uid"], at="")
    table.do("profile", name=_NAME)  # the hands set out the game
    table.run(2)
    lying = {tag["at"]: tag for tag in table.live.facts["tags"]["pieces"]}
    assert (lying["e6"]["face"], lying["e6"]["turn"]) == ("yygy", 2) and not table.state["problem"]


def test_no_other_board_is_told_of_turns():
    table, uid = land("grid9")
    table.do("put", tag=uid, at="e6", turn=2)
    table.run(1)
    assert not [tag for tag in table.live.facts["tags"]["pieces"] if "turn" in tag]
