"""Ley Lines: paths and the flow of energy (decisions 8 and 9 of the rules)."""

from games import make
from games.base import OVER
from games.grid import Grid
from games.leylines import pieces
from games.leylines.energy import Energy, fitting, is_path
from games.leylines.features import _lacking, _likely
from games.leylines.guess import distance
from games.rng import Rng
from tests.portable import effort
from tests.portable.leylines_table import act, can, dealt, set_up


def test_decision_8_any_path_makes_a_segment_legal():
    game = set_up([(0, 3, "a1")], [(1, "d1")])
    act(game, "segment", "a2", 0, "b2", 5)
    act(game, "segment", "b1", 2, "c1", 4)
    # energy on c2 would flow to b2 and be lost; a path by c1 is enough
    assert can(game, "segment", "c2", 4, "c3", 3)
    assert not can(game, "segment", "e2", 4, "e3", 4)


def grid_of(rows, tors, cairns):
    """Return a running game with halves as drawn from a1, the lowest row last; they need not form
    segments."""
    game = make("leylines", 3, {"hands": "table"})
    game.step = 21
    for y in range(len(rows)):
        row = rows[len(rows) - 1 - y]
        for x in range(len(row)):
            if row[x] != ".":
                game.cells[8 * y + x] = pieces.half(int(row[x]), 6)
    for cell in tors:
        game.cells[game.spot(cell)] = pieces.tor(0)
    for cell in cairns:
        game.cells[game.spot(cell)] = pieces.cairn(1, 2)
    return game


def flows(rows, tors, cairns):
    game = grid_of(rows, tors, cairns)
    return [" ".join([game.grid.name(c) for c in path]) for path in game.energy.flows()]


def test_decision_9_only_one_of_equal_neighbours_leads_to_a_tor():
    assert flows(["3..", ".33"], ["d1"], ["a1"]) == ["a1 b1 c1 d1"]
    assert flows([".33.", ".3.."], ["d2"], ["a1"]) == ["a1 b1 b2 c2 d2"]
    assert flows(["3..", ".33"], ["e1"], ["a1"]) == []


def test_decision_9_the_path_with_the_most_spaces():
    assert flows([".33", ".33"], ["d1"], ["a1"]) == ["a1 b1 b2 c2 c1 d1"]
    assert flows(["3333", "3333"], ["d3"], ["a3"]) == ["a3 a2 a1 b1 b2 c2 c1 d1 d2 d3"]
    # energy never passes a larger neighbour, however long the way round
    assert flows([".333", ".343"], ["e1"], ["a1"]) == []
    assert flows([".333", ".344"], ["e1"], ["a1"]) == ["a1 b1 c1 d1 e1"]
    # the longest path, not the longest next step
    assert flows([".255", ".2..", ".25."], ["d1", "e3"], ["a2"]) == ["a2 b2 b3 c3 d3 e3"]


def test_decision_9_the_first_of_equally_long_paths():
    assert flows(["222", "2.2", ".22"], ["d3"], ["a1"]) == ["a1 b1 c1 c2 c3 d3"]
    assert flows([".22"], ["c2", "d1"], ["a1"]) == ["a1 b1 c1 d1"]


def test_flow_neither_falls_nor_passes_cairns():
    assert flows([".323"], ["e1"], ["a1"]) == []
    assert flows([".3.3"], ["e1"], ["a1", "c1"]) == ["c1 d1 e1"]
    assert flows(["."], ["b1"], ["a1"]) == ["a1 b1"]  # a tor adjacent to a cairn (decision 7)


class Counting(Energy):
    calls = 0

    def _way(self, cell, ways):
        self.calls += 1
        return super()._way(cell, ways)


