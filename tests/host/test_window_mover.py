"""Pieces in people's hands, and what helping hands do with the rest."""

import re

from games import make
from games.base import CHANCE
from games.record import lines
from games.rng import Rng
from sim import search
from tests.portable.window_table import Table


def test_helping_hands_place_a_bots_piece(tmp_path):
    table = Table(tmp_path, players=["human", "greedy"])
    table.put("large 0", "c3")
    table.until(lambda: table.state["view"]["current"] == [0] and not table.state["problem"])
    spot, face = table.board[1] if table.board[0][0] == "c3" else table.board[0]
    table.until(lambda: table.at(spot) == [face])


def test_a_piece_of_a_new_game_can_be_laid_at_once(tmp_path):
    table = Table(tmp_path)
    assert table.do("new", game="mars", players=["human", "random"])["ok"]
    tag = table.tag("large 0")  # of the new box: the table has not run since
    assert table.do("lift", tag=tag)["ok"]
    table.run(0.1)
    assert table.do("put", tag=tag, at="c3")["ok"]
    table.until(lambda: len(table.board) == 2)


def test_helping_hands_place_what_the_host_was_told(tmp_path):
    table = Table(tmp_path)
    request = {"do": "do", "by": 0, "words": ["medium", "c3"]}
    assert table.do("host", request=request)["ok"]
    table.until(lambda: table.at("c3") == ["medium 0"] and not table.state["problem"])


def test_take_back_first_takes_away_what_does_not_belong(tmp_path):
    table = Table(tmp_path)
    undo = {"do": "undo"}
    assert not table.state["back"]
    table.do("put", tag=table.tag("large 1"), at="d4")  # Red is to play
    table.until(lambda: table.state["problem"])
    assert table.state["back"] and table.do("host", request=undo)["ok"]
    table.until(lambda: not table.state["problem"])
    assert table.at("d4") == [] and table.board == []
    table.put("large 0", "c3")
    table.do("put", tag=table.tag("small 1"), at="c3")
    table.until(lambda: table.state["problem"])
    assert table.do("host", request=undo)["ok"]
    table.until(lambda: not table.state["problem"])
    assert table.board == [["c3", "large 0"]] and table.at("c3") == ["large 0"]
    assert table.do("host", request=undo)["ok"]
    table.until(lambda: table.at("c3") == [])
    assert table.board == [] and not table.state["back"]


def test_what_was_given_up_goes_on_and_players_have_names(tmp_path):
    table = Table(tmp_path)
    table.put("large 0", "c3")
    assert table.do("host", request={"do": "give_up"})["ok"]
    table.run(1)
    assert table.state["given_up"] and table.state["back"]
    assert table.do("host", request={"do": "undo"})["ok"]
    assert table.do("host", request={"do": "names", "names": ["Ann", "Ben"]})["ok"]
    table.until(lambda: table.state["line"].startswith("Ben: "))
    assert table.board == [["c3", "large 0"]] and table.state["names"] == ["Ann", "Ben"]
    assert table.do("new", game="land")["ok"]
    table.until(lambda: table.state["line"].startswith("Red: "))
    assert table.do("host", request={"do": "take_up", "number": 1})["ok"]
    table.until(lambda: table.at("c3") == ["large 0"])
    assert [event["event"] for event in table.live.facts["log"]] == ["new", "action"]


def test_helping_hands_keep_off_a_piece_that_a_person_just_put_down(tmp_path):
    table = Table(tmp_path)
    table.do("put", tag=table.tag("large 0"), at="c3")
    while not table.board:
        table.run(0.02)
    table.do("put", tag=table.tag("large 1"), at="d4")  # before hands would look around
    table.run(1)
    assert table.board == [["c3", "large 0"], ["d4", "large 1"]]


def test_without_helping_hands_the_bots_piece_is_asked_for(tmp_path):
    table = Table(tmp_path, players=["human", "random"])
    table.do("set", what="helping", value=False)
    table.put("large 0", "c3")
    table.run(1)
    [(spot, face)] = [pair for pair in table.board if pair[0] != "c3"]
    assert table.at(spot) == []
    kind = face.split(" ")[0]
    assert re.match("%s: put .*%s.* here" % (spot, kind), table.state["problem"])
    assert table.state["missing"] == [{"name": face, "seat": 1}]
    table.put(face, spot)
    assert table.state["problem"] == "" and table.state["missing"] == []


