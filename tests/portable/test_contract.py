"""Our games keep the contract of games, and it finds what others break."""

import os

from games import make, names, packages
from games.base import IllegalAction
from games.rng import Rng
from sim.contract.check import check, fault_of_others
from sim.contract.randomly import step
from tests.portable import effort
from tests.portable.test_packages import STONES, drop, write

PAGE = "# Stones\n\nTake the last one.\n"
# Broken rules: (the text and what stands in its place, the rule that is found, the line to
# blame, how many lines its record has).
BROKEN = (
    ("[(1, cell) for cell in range(3) if self.cells[cell]]", "None", "legal gives a list",
     "def legal", 1),
    ("return (self.turn,)", "return self.turn", "current gives a tuple", "def current", 1),
    ("[(1, cell) for", "[str(cell) for", "legal gives actions as tuples", "def legal", 1),
    ("for cell in range(3) if", "for cell in (2, 1, 0) if", "legal lists actions ascending",
     "def legal", 1),
    ("self.turn = 1 - by\n", "self.turn = 1 - by\n        self.x = 1 // (1 - sum(self.cells))\n",
     "play raises nothing", "self.x", 2),
    ("def piece_at", "def gesture(self, by, action):\n        return ((action[1], 1),)\n\n"
     "    def piece_at", "gesture puts nothing where it lies", "def gesture", 1),
    ("def piece_at", "def targets(self, by):\n        return ()\n\n    def piece_at",
     "targets lights the spots", "def targets", 1),
    ("def piece_at", "def reason(self, by, action):\n        return None\n\n    def piece_at",
     "reason refuses what legal does not list", "def reason", 1),
    ("def piece_at", "def effects(self, by, action):\n        return ()\n\n    def piece_at",
     "effects announces", "def effects", 1),
    ("def piece_at", "def public(self, by):\n        return []\n\n    def piece_at",
     "public leaves out no legal action", "def public", 1),
    ("def piece_at", "def placing(self, by, token, spot=-1):\n        return []\n\n"
     "    def piece_at", "placing yields", "def placing", 1),
    ("def piece_at", "def overlay(self):\n        return [(9, 1, 0)]\n\n    def piece_at",
     "overlay gives", "def overlay", 1),
    ("def piece_at", "def determinize(self, seat, rng):\n        self.cells[0] = 0\n\n"
     "    def piece_at", "determinize changes nothing that the seat knows", "def determinize", 1),
    ("def piece_at", "def prompt(self):\n        return (), \"\"\n\n    def piece_at",
     "prompt says", "def prompt", 1),
    ("SET = 200", 'SET = 200\n    ACTIONS = "1 2, 2"', "legal goes as far as ACTIONS",
     "def legal", 1),
    ('STATE = ("cells", "turn")', 'STATE = ("cells",)', "legal depends on nothing but STATE",
     "def legal", 1),
    ("self.turn = 0", "self.turn = 0.0", "keeps whole numbers", "def reset", 1),
    ("return (1, self.spot(words[1]))", "return (1, 0)", "parse gives back", "def parse", 1),
    ("(1, self.spot(words[1]))", "(1, self.spot(words[1] if len(words) > 1 else 'a1'))",
     "parse refuses words that are no action", "def parse", 1),
    ('"stone", -1, 3', '"stone", -1, 2', "tokens has as many pieces", "def tokens", 1),
    ('"stone", -1, 3', '"", -1, 3', "tokens names each piece", "def tokens", 1),
    ("return [0, 0]", "return [0]", "scores gives a number for each seat", "def scores", 1),
    ("return [1 - self.turn]", "return [1, 0]", "result gives the winners", "def result", 3),
    ('[1 - self.turn], "the', '[2 // (1 - self.turn)], "the', "result raises nothing",
     "return [2", 3),
    ('return "abc"[spot] + "1"', 'return "a1"', "spot gives back the spot", "def spot(", 0),
    ('if name not in ("a1", "b1", "c1"):', "if not name:", "spot raises", "return", 0),
    ("SET = 200", "SET = 1", "SET of a game of others", "SET = ", 0),
    ('TITLE = "Stones"', 'TITLE = ""', "TITLE names the game", "TITLE = ", 0),
    ("from games.base", "import random\nfrom games.base", "import", "import random", 0),
    ("self.cells[action[1]] = 0\n", "self.cells[action[1]] = 0 if sum(self.cells) > 1 else 1\n",
     "current ends a game", "def current", 0),
    ('[1 - self.turn], "the last stone"', "1", "result gives the winners", "def result", 3),
    ('("cells", "turn")', '("cells", "turn", "typo")', "STATE names the attributes", "STATE = ",
     0),
    ("    def scores(self):\n        return [0, 0]\n", "", "GAME writes each method", "GAME = ",
     0),
)


