"""Hands that slide pieces over the board: one action, where the piece comes to rest."""

import json

import games
from games.base import CHOSEN, MISSING, WRONG, Game
from games.grid import Grid
from games.rng import Rng
from sim.virtual.script import Script
from table import tags
from tests.portable import effort
from tests.portable.fake_table import FakeTable, mars


class Slider:
    """A table on which a script has begun a game."""

    def __init__(self, *lines):
        self.script = Script()
        self.script.run(lines)
        self.table = self.script.table
        self.beeps = 0
        self.table.board.buzzer.beep = self._beep
        self.table.sent.clear()

    def _beep(self, times):
        self.beeps += times

    def run(self, *lines):
        self.script.run(lines)

    @property
    def log(self):
        return [entry for entry in self.table.app.session.game.log]

    def texts(self):
        """Return the actions of the record."""
        game = self.table.app.session.game
        return [game.text(entry[1:]) for entry in self.log]

    def events(self):
        return [json.loads(line) for line in self.table.sent if '"event"' in line]


def hall():
    """Return a table with hall switches on which the hand has a green tile."""
    return Slider(
        "board hall9",
        "new land",
        "place e5 gygy",
        "wait 900",
        "place pad gggg",
        "wait 300",
        "lift pad",
        "wait 100",
    )


class Takes(Game):
    """Men on 3 x 3 cells; who puts one on a3 takes one of the other seat's."""

    NAME = "takes"
    TITLE = "Takes"
    SET = 8
    STATE = ("cells", "turn", "is_taking")

    def reset(self):
        self.grid = Grid(3, 3)
        self.cells = bytearray(9)
        self.turn = self.is_taking = 0

    def current(self):
        return (self.turn,)

    def legal(self, by):
        if by != self.turn:
            return []
        lies = 2 - by if self.is_taking else 0
        return [(1, cell) for cell in range(9) if self.cells[cell] == lies]

    def play(self, by, action):
        cell = action[1]
        self.is_taking = 1 if cell == 6 and not self.is_taking else 0
        self.cells[cell] = 0 if self.cells[cell] else by + 1
        self.turn = by if self.is_taking else 1 - by
        return []

    def scores(self):
        return [0, 0]

    def spots(self):
        return 9

    def spot_name(self, spot):
        return self.grid.name(spot)

    def spot(self, name):
        return self.grid.cell(name)

    def piece_at(self, spot):
        return self.cells[spot]

    def tokens(self):
        return ((1, "white", 0, 9), (2, "black", 1, 9))

    def text(self, action):
        return ["man", self.grid.name(action[1])]


def test_a_piece_that_was_captured_and_comes_back_was_not_slid():
    kept = games.game_class
    games.PACKAGES["takes"] = ("", "", "", open)
    games.game_class = lambda name: Takes
    try:
        table = Slider("board grid3", "new takes", "wait 300")
        table.run("place a1 white", "expect turn 1", "place c2 black", "expect turn 0",
                  "place a3 white", "expect actions 3", "lift c2", "expect turn 1",
                  "place b2 black", "expect turn 0", "wait 3000")
    finally:
        games.game_class = kept
        del games.PACKAGES["takes"]
    assert [cell for _, cell in table.texts()] == ["a1", "c2", "a3", "c2", "b2"]


def test_a_slid_piece_is_one_action_where_it_rests():
    for speed in [50, 150, 300, 1000][:: effort.of(1, 2)]:
        table = Slider("board grid6", "new mars", "wait 300")
        table.run("slide small 0 from edge a3 to f3 at %d" % speed, "wait 1500")
        assert table.texts() == [["small", "f3"]], (speed, table.texts())
        assert table.beeps == 0 and table.table.app.display_text.problem == ""
        done = 0
        for event in table.events():  # what a host has heard adds up to the same
            if event["event"] == "action":
                done += 1
                assert event["n"] == done and (done == 1)
            elif event["event"] == "undo":
                done = event["n"]
        assert done == 1


