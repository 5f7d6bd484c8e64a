"""The browser window without a browser: geometry, and the life of a table."""

import math

import pytest

from games import make
from games.players import player
from games.record import lines
from hardware.boards import boards, breadboards
from hardware.source import Design
from sim.selfplay import play_out
from sim.window import geometry
from sim.window.errors import Refused
from sim.window.livetable import LiveTable
from sim.window.server import Server


class Table:
    """A Live whose wall clock is the test's, and what it told."""

    def __init__(self, folder, profile="grid6", **new):
        self.now = 0.0
        self.told = []
        self.live = LiveTable(folder, profile, self.tell, lambda: self.now, pace=0.05)
        if new:
            assert self.do("new", **{"game": "mars", **new})["ok"]
        else:
            self.live.begin()
        self.run(0.2)
        self.until(lambda: not self.state["problem"])
        self.run(0.6)  # the legal spots are lit once they are found

    def tell(self, *fact):
        self.told.append(fact)

    def run(self, seconds):
        """Let the table live, in steps as the server takes them."""
        end = self.now + seconds
        while self.now < end:
            self.now += 0.02
            self.live.step()

    def until(self, ready, seconds=30):
        end = self.now + seconds
        self.run(0.1)
        while not ready():
            assert self.now < end, self.live.facts["state"]
            self.run(0.1)

    def do(self, verb, page="me", **values):
        return self.live.do(page, {"do": verb, **values})

    def tag(self, name, at=""):
        """Return the uid of a piece of that name at a place."""
        for tag in self.live.facts["tags"]["pieces"]:
            if tag["name"] == name and tag["at"] == at:
                return tag["uid"]
        raise AssertionError("no %s at %s" % (name, at))

    def place(self, name, at):
        answer = self.do("place", tag=self.tag(name), at=at)
        self.run(1)
        return answer

    @property
    def state(self):
        return self.live.facts["state"]

    @property
    def board(self):
        return self.state["view"]["board"]

    def at(self, place):
        return [tag["name"] for tag in self.live.facts["tags"]["pieces"] if tag["at"] == place]

    def colour(self, spot):
        """Return the colour of a spot's first pixel."""
        spots = {one["name"]: one for one in self.live.facts["board"]["spots"]}
        pixel = spots[spot]["pixels"][0][0]
        return bytes.fromhex(self.live.facts["frame"])[3 * pixel : 3 * pixel + 3]


# ---- geometry --------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", geometry.profiles(), ids=lambda profile: profile.NAME)
def test_geometry_agrees_with_the_plans(profile):
    source = Design().boards
    plan = (boards(source) | breadboards(source))[profile.NAME]
    drawn = geometry.board(profile)
    corner = next(iter(drawn["spots"]))
    seen = set()
    for spot, name in zip(drawn["spots"], plan.spots, strict=True):
        assert spot["name"] == name
        for number, east, north in spot["pixels"]:
            seen.add(number)
            x, y = plan.pixels[number]
            if plan.shape == "square":
                x, y = x / plan.pitch - 0.5, y / plan.pitch - 0.5
                assert math.isclose(x, spot["x"] + east, abs_tol=0.001)
                assert math.isclose(y, spot["y"] + north, abs_tol=0.001)
            else:
                x, y = x / plan.pitch, y / plan.pitch
                assert math.isclose(x, spot["x"], abs_tol=0.001)
                assert math.isclose(y, spot["y"], abs_tol=0.001)
    assert corner["kind"] == "cell"
    assert seen == set(range(drawn["pixels"]))


def test_games_are_offered_the_smallest_board_that_fits_them():
    assert geometry.fits(geometry.profiles())["mars"][0] == "grid6"
    assert "grid3" not in geometry.fits(geometry.profiles())["mars"]


# ---- the live table --------------------------------------------------------------------------


def test_a_placed_piece_is_played_and_answered_with_light(tmp_path):
    table = Table(tmp_path)
    lit = table.colour("c3")
    assert any(lit)
    assert table.place("large 0", "c3")["ok"]
    assert table.board == [["c3", "large 0"]]
    assert table.state["view"]["current"] == [1]
    assert table.colour("c3") != lit
    kinds = [kind for kind, _ in table.told]
    assert "news" in kinds and "frame" in kinds
    assert table.live.facts["log"][-1]["do"] == ["large", "c3"]


def test_a_wrong_piece_is_pointed_out_until_it_is_lifted(tmp_path):
    table = Table(tmp_path)
    table.place("small 1", "c3")
    assert table.board == []
    assert table.state["problem"].startswith("take it away from c3: ")
    red, green, blue = table.colour("c3")
    assert red > 20 * max(green, blue) or not any((red, green, blue))  # it blinks
    table.run(2)
    assert table.at("c3") == ["small 1"], "helping hands leave it to who put it there"
    table.do("lift", tag=table.tag("small 1", "c3"))
    table.run(0.5)
    assert table.state["problem"] == ""


