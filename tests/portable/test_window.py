"""The life of the window's table, without a browser."""

import os

from games import make, names
from games.base import ALMOST, CHANCE, OVER
from games.players import player
from games.record import lines
from games.rng import Rng
from sim.selfplay import play_out
from sim.window import geometry, known
from sim.window.thinking import Thinker, think
from sim.window.verbs import VERBS
from table.game_loading import leave
from tests.portable.effort import desk
from tests.portable.window_table import Table


def test_a_placed_piece_is_played_and_answered_with_light():
    table = Table()
    lit = table.colour("c3")
    assert any(lit)
    assert table.put("large 0", "c3")["ok"]
    assert table.board == [["c3", "large 0"]]
    assert table.state["view"]["current"] == [1]
    assert table.colour("c3") != lit
    kinds = [kind for kind, _ in table.told]
    assert "events" in kinds and "frame" in kinds
    assert table.live.facts["log"][-1]["do"] == ["large", "c3"]


def test_a_fair_computer_answers_a_click_within_its_pace_and_a_moment():
    """A page carries pieces: nothing waits for one that might still slide on."""
    table = Table(game="mars", players=["human", "greedy"])
    table.live._pace = 1.0
    began = table.now
    assert table.do("put", tag=table.tag("large 0"), at="c3")["ok"]
    table.until(lambda: table.state["view"]["actions"] == 2)
    assert 0.9 < table.now - began < 1.2


def test_the_first_piece_of_a_new_game_may_lie_where_one_of_the_last_lay():
    table = Table()
    table.put("large 0", "c3")
    assert table.do("new", game="mars")["ok"]
    table.put("large 0", "c3")  # before the table has missed the other one
    assert table.at("c3") == ["large 0"] and table.board == [["c3", "large 0"]]


@desk
def test_a_wrong_piece_is_pointed_out_until_it_is_lifted():
    table = Table()
    table.put("small 1", "c3")
    assert table.board == []
    assert table.state["problem"].startswith("take it away from c3: ")
    red, green, blue = table.colour("c3")
    assert red > 20 * max(green, blue) or not any((red, green, blue))  # it blinks
    table.run(2)
    assert table.at("c3") == ["small 1"], "helping hands leave it to who put it there"
    table.do("lift", tag=table.tag("small 1", "c3"))
    table.run(0.5)
    assert table.state["problem"] == ""


@desk
def test_bots_play_a_whole_game():
    table = Table(players=["random", "greedy"])
    table.until(lambda: table.state["view"]["result"], 100)
    assert len(table.board) == 35
    table.run(1)
    lying = {tag["at"]: tag["name"] for tag in table.live.facts["tags"]["pieces"] if tag["at"]}
    assert lying == dict(table.board)
    assert table.live.facts["log"][-1]["event"] == "over"
    table.run(10)
    assert table.live.is_at_rest(watched=True)  # though what lies there still breathes


@desk
def test_take_back_puts_the_piece_back_into_its_tray():
    table = Table()
    table.put("large 0", "c3")
    table.do("press", which="back")
    table.until(lambda: not table.board and not table.at("c3") and not table.state["problem"])
    assert [event["event"] for event in table.live.facts["log"]] == ["new"]


@desk
def test_a_saved_record_loads_again():
    table = Table()
    table.put("large 0", "c3")
    table.put("small 1", "d4")
    saved = table.do("save")
    assert saved["name"] == "mars-2.jsonl" and len(saved["lines"]) == 3
    table.do("new", game="mars")
    table.run(0.3)
    assert table.board == [] and table.at("c3") == []
    assert table.do("load", lines=saved["lines"])["ok"]
    table.run(0.5)
    assert table.board == [["c3", "large 0"], ["d4", "small 1"]]
    assert table.at("d4") == ["small 1"] and table.state["problem"] == ""


def test_pages_can_ask_anything_once_a_games_rules_have_failed():
    table = Table()
    table.put("large 0", "c3")
    record = table.do("save")["lines"]
    request = {
        "seat": 0, "tag": table.tag("small 1"), "at": "c3", "number": 0, "game": "mars", "n": 1,
        "steps": 1, "which": "push", "name": "grid6", "answer": 0, "request": {"do": "state"},
    }
    for verb in sorted(VERBS):
        leave(table.live.app.session)
        answer = table.do(verb, **request)
        assert answer["ok"] or "Error" not in answer["why"], (verb, answer)
        table.run(0.1)
    leave(table.live.app.session)
    assert table.do("load", lines=record)["ok"]
    table.until(lambda: table.board == [["c3", "large 0"]])