def test_on_hall_switches_too():
    for speed in [50, 100, 200, 1000][:: effort.of(1, 2)]:
        table = hall()
        table.run("slide gggg from edge a4 to e4 at %d" % speed, "wait 1500")
        assert table.texts() == [["place", "gggg", "e4"]], (speed, table.texts())
        assert table.beeps == 0
    table = hall()
    table.run("slide gggg from edge i4 to f4 at 100", "wait 1500")  # past the only legal place
    assert table.texts() == [] and "not beside a tile" in table.table.app.display_text.problem
    table.run("slide from f4 to e4 at 100", "expect actions 1", "expect piece e4 gggg")


def test_a_slide_that_ends_where_the_piece_may_not_lie_is_no_action():
    table = hall()
    table.run("slide gggg from edge a4 to i4 at 100", "expect says not beside a tile")
    table.run("wait 1500", "expect actions 0")
    assert table.beeps == 2


def test_a_piece_slid_off_the_board_leaves_no_action():
    for speed in (100, 600):
        table = Slider("board grid6", "new mars", "wait 300")
        table.run("slide small 0 from edge a3 to edge f3 at %d" % speed, "wait 2500")
        assert table.log == [] and table.table.app.display_text.problem == "" and table.beeps == 0


def test_a_diagonal_slide_with_pauses_and_around_a_corner():
    table = Slider("board grid6", "new mars", "wait 300")
    table.run("slide small 0 from edge a1 to d4 pause 900 to d6 pause 400 to f6 at 80")
    table.run("wait 1500", "expect actions 1", "expect piece f6 small 0")
    assert table.beeps == 0


def test_no_player_of_the_table_acts_while_a_piece_is_on_its_way():
    table = Slider("board grid6", "new mars players=human,greedy", "wait 300")
    table.run("slide small 0 from edge a3 to f3 at 50 meanwhile")
    while table.table.clock.now < table.script.table.world.slides[0][1].end:
        table.table.run(50)
        assert len(table.log) <= 1
        if not table.table.world.slides:
            break
    assert len(table.log) <= 1
    table.run("expect piece f3 small 0", "expect actions 2", "expect turn 0")
    assert [entry[0] for entry in table.log] == [0, 1]


def test_chance_waits_as_well():
    """In the market it fills the gap that a purchase leaves, and that stands."""
    fake = FakeTable()
    game = fake.new("mars", players=("human", "greedy"))
    asked = []
    fake.app.session.think = lambda: asked.append(len(game.log)) or False
    fake.app.session.is_next = lambda: len(game.log) == 1
    fake.put("small 0", "c3")
    fake.run(280)
    assert 1 not in asked
    fake.run(20)
    assert 1 in asked


def test_two_hands_slide_at_once():
    table = Slider("board grid6", "new mars", "wait 300")
    table.run(
        "slide small 0 from edge a1 to f1 at 200 meanwhile",
        "slide large 1 from edge f5 to b5 at 150",
        "wait 3000",
    )
    assert table.texts() == [["small", "f1"], ["large", "b5"]]
    assert table.beeps == 0 and table.table.app.display_text.problem == ""


def test_a_slide_over_other_pieces():
    table = Slider("board grid6", "new mars", "wait 300")
    table.run("place c3 small 0", "expect actions 1", "place d3 large 1", "expect actions 2",
              "wait 2500", "slide medium 0 from edge a3 to f3 at 250", "wait 2500")
    assert table.texts()[2:] == [["medium", "f3"]]
    assert table.table.app.display_text.problem == "" and table.beeps == 0


def test_a_piece_that_was_put_down_long_ago_is_not_followed():
    fake, game = mars()
    fake.put("small 0", "c3")
    fake.rest()
    fake.lift("c3")
    fake.put("small 0", "d3")
    assert MISSING in fake.meanings("c3") and WRONG in fake.meanings("d3")
    assert len(game.log) == 1