def test_flow_tries_equal_values_within_bounds():
    """A value has only eight halves. Six blocks of 2 x 4, each with one way in, one out, and
    several between, must not multiply the search."""
    grid = Grid(12, 12)
    cells = bytearray(144)
    for value in range(6):
        for row in range(4):
            for column in (2 * value, 2 * value + 1):
                cells[12 * (row + 3 * (value % 2)) + column] = pieces.half(value, value)
    cells[grid.cell("a5")] = pieces.cairn(0, 5)
    cells[grid.cell("l8")] = pieces.tor(0)
    energy = Counting(cells, grid.near)
    path = energy.flows()[0]
    assert len(path) == 2 + 5 * 8 + 7  # both ends of the last block are corners of one colour
    assert energy.calls < 200, energy.calls


def test_long_lists_agree_with_the_rule_for_one_half():
    """For all pairs of values and some reaches, `fitting` equals `is_path` of both halves."""
    reaches = [(up, down) for up in (0, 2, 5, 8) for down in (0, 3, 7)]
    for here in reaches:
        for there in reaches:
            wanted = []
            for one in range(7):
                for two in range(7):
                    if is_path(one, here, two, there) and is_path(two, there, one, here):
                        wanted.append(7 * one + two)
            assert fitting(range(49), here, there) == wanted


def test_energy_flows_only_after_segments_that_join_paths():
    """Play asks for no flow after the others, and play-outs do not compare them."""
    game = dealt()
    rng = Rng(2)
    others = flowed = 0
    while game.current() != OVER:
        by = game.current()[0]
        actions = game.legal(by)
        short = game.shortlist(by, actions)
        before = game.snapshot()
        for action in actions[:: effort.of(1, 9)]:
            events = game.play(by, action)
            flowed += len(events) > 0
            if action not in short:
                others += 1
                assert not game.energy.flows(), game.text(action)
            game.restore(before)
        game.apply(by, rng.choice(actions))
    assert others and flowed


def test_a_forecast_counts_the_cells_that_a_path_lacks():
    for row, wanted in (
        (".", 3), (".3", 2), ("..44", 1), (".34", 1), (".33", 1), (".334", 0),
        (".43", 4),  # energy would fall: it goes around
    ):
        game = grid_of([row], ["e1"], ["a1"])
        assert _lacking(game, game.spot("e1"))[game.spot("a1")] == wanted, row


def test_a_forecast_expects_more_of_a_path_that_lacks_less():
    leads = []
    for low, high in (("a2", "a3"), ("b1", "b2")):
        game = set_up([(0, 3, "a1"), (1, 3, "e5")], [(0, "e1"), (1, "h1"), (2, "h4")])
        act(game, "segment", low, 2, high, 5)
        leads.append(game.forecast(0))
    assert leads[0] < leads[1]


def test_a_forecast_expects_more_of_a_seat_that_acts_soon():
    game = set_up([(0, 3, "a1")], [(0, "c2"), (1, "h1"), (2, "h4")])
    leads = [game.forecast(0)]
    game.turn = 1
    assert game.forecast(0) < leads[0]


def test_a_forecast_expects_less_when_few_segments_are_left():
    game = set_up([(0, 3, "a1")], [(0, "c2"), (1, "h1"), (2, "h4")])
    early = game.forecast(0)
    game.held[:] = b"\x01\x00\x00"
    assert 0 <= game.forecast(0) < early


def test_a_forecast_expects_more_of_a_tor_that_is_near():
    game = set_up([], [(0, "c2")])
    near, far = [_likely(game, 0, distance(game, game.spot(name), game.tors[0]), 2)
                 for name in ("d3", "h4")]
    assert near > far > 0


def test_play_outs_compare_no_cairns():
    """Before a tor stands, no estimate differs."""
    game = make("leylines")
    assert game.shortlist(0, game.legal(0)) == []


def test_a_forecast_counts_the_tors_that_stand():
    game = set_up([(2, 3, "a1")], [(2, "c2")])
    game.cells[game.tors[0]] = game.cells[game.tors[1]] = 0
    game.tors[:2] = b"\xff\xff"
    game.step -= 2
    assert game.forecast(2) > 0
