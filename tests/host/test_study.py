"""Studies: what a game tells, the report, what is refused, and the numbers."""

import json
import re
import sqlite3
import sys
import zlib
from concurrent.futures import Future

import pytest

from games import make, names, packages
from host_tools import ROOT
from host_tools.cli import main
from host_tools.replay import read
from sim import intervals
from sim.study import course, findings, stats
from sim.study.boards import Board
from sim.study.drawing import SEATS
from sim.study.errors import StudyError
from sim.study.openings import Openings
from sim.study.picks import write as write_records
from sim.study.plan import RESULTS_COME_FROM, Plan, ladder, seated, settings_of, version
from sim.study.play import Batch, play
from sim.study.run import run
from sim.study.store import FILE, Store


class Here:
    """A backend that plays in this process, at once."""

    slots = 1
    deaths = ()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def submit(self, work, job):
        return done(work(job))

    def result(self, future):
        return future.result()

    def gone(self):
        return None


def done(value):
    """Return a future that is done."""
    future = Future()
    future.set_result(value)
    return future


def plan_of(game="mars", lineups=(["random"],), varied=(), **more):
    return Plan(game, settings_of(game, [None], {}, varied), lineups, **more)


def played(folder, plan, games, backend=None):
    """Play a study into a folder; return all that its file holds, as SQL."""
    with Store(folder, plan) as store, backend or Here() as running:
        run(store, games, running)
        return list(store.db.iterdump())


@pytest.fixture(scope="module")
def mars(tmp_path_factory):
    """A folder with a study of random and greedy players at Mars, with every decision."""
    folder = tmp_path_factory.mktemp("mars")
    plan = plan_of(lineups=(["random"], ["greedy", "random"]), decisions=True)
    played(folder, plan, 12)
    return folder


# ---- what a game tells -------------------------------------------------------------------------


def test_a_game_of_mars_row_by_row(mars):
    with Store(mars) as store:
        db = store.db
        for number, log in db.execute("select number, log from games where cell = 1"):
            game = make("mars")
            for by, *action in json.loads(zlib.decompress(log)):
                game.apply(by, tuple(action))
            rows = db.execute(
                "select player, score, won from seats where cell = 1 and number = ? order by seat",
                (number,),
            ).fetchall()
            assert [row[0] for row in rows] == seated(store.plan.cells[1], number)
            assert [row[1] for row in rows] == game.scores()
            winners = game.result()[0]
            assert [row[2] for row in rows] == [
                12 // len(winners) if seat in winners else 0 for seat in (0, 1)
            ]
        decisions, taken = db.execute(
            "select (select sum(decisions) from games), (select sum(taken) from uses)"
        ).fetchone()
        assert decisions == taken == db.execute("select count(*) from decisions").fetchone()[0]
        assert decisions == 24 * 35  # all pieces are placed


def test_players_move_on_a_seat_each_game():
    cell = plan_of("leylines", [["greedy", "random"]]).cells[0]
    assert seated(cell, 0) == ["greedy", "random", "random"]
    assert seated(cell, 1) == ["random", "greedy", "random"]
    assert seated(cell, 2) == ["random", "random", "greedy"]


def test_counts_by_hand():
    """Two tiles of a game of the market: what was possible, and where it was done."""
    batch = Batch()
    cell = plan_of("market").cells[0]
    play(cell, 0, 1, batch, decisions=True)
    words = [json.loads(row[5]) for row in batch.decisions]
    bids = [said[1] for said in words if said[0] == "bid"]
    counted = {key[3]: n[0] for key, n in batch.counts["numbers"].items() if key[1] == "bid"}
    assert counted == {bid: bids.count(bid) for bid in bids}
    laid = sum(said[0] == "acquire" for said in words)
    spots = [key[2] for key, n in batch.counts["places"].items() for _ in range(n[0])
             if key[1] == "acquire"]
    assert len(spots) == laid and min(spots) >= 5  # on the boards, not in the market


