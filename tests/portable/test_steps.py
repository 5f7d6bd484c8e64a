"""Actions that people put together answer by answer: Game.steps of any game."""

from games.base import Game
from sim.virtual.steps import offered_for, way


class Mark(Game):
    """Marks a cell, (9, row, column): the menu asks for the column first, in an action of another
    form, and one column is full."""

    NAME = "mark"

    def reset(self):
        pass

    def public(self, by):
        return [(1,), (7,)]

    def steps(self, by, begun):
        if begun == (1,):
            return "which column?", [("column", (2, column, 0)) for column in range(3)]
        if begun[0] == 2:
            rows = () if begun[1] == 0 else range(3)
            return "which row?", [("row", (9, row, begun[1])) for row in rows]
        return None


class Add(Mark):
    """Adds coins without an end: (1, coins, 0) is begun, and (1, coins, 1) an offer of them."""

    def steps(self, by, begun):
        if begun == (7,) or len(begun) == 3 and begun[2]:
            return None
        coins = begun[1] if len(begun) > 1 else 0
        return "how many?", [("more", (1, coins + 1, 0)), ("done", (1, coins, 1))]


class Least(Add):
    """The same, and says that coins only grow."""

    def can_become(self, begun, action):
        return begun[0] == action[0] and (len(begun) == 1 or begun[1] <= action[1])


def choices(found):
    return [index for index, _ in found]


def test_the_answers_that_lead_to_an_action():
    game = Mark()
    assert choices(way(game, 0, (1,), (9, 2, 1))) == [1, 2]
    assert way(game, 0, (1,), (9, 2, 1))[0][1] == game.steps(0, (1,))[1]
    assert way(game, 0, (7,), (7,)) == []
    assert way(game, 0, (1,), (9, 2, 0)) is None, "that column has no answers"
    assert offered_for(game, 0, (9, 0, 2)) == (1,)
    assert offered_for(game, 0, (7,)) == (7,)
    assert offered_for(game, 0, (8,)) is None


def test_the_fewest_answers_of_a_question_that_comes_again():
    assert choices(way(Add(), 0, (1,), (1, 3, 1))) == [0, 0, 0, 1]
    assert offered_for(Least(), 0, (1, 2, 1)) == (1,)


def test_answers_without_an_end_are_told_from_none():
    assert offered_for(Least(), 0, (1, 2, 5)) is None
    try:
        way(Add(), 0, (1,), (8,))
    except ValueError as error:
        assert "do not end" in str(error)
    else:
        raise AssertionError("the search ended")