def test_the_pad_and_the_knob_play_where_no_cell_reads(tmp_path):
    table = Table(tmp_path, "pad")
    table.put("large 0", "pad")
    assert "> a1" in table.state["display"]
    assert table.do("put", tag=table.tag("small 0"), at="pad")["ok"] is False
    table.do("knob", steps=2)
    table.run(0.2)
    table.do("press", which="push")
    table.until(lambda: table.at("c1") == ["large 0"])
    assert table.board == [["c1", "large 0"]]


def test_helping_hands_take_a_piece_over_pad_and_knob_to_its_place(tmp_path):
    table = Table(tmp_path, "pad")
    table.put("large 0", "d3")
    table.until(lambda: table.at("d3") == ["large 0"])
    assert table.board == [["d3", "large 0"]] and table.at("pad") == []
    assert "taken" in table.put("small 1", "d3")["why"]
    assert table.board == [["d3", "large 0"]] and table.at("pad") == []
    table.do("set", what="helping", value=False)
    assert "pad" in table.put("small 1", "d4")["why"]
    assert table.at("d4") == []


def test_a_wrong_try_in_an_example_leaves_the_pad_free_for_the_next_one(tmp_path):
    """The action is undone before hands have taken its piece from the pad to the board."""
    table = Table(tmp_path, "hex37")
    assert table.do("example", game="landover")["ok"]
    table.run(1)
    while table.state["asking"]:
        assert table.do("reply", answer=0)["ok"]
        table.run(3)
    count = len(table.live.game.log)
    table.put("city 0", "1.S")
    table.until(lambda: "lit corner" in table.state["line"])
    table.until(lambda: not table.live.app.board.sense.pad)
    assert len(table.live.game.log) == count
    table.put("city 0", "5.SE")
    table.until(lambda: table.at("5.SE") == ["city 0"] and not table.at("pad"))
    assert len(table.live.game.log) == count + 1


def test_helping_hands_show_a_piece_to_the_pad_before_a_hall_switch_feels_it(tmp_path):
    table = Table(tmp_path, "hall9")
    table.put("large 0", "d3")
    table.until(lambda: table.board == [["d3", "large 0"]])
    assert table.at("d3") == ["large 0"] and table.at("pad") == []
    table.do("set", what="helping", value=False)
    table.run(3)  # before that, two switches side by side may feel one piece that is slid
    table.put("large 1", "d4")
    table.until(lambda: "show a piece to the pad first" in table.state["problem"])


def test_a_piece_in_ones_hand_is_nobody_elses(tmp_path):
    table = Table(tmp_path)
    uid = table.tag("large 0")
    table.do("lift", page="me", tag=uid)
    assert not table.do("lift", page="you", tag=uid)["ok"]
    assert not table.do("put", page="you", tag=uid, at="c3")["ok"]
    table.live.leave("me")
    assert table.do("lift", page="you", tag=uid)["ok"]


def test_a_piece_in_hand_is_told_where_it_fits(tmp_path):
    table = Table(tmp_path, "hex37", game="landover", players=["human", "human"], seats=2)
    table.until(lambda: table.state["open"])
    seat = table.state["view"]["current"][0]
    fits = table.do("lift", tag=table.tag("village %d" % seat))["fits"]
    assert fits == sorted(table.state["open"], key=fits.index) and "." in fits[0]
    assert table.do("lift", tag=table.tag("road %d" % seat))["fits"] == []


def test_nobody_is_asked_for_what_helping_hands_do(tmp_path):
    table = Table(tmp_path, players=["human", "greedy"])
    table.told.clear()
    table.put("small 0", "c3")
    table.until(lambda: table.state["view"]["actions"] == 2)
    table.run(1)
    assert len(table.board) == 2
    assert not any(value["problem"] for kind, value in table.told if kind == "state")
    assert table.do("set", what="helping", value=False)["ok"]
    table.put("small 0", "d4")
    table.until(lambda: table.state["view"]["actions"] == 4)
    table.until(lambda: ": put" in table.state["problem"])


