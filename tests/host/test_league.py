"""The league: vectors T130 to T146 (rules: landover 24), and a club's database."""

import argparse
import contextlib
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import pytest

from games import make
from games.base import CHANCE, OVER
from games.bots import decide, greedy
from games.record import end_line, lines
from games.rng import Rng
from host_tools import club, league, ranking
from host_tools.cli import main
from host_tools.errors import CommandError


def standing(skill):
    """Return the standing of a skill below tier 6 V 100."""
    return 1 + skill // 500, 1 + skill % 500 // 100, skill % 100


def changes(skills, points, place=None):
    assert [ranking.skill(standing(skill)) for skill in skills] == skills
    place = place or ranking.places(points, points.index(max(points)))
    return ranking.deltas(skills, points, place)


def test_t129_places():
    assert ranking.places([15, 12, 12, 9], 0) == [1, 2, 2, 4]
    assert ranking.places([15, 16, 9, 16], 0) == [1, 2, 4, 2]


def test_t130():
    assert changes([250, 250], [15, 10]) == [19, -19]


def test_t131():
    assert changes([400, 0], [15, 14]) == [3, -3]


def test_t132():
    assert changes([0, 400], [15, 14]) == [29, -29]


def test_t133():
    assert changes([100] * 4, [15, 12, 9, 6]) == [20, 7, -7, -20]


def test_t134():
    place = ranking.places([11, 15, 11, 7], 1)
    assert place == [2, 1, 2, 4]
    assert changes([620, 480, 305, 90], [11, 15, 11, 7], place) == [-11, 13, 3, -5]


def test_t135():
    assert changes([2000, 0], [15, 5]) == [1, -1]


def test_t136_promotion():
    assert ranking.after_game((1, 5, 95), 20) == (2, 1, 15)


def test_t137_demotion():
    assert ranking.after_game((2, 1, 0), -12) == (1, 5, 88)


def test_t138_cushion_and_floor():
    assert ranking.after_game((2, 1, 7), -12) == (2, 1, 0)
    assert ranking.after_game((1, 1, 0), -12) == (1, 1, 0)


def test_t139_no_ceiling():
    assert ranking.after_game((6, 5, 140), 10) == (6, 5, 150)


def points(vp, seats, place):
    return league.decimal(ranking.season_points(vp, seats, place))


def test_t140():
    assert [points(15, 2, 1), points(14, 2, 2), points(21, 3, 1)] == ["15", "0", "31.5"]


def test_t141():
    assert [points(11, 3, 2), points(21, 8, 1), points(19, 8, 2)] == ["8.25", "84", "65.14"]


def test_t142():
    place = ranking.places([15, 12, 12, 9], 0)
    earned = [points(vp, 4, p) for vp, p in zip([15, 12, 12, 9], place, strict=True)]
    assert earned == ["30", "16", "16", "0"]


def test_t143():
    assert points(12, 4, 3) == "8"


def test_t145_badges():
    assert ranking.badge(40, 9) is None
    assert ranking.badge(40, 10) == "took part"
    assert ranking.badge(3, 1) == "rank 3"


def test_t146_seasons():
    for day, name in (
        (date(2026, 6, 30), "Spring"),
        (date(2026, 7, 1), "Summer"),
        (date(2026, 1, 1), "Winter"),
        (date(2026, 12, 31), "Autumn"),
    ):
        year, season = ranking.season_of(day)
        assert (year, ranking.SEASONS[season]) == (2026, name)


# ---- a club -------------------------------------------------------------------------------------


def finished(seed, seats=2, **options):
    """Return the record of a short greedy game."""
    game = make("landover", seats, options or {"target": 8})
    rng = Rng(seed)
    while game.current() != OVER:
        by = game.current()[0]
        game.apply(by, game.sample(rng) if by == CHANCE else decide(greedy, game, by, rng))
    return list(lines(game, seed))


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """Files: a, b casual for two, r ranked for two, four for four, running, given up, broken."""
    folder = tmp_path_factory.mktemp("records")
    texts = {
        "a": finished(1),
        "b": finished(2),
        "r": finished(3, ranked=1),
        "r2": finished(5, ranked=1),
        "r3": finished(6, ranked=1),
        "four": finished(4, 4),
    }
    texts["running"] = texts["a"][:-1]
    game = make("landover", 2)
    texts["up"] = [*lines(game, 1), end_line(game, given_up=True)]
    texts["broken"] = [line.replace('"n": 9,', '"n": 8,') for line in texts["a"]]
    mars = make("mars")
    rng = Rng(1)
    while mars.current() != OVER:
        by = mars.current()[0]
        mars.apply(by, rng.choice(mars.legal(by)))
    texts["mars"] = list(lines(mars, 1))
    texts["again"] = [texts["a"][0].replace('"seed": 1', '"seed": null'), *texts["a"][1:]]
    for name, text in texts.items():
        (folder / name).write_text("\n".join(text) + "\n")
    return folder