def findings(text):
    """Return what is found in a game of this text."""
    packages.add(write("stones.py", text))
    return [finding for finding in check("stones") if finding]


def check_ours(quickly):
    for name in names():
        found = [str(finding) for finding in check(name, quickly) if finding]
        assert found == [], "\n".join(found)


def test_our_games_keep_the_contract():
    check_ours(True)


@effort.deep
def test_our_games_keep_the_contract_for_long():
    check_ours(False)


def test_a_game_of_others_keeps_it():
    write("stones.md", PAGE)
    assert [str(finding) for finding in findings(STONES)] == []
    drop("stones.py", "stones.md")


def test_an_error_of_ours_is_no_fault_of_a_game_without_a_page():
    packages.add(write("stones.py", STONES))
    assert fault_of_others(ValueError("ours")) == ""
    packages.add(write("stones.py", STONES.replace("return [0, 0]", "return [0]")))
    assert "stones breaks the contract: " in fault_of_others(ValueError("of its scores"))
    packages.forget("stones")
    drop("stones.py")


def test_what_breaks_it_is_named_with_its_line_and_the_shortest_record():
    write("stones.md", PAGE)
    for old, new, rule, blamed, lines in list(BROKEN)[:: effort.of(1, 5)]:
        text = STONES.replace(old, new)
        assert text != STONES, old
        found = [finding for finding in findings(text) if rule in finding.rule]
        assert len(found) == 1, (rule, [str(finding) for finding in findings(text)])
        assert blamed in text.split("\n")[found[0].line - 1], str(found[0])
        assert found[0].file.endswith("/stones.py") and len(found[0].record) == lines, rule
        assert not lines or '"game": "stones"' in found[0].record[0]
    drop("stones.py", "stones.md")


def test_a_late_fault_is_shown_by_a_short_record():
    """The record ends with the second action, which shows the fault; a game has three."""
    write("stones.md", PAGE)
    text = STONES.replace("return []", "return [] if sum(self.cells) else [1]")
    found = [one for one in findings(text) if "play returns events that begin" in one.rule]
    assert [len(finding.record) for finding in found] == [3]
    drop("stones.py", "stones.md")


def test_a_package_without_a_page_is_named():
    assert ["page is there" in str(finding) for finding in findings(STONES)] == [True]
    write("stones.md", "# Pebbles\n")
    [found] = findings(STONES)
    assert found.rule.startswith("stones.md:1 begins with a heading")
    assert found.file.endswith("/stones.md") and found.line == 1
    drop("stones.py", "stones.md")


def test_looks_that_no_window_can_draw_are_named():
    write("stones.md", PAGE)
    for text, rule in (("stone=disc gold\n", ""), ("stone=square gold\n", "names a shape"),
                       ("stone=\n", "names a shape"), ("pebble=disc\n", "begins with a piece")):
        write("stones.looks.txt", text)
        found = [str(finding) for finding in findings(STONES)]
        assert len(found) == bool(rule), (text, found)
        assert not rule or "stones.looks.txt:1: " in found[0] and rule in found[0], found
    drop("stones.py", "stones.looks.txt", "stones.md")