# A game of two, and one of three in which two seats tie at times.
@pytest.mark.parametrize("scores, winners, drama, decisive, changes, lasting", [
    ([(0, 0), (2, 0), (2, 3), (4, 3), (4, 4), (9, 4)], [0], 16, 200, 2, 2),
    ([(0, 0), (2, 0), (2, 3), (4, 3), (4, 4), (9, 4)], [1], 133, 1000, 2, 2),
    ([(0, 0, 0), (0, 1, 0), (0, 1, 1), (5, 1, 1)], [0], 50, 1000, 1, 1),
    ([(1, 0)] * 30 + [(1, 2)] + [(4, 2)] * 29, [0], 1, 525, 2, 1),
    ([(0, 0), (1, 1)], [0, 1], 0, 1000, 0, 0),
    ([(0, 0), (1, 2)], [], 0, 1000, 0, 0),
    ([(0,), (3,)], [0], 0, 1000, 0, 0),
])
def test_the_course_of_a_game_by_hand(scores, winners, drama, decisive, changes, lasting):
    assert course.drama(scores, winners) == drama
    assert course.decisive(scores, winners) == decisive
    assert len(course.leaders(scores)[1:]) == changes
    assert course.lasting(scores) == lasting


@pytest.mark.deep
def test_a_game_for_one_seat_or_for_eight_is_studied(tmp_path):
    package = str(ROOT / "tests" / "host" / "envelopes.py")
    assert main(["study", "-q", package, "--games", "4", "--seats", "1,8", "--workers", "1",
                 "--out", str(tmp_path)]) == 0
    assert SEATS[7] in (tmp_path / "figures" / "seats.svg").read_text()
    with Store(tmp_path) as store:
        margins = store.db.execute("select margin, score from games natural join seats "
                                   "where cell = 0").fetchall()
    assert len(margins) == 4 and all(margin == score for margin, score in margins)


def test_a_player_does_without_an_option(tmp_path):
    played(tmp_path, plan_of("market", [["random without reap", "random"]]), 2)
    with Store(tmp_path) as store:
        taken = store.db.execute(
            "select player, sum(taken) from uses where option like 'reap %' group by player")
        found = dict(taken.fetchall())
        assert found["random without reap"] == 0 < found["random"]


def test_a_game_that_does_not_end_is_told(monkeypatch):
    monkeypatch.setattr("sim.study.play.MOST", 34)
    with pytest.raises(StudyError, match="game 0 of random, random does not end"):
        play(plan_of().cells[0], 0, 1, Batch())


def test_an_option_that_no_game_has_is_refused():
    with pytest.raises(StudyError, match="no option 'saw'; it has: .*sow"):
        plan_of("market", [["greedy without saw"]])


@pytest.mark.parametrize("name", names())
def test_every_game_can_be_studied(name, tmp_path):
    played(tmp_path, plan_of(name), 1)
    with Store(tmp_path) as store:
        cell = store.plan.cells[0]
        turns, decisions = store.db.execute("select turns, decisions from games").fetchone()
        assert 2 * cell.seats < turns <= decisions
        [pick] = write_records(store.db, cell, tmp_path / "records")
        assert read(tmp_path / "records" / pick.file).end


def test_the_report_is_a_page_that_needs_nothing_else(tmp_path, capsys):
    edges = [("edge", ["open", "closed"])]
    played(tmp_path, plan_of("land", [["random"], ["random", "greedy"]], edges), 2)
    assert main(["study", "mars", "--report", "--out", str(tmp_path)]) == 1
    assert "holds a study of land" in capsys.readouterr().err
    assert main(["study", "land", "--report", "--out", str(tmp_path)]) == 0
    page = (tmp_path / "report.html").read_text()
    known = "#|data:|records/|http://127.0.0.1"
    elsewhere = re.findall(r"(?:src|href)=\"(?!%s)[^\"]*|@import" % known, page)
    assert not elsewhere
    figures = re.findall(r'<figure id="(\w+)"><figcaption><h2>[^<]+</h2><p>[^<]{60,}</p>', page)
    assert {"seats", "effects", "ladder", "maps", "openings", "options", "lead"} <= set(figures)
    assert len(figures) >= page.count("<figure ") - 1  # the one of records holds a command
    assert {path.stem for path in (tmp_path / "figures").iterdir()} <= set(figures)
    linked = set(re.findall(r'href="records/([^"]+)"', page))
    assert linked == {path.name for path in (tmp_path / "records").iterdir()} and linked


