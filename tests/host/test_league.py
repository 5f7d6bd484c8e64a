"""The league: vectors T130 to T146 (rules: landover 24), and a club's database."""

import argparse
import sqlite3
from datetime import date

import pytest

from games import make
from games.base import CHANCE, OVER
from games.bots import decide, greedy
from games.record import end_line, lines
from games.rng import Rng
from host_tools import league, ranking
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
        base = league.connect(self.path)
        rows = league.standings(base, year, season)
        base.close()
        return [(rank, name, games, won) for rank, _, name, _, games, won in rows]

    def row(self, sql):
        base = sqlite3.connect(self.path)
        found = base.execute(sql).fetchone()
        base.close()
        return found


@pytest.fixture
def club(records, tmp_path):
    return Club(records, tmp_path / "some" / "league.sqlite")


def winner(records, name):
    text = (records / name).read_text().splitlines()[-1]
    return int(text.split('"winners": [')[1][0])


def test_a_game_counts_once(club, records, capsys):
    club.add("a")
    best = ["Ann", "Ben"][winner(records, "a")]
    assert club.table()[0] == (1, best, 1, 1) and len(club.table()) == 2
    before = club.path.read_bytes()
    club.add("a", "again")
    assert club.path.read_bytes() == before
    assert capsys.readouterr().out.count("counted already") == 2
    club.add("b", "b", players="ben,CEM")
    assert sum(games for _, _, games, _ in club.table()) == 4
    assert {name for _, name, _, _ in club.table()} == {"Ann", "Ben", "CEM"}


def test_what_is_no_result_is_refused(club):
    for name, why in (
        ("broken", "is not a sound record"),
        ("running", "not finished"),
        ("mars", "Ley Lines of Mars"),
        ("none", "cannot read"),
        ("four", "for 4 players"),
    ):
        with pytest.raises(CommandError, match=why):
            club.add("b", name)
    assert not club.path.exists()
    for players in ("Ann,Ann", "Ann,", "ann,Ann"):
        with pytest.raises(CommandError, match="each player once"):
            club.add("a", players=players)
    with pytest.raises(CommandError, match="--date"):
        club.add("a", day="31.3.2026")


def test_t144_no_points(club, capsys):
    club.add("a", players="Ann,bot")
    club.add("up")
    assert club.table() == [] and club.row("SELECT COUNT(*) FROM games") == (0,)
    assert capsys.readouterr().out.count("no points") == 2


def test_ranked_games_change_the_ranking(club, records):
    club.add("a")
    assert club.row("SELECT SUM(rp) FROM players") == (0,)
    club.add("r")
    best = ["Ann", "Ben"][winner(records, "r")]
    name, rp = club.row("SELECT name, rp FROM players ORDER BY rp DESC")
    assert name == best and 15 <= rp <= 23
    assert club.row("SELECT SUM(delta) FROM results") == (0,)


def test_promotion_is_told(club, records, capsys):
    club.add("a")
    best = ["Ann", "Ben"][winner(records, "r")]
    base = league.connect(club.path)
    base.execute("UPDATE players SET rp = 99 WHERE name = ?", (best,))
    base.close()
    club.add("r")
    assert "promoted to Hamlet II" in capsys.readouterr().out
    club.run("player", best.upper())
    assert "%s: Hamlet II" % best in capsys.readouterr().out


def test_tables_and_badges(club, capsys):
    club.add("a", "b", "r", day="2026-03-31")
    club.add("four", players="Ann,Ben,Cem,Dea", day="2026-04-01")
    assert [rank for rank, _, _, _ in club.table(2026, 0)] == [1, 2]
    club.run("table", "--season", "2026-spring")
    shown = capsys.readouterr().out
    assert "Spring 2026" in shown and "Dea" in shown
    club.run("table", "--season", "2020-winter")
    assert "no games in winter 2020" in capsys.readouterr().out
    for wrong in ("2026", "2026-monsoon", "x-winter"):
        with pytest.raises(CommandError, match="--season"):
            club.run("table", "--season", wrong)
    base = league.connect(club.path)
    ann = base.execute("SELECT id FROM players WHERE name = 'ann'").fetchone()[0]
    assert len(league.badges(base, ann, date(2026, 3, 31))) == 0
    assert len(league.badges(base, ann, date(2026, 4, 1))) == 1
    assert league.badges(base, ann, date(2026, 7, 1))[0].startswith("Winter 2026: rank")
    base.close()
    with pytest.raises(CommandError, match="no player Zoe"):
        club.run("player", "Zoe")


def test_ties_in_a_season(club):
    base = league.connect(club.path)
    base.execute("INSERT INTO games VALUES (1, 'x', '2026-05-01', 2026, 1, 0)")
    base.execute("INSERT INTO games VALUES (2, 'y', '2026-05-01', 2026, 1, 0)")
    for number, (name, results) in enumerate(
        (
            ("Ann", ((1, 2, 900), (2, 2, 900))),
            ("Ben", ((1, 1, 1800),)),
            ("Cem", ((1, 2, 1800),)),
            ("Dea", ((2, 2, 1800),)),
            ("Eve", ((2, 1, 500),)),
        ),
        1,
    ):
        base.execute("INSERT INTO players VALUES (?, ?, 1, 1, 0)", (number, name))
        for game, place, earned in results:
            base.execute(
                "INSERT INTO results VALUES (?, ?, ?, 9, ?, 0, 1, 1, 0)",
                (game, number, place, earned),
            )
    base.close()
    assert [(rank, name) for rank, name, _, _ in club.table()] == [
        (1, "Ben"),
        (2, "Cem"),
        (2, "Dea"),
        (4, "Ann"),
        (5, "Eve"),
    ]


def test_migrations(club, monkeypatch):
    club.add("a")
    step = "ALTER TABLE players ADD COLUMN club TEXT DEFAULT 'home';"
    monkeypatch.setattr(league, "MIGRATIONS", (*league.MIGRATIONS, step))
    base = league.connect(club.path)
    assert base.execute("SELECT name, club FROM players").fetchone() == ("Ann", "home")
    assert base.execute("PRAGMA user_version").fetchone() == (len(league.MIGRATIONS),)
    base.close()
    monkeypatch.undo()
    with pytest.raises(CommandError, match="newer"):
        club.add("b")


def test_no_database(club, tmp_path):
    club.path = tmp_path / "text"
    club.path.write_text("this is no database, whatever its name says\n" * 20)
    with pytest.raises(CommandError, match="cannot open"):
        club.add("a")