def test_bots_play_a_whole_game(tmp_path):
    table = Table(tmp_path, players=["random", "greedy"])
    table.until(lambda: table.state["view"]["result"], 100)
    assert len(table.board) == 35
    table.run(1)
    lying = {tag["at"]: tag["name"] for tag in table.live.facts["tags"]["pieces"] if tag["at"]}
    assert lying == dict(table.board)
    assert table.live.facts["log"][-1]["event"] == "over"


def test_take_back_puts_the_piece_back_into_its_tray(tmp_path):
    table = Table(tmp_path)
    table.place("large 0", "c3")
    table.do("press", which="back")
    table.until(lambda: not table.board and not table.at("c3") and not table.state["problem"])
    assert [event["event"] for event in table.live.facts["log"]] == ["new"]


def test_a_saved_record_loads_again(tmp_path):
    table = Table(tmp_path)
    table.place("large 0", "c3")
    table.place("small 1", "d4")
    saved = table.do("save")
    assert saved["name"] == "mars-2.jsonl" and len(saved["lines"]) == 3
    table.do("new", game="mars")
    table.run(0.3)
    assert table.board == [] and table.at("c3") == []
    assert table.do("load", lines=saved["lines"])["ok"]
    table.run(0.5)
    assert table.board == [["c3", "large 0"], ["d4", "small 1"]]
    assert table.at("d4") == ["small 1"] and table.state["problem"] == ""


def test_a_wrong_record_is_refused_and_names_its_line(tmp_path):
    table = Table(tmp_path)
    table.place("large 0", "c3")
    lines = table.do("save")["lines"]
    answer = table.do("load", lines=[lines[0], lines[1].replace("large", "small"), "{"])
    assert not answer["ok"] and answer["why"].startswith("line 3")
    assert table.board == [["c3", "large 0"]]


def test_a_restart_takes_up_the_game_with_its_pieces(tmp_path):
    first = Table(tmp_path)
    first.place("large 0", "c3")
    again = Table(tmp_path)
    assert again.board == [["c3", "large 0"]]
    assert again.at("c3") == ["large 0"] and again.state["problem"] == ""


def test_a_loaded_record_of_another_game_finds_its_board(tmp_path):
    table = Table(tmp_path)
    assert table.live.profile.NAME == "grid6"
    players = ["human", "greedy"]
    assert table.do("load", lines=list(lines(make("landover"), 1)), players=players)["ok"]
    assert table.live.profile.NAME == "hex37"
    assert table.live.app.session.game.NAME == "landover"
    assert table.live.app.session.players == players


def test_a_loaded_record_keeps_its_players(tmp_path):
    table = Table(tmp_path, players=["human", "greedy"])
    table.place("large 0", "c3")
    table.until(lambda: table.state["view"]["actions"] == 2 and not table.state["problem"])
    lines = table.do("save")["lines"]
    assert table.do("load", lines=lines[:1])["ok"]
    table.run(0.3)
    assert table.state["players"] == ["human", "greedy"]


def test_what_was_taken_back_comes_again_until_something_else_is_done(tmp_path):
    table = Table(tmp_path)
    table.place("large 0", "c3")
    table.place("small 1", "d4")
    assert not table.state["forward"]
    for _ in range(2):
        table.do("host", request={"do": "undo"})
        table.until(lambda: not table.state["problem"])
    assert table.board == [] and table.state["forward"]
    assert table.do("forward")["ok"]
    table.until(lambda: table.at("c3") == ["large 0"] and not table.state["problem"])
    assert table.state["forward"], "the other one may come too"
    table.place("medium 1", "e5")
    assert not table.state["forward"]
    assert "nothing was taken back" in table.do("forward")["why"]


def test_bots_answer_again_with_what_was_taken_back(tmp_path):
    table = Table(tmp_path, players=["human", "random"])
    table.place("large 0", "c3")
    table.until(lambda: table.state["view"]["actions"] == 2 and not table.state["problem"])
    before = table.board
    table.do("host", request={"do": "undo"})
    table.until(lambda: table.board == [] and not table.state["problem"])
    assert table.do("forward")["ok"]
    table.until(lambda: table.state["view"]["actions"] == 2)
    assert table.board == before


def test_looking_back_leaves_the_game_alone(tmp_path):
    table = Table(tmp_path)
    table.place("large 0", "c3")
    table.place("small 1", "d4")
    for count, laid in ((1, [["c3", "large 0"]]), (0, []),
                        (2, [["c3", "large 0"], ["d4", "small 1"]])):  # fmt: skip
        then = table.do("at", n=count)
        assert then["view"]["board"] == laid and then["n"] == count
        assert sorted([p["at"], p["face"]] for p in then["pieces"] if p["at"]) == laid
        assert len(then["frame"]) == len(table.live.facts["frame"])
    assert len(table.board) == 2
    for wrong in (3, -1, None, True, "1"):
        assert not table.do("at", n=wrong)["ok"], wrong