def test_a_heat_map_lies_on_the_real_board():
    """The edge of two hexes is between them; a corner is where they meet a third."""
    cell = plan_of("landover").cells[0]
    board = Board(cell)
    assert (board.name, board.lacks) == ("hex37", 0)
    game = make("landover")
    at = {number: (spot["x"], spot["y"]) for number, spot in board.spots}
    hexes = [at[game.spot(name)] for name in ("18", "19")]
    edge = at[game.spot("18/E")]
    assert edge == pytest.approx([sum(part) / 2 for part in zip(*hexes, strict=True)], abs=1e-3)
    assert Board(plan_of("mars").cells[0]).name == "grid6"


# ---- what is refused ----------------------------------------------------------------------------


def test_libraries_that_are_missing_are_named(monkeypatch, tmp_path, capsys):
    monkeypatch.setitem(sys.modules, "sim.study.page", None)
    assert main(["study", "mars", "--out", str(tmp_path / "none")]) == 1
    assert "make setup" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("said, why", [
    (["chess"], "there is no game chess"),
    (["mars", "--players", "wizard"], "no player wizard; there are: random, greedy, careful"),
    (["mars", "--players", "search:2s"], "thinks by the clock"),
    (["mars", "--players", "search:no"], "search:no is not of the form search:500"),
    (["mars", "--players", "random,random,random"], "3 players for 2 seats"),
    (["mars", "--ladder", "random"], "two players or more"),
    (["mars", "--vary", "colour=red"], "mars has no option colour (it has: tie, small_dots, "),
    (["mars", "--vary", "tie=toss"], "option tie is one of: draw, second; not toss"),
    (["mars", "--vary", "caps=5,10"], "caps is a number from 0 to 9; not 10"),
    (["mars", "--vary", "tie"], "--vary takes an option"),
    (["mars", "--vary", "tie=draw", "--vary", "tie=second"], "given twice"),
    (["mars", "--vary", "tie=draw,draw"], "names twice"),
    (["mars", "--players", "random", "--players", "random"], "names twice"),
    (["mars", "--options", "[]"], "JSON object"),
    (["mars", "--seats", "2,x"], "--seats takes numbers"),
    (["mars", "--seats", "3"], "mars is for 2 seats, not 3"),
    (["leylines", "--vary", "map=albion,isles"], "the map isles is for 4 seats"),
    (["landover", "--vary", "raze=city,wall", "--vary", "wall_rule=seed,guard"],
     "do not go together"),
    (["mars", "--workers", "2", "--dask", "tcp://x:1"], "a cluster has its own"),
    (["mars", "--report"], "there is no study in"),
])
def test_bad_input_is_told_in_a_sentence(said, why, tmp_path, capsys):
    assert main(["study", *said, "--out", str(tmp_path / "none")]) == 1
    assert why in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("said", [["--games", "0"], ["--seed", "-1"], ["--workers", "0"]])
def test_invalid_numbers(said, capsys):
    with pytest.raises(SystemExit):
        main(["study", "mars", *said])
    assert "give a whole number from" in capsys.readouterr().err


def begun(folder, **more):
    """Return [(seat, opening), ...] of a study of eight games of Mars by greedy players."""
    played(folder, plan_of(lineups=(["greedy"],), **more), 8)
    with Store(folder) as store:
        return store.db.execute("select seat, words, games from openings").fetchall()


def test_every_game_begins_with_a_forced_opening(tmp_path):
    found = begun(tmp_path, openings=Openings(["small a1", "cap d4"], []))
    first = {words: games for seat, words, games in found if seat == 0}
    assert set(first) == {"small a1", "cap d4"} and sum(first.values()) == 8