class Club:
    def __init__(self, folder, path):
        self.folder = folder
        self.path = path
        self.top = argparse.ArgumentParser()
        league.register(self.top.add_subparsers())

    def run(self, *words):
        arguments = self.top.parse_args(["league", "--league", str(self.path), *words])
        arguments.run(arguments)

    def add(self, *names, players="Ann,Ben", day="2026-05-01"):
        files = [str(self.folder / name) for name in names]
        self.run("add", *files, "--players", players, "--date", day)

    def table(self, year=2026, season=1):
        with club.opened(self.path) as opened:
            names = opened.names()
            rows = club.season_table(club.results(opened.entries()), year, season)
        return [(row.rank, names[row.player], row.games, row.won) for row in rows]

    def results(self):
        """Return {(day, name): the result} of all games."""
        with club.opened(self.path) as opened:
            names = opened.names()
            return {(str(one.entry.day), names[one.seat.player]): one
                    for one in club.results(opened.entries())}

    def spoil(self, sql, *values):
        with contextlib.closing(sqlite3.connect(self.path)) as base, base:
            base.execute(sql, values)


@pytest.fixture
def evening(records, tmp_path):
    return Club(records, tmp_path / "some" / "league.sqlite")


def winner(records, name):
    text = (records / name).read_text().splitlines()[-1]
    return int(text.split('"winners": [')[1][0])


def refused(capsys, call, *words):
    """Assert that argparse refuses the words, and return what it says."""
    with pytest.raises(SystemExit):
        call(*words)
    return capsys.readouterr().err


def test_a_game_counts_once(evening, records, capsys):
    evening.add("a")
    best = ["Ann", "Ben"][winner(records, "a")]
    assert evening.table()[0] == (1, best, 1, 1) and len(evening.table()) == 2
    before = evening.path.read_bytes()
    evening.add("a", "again")
    assert evening.path.read_bytes() == before
    assert capsys.readouterr().out.count("counted already") == 2
    evening.add("b", "b", players="ben,CEM")
    assert sum(games for _, _, games, _ in evening.table()) == 4
    assert {name for _, name, _, _ in evening.table()} == {"Ann", "Ben", "CEM"}


def test_records_are_kept_and_exported(evening, records, tmp_path, capsys):
    noted = records / "noted"
    text = (records / "a").read_text()
    noted.write_text(text.replace('"scores": [0, 0]}', '"scores": [0, 0], "t": 900}', 1))
    evening.add("noted")
    evening.add("b")
    evening.run("export", str(tmp_path / "out"))
    assert "2 records in" in capsys.readouterr().out
    assert (tmp_path / "out" / "game-1.jsonl").read_text() == noted.read_text()
    assert "Ann" not in (tmp_path / "out" / "game-2.jsonl").read_text()
    with pytest.raises(CommandError, match="cannot make"):
        evening.run("export", str(evening.path))


def test_an_invalid_result_is_refused(evening, capsys):
    for name, why in (
        ("broken", "is not a sound record"),
        ("running", "not finished"),
        ("mars", "Ley Lines of Mars"),
        ("none", "cannot read"),
        ("four", "for 4 players"),
    ):
        with pytest.raises(CommandError, match=why):
            evening.add("b", name)
    assert not evening.path.exists()
    for players in ("Ann,Ann", "ann,Ann", "Änne,A\u0308NNE", "Stra\u00dfe,STRASSE"):
        said = refused(capsys, lambda names=players: evening.add("a", players=names))
        assert "each player once" in said
    for players in ("Ann,", ",", "A\u202en,Ben", "A\u200d\u200c,\u200d"):
        refused(capsys, lambda names=players: evening.add("a", players=names))
    assert "2026-03-31" in refused(capsys, lambda: evening.add("a", day="31.3.2026"))


