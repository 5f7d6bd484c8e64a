"""The table of the workshop: the rules of others, replaced while they are played."""

import json
import os

from games import PACKAGES, packages
from sim.window.studied import Study
from sim.window.workshop import Checked, Played, Studied

RULES = '''"""Nim: take one, two or three; whoever takes the last one wins."""

from games.base import OVER, Game

COUNT = 7
MOST = 3


class Nim(Game):
    """Nim; `cells` holds what is left."""

    NAME = "testnim"
    TITLE = "Nim"
    SET = 222
    STATE = ("cells", "turn")

    def reset(self):
        self.cells = bytearray([1] * COUNT)
        self.turn = 0

    def current(self):
        return (self.turn,) if any(self.cells) else OVER

    def prompt(self):
        return self.current(), "take some"

    def legal(self, by):
        if (by,) != self.current():
            return []
        return [(1, count) for count in range(1, min(MOST, sum(self.cells)) + 1)]

    def reason(self, by, action):
        return None if action in self.legal(by) else "that is too many"

    def play(self, by, action):
        left = sum(self.cells) - action[1]
        self.cells = bytearray([int(spot < left) for spot in range(COUNT)])
        self.turn = 1 - by
        return []

    def has_secrets(self):
        return False

    def scores(self):
        return [int(not any(self.cells) and self.turn != seat) for seat in (0, 1)]

    def result(self):
        return [1 - self.turn], "the last one"

    def spots(self):
        return COUNT

    def spot_name(self, spot):
        return "%c1" % (97 + spot)

    def spot(self, name):
        names = [self.spot_name(spot) for spot in range(COUNT)]
        if name not in names:
            raise ValueError("there is no spot %s" % name)
        return names.index(name)

    def piece_at(self, spot):
        return self.cells[spot]

    def tokens(self):
        return ((1, "match", -1, COUNT),)

    def text(self, action):
        return ["take", action[1]]

    def parse(self, words):
        for count in range(1, COUNT + 1):
            if str(words) == str(["take", count]):
                return (1, count)
        raise ValueError('an action is like ["take", 2], not %s' % (words,))


GAME = Nim
'''
PAGE = "# Nim\n\nTake one, two or three. Whoever takes the last one wins.\n"


class Folder:
    """A package in a folder of its own, which goes with it, as do the other games meanwhile."""

    def __init__(self, rules):
        self.home = os.getcwd() + "/workshop"
        self.path = self.home + "/testnim"
        self.rules = rules

    def __enter__(self):
        self.known = dict(PACKAGES)
        for folder in (self.home, self.path, self.home + "/kept"):
            os.mkdir(folder)
        self.write("game.py", self.rules)
        self.write("README.md", PAGE)
        return self

    def write(self, name, text):
        with open("%s/%s" % (self.path, name), "w") as file:
            file.write(text)

    def wanted(self, played=None):
        return json.dumps({"folder": self.home + "/kept", "number": 1, "language": "en",
                           "random": "nobody knows", "played": played})

    def __exit__(self, *error):
        packages.forget("testnim")
        PACKAGES.update(self.known)
        self.remove(self.home)

    def remove(self, folder):
        for name in os.listdir(folder):
            path = "%s/%s" % (folder, name)
            if os.stat(path)[0] & 0x4000:
                self.remove(path)
            else:
                os.remove(path)
        os.rmdir(folder)


def told(work, kind):
    """Return the messages of a kind so far, the latest last."""
    return [message[kind] for message in json.loads(work.take()) if kind in message]


def took(*counts):
    return {"seats": 2, "options": {}, "players": ["human", "human"],
            "actions": [[by % 2, ["take", count]] for by, count in enumerate(counts)]}


def test_it_plays_the_one_game_that_it_knows():
    with Folder(RULES) as folder:
        table = Played(folder.path, folder.wanted())
        facts = {}
        for part in told(table, "facts"):
            facts.update(part)
        assert [game["name"] for game in facts["hello"]["games"]] == ["testnim"]
        assert list(PACKAGES) == ["testnim"]
        assert facts["state"]["view"]["game"] == "testnim"
        assert facts["hello"]["own"]["rules"]["de"] == PAGE  # in English, since it has no other
        request = {"do": "do", "by": 0, "words": ["take", 2]}
        table.hear(json.dumps({"id": 1, "do": "host", "request": request}))
        messages = json.loads(table.take())
        assert [one["answer"]["ok"] for one in messages if "answer" in one] == [True]
        played = [one["played"] for one in messages if "played" in one][-1]
        assert played["actions"] == [[0, ["take", 2]]]


def test_it_replays_what_the_rules_still_allow():
    for rules, count, why in (
        (RULES, 3, ""),
        (RULES.replace("MOST = 3", "MOST = 2"), 1, "that is too many"),
        (RULES.replace("COUNT = 7", "COUNT = 4"), 2, "game is over"),
    ):
        with Folder(rules) as folder:
            table = Played(folder.path, folder.wanted(took(1, 3, 2)))
            messages = json.loads(table.take())
            [replayed] = [one["replayed"] for one in messages if "replayed" in one]
            assert (replayed["count"], replayed["of"]) == (count, 3)
            assert why in replayed["why"]
            played = [one["played"] for one in messages if "played" in one][-1]
            assert len(played["actions"]) == count