def test_no_game_begins_with_a_forbidden_opening(tmp_path):
    free = {words for seat, words, _ in begun(tmp_path / "free") if seat == 0}
    found = begun(tmp_path / "other", openings=Openings([], sorted(free)))
    assert sum(games for seat, _, games in found if seat == 0) == 8
    assert not free & {words for seat, words, _ in found if seat == 0}


def test_an_opening_may_be_the_first_words_of_several(tmp_path):
    found = begun(tmp_path / "cap", openings=Openings(["cap"], []))
    first = {words: games for seat, words, games in found if seat == 0}
    assert all(words.startswith("cap ") for words in first) and len(first) > 1
    found = begun(tmp_path / "none", openings=Openings([], ["cap", "small a1"]))
    first = {words: games for seat, words, games in found if seat == 0}
    assert sum(first.values()) == 8 and not [words for words in first if words.startswith("cap ")]


def test_an_opening_may_come_by_chance_but_not_later(tmp_path):
    plan_of("market", openings=Openings(["bid 3"], []))
    plan_of("land", varied=[("supply", ["bag"])], openings=Openings(["place gggg e4"], []))
    with pytest.raises(StudyError, match="market cannot begin with 'acquire 1 gggg c3', but with"):
        plan_of("market", openings=Openings(["acquire 1 gggg c3"], []))


@pytest.mark.parametrize("option", ["--open", "--without"])
@pytest.mark.parametrize("words", ["small z9", "small a", "castle", "", "small \u00b2"])
def test_an_opening_that_is_no_action_is_refused(option, words, tmp_path, capsys):
    assert main(["study", "mars", option, words, "--out", str(tmp_path / "study")]) == 1
    assert "mars cannot begin with '%s'" % words in capsys.readouterr().err
    assert not (tmp_path / "study").exists()


def test_a_report_tells_the_openings_by_order(tmp_path):
    played(tmp_path, plan_of(openings=Openings(["small a1"], ["cap d4"])), 2)
    assert main(["study", "mars", "--report", "--out", str(tmp_path)]) in (0, None)
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "By order the games began with: small a1." in page
    assert "By order the games did not begin with: cap d4." in page


def test_a_report_tells_how_many_games_are_different(tmp_path):
    played(tmp_path, plan_of(), 3)
    for same, said in ((0, ">3</td>"), (1, ">3, 2 different</td>")):
        with Store(tmp_path) as store:  # number 0 stays as it is, at first or twice
            store.db.execute("update games set log = (select log from games where number = 0)"
                             " where number = ?", (same,))
        assert main(["study", "mars", "--report", "--out", str(tmp_path)]) in (0, None)
        assert said in (tmp_path / "report.html").read_text("utf-8")


def test_results_of_something_else_are_left_alone(mars, monkeypatch):
    before = (mars / FILE).read_bytes()
    for other, why in (
        (plan_of("land"), "game mars, not land"),
        (plan_of(lineups=(["random"], ["greedy", "random"])), "decisions True, not False"),
        (plan_of(lineups=(["random"], ["greedy", "random"]), decisions=True, seed=2), "seed 1"),
        (plan_of(lineups=(["random"], ["greedy", "random"]), decisions=True,
                 openings=Openings([], ["small c3"])), "openings"),
        (plan_of(decisions=True), "there: 2 seats, tie draw: greedy : random"),
    ):
        with pytest.raises(StudyError, match="holds another study.*%s" % why):
            Store(mars, other)
    monkeypatch.setattr("sim.study.store.version", lambda game: "other")
    with pytest.raises(StudyError, match="holds games of version .*choose another --out"):
        Store(mars, plan_of(lineups=(["random"], ["greedy", "random"]), decisions=True))
    assert (mars / FILE).read_bytes() == before


# How results are computed, not what they are.
NO_RESULTS = {"sim/computer.py", "sim/paths.py", "sim/study/errors.py", "sim/study/plan.py",
              "sim/workers.py"}