def test_a_tile_that_is_being_turned_is_told_as_it_would_lie(tmp_path):
    table = Table(tmp_path, "grid9", game="land")
    table.place("gyyy", "d5")
    turning = table.state["turning"]
    assert turning["spot"] == "d5"
    [shown] = [tag["face"] for tag in table.live.facts["tags"]["pieces"] if tag["at"] == "d5"]
    assert shown == turning["face"]
    asking = table.state["asking"]
    assert len(asking["answers"]) > 1 and asking["index"] == 0
    assert table.do("reply", answer=1)["ok"]
    table.until(lambda: table.state["view"]["actions"] == 1)
    assert table.state["asking"] is None
    assert not table.do("reply", answer=0)["ok"]


def test_a_rematch_has_the_same_game_seats_and_players(tmp_path):
    table = Table(tmp_path, options={"tie": "second"}, players=["human", "greedy"])
    act = {"do": "do", "by": 0, "words": ["large", "c3"]}
    assert table.do("host", request=act)["ok"] and table.board
    assert table.do("rematch")["ok"]
    assert table.board == [] and table.state["players"] == ["human", "greedy"]
    assert table.live.app.session.game.options == {"tie": "second"}


def test_the_count_at_the_end_adds_up_to_the_points(tmp_path):
    table = Table(tmp_path, "grid9", game="land")
    assert table.state["count"] == []
    game = play_out(make("land"), [player("random")] * 2, 1)
    assert table.do("load", lines=list(lines(game, 1)))["ok"]
    count = table.state["count"]
    assert [words for words, _ in count] == ["diamonds of own territories", "rings and circles"]
    sums = [sum(points) for points in zip(*(points for _, points in count), strict=True)]
    assert sums == table.state["view"]["scores"]


def test_a_quiet_table_rests_and_wakes(tmp_path):
    table = Table(tmp_path)
    table.run(3)
    assert table.live.is_at_rest(watched=False)
    table.place("large 0", "c3")
    assert not table.live.is_at_rest(watched=False)
    table.run(3)
    assert table.live.is_at_rest(watched=False)


def test_a_table_of_bots_does_not_rest(tmp_path):
    table = Table(tmp_path, players=["human", "search:2s"])
    table.place("large 0", "c3")
    assert not table.live.is_at_rest(watched=False)


def test_another_board_goes_on_with_the_game(tmp_path):
    table = Table(tmp_path)
    table.place("large 0", "c3")
    assert table.do("profile", name="grid9")["ok"]
    table.until(lambda: not table.state["problem"])
    assert table.live.facts["board"]["profile"] == "grid9"
    assert table.at("c3") == ["large 0"]
    table.until(lambda: "looking at the board" not in table.state["display"])
    table.place("small 1", "d4")
    assert table.board == [["c3", "large 0"], ["d4", "small 1"]]


def test_a_game_gets_a_board_that_fits(tmp_path):
    for game, profile in (("mars", "grid6"), ("land", "grid9"), ("leylines", "isles12"),
                          ("landover", "hex37")):  # fmt: skip
        live = Server(tmp_path, game=game).live
        assert game == live.app.session.game.NAME
        assert profile == live.profile.NAME
    assert Server(tmp_path).live.profile.NAME == "hex37", "the journal's game"
    assert Server(tmp_path, "grid6").live.profile.NAME == "grid6", "as people say"


def test_the_language_is_kept_by_the_board_and_refuses_too(tmp_path):
    table = Table(tmp_path)
    assert table.live.facts["settings"]["language"] == "en"
    assert "xx" in table.do("set", what="language", value="xx")["why"]
    assert table.do("set", what="language", value="de")["ok"]
    table.run(0.5)
    assert table.state["line"].startswith("Rot: setze")
    assert table.do("forward")["why"] == "nichts wurde zurückgenommen, das wiederkommen könnte"
    assert table.do("profile", name="grid9")["ok"]
    assert table.live.facts["settings"]["language"] == "de"
    (tmp_path / "game.log").unlink()
    again = Table(tmp_path)  # switched on again
    assert again.live.facts["settings"]["language"] == "de"
    (tmp_path / "settings.json").write_text("{")
    assert Table(tmp_path).live.facts["settings"]["language"] == "en"
    assert "settings.json" in again.do("set", what="language", value="en")["why"]


def test_an_unknown_profile_is_refused_at_the_start(tmp_path):
    with pytest.raises(Refused, match="grid6"):
        LiveTable(tmp_path, "nosuch", lambda *fact: None)
