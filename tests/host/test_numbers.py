"""Numbers with a name are written out in what is built for a board."""

import ast

from games.landover import board, things
from host_tools import numbers


def written(module, text):
    return numbers.written_out(module.__name__, text)


def test_a_number_of_another_module_is_written_out():
    text = written(board, "from games.landover.things import A_ROAD, Map\nx = [A_ROAD, Map]")
    assert text == "from games.landover.things import Map\nx = [2, Map]\n"


def test_so_is_one_looked_up_in_a_module():
    found = numbers.written_out(
        "games.landover.show",
        "from games.landover import board\n"
        "def way(g):\n    return board.BY_BOAT + board.seat_of(g)",
    )
    assert "return 2 + board.seat_of(g)" in found


def test_what_only_gives_names_to_numbers_goes():
    text = written(
        things, "WOOD, CLAY = range(2)\nCITY = 8\nROAD_COST = (1, CITY)\nx = {}\nx[CITY] = 1"
    )
    assert text == "ROAD_COST = (1, 8)\nx = {}\nx[8] = 1\n"


def test_names_that_a_game_of_your_own_imports_stay():
    text = numbers.written_out("games.base", "CHANCE = -1\nx = CHANCE")
    assert ast.unparse(ast.parse(text)) == "CHANCE = -1\nx = -1"