def test_the_version_tells_of_each_module_that_results_come_from():
    found, waiting = set(), ["sim/study/play.py"]
    while waiting:
        path = waiting.pop()
        if path not in found and (ROOT / path).exists():
            found.add(path)
            text = (ROOT / path).read_text()
            for module, said in re.findall(r"^ *from (sim[.\w]*) import (.+)$", text, re.M):
                inside = [module, *("%s.%s" % (module, name) for name in said.split(", "))]
                waiting += [one.replace(".", "/") + ".py" for one in inside]
    assert found - NO_RESULTS == {one for one in RESULTS_COME_FROM if one.startswith("sim/")}


def test_the_version_tells_of_the_game_and_of_no_other():
    ours = version("mars")
    packages.add(str(ROOT / "examples" / "games" / "konane.py"))
    assert version("mars") == ours != version("konane")


def test_a_worker_of_another_version_is_found_out(tmp_path):
    class Old(Here):
        def submit(self, work, job):
            return done(("old", *work(job)[1:]))

    with pytest.raises(StudyError, match="a worker has version old"):
        played(tmp_path, plan_of(), 3, Old())
    with Store(tmp_path) as store:
        assert store.played() == 0


def test_a_full_disk_keeps_what_was_played(tmp_path):
    plan = plan_of()
    with Store(tmp_path, plan) as store:
        pages = store.db.execute("pragma page_count").fetchone()[0]
        store.db.execute("pragma max_page_count = %d" % (pages + 2))  # the error of a full disk
        with pytest.raises(StudyError, match="no room is left.*what was played is kept"):
            run(store, 500, Here())
        before = store.played()
    assert 0 < before < 150
    assert played(tmp_path, plan, 150) == played(tmp_path / "whole", plan, 150)


def test_a_file_that_is_no_study(tmp_path):
    (tmp_path / FILE).write_text("hello " * 500)
    with pytest.raises(StudyError, match="is no study, or it is damaged"):
        Store(tmp_path, plan_of())


def test_two_at_once(tmp_path):
    with Store(tmp_path, plan_of()), pytest.raises(StudyError, match="another study is writing"):
        Store(tmp_path, plan_of())


def test_a_place_where_nobody_may_write(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StudyError, match="cannot write to"):
        Store(tmp_path / "file" / "folder", plan_of())


# ---- numbers with their uncertainty -------------------------------------------------------------


def test_elo_of_players_whose_strength_is_known():
    """Ten to one is 400 points; against two of the other player it is five to one."""
    two = stats.elo([({"weak": 1, "strong": 1}, {"weak": 1000, "strong": 10000})])
    assert two["weak"] == (0, 0, 0)
    assert 398 < two["strong"][0] < 402 and two["strong"][1] < 400 < two["strong"][2]
    three = stats.elo([({"strong": 1, "weak": 2}, {"strong": 10000, "weak": 2000})])
    assert -402 < three["weak"][0] < -398
    chain = stats.elo([
        ({"b": 1, "a": 1}, {"b": 750, "a": 250}), ({"c": 1, "b": 1}, {"c": 750, "b": 250})
    ])
    rungs = [chain["b"][0], chain["a"][0] - chain["b"][0], chain["c"][0] - chain["b"][0]]
    assert rungs == pytest.approx([0, -191, 191], abs=1)
    apart = stats.elo([({"a": 1, "b": 1}, {"a": 1, "b": 1}), ({"c": 1, "d": 1}, {"c": 9, "d": 1})])
    assert list(apart) == ["a", "b"]
    never = stats.elo([({"a": 1, "b": 1}, {"a": 0, "b": 20})])
    assert 300 < never["b"][0] < 1200 and never["b"][2] - never["b"][1] > 300