def test_a_piece_that_is_lifted_again_at_once_is_asked_for_until_it_turns_up():
    fake, game = mars()
    fake.put("small 0", "c3")
    fake.lift("c3")
    assert fake.meanings("c3") == [MISSING] and len(game.log) == 1
    fake.put("small 0", "d3")
    assert len(game.log) == 0 and CHOSEN in fake.meanings("d3")
    assert fake.app.display_text.problem == ""
    fake.rest()
    assert [game.text(entry[1:]) for entry in list(game.log)] == [["small", "d3"]]


def test_what_was_played_meanwhile_is_taken_again():
    """Another hand has laid its piece before the first one moved on."""
    fake, game = mars()
    fake.put("small 0", "c3")
    fake.put("large 1", "f6")
    assert len(game.log) == 2
    fake.lay(0, "c3")
    fake.put("small 0", "d3")
    fake.rest()
    fake.rest()
    assert [game.text(entry[1:]) for entry in list(game.log)] == [["small", "d3"], ["large", "f6"]]


def test_an_action_that_others_followed_otherwise_is_not_taken_back():
    """By the knob or the host: it is no longer the hand's."""
    fake, game = mars()
    fake.put("small 0", "c3")
    fake.app.session.act(1, game.parse(["large", "f6"]))
    fake.lay(0, "c3")
    fake.put("small 0", "d3")
    assert len(game.log) == 2 and MISSING in fake.meanings("c3")


def test_a_piece_between_two_cells_belongs_to_neither():
    for lines in (("place c3/d3 small 0",), ("slide small 0 from edge a3 to c3/d3 at 120",)):
        table = Slider("board grid6", "new mars", "wait 300")
        table.run(*lines)
        table.run(
            "expect says push it into a cell: c3 or d3",
            "expect means c3 wrong",
            "expect means d3 wrong",
            "wait 2000",
            "expect actions 0",
            "slide from c3/d3 to d3 at 60",
            "expect piece d3 small 0",
            "expect actions 1",
        )
        assert table.log and table.table.app.display_text.problem == ""


def test_a_piece_of_the_game_that_is_pushed_between_two_cells_is_pushed_back():
    table = Slider("board grid6", "new mars", "place c3 small 0", "expect actions 1", "wait 3000")
    table.run(
        "slide from c3 to c3/c4 at 60",
        "expect says push it into a cell: c3 or c4",
        "expect actions 1",
        "slide from c3/c4 to c3 at 60",
        "expect means c3 nothing",
        "expect says Blue: put",
        "expect actions 1",
    )


def test_between_two_hall_switches_that_both_close():
    table = hall()
    table.table.world.feels = 27
    table.run(
        "place e3/e4 gggg",
        "expect says push it into a cell: e3 or e4",
        "expect actions 0",
        "slide from e3/e4 to e4 at 60",
        "expect piece e4 gggg",
        "expect actions 1",
    )


def test_a_magnet_laid_beside_a_piece_is_not_that_piece():
    """Nobody has shown it to the pad; the action of the piece beside it stands."""
    for wait in (250, 900, 1900):
        table = hall()
        table.run("place e4 gggg", "expect actions 1", "wait %d" % wait)
        magnet = table.table.world.make(b"\4\1\2\3\4\5\x80")
        table.table.world.put(magnet, "d4")
        table.run("wait 1000", "expect actions 1", "expect piece e4 gggg")
        assert "show a piece to the pad" in table.table.app.display_text.problem, wait
        table.table.world.lift(magnet)
        table.run("wait 1000", "expect actions 1", "expect piece e4 gggg")
        assert table.table.app.display_text.problem == "" and not [
            event for event in table.events() if event["event"] == "undo"
        ]