def test_a_wrong_record_is_refused_and_names_its_line():
    table = Table()
    table.put("large 0", "c3")
    lines = table.do("save")["lines"]
    answer = table.do("load", lines=[lines[0], lines[1].replace("large", "small"), "{"])
    assert not answer["ok"] and answer["why"].startswith("line 3 of the record is damaged")
    assert table.board == [["c3", "large 0"]]
    assert table.do("set", what="language", value="de")["ok"]
    answer = table.do("load", lines=[lines[0], "{"])
    assert answer["why"].startswith("Zeile 2 des Spielverlaufs")
    assert table.do("load", lines=["{"])["why"].startswith("das ist kein Spielverlauf")


def test_a_full_disk_is_named():
    def full(*_):
        raise OSError(28)

    table = Table()
    table.live.app.session.new = full
    answer = table.do("new", game="mars")
    assert answer["why"] == "that could not be stored: is the disk full?"
    table.live.app.settings = "no folder/settings.json"
    assert table.do("set", what="bots", value="slow")["why"] == answer["why"]


def test_damaged_settings_are_named():
    table = Table()
    table.live.app.settings = "spoiled.json"
    with open("spoiled.json", "w") as file:
        file.write("{")
    answer = table.do("set", what="language", value="de")
    assert answer["why"].startswith("die Datei spoiled.json ist beschädigt")
    assert table.live.app.display_text.texts.language == "de"


def test_a_restart_takes_up_the_game_with_its_pieces():
    first = Table()
    first.put("large 0", "c3")
    again = Table()
    assert again.board == [["c3", "large 0"]]
    assert again.at("c3") == ["large 0"] and again.state["problem"] == ""


def test_a_loaded_record_of_another_game_finds_its_board():
    table = Table()
    assert table.live.profile.NAME == "grid6"
    players = ["human", "greedy"]
    answer = table.do("load", lines=list(lines(make("landover"), 1)), players=players)
    assert answer["ok"], answer
    assert table.live.profile.NAME == "hex37"
    assert table.live.app.session.game.NAME == "landover"
    assert table.live.app.session.players == players


@desk
def test_a_loaded_record_keeps_its_players():
    table = Table(players=["human", "greedy"])
    table.put("large 0", "c3")
    table.until(lambda: table.state["view"]["actions"] == 2 and not table.state["problem"])
    lines = table.do("save")["lines"]
    assert table.do("load", lines=lines[:1])["ok"]
    table.run(0.3)
    assert table.state["players"] == ["human", "greedy"]


@desk
def test_a_record_of_another_game_takes_the_board_made_for_it_and_one_of_the_same_keeps_it():
    record = list(lines(make("mars"), 1))
    table = Table(None, "grid9", game="land")
    assert table.do("load", lines=record)["ok"]
    assert table.live.profile.NAME == "grid6"
    assert table.do("profile", name="grid9")["ok"]
    assert table.do("load", lines=record)["ok"]
    assert table.live.profile.NAME == "grid9"


@desk
def test_what_was_taken_back_comes_again_until_something_else_is_done():
    table = Table()
    table.put("large 0", "c3")
    table.put("small 1", "d4")
    assert not table.state["forward"]
    for _ in range(2):
        table.do("host", request={"do": "undo"})
        table.until(lambda: not table.state["problem"])
    assert table.board == [] and table.state["forward"]
    assert table.do("forward")["ok"]
    table.until(lambda: table.at("c3") == ["large 0"] and not table.state["problem"])
    assert table.state["forward"], "the other one may come too"
    table.put("medium 1", "e5")
    assert not table.state["forward"]
    assert "no action" in table.do("forward")["why"]


def test_a_refusal_calls_players_by_their_names():
    table = Table()
    assert table.do("new", game="mars", names=["Ann", "Bo"], players=["human", "random"])["ok"]
    table.run(0.3)
    assert table.do("hint", seat=1)["why"] == "Bo is played by a computer: nobody may look"


def test_a_played_example_goes_forward_by_its_steps_alone():
    """A piece that comes again by itself would be taken for an action that nobody asked for."""
    table = Table()
    assert table.do("example", game="mars")["ok"]
    table.until(lambda: table.state["asking"] and table.state["example"])
    said = set()
    while len(said) < 3:
        assert table.do("reply", answer=0)["ok"]
        table.until(lambda: table.state["asking"] and table.state["asking"]["title"] not in said)
        said.add(table.state["asking"]["title"])
    assert table.state["view"]["actions"] == 1
    table.do("host", request={"do": "undo"})
    table.until(lambda: table.state["view"]["actions"] == 0 and not table.state["problem"])
    assert not table.state["forward"] and not table.do("forward")["ok"]