def test_mean_share_and_quantile():
    half = 1.96 * (2 / 3) ** 0.5
    assert intervals.mean(4, 8, 24) == pytest.approx((2, 2 - half, 2 + half), abs=1e-3)
    rate, low, high = stats.share(12 * 30, 60)
    assert rate == 0.5 and 0.37 < low < 0.38 and 0.62 < high < 0.63
    for games in range(1, 200):
        assert stats.share(0, games)[:2] == (0, 0)
        assert stats.share(12 * games, games)[::2] == (1, 1)
    assert stats.quantile([(1, 5), (2, 4), (9, 1)], 0.5) == 1
    assert stats.quantile([(1, 5), (2, 4), (9, 1)], 0.95) == 9


def test_an_option_is_measured_game_by_game(tmp_path):
    """A tie goes to seat 1: its effect is the share of draws, halved, game by game."""
    plan = plan_of(varied=[("tie", ["draw", "second"])])
    played(tmp_path, plan, 60)
    with Store(tmp_path) as store:
        pairs = findings.pairs(store.plan.cells)
        assert list(pairs) == [("tie", "draw", "second")]
        draws = findings.shared(store.db, store.plan.cells[0])[0]
        measured = {
            name: findings.effect(store.db, pairs["tie", "draw", "second"], (name, *rest))
            for name, *rest in findings.MEASURES
        }
        assert measured["victories of seat 0, %"][0] == pytest.approx(-50 * draws)
        assert measured["decisions"] == (0, 0, 0, 60)


def test_what_follows_from_an_option_is_no_difference_of_its_own():
    """Another map of Landover has another target by default."""
    maps = plan_of("landover", varied=[("map", ["A", "C"])]).cells
    assert list(findings.pairs(maps)) == [("map", "A", "C")]
    both = plan_of("landover", varied=[("map", ["A", "C"]), ("target", ["10", "12"])]).cells
    assert {key: len(found) for key, found in findings.pairs(both).items()} == {
        ("map", "A", "C"): 2, ("target", 10, 12): 2
    }
    seats = Plan("leylines", settings_of("leylines", [3, 4], {}, []), [["random"]]).cells
    assert list(findings.pairs(seats)) == [("seats", 3, 4)]
    varied = [("island_bonus", ["each", "off"])]  # an option that only map B has
    given = Plan("landover", settings_of("landover", [2], {"map": "B"}, varied), [["random"]])
    assert list(findings.pairs(given.cells)) == [("island_bonus", "each", "off")]


def test_seats_that_did_and_seats_that_only_could_win_as_often_as_they_did():
    """Of ten seats that could, four did: three of these won, and one of the others."""
    db = sqlite3.connect(":memory:")
    db.execute("create table uses"
               " (cell, player, option, possible, taken, could, did, could_won, did_won)")
    db.execute("insert into uses values (0, 'greedy', 'sow', 50, 9, 10, 4, 48, 36)")
    ((*counts, did, did_not),) = findings.uses(db, plan_of().cells[0], "greedy")
    assert counts == ["sow", 50, 9, 10, 4]
    assert (did[0], did_not[0]) == (3 / 4, pytest.approx(1 / 6))


def test_a_study_makes_the_folders_that_it_is_to_lie_in(tmp_path):
    with Store(tmp_path / "studies" / "mars", plan_of()) as store:
        assert store.path.is_file()


def test_who_is_far_behind_is_beaten():
    """Of ten seats five points behind none won; of ten level ones half did."""
    db = sqlite3.connect(":memory:")
    db.execute("create table leads (cell, tenth, lead, seats, won)")
    db.executemany("insert into leads values (0, 5, ?, 10, ?)", [(-5, 0), (0, 60), (5, 120)])
    assert findings.beaten(db, plan_of().cells[0], 0.05) == [(5, pytest.approx(1 / 3))]


def test_the_ladder_pairs_neighbours():
    assert ladder(["random", "greedy", "search:30"]) == [
        ["greedy", "random"], ["search:30", "greedy"]
    ]


def test_records_of_picked_games_are_those_that_were_played(mars, tmp_path):
    with Store(mars) as store:
        cell = store.plan.cells[1]
        for pick in write_records(store.db, cell, tmp_path):
            check = read(tmp_path / pick.file)
            assert check.game.scores() == pick.scores
            assert check.seed == store.plan.seed + pick.number