def test_levels_that_do_not_descend_are_named():
    write("stones.md", PAGE)
    for text in ("90 40 20\n", "90 40\n", "40 90 20\n", "90 40 0\n", "90 40 few\n"):
        write("stones.levels.txt", text)
        found = [str(finding) for finding in findings(STONES)]
        assert len(found) == (text != "90 40 20\n"), (text, found)
        assert not found or "stones.levels.txt:1 has three whole numbers" in found[0], found
    drop("stones.py", "stones.levels.txt", "stones.md")


def test_a_helper_that_has_the_name_of_a_method_of_the_table_is_named():
    write("stones.md", PAGE)
    helper = "    def steps(self):\n        pass\n\n"
    text = STONES.replace("    def scores(", helper + "    def scores(")
    [found] = findings(text)
    assert found.rule == "steps takes the same as the method of this name in games.base"
    assert text.split("\n")[found.line - 1] == "    def steps(self):"
    drop("stones.py", "stones.md")


def test_a_catalogue_that_no_table_can_read_is_named():
    write("stones.md", PAGE)
    for text, place, rule in (
        ("do take=take the stone on {0}\nend the last stone=all are taken\n", "", ""),
        ("do take=take {0}\nall are taken\n", "stones.en.txt:2: ", "an equals sign"),
        ("end it=it is over\n\ndo take=take {0}\n", "stones.en.txt:3: ", "keys ascending"),
        ("do take=take\ndo take=lift\n", "stones.en.txt:2: ", "each once"),
        ("do take=take {zero}\n", "stones.en.txt:1: ", "has slots"),
        ("do take=take {0\n", "stones.en.txt:1: ", "has slots"),
    ):
        write("stones.en.txt", text)
        found = [str(finding) for finding in findings(STONES)]
        assert len(found) == bool(rule), (text, found)
        assert not rule or place in found[0] and rule in found[0], found
    for part in ("stones.en.txt", "stones.md"):
        with open(part, "wb") as file:
            file.write(b"\xff\xfe\n")
        found = [str(finding) for finding in findings(STONES)]
        assert len(found) == 1 and part + ":1: " in found[0] and "UTF-8" in found[0]
        os.remove(part)
    drop("stones.py")


def test_two_packages_share_no_set():
    write("stones.md", PAGE)
    packages.add(write("pebbles.py", STONES.replace('"stones"', '"pebbles"').replace(
        '"stone"', '"pebble"')))
    assert ["SET is of one set of pieces" in str(one) for one in findings(STONES)] == [True]
    packages.forget("pebbles")
    drop("stones.py", "stones.md", "pebbles.py")


def test_undo_goes_to_the_start_and_no_further():
    for name in names():
        game = make(name)
        rng = Rng(3)
        while len(game.log) < 120 and step(game, rng):
            pass
        while game.log:
            game.undo()
        assert game.digest() == make(name).digest()
        try:
            game.undo()
        except IllegalAction:
            continue
        raise AssertionError("undo went before the start")


def test_a_game_goes_on_from_a_snapshot():
    """A snapshot is the complete state, and undo works across it."""
    for name in names():
        game = make(name)
        rng = Rng(7)
        for _ in range(20):
            step(game, rng)
        count = len(game.log)
        first = list(game.log)
        again = make(name)
        again.log.bound(lambda entries=first: iter(entries))
        again.begin_at(count, game.snapshot(), game.events)
        assert again.digest() == game.digest() and len(again.log) == count
        for _ in range(9):
            if not step(game, rng):
                break
            again.apply(game.log[-1][0], game.log[-1][1:])
            assert again.digest() == game.digest() and again.log[-1] == game.log[-1]
        assert again.can_rewind(count) and not again.can_rewind(count - 1)
        while len(game.log) > count - 3:
            assert again.undo() == game.undo()
            assert again.digest() == game.digest() and len(again.log) == len(game.log)