def test_a_mistake_has_its_line():
    for rules, line, why in (
        (RULES.replace("COUNT = 7", "COUNT = ("), 5, "SyntaxError"),
        (RULES.replace("COUNT = 7", "COUNT = seven"), 5, "NameError"),
        (RULES.replace("self.turn = 0", "self.turn = self.trun"), 19, "AttributeError"),
        (RULES.replace('"testnim"', '"other"'), 0, "NAME"),
    ):
        with Folder(rules) as folder:
            [mistake] = told(Played(folder.path, folder.wanted()), "mistake")
            assert mistake["file"] == "game.py", mistake
            # Python may only see the next line that the bracket is not closed.
            found = mistake["line"]
            assert found == line or why == "SyntaxError" and found > line, mistake
            assert any(why in part for part in mistake["why"]), mistake


def test_a_mistake_while_the_game_is_played_has_its_line():
    broken = RULES.replace("left = sum(self.cells)", "left = sum(self.sells)")
    with Folder(broken) as folder:
        table = Played(folder.path, folder.wanted())
        told(table, "mistake")
        request = {"do": "do", "by": 0, "words": ["take", 2]}
        table.hear(json.dumps({"id": 1, "do": "host", "request": request}))
        line = 1 + broken.split("\n").index(
            "        left = sum(self.sells) - action[1]")
        assert [one["line"] for one in told(table, "mistake")][:1] == [line]


def test_the_contract_is_checked_step_by_step():
    unsorted = RULES.replace("return [(1, count)", "return [(1, -count)")
    for rules, wanted in ((RULES, []), (unsorted, ["legal"])):
        with Folder(rules) as folder:
            check = Checked(folder.path, "{}")
            found, done = [], []
            while not done:
                check.step(False)
                messages = json.loads(check.take())
                found += [one["finding"] for one in messages if "finding" in one]
                done += [one["checked"] for one in messages if "checked" in one]
            assert done == [True]
            methods = [one["rule"].split(" ")[0] for one in found]
            assert [method for method in wanted if method not in methods] == [], methods
            assert bool(found) == bool(wanted)
            assert [one for one in found if one["file"] != "game.py" or one["line"] < 1] == []


def studied(folder, player, games):
    """Return the last message of a study."""
    study = Studied(folder.path, json.dumps({"player": player, "games": games}))
    while study.step(False) == 0:
        pass
    return told(study, "studied")[-1]


def test_a_study_has_figures_with_intervals_and_games_that_show_them():
    with Folder(RULES) as folder:
        last = studied(folder, "random", 12)
        assert (last["done"], last["of"]) == (12, 12)
        figures = {one["name"] + one["of"]: one for one in last["figures"]}
        wins = [figures["won0"]["value"], figures["won1"]["value"]]
        assert abs(sum(wins) - 1) < 1e-5 and figures["ties"]["value"] == 0
        for one in last["figures"]:
            assert one["low"] - 1e-9 <= one["value"] <= one["high"] + 1e-9, one["name"]
        short, long = [len(game["actions"]) for game in figures["length"]["examples"]]
        assert 3 <= short < long <= 7
        [won] = figures["won0"]["examples"]
        assert len(won["actions"]) % 2 == 1  # the first seat took the last one
        assert last["never"] == []


def test_a_study_of_mixed_players_says_who_wins_and_whether_leads_last():
    rules = RULES.replace("COUNT = 7", "COUNT = 9").replace("[1] * COUNT", "[1] * 9")
    with Folder(rules) as folder:
        last = studied(folder, "mixed", 12)
        by = [one for one in last["figures"] if one["name"] == "by"]
        assert [one["of"] for one in by] == ["random", "greedy", "search:20"]
        assert abs(sum([one["value"] for one in by]) - 1.5) < 1e-5  # 24 seats, 12 games
        for one in last["figures"]:
            assert one["low"] - 1e-9 <= one["value"] <= one["high"] + 1e-9, one["name"]


def test_the_curve_of_the_lead_counts_leaders_that_win():
    study = Study("mars", 1, [("random", None)])
    game = {"actions": []}
    for leaders, winners in (([0] * 10, [0]), ([0] * 5 + [1] * 5, [1]), ([-1] * 10, [0])):
        study.leaders = leaders
        study.add_leads(winners, game)
    study.done = 3
    found = {one["of"]: one for one in study.figures() if one["name"] == "lead"}
    assert [found[part]["value"] for part in ("10", "40", "50", "90")] == [0.5, 0.5, 1, 1]
    assert found["40"]["examples"] == [game] and found["50"]["examples"] == []


def test_a_study_counts_the_games_that_it_broke_off():
    endless = RULES.replace("- action[1]\n", "- action[1] or COUNT\n")
    with Folder(endless) as folder:
        figures = {one["name"]: one for one in studied(folder, "random", 1)["figures"]}
        assert figures["endless"]["value"] == 1 and figures["endless"]["examples"]


def test_a_study_says_what_never_happens():
    unused = RULES.replace("COUNT = 7", "COUNT = 9").replace("[1] * COUNT", "[1] * 7 + [0, 0]")
    with Folder(unused) as folder:
        assert studied(folder, "greedy", 2)["never"] == [["spot", "h1"], ["spot", "i1"]]