def test_a_day_that_has_yet_to_come_is_refused(evening, capsys):
    tomorrow = (date.today() + timedelta(1)).isoformat()
    assert "has yet to come" in refused(capsys, lambda: evening.add("a", day=tomorrow))
    evening.add("a", day=date.today().isoformat())
    refused(capsys, lambda: evening.run("correct", "1", "--date", tomorrow))


def test_t144_no_points(evening, capsys):
    evening.add("a", players="Ann,Bot")
    evening.add("up")
    assert evening.table() == [] and evening.results() == {}
    assert capsys.readouterr().out.count("no points") == 2


def test_ranked_games_change_the_ranking(evening, records):
    evening.add("a")
    assert {one.after for one in evening.results().values()} == {ranking.START}
    evening.add("r", day="2026-05-02")
    best = ["Ann", "Ben"][winner(records, "r")]
    one = evening.results()["2026-05-02", best]
    assert one.after == (1, 1, one.delta) and 15 <= one.delta <= 23
    assert sum(one.delta for one in evening.results().values()) == 0


def test_promotion_is_told(evening, records, capsys):
    assert league.moved(result((1, 1, 95), (1, 2, 4))) == " (promoted to Hamlet II)"
    assert league.moved(result((2, 1, 0), (1, 5, 88))) == " (demoted to Hamlet V)"
    assert league.moved(result((1, 1, 5), (1, 1, 24))) == ""


def result(before, after):
    return club.Result(None, None, 0, 0, before, after)


# ---- names: as people compare them --------------------------------------------------------------