def test_a_piece_leaves_a_place_beside_a_magnet():
    """The piece beside it has lain there for longer than a slide takes, so it was not slid."""
    table = hall()
    table.run("place e4 gggg", "expect actions 1", "wait 300")
    table.table.world.put(table.table.world.make(b"\4\1\2\3\4\5\x80"), "d4")
    table.run("wait 900", "lift e4", "wait 500", "expect actions 1", "expect means e4 missing")


def test_a_piece_that_is_taken_for_the_one_in_hand_is_shown_to_the_pad():
    """A switch takes what is laid on it for the piece that the pad has seen last."""
    table = hall()
    table.run("lift e5", "wait 500", "place e5 gygy", "wait 900")
    said = "e5: show the tile green and yellow crosswise to the pad and put it here"
    assert table.table.app.display_text.problem == said
    table.run("lift e5", "wait 300", "place pad gygy", "wait 300", "lift pad", "wait 100",
              "place e5 gygy", "wait 900", "expect actions 0")
    assert table.table.app.display_text.problem == ""


def test_a_piece_slid_over_switches_that_both_feel_it():
    for speed in (50, 300, 1000):
        table = hall()
        table.table.world.feels = 28
        table.run("slide gggg from edge a4 to e4 at %d" % speed, "wait 1500")
        assert table.texts() == [["place", "gggg", "e4"]], (speed, table.texts())
        assert table.beeps == 0 and table.table.app.display_text.problem == ""


def test_pieces_of_a_batch_with_one_uid_are_not_one_between_two_cells():
    """Their records differ, and each counts where it lies."""
    table = Slider("board grid6", "new mars", "wait 300")
    world = table.table.world
    small = table.table.token("small 0")
    uid = b"\x04\x11\x22\x33\x44\x55\x66"
    one, other = [world.make(uid, tags.encode(table.table.app.session.game.SET, small, copy))
                  for copy in (0, 1)]
    world.put(one, "c3")
    table.run("expect actions 1", "place f6 large 1", "expect actions 2", "wait 2500")
    world.put(other, "d3")
    table.run("expect actions 3", "expect piece d3 small 0", "expect piece c3 small 0")
    assert table.table.app.display_text.problem == ""


def test_a_tag_carried_far_is_taken_once_its_old_place_is_empty():
    table = Slider("board grid6", "new mars", "place a1 small 0", "expect actions 1", "wait 2500")
    table.run("move a1 f6", "expect means a1 missing", "expect means f6 wrong", "expect actions 1")
    table.run("move f6 a1", "expect means a1 nothing", "expect actions 1")


def test_random_slides_end_as_one_action_where_they_rest():
    slide_at_random(effort.of(12, 4))


@effort.deep
def test_many_random_slides_end_as_one_action_where_they_rest():
    slide_at_random(40)


def slide_at_random(count):
    """On a free board Mars takes a piece anywhere."""
    rng = Rng(5)
    for number in range(count):
        board = ("grid6", "grid9")[number % 2]
        table = Slider("board " + board, "new mars", "wait %d" % rng.below(300))
        columns = rng.below(6), rng.below(6)
        rows = rng.below(6), rng.below(6)
        start, turn, end = [
            "abcdef"[column] + "123456"[row]
            for column, row in ((columns[0], 0), (columns[1], rows[0]), (columns[1], rows[1]))
        ]
        way = "small 0 from edge %s to %s pause %d to %s at %d" % (
            start, turn, rng.below(600), end, 50 + rng.below(950))
        table.run("slide " + way, "wait 1600")
        assert table.texts() == [["small", end]], (board, way, table.texts())
        assert table.beeps == 0 and table.table.app.display_text.problem == "", way


def test_a_hand_is_still_followed_after_another_was():
    """Both slide: the second piece moves on first, then the one that was played before it."""
    fake, game = mars()
    fake.put("small 0", "c3")
    fake.put("large 1", "f6")
    fake.lay(0, "f6")
    fake.put("large 1", "e6")
    assert len(game.log) == 1
    fake.lay(0, "c3")
    fake.put("small 0", "d3")
    assert len(game.log) == 0
    fake.rest()
    fake.rest()
    assert [game.text(entry[1:]) for entry in list(game.log)] == [["small", "d3"], ["large", "e6"]]
    assert fake.app.display_text.problem == "" and fake.buzzer.beeps == 0


