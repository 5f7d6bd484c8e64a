"""Boards of any size: their numbers, and a page that asks for one and plays on it at once."""

from games.grid import NONE, NORTH, WEST, Grid
from sim.window import geometry, own_boards
from sim.window.numbering import LIGHTS, MOST, can_be, nearest
from table import settings
from tests.portable.window_table import Table

_NUMBERED = ("WIDTH", "SPOTS", "READERS", "BLOCKS", "HALL_BITS", "PER_SPOT", "LIGHTS", "PIXELS")


def test_a_board_of_the_size_of_ours_has_the_same_numbers():
    for name, ours in (
        ("own_3x3_readers_4", "grid3"), ("own_9x9_readers_4", "grid9"),
        ("own_12x12_readers_4", "isles12"), ("own_9x9_switches_1", "hall9"),
        ("own_12x12_none_1", "pad"),
    ):
        made, there = own_boards.profile(name), settings.profile(ours)
        for key in _NUMBERED:
            assert getattr(made, key) == getattr(there, key), (name, key)
    assert own_boards.profile("own_9x9_switches_1").HALL == settings.profile("hall9").HALL


def test_the_largest_board_is_the_largest_square_of_a_grid():
    grid = Grid(MOST, MOST)
    last = grid.cells - 1
    assert own_boards.profile("own_%dx%d_none_1" % (MOST, MOST)).SPOTS.split(" ") == [
        grid.name(cell) for cell in range(grid.cells)]
    assert (grid.near[4 * last + NORTH], grid.near[4 * last + WEST]) == (NONE, last - 1)
    assert own_boards.profile("own_%dx3_none_1" % (MOST + 1)) is None
    try:
        Grid(MOST + 1, MOST + 1)
        raise AssertionError("a grid of 256 cells")
    except ValueError as error:
        assert "at most 255 cells" in str(error)


def test_every_light_of_a_board_is_in_one_cell():
    for width, height in ((3, 3), (15, 15), (3, 15), (8, 5), (12, 6), (8, 7)):
        for sense in LIGHTS:
            for lights in LIGHTS[sense]:
                if can_be(width, height, sense, lights):
                    made = own_boards.profile(own_boards.name_of(width, height, sense, lights))
                    numbers = [made.LIGHTS[at] | made.LIGHTS[at + 1] << 8
                               for at in range(0, len(made.LIGHTS), 2)]
                    assert len(set(numbers)) == len(numbers) == width * height * lights
                    if lights == 12:  # four more in the middle of each cell stay dark
                        assert made.PIXELS == width * height * 16 > max(numbers)
                    else:
                        assert made.PIXELS == len(numbers) == max(numbers) + 1


def test_a_name_that_is_none():
    for name in ("own_8x5_readers_4", "own_8x5_none_2", "own_2x5_none_1", "own_08x5_none_1",
                 "own_8x5_none_1_", "own_8x_none_1", "own_axb_none_1", "own_8x5_wood_1", "grid6",
                 "own_8x\xb2_none_1", "own_hex37", "own_hex7", "own_9x7_none_12"):
        assert own_boards.profile(name) is None, name


def test_the_nearest_board():
    assert nearest(8, 5, "readers", 4) == (9, 6, 4)
    assert nearest(12, 12, "switches", 1) == (9, 9, 1)
    assert nearest(3, 3, "none", 13) == (3, 3, 12)
    assert nearest(9, 7, "none", 12) == (9, 7, 4)


def _ask(table, width, height, sense, lights, games=("mars",)):
    return table.do("own board", width=width, height=height, sense=sense, lights=lights,
                    games=list(games))


def test_a_page_asks_for_a_board_and_plays_on_it():
    table = Table()
    answer = _ask(table, 8, 6, "none", 4, ("mars", "land"))
    assert answer["command"] == (
        "leyboard board new table8x6 --cells 8x6 --sense none --lights 4 --games land,mars"
    )
    assert table.do("profile", name=answer["name"])["ok"]
    board = table.live.facts["board"]
    assert (len(board["spots"]), board["pixels"]) == (48, 192)
    assert [answer["name"], "8 x 6"] in table.live.facts["hello"]["profiles"]
    table.run(1)
    assert table.put("large 0", "c3")["ok"]
    table.until(lambda: table.board)
    assert answer["name"] in table.do("boards", game="mars")["boards"]


def test_a_board_of_readers_is_played_by_laying():
    table = Table()
    assert table.do("profile", name="own_6x9_readers_4")["ok"]
    table.run(1)
    table.put("large 0", "c3")
    table.until(lambda: table.board)


def test_a_page_asks_for_a_board_of_hexes_and_plays_on_it():
    table = Table()
    answer = table.do("own board", hexes=19, games=["landover"])
    assert answer["command"] == "leyboard board new hexes19 --cells hex19 --games landover"
    assert table.do("own board", hexes=37, games=[])["name"] == "hex37"
    assert table.do("profile", name=answer["name"])["ok"]
    board = table.live.facts["board"]
    kinds = [spot["kind"] for spot in board["spots"]]
    assert board["hex"] and [kinds.count(kind) for kind in ("cell", "corner", "edge")] == [
        19, 54, 72]
    middle = [spot for spot in board["spots"] if spot["name"] == "18"][0]
    assert (middle["x"], middle["y"]) == (0, 0)
    assert table.do("new", game="landover", players=["human", "human"])["ok"]
    table.until(lambda: any(table.colour("11.SE")))  # where a city may begin
    assert answer["name"] in table.live.facts["hello"]["profiles"][-1]
    for hexes in (18, 61, True, "19", None, [19]):
        answer = table.do("own board", hexes=hexes, games=[])
        assert not answer["ok"] and "19, 37" in answer["why"], answer


def test_what_cannot_be_is_refused_by_what_can():
    table = Table()
    for asked, said in (
        ((8, 5, "readers", 4), "9 x 6 cells"), ((6, 6, "readers", 1), "6 x 6 cells"),
        ((12, 12, "switches", 1), "9 x 9 cells"), ((2, 40, "none", 1), "3 x 15 cells, with 1"),
        ((None, 5, "none", 1), "whole numbers"), ((8, 5, "wood", 1), "whole numbers"),
    ):
        answer = _ask(table, *asked)
        assert not answer["ok"] and said in answer["why"], answer
    assert not table.do("profile", name="own_8x5_readers_4")["ok"]
    assert len(table.live.facts["hello"]["profiles"]) == len(set(
        [one[0] for one in table.live.facts["hello"]["profiles"]]))


def test_a_table_and_a_page_of_a_seat_begin_on_such_a_board():
    table = Table(profile="own_9x6_readers_4")
    assert table.live.profile.WIDTH == 9
    assert "own_9x6_readers_4" in table.do("boards", game="mars")["boards"]
    assert len(geometry.board(geometry.profile("own_9x6_readers_4"))["spots"]) == 54