def test_bots_answer_again_with_what_was_taken_back():
    table = Table(players=["human", "random"])
    table.put("large 0", "c3")
    table.until(lambda: table.state["view"]["actions"] == 2 and not table.state["problem"])
    before = table.board
    table.do("host", request={"do": "undo"})
    table.until(lambda: table.board == [] and not table.state["problem"])
    assert table.do("forward")["ok"]
    table.until(lambda: table.state["view"]["actions"] == 2)
    assert table.board == before


def test_looking_back_leaves_the_game_alone():
    table = Table()
    table.put("large 0", "c3")
    table.put("small 1", "d4")
    for count, laid in ((1, [["c3", "large 0"]]), (0, []), (2, table.board)):
        then = table.do("at", n=count)
        assert then["view"]["board"] == laid and then["n"] == count
        assert sorted([p["at"], p["face"]] for p in then["pieces"] if p["at"]) == laid
        assert len(then["frame"]) == len(table.live.facts["frame"])
    assert len(table.board) == 2
    for wrong in (3, -1, None, True, "1"):
        assert not table.do("at", n=wrong)["ok"], wrong


def test_looking_back_at_the_end_no_place_is_left_to_finish():
    """In Mars one cell stays empty; where it would fill a line, it is dark."""
    game = None
    for seed in range(9):
        game = make("mars")
        rng = Rng(seed)
        while game.current() != OVER:
            by = game.current()[0]
            game.apply(by, rng.choice(game.legal(by)))
        spots = [spot for spot, meaning, _ in game.overlay() if meaning == ALMOST]
        if spots:
            break
    table = Table()
    assert table.do("load", lines=list(lines(game, 1)), players=["human"] * 2)["ok"]
    frame = table.do("at", n=len(game.log))["frame"]
    name = game.spot_name(spots[0])
    for spot in table.live.facts["board"]["spots"]:
        if spot["name"] == name:
            lit = [frame[6 * pixel : 6 * pixel + 6] for pixel, _, _ in spot["pixels"]]
    assert lit == ["000000"] * len(lit)


def test_a_page_acts_neither_for_chance_nor_for_a_computer():
    table = Table(None, "grid9", game="land")
    assert table.do("new", game="market", players=["human", "greedy"])["ok"]
    game = table.live.game
    assert game.current() == (CHANCE,) and table.live.app.session.seed is not None
    draw = {"do": "do", "by": CHANCE, "words": game.text(game.legal(CHANCE)[0])}
    assert "the table" in table.do("host", request=draw)["why"]
    table.until(lambda: CHANCE not in game.current() and 1 in game.current())
    bid = {"do": "do", "by": 1, "words": ["bid", 0]}
    assert "the computer" in table.do("host", request=bid)["why"]


def test_a_tile_that_is_being_turned_is_told_as_it_would_lie():
    table = Table(None, "grid9", game="land")
    table.put("gyyy", "d5")
    rotating = table.state["rotating"]
    assert rotating["spot"] == "d5"
    [shown] = [tag["face"] for tag in table.live.facts["tags"]["pieces"] if tag["at"] == "d5"]
    assert shown == rotating["face"]
    asking = table.state["asking"]
    assert len(asking["answers"]) > 1 and asking["index"] == 0
    assert table.do("reply", answer=1)["ok"]
    table.until(lambda: table.state["view"]["actions"] == 1)
    assert table.state["asking"] is None
    assert not table.do("reply", answer=0)["ok"]


@desk
def test_a_rematch_has_the_same_game_seats_and_players():
    table = Table(options={"tie": "second"}, players=["human", "greedy"])
    act = {"do": "do", "by": 0, "words": ["large", "c3"]}
    assert table.do("host", request=act)["ok"] and table.board
    assert table.do("rematch")["ok"]
    assert table.board == [] and table.state["players"] == ["human", "greedy"]
    assert table.live.app.session.game.options == {"tie": "second"}


@desk
def test_the_count_at_the_end_adds_up_to_the_points():
    table = Table(None, "grid9", game="land")
    assert table.state["count"] == []
    game = play_out(make("land"), [player("random")] * 2, 1)
    assert table.do("load", lines=list(lines(game, 1)))["ok"]
    count = table.state["count"]
    assert [words for words, _ in count] == ["diamonds of own territories", "rings and circles"]
    sums = [sum(points) for points in zip(*(points for _, points in count))]
    assert sums == table.state["view"]["scores"]


@desk
def test_a_quiet_table_rests_and_wakes():
    table = Table()
    table.run(3)
    assert table.live.is_at_rest(watched=False)
    table.put("large 0", "c3")
    assert not table.live.is_at_rest(watched=False)
    table.run(3)
    assert table.live.is_at_rest(watched=False)