def test_helping_hands_clear_what_burns_as_soon_as_it_is_laid(tmp_path):
    game = make("leylines", 3, {"map": "compact"})
    rng = Rng(1)
    lay = []
    while not lay:
        [by] = game.current()
        action = game.sample(rng) if by == CHANCE else game.legal(by)[0]
        gone = list(game.gesture(by, action)) if by == 0 else []
        game.apply(by, action)
        if len(gone) == 2 and not any(game.piece_at(spot) for spot, _ in gone):
            lay = gone
    game.undo()
    table = Table(tmp_path, "isles12", game="leylines")
    players = ["human", "greedy", "greedy"]
    assert table.do("load", lines=list(lines(game, 1)), players=players)["ok"]
    table.run(1)
    names = {token: name for token, name, _, _ in game.tokens()}
    for spot, piece in lay:
        table.do("put", tag=table.tag(names[game.token(piece)]), at=game.spot_name(spot))
    table.until(lambda: table.state["view"]["actions"] > len(game.log))
    table.run(1)
    assert table.state["problem"] == ""
    assert [table.at(game.spot_name(spot)) for spot, _ in lay] == [[], []]


def test_a_piece_that_no_reader_misses_comes_back_to_where_the_game_has_it(tmp_path):
    table = Table(tmp_path, "pad")
    table.put("large 0", "d3")
    table.until(lambda: table.at("d3") == ["large 0"])
    uid = table.tag("large 0", "d3")
    for place in ("d3", "", "e5"):
        table.do("lift", tag=uid)
        table.run(1)
        assert table.at("d3") == []
        assert table.do("put", tag=uid, at=place)["ok"] == (place != "e5")  # Blue is to play
        table.until(lambda: table.at("d3") == ["large 0"])
        assert table.board == [["d3", "large 0"]]
        uid = table.tag("large 0", "d3")


def test_pieces_lie_on_the_edges_of_hexes(tmp_path):
    """Their names have a stroke, as two cells have between which a piece is slid."""
    table = Table(tmp_path, "hex37", game="landover", players=["greedy", "greedy"])
    table.live.bots = "quick"
    table.until(lambda: any("road" in name or "boat" in name for _, name in table.board), 60)
    table.run(3)
    [edge, name] = next(one for one in table.board if "road" in one[1] or "boat" in one[1])
    assert table.at(edge) == [name]


def test_a_catapult_goes_from_hex_to_hex_over_the_pad_and_waits_for_its_question(tmp_path):
    """Hands that bring pieces back to where the game has them leave alone what is being shown."""
    game = make("landover", 3)
    rng = Rng(1)
    greedy = search.player("greedy")
    several = []  # raids where the victim is one of two
    while not several:
        by = game.current()[0]
        if by + 1 in game.catapults:
            raids = [words for words in map(game.text, game.legal(by)) if words[0] == "raid"]
            hexes = [words[1] for words in raids]
            several = [words for words in raids if hexes.count(words[1]) > 1]
        if not several:
            thought = [game.sample(rng)] if by == CHANCE else greedy(game, by, rng)
            game.apply(by, next(filter(None, thought)))
    _, goal, victim = several[-1]
    name = "catapult %d" % by
    before = str(game.catapults.index(by + 1))
    table = Table(tmp_path, "hex37", game="landover", seats=3)
    assert table.do("load", text="\n".join(lines(game, 7)), players=["human"] * 3)["ok"]
    table.run(1)
    catapult = table.tag(name, before)
    assert table.do("lift", tag=catapult)["ok"]
    table.run(0.3)
    assert table.do("put", tag=catapult, at=str(goal))["ok"]
    table.until(lambda: table.state["asking"] and table.state["asking"]["answers"])
    table.run(3)
    answers = table.state["asking"]["answers"]
    assert len(answers) == 2 and table.at("pad") == [name]
    colour = ("Red", "Blue", "Green")[victim]
    [wanted] = [n for n, answer in enumerate(answers) if colour in answer]
    assert table.do("reply", answer=wanted)["ok"]
    table.until(lambda: table.at(str(goal)) == [name])
    assert table.live.game.catapults.index(by + 1) == goal
    assert not table.state["asking"] and not table.state["problem"]