@pytest.mark.parametrize("one, other", [
    ("ben", "BEN"), ("Änne", "änne"), ("Ren\u00e9", "RENE\u0301"), ("Stra\u00dfe", "strasse"),
    ("\u03a3\u03ac\u03ba\u03b7\u03c2", "\u03a3\u0386\u039a\u0397\u03a3"),
    ("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "\u0639\u0644\u06cc\u0631\u0636\u0627"),
    ("Ann  Lee", " ann lee"), ("\uc720\ub098", "\u110b\u1172\u1102\u1161"),
])
def test_one_person_is_one_player(one, other, evening, capsys):
    evening.add("a", players=one + ",Cem")
    evening.add("b", players=other + ",Cem")
    assert [games for _, _, games, _ in evening.table()] == [2, 2]
    evening.run("player", other)
    assert " ".join(one.split()) in capsys.readouterr().out


def test_other_letters_are_other_people(evening):
    evening.add("a", players="Jose,Jos\u00e9")
    assert len(evening.table()) == 2


# ---- corrections --------------------------------------------------------------------------------


def standings(evening):
    """Return {name: the last standing}."""
    return {name: one.after for (_, name), one in evening.results().items()}


def test_points_follow_the_days_not_the_typing(evening, records, tmp_path):
    evening.add("r", day="2026-05-01")
    evening.add("r2", day="2026-05-02")
    evening.add("r3", day="2026-05-03")
    late = Club(records, tmp_path / "late.sqlite")
    late.add("r3", day="2026-05-03")
    late.add("r", day="2026-05-01")
    late.add("r2", day="2026-05-02")
    assert standings(late) == standings(evening)
    assert late.table() == evening.table()


def test_a_wrong_day_a_wrong_player_and_a_wrong_game(evening, records, tmp_path, capsys):
    evening.add("r", day="2026-05-01")
    evening.add("r2", day="2026-05-02")
    right = standings(evening)
    wrong = Club(records, tmp_path / "wrong.sqlite")
    wrong.add("r2", day="2026-04-01", players="Ann,Bne")
    wrong.add("a")
    wrong.add("r", day="2026-05-01")
    wrong.run("correct", "1", "--players", "Ann,Ben", "--date", "2026-05-02")
    wrong.run("remove", "2", "--yes")
    assert standings(wrong) == right
    wrong.run("rename", "ann", "Anna")
    assert {name for _, name, _, _ in wrong.table()} == {"Anna", "Ben"}
    capsys.readouterr()
    wrong.run("games")
    shown = capsys.readouterr().out
    assert "2026-05-02" in shown and "Anna" in shown and "Bne" not in shown


def test_corrections_that_cannot_be(evening, capsys):
    evening.add("a", "b", players="Ann,Ben")
    before = evening.path.read_bytes()
    for why, *words in (
        ("no game 9", "remove", "9", "--yes"), ("no game 9", "correct", "9", "--players", "A,B"),
        ("for 2 players", "correct", "1", "--players", "A,B,C"),
        ("say what is right", "correct", "1"), ("a bot", "correct", "1", "--players", "A,bot"),
        ("no player Zoe", "rename", "Zoe", "Zo\u00eb"), ("somebody else", "rename", "Ann", "ben"),
        ("somebody else", "rename", "Ann", "BOT"), ("nobody is here", "remove", "1"),
    ):
        with pytest.raises(CommandError, match=why):
            evening.run(*words)
    assert evening.path.read_bytes() == before


# ---- tables -------------------------------------------------------------------------------------


def test_tables_and_badges(evening, capsys):
    evening.add("a", "b", "r", day="2026-03-31")
    evening.add("four", players="Ann,Ben,Cem,Dea", day="2026-04-01")
    assert [rank for rank, _, _, _ in evening.table(2026, 0)] == [1, 2]
    evening.run("table", "--season", "2026-spring")
    shown = capsys.readouterr().out
    assert "Spring 2026" in shown and "Dea" in shown
    evening.run("table", "--season", "2020-winter")
    assert "no games in winter 2020" in capsys.readouterr().out
    for wrong in ("2026", "2026-monsoon", "x-winter"):
        with pytest.raises(CommandError, match="--season"):
            evening.run("table", "--season", wrong)
    with club.opened(evening.path) as opened:
        ann, played = opened.player("ann"), club.results(opened.entries())
    assert len(league.badges(played, ann, date(2026, 3, 31))) == 0
    assert len(league.badges(played, ann, date(2026, 4, 1))) == 1
    assert league.badges(played, ann, date(2026, 7, 1))[0].startswith("Winter 2026: rank")
    with pytest.raises(CommandError, match="no player Zoe"):
        evening.run("player", "Zoe")


def test_ties_in_a_season():
    def played(player, place, points):
        entry = club.Entry(1, date(2026, 5, 1), False, [])
        return club.Result(entry, club.Seat(player, place, 9), points, 0, (1, 1, 0), (1, 1, 0))

    ann, ben, cem, dea, eve = range(1, 6)
    rows = club.season_table([
        played(ann, 2, 900), played(ben, 1, 1800), played(cem, 2, 1800),
        played(ann, 2, 900), played(dea, 2, 1800), played(eve, 1, 500),
    ], 2026, 1)
    assert [(row.rank, row.player) for row in rows] == [
        (1, ben), (2, cem), (2, dea), (4, ann), (5, eve),
    ]


# ---- the file -----------------------------------------------------------------------------------


OLD_LEAGUE = """
    INSERT INTO players VALUES (1, 'Änne', 1, 1, 19), (2, 'Ben', 1, 1, 0), (3, 'änne', 1, 1, 0);
    INSERT INTO games VALUES
        (1, 'x', '2026-05-01', 2026, 1, 1), (2, 'y', '2026-05-02', 2026, 1, 1);
    INSERT INTO results VALUES
        (1, 1, 1, 15, 1500, 19, 1, 1, 19), (1, 2, 2, 10, 0, -19, 1, 1, 0),
        (2, 2, 1, 12, 1200, 20, 1, 1, 20), (2, 3, 2, 9, 0, -20, 1, 1, 0);
"""


def test_a_league_of_the_first_version(evening):
    evening.path.parent.mkdir()
    with contextlib.closing(sqlite3.connect(evening.path)) as base:
        base.executescript(club.MIGRATIONS[0] + OLD_LEAGUE + "PRAGMA user_version = 1;")
    assert evening.table() == [(1, "Änne", 2, 1), (2, "Ben", 2, 1)]
    assert evening.results()["2026-05-01", "Änne"].delta == 19
    evening.add("a", players="ÄNNE,Ben")
    assert evening.table()[0][2] == 3


def test_migrations(evening, monkeypatch):
    evening.add("a")
    step = "ALTER TABLE players ADD COLUMN club TEXT DEFAULT 'home';"
    monkeypatch.setattr(club, "MIGRATIONS", (*club.MIGRATIONS, step))
    base = club.connect(evening.path)
    assert base.execute("SELECT name, club FROM players").fetchone() == ("Ann", "home")
    assert base.execute("PRAGMA user_version").fetchone() == (len(club.MIGRATIONS),)
    base.close()
    monkeypatch.undo()
    with pytest.raises(CommandError, match="newer"):
        evening.add("b")


def test_who_looks_into_an_empty_file_begins_no_league(tmp_path, capsys):
    empty = tmp_path / "empty"
    empty.touch()
    for words in (["games"], ["table"], ["player", "Ann"], ["rename", "Ann", "Ben"]):
        assert main(["league", "--league", str(empty), *words]) == 1
        assert "there is no league" in capsys.readouterr().err
    assert not empty.stat().st_size


def test_no_database(evening, tmp_path):
    evening.path = tmp_path / "text"
    evening.path.write_text("this is no database, whatever its name says\n" * 20)
    with pytest.raises(CommandError, match="cannot open"):
        evening.add("a")


@pytest.mark.parametrize("sql", [
    "UPDATE games SET day = 'tomorrow'", "UPDATE games SET day = 7",
    "UPDATE games SET day = x'ff'",
    "UPDATE games SET ranked = 'yes'", "UPDATE seats SET place = 99", "UPDATE seats SET place = 2",
    "UPDATE seats SET vp = 'many'", "UPDATE seats SET vp = 1.5", "UPDATE seats SET player = 77",
    "UPDATE seats SET game = 77", "UPDATE seats SET game = 'x'",
    "DELETE FROM seats WHERE seat = 0",
    "DELETE FROM games", "DELETE FROM players", "UPDATE players SET name = ''",
    "UPDATE players SET name = x'ff'", "UPDATE players SET name = CAST(x'ff' AS TEXT)",
    "UPDATE players SET key = 'zoe' WHERE id = 1", "DROP TABLE seats",
    "ALTER TABLE games RENAME COLUMN day TO night",
])
def test_a_damaged_league_is_one_sentence(sql, evening):
    evening.add("a")
    evening.spoil(sql)
    before = evening.path.read_bytes()
    for words in (["table"], ["player", "Ann"], ["games"]):
        with pytest.raises(CommandError, match="is damaged|cannot be used|no player Ann"):
            evening.run(*words)
    with pytest.raises(CommandError, match="is damaged|cannot be used"):
        evening.add("b")
    assert evening.path.read_bytes() == before


def test_a_damaged_game_can_be_taken_out(evening):
    evening.add("a", "b")
    evening.spoil("UPDATE games SET day = '' WHERE id = 1")
    with pytest.raises(CommandError, match="game 1 has no proper day"):
        evening.run("games")
    evening.run("remove", "1", "--yes")
    assert sum(games for _, _, games, _ in evening.table()) == 2


@pytest.mark.deep
def test_a_file_with_any_byte_spoiled_is_a_sentence_or_sound(evening):
    evening.add("a", "r", "b")
    data = evening.path.read_bytes()
    for at in range(0, len(data), 211):
        evening.path.write_bytes(data[:at] + bytes([data[at] ^ 0xA5]) + data[at + 1 :])
        with contextlib.suppress(CommandError):
            evening.run("table", "--season", "2026-spring")
            evening.run("player", "Ann")
    for size in range(0, len(data), 1021):
        evening.path.write_bytes(data[:size])
        with contextlib.suppress(CommandError):
            evening.run("games")


def test_six_begin_a_league_at_once(tmp_path):
    def enter(number):
        together.wait()
        with club.opened(file, new=True, changes=True) as opened:
            day = date(2026, 5, number)
            opened.add("digest %d" % number, day, True, ["Ann", "Ben"], [1, 2], [9, 8], "")

    for turn in range(10):
        file = tmp_path / ("%d.sqlite" % turn)
        together = threading.Barrier(6)
        with ThreadPoolExecutor(6) as people:
            list(people.map(enter, range(1, 7)))
        with club.opened(file) as opened:
            assert [entry.day.day for entry in opened.entries()] == [1, 2, 3, 4, 5, 6]