def test_a_piece_on_its_way_is_not_told_to_be_between_two_cells():
    table = Slider("board grid6", "new mars", "wait 300")
    table.run("slide small 0 from edge a3 to c3 at 100 meanwhile")
    for _ in range(150):
        table.table.run(20)
        assert "between" not in table.table.app.display_text.wrong
    table.run("expect piece c3 small 0")


def test_what_two_hands_lifted_at_once_from_switches_has_to_be_shown_again():
    """A switch tells no piece from another, so they may be exchanged. The last one left to come
    is known."""
    table = hall()
    table.run("place e4 gggg", "expect actions 1", "wait 2500")
    world = table.table.world
    tiles = {name: table.script.lying[name][-1] for name in ("e4", "e5")}
    for exchanged in (False, True):
        for tile in tiles.values():
            world.lift(tile)
            table.run("wait 200")
        for name, other in (("e4", "e5"), ("e5", "e4")):
            world.put(tiles[other if exchanged else name], name)
            table.run("wait 300")
        table.run("expect says show the tile all green to the pad and put it here",
                  "expect means e4 wrong", "expect means e5 wrong", "expect actions 1")
        for tile in tiles.values():
            world.lift(tile)
        world.put(tiles["e4"], "pad")
        table.run("wait 300")
        world.put(tiles["e4"], "e4")
        table.run("wait 300", "expect means e5 missing")
        world.put(tiles["e5"], "e5")
        table.run("wait 300", "expect piece e4 gggg", "expect piece e5 gygy",
                  "expect means e5 nothing", "expect actions 1")
        assert table.table.app.display_text.problem == ""


def test_a_piece_lifted_while_another_is_in_hand_has_to_be_shown():
    """The pad has seen one, and hands hold both: a switch may close for either."""
    table = hall()
    table.run("place e4 gggg", "expect actions 1", "wait 2500")
    world = table.table.world
    shown, second = [table.script.lying[name][-1] for name in ("e4", "e5")]

    def show_on_pad(tile):
        world.lift(tile)
        table.run("wait 200")
        world.put(tile, "pad")
        table.run("wait 300")
        world.lift(tile)

    def put(tile, name):
        world.put(tile, name)
        table.run("wait 300")

    for exchanged in (False, True):
        show_on_pad(shown)
        world.lift(second)
        table.run("wait 200")
        put(second if exchanged else shown, "e4")
        put(shown if exchanged else second, "e5")
        table.run("expect says show the tile", "expect means e5 wrong", "expect actions 1")
        if exchanged:
            show_on_pad(shown)
            put(shown, "e5")
            table.run("expect means e5 wrong")
            world.lift(shown)
            world.lift(second)
            table.run("wait 200")
            put(shown, "e4")
            put(second, "e5")
        else:
            show_on_pad(second)
            put(second, "e5")
        table.run("expect piece e4 gggg", "expect piece e5 gygy", "expect means e5 nothing",
                  "expect actions 1")
        assert table.table.app.display_text.problem == ""


def test_pieces_of_one_kind_lifted_at_once_from_switches_need_not_be_shown():
    table = hall()
    table.run("place e4 gggg", "expect actions 1", "place pad gggg", "wait 300", "lift pad",
              "wait 100", "place d4 gggg", "expect actions 2", "wait 2500")
    one, other = [table.script.lying[name][-1] for name in ("e4", "d4")]
    for tile in (one, other):
        table.table.world.lift(tile)
    table.run("wait 300")
    table.table.world.put(one, "d4")
    table.table.world.put(other, "e4")
    table.run("wait 300", "expect means d4 nothing", "expect means e4 nothing")
    assert table.table.app.display_text.problem == ""