@desk
def test_a_table_of_bots_does_not_rest():
    table = Table(players=["human", "search:2s"])
    table.put("large 0", "c3")
    assert not table.live.is_at_rest(watched=False)


@desk
def test_another_board_goes_on_with_the_game():
    table = Table()
    table.put("large 0", "c3")
    assert table.do("profile", name="grid9")["ok"]
    table.until(lambda: not table.state["problem"])
    assert table.live.facts["board"]["profile"] == "grid9"
    assert table.at("c3") == ["large 0"]
    table.until(lambda: "looking at the board" not in table.state["display"])
    table.put("small 1", "d4")
    assert table.board == [["c3", "large 0"], ["d4", "small 1"]]


def test_the_language_is_kept_by_the_board_and_refuses_too():
    table = Table()
    assert table.live.facts["settings"]["language"] == "en"
    assert "xx" in table.do("set", what="language", value="xx")["why"]
    assert table.do("set", what="language", value="de")["ok"]
    table.run(0.5)
    assert table.state["line"].startswith("Rot: setze")
    assert table.do("forward")["why"] == "nichts wurde zurückgenommen, das wiederkommen könnte"
    assert table.do("profile", name="grid9")["ok"]
    assert table.live.facts["settings"]["language"] == "de"
    os.remove("game.log")
    again = Table()  # switched on again
    assert again.live.facts["settings"]["language"] == "de"
    with open("settings.json", "w") as file:
        file.write("{")
    assert Table().live.facts["settings"]["language"] == "en"
    assert "settings.json" in again.do("set", what="language", value="en")["why"]


def test_every_game_begins_on_its_board():
    boards = geometry.fits(geometry.profiles())
    for name in names():
        table = Table(None, boards[name][0], game=name)
        assert table.live.app.session.game.NAME == name and table.state["fits"]
        assert table.state["view"]["actions"] >= 0 and table.state["line"]


def test_a_search_is_asked_for_and_answers_in_plain_text():
    game = make("mars")
    request = repr(("search:3", "mars", game.seats, game.options, game.snapshot(), 0, 7))
    *waits, answer = think(request)
    assert waits == [None] * len(waits) and waits
    assert game.reason(0, eval(answer)) is None


def test_a_review_is_asked_for_and_answers_in_plain_text():
    game = make("mars")
    entries = [(0,) + game.parse(["large", "a2"])]
    request = repr(("review", "mars", 2, game.options, entries, "en", [], 0.2, 0.2))
    *waits, answer = think(request)
    assert waits == [None] * len(waits) and waits
    assert eval(answer)["by"] == 0 and eval(answer)["lead"] >= 0
    *waits, answer = think(repr(("doubts", "mars", 2, game.options, entries, [0, 1])))
    assert waits == [None] * len(waits) and eval(answer) == [1]


class Doubtful:
    """A helper that has doubts about three actions of a long game, and finds nothing in them."""

    def __init__(self):
        self.answers = ["[70, 60, 50]"] + 3 * [repr({"by": 0, "lead": 0})]

    def send(self, request):
        pass

    def receive(self):
        return self.answers.pop(0)

    def is_alive(self):
        return True

    def close(self):
        pass


def test_what_looks_through_a_long_game_reads_it_once():
    """Only its newest actions are in memory. To find an older one takes a reading from the start:
    one for each of 700 actions filled 768 MB before the garbage was collected."""
    table = Table()
    long = play_out(make("land"), [player("random")] * 2, 1)
    assert table.do("load", lines=list(lines(long, 1)))["ok"]
    session = table.live.app.session
    log = session.game.log
    assert not log.is_in_memory(0) and len(log) > 70
    readings = []

    def read():
        readings.append(1)
        return session.entries()

    log.bound(read)
    told = known.log(session)
    assert [event["n"] for event in told if event["event"] == "action"] == list(
        range(1, len(log) + 1)
    )
    assert len(readings) == 1
    table.live.thinker = Thinker(Doubtful)
    assert table.do("review")["ok"]
    table.until(lambda: table.live.facts["review"]["looked"] == 3)
    assert len(readings) == 1 + 1 + 3  # for the glance, and for each close look


def test_what_the_table_found_at_power_on_is_told():
    """Also beside the game that begins instead, and on the board that fits."""
    with open("game.log", "wb") as file:
        file.write(b"rubbish\n")
    table = Table()
    assert "does not fit this firmware" in " ".join(table.state["display"])
    table.put("large 0", "c3")
    assert "does not fit" not in " ".join(table.state["display"])
    table = Table(game="leylines")
    with open("game.tail", "ab") as file:
        file.write(b"rubbish\n")
    table = Table(profile="grid3")
    table.live.fit()
    table.run(1)
    assert "what came after is damaged" in " ".join(table.state["display"])
