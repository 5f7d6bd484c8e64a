"""Games of others: a package anywhere is taken, played and told from ours."""

import json
import os
import sys

import games
from games import game_class, make, names, numbers, packages
from games.base import IllegalAction
from games.record import header_line, lines
from games.replay import RecordError, replay
from games.texts import Texts
from table import shelf
from table.example import head, known, read
from table.hint import foresee
from tests.portable.fake_table import FakeTable

# The player who takes the last of three stones wins.
STONES = """
from games.base import OVER, Game


class Stones(Game):
    NAME = "stones"
    TITLE = "Stones"
    SET = 200
    STATE = ("cells", "turn")

    def reset(self):
        self.cells = bytearray((1, 1, 1))
        self.turn = 0

    def current(self):
        return (self.turn,) if any(self.cells) else OVER

    def legal(self, by):
        if (by,) != self.current():
            return []
        return [(1, cell) for cell in range(3) if self.cells[cell]]

    def play(self, by, action):
        self.cells[action[1]] = 0
        self.turn = 1 - by
        return []

    def scores(self):
        return [0, 0]

    def result(self):
        return [1 - self.turn], "the last stone"

    def spots(self):
        return 3

    def spot_name(self, spot):
        return "abc"[spot] + "1"

    def spot(self, name):
        if name not in ("a1", "b1", "c1"):
            raise ValueError("no spot")
        return "abc".index(name[0])

    def piece_at(self, spot):
        return self.cells[spot]

    def tokens(self):
        return ((1, "stone", -1, 3),)

    def text(self, action):
        return ["take", self.spot_name(action[1])]

    def parse(self, words):
        return (1, self.spot(words[1]))


GAME = Stones
"""


# A change of the rules, and what `add` says to it.
FORMLESS = (
    (("GAME = ", "game = "), "stones has no GAME"),
    (("GAME = Stones", "GAME = 7"), "no class"),
    (("GAME = Stones", "GAME = Stones()"), "no class"),
    (("GAME = Stones", "raise SystemExit"), "stones.py cannot be read: SystemExit"),
    (('TITLE = "Stones"', "TITLE = None"), "TITLE of stones is no text"),
    (('"stones"', '"Two Stones"'), "small letters, digits and _, such as fox; not 'Two Stones'"),
    (("SET = 200", ""), "SET of stones is a number from 128 to 254"),
    (('("cells", "turn")', '("cells")'), "STATE of stones is a tuple"),
    (("SET = 200", "SEATS = 3"), "SEATS of stones has the fewest"),
    (("SET = 200", 'OPTIONS = {"a": 1}'), "OPTIONS of stones has the name"),
    (("SET = 200", 'OPTIONS = ("ab",)'), "OPTIONS of stones has the name"),
)


def write(path, text):
    with open(path, "w") as file:
        file.write(text)
    return os.getcwd().replace("\\", "/") + "/" + path


def refused(path):
    try:
        packages.add(path)
    except packages.PackageError as error:
        return str(error)
    raise AssertionError("%s was taken" % path)


def said(fake):
    return " ".join(fake.display.lines)


def drop(*paths):
    packages.forget("stones")
    for path in paths:
        os.remove(path)


def test_a_file_is_a_package():
    path = write("stones.py", STONES)
    assert packages.add(path) == "stones" and "stones" in names()
    assert packages.others() == [path]
    game = make("stones")
    game.apply(0, (1, 2))
    assert game.legal(1) == [(1, 0), (1, 1)]
    drop("stones.py")
    assert "stones" not in names() and packages.others() == []


def test_a_folder_is_a_package_and_its_modules_find_each_other():
    os.mkdir("stones")
    write("stones/game.py", STONES.replace("(1, 1, 1)", "START")
          .replace("from games.base", "from games.stones.start import START\nfrom games.base"))
    path = write("stones/start.py", "START = (1, 0, 1)\n").rsplit("/", 1)[0]
    write("stones/__init__.py", '"""Stones."""\n')
    assert packages.add(path + "/") == "stones" and packages.others() == [path]
    assert make("stones").legal(0) == [(1, 0), (1, 2)]
    assert [name.rsplit("/", 1)[1] for name, _ in packages.source_of("stones")] == [
        "__init__.py", "game.py", "start.py"]
    drop("stones/game.py", "stones/start.py", "stones/__init__.py")


def test_what_cannot_be_taken_is_said():
    assert "no file or folder" in refused(os.getcwd() + "/stones.py")
    for name in ("mars.py", "grid.py", "base.py"):
        assert "another name" in refused(write(name, STONES)), name
        os.remove(name)
    assert "small letters" in refused(write("Fox.py", STONES))
    assert '"stones"' in refused(write("pebbles.py", STONES))
    said = refused(write("stones.py", "1 / 0\n"))
    assert said.startswith("stones.py cannot be read: ") and "zero" in said
    refused(write("stones.py", "def\n"))
    for change, why in FORMLESS:
        assert why in refused(write("stones.py", STONES.replace(*change))), change
    assert names() == ["land", "landover", "leylines", "market", "mars"]
    os.mkdir("empty")
    assert "no game.py" in refused(os.getcwd() + "/empty")
    drop("Fox.py", "pebbles.py", "stones.py")


def test_a_package_that_has_changed_is_taken_anew():
    path = write("stones.py", STONES)
    packages.add(path)
    before = games.source("stones")
    write("stones.py", STONES.replace("(1, 1, 1)", "(1, 1, 0)"))
    packages.add(path)
    assert games.source("stones") != before
    assert make("stones").legal(0) == [(1, 0), (1, 1)]
    drop("stones.py")


def test_a_record_names_the_source_and_another_one_says_so():
    path = write("stones.py", STONES)
    packages.add(path)
    game = make("stones")
    for by, cell in ((0, 0), (1, 1), (0, 2)):
        game.apply(by, (1, cell))
    written = list(lines(game, 1))
    head = json.loads(written[0])
    assert head["source"] == games.source("stones") and len(head["source"]) == 32
    assert replay(written).other_source == ""
    write("stones.py", STONES + "# another comment\n")
    packages.add(path)
    assert replay(written).other_source == "another source of stones has played it"
    write("stones.py", STONES.replace("[0, 0]", "[1, 0]"))
    packages.add(path)
    try:
        replay(written)
    except RecordError as error:
        assert "another source of stones" in str(error)
    else:
        raise AssertionError("other scores")
    drop("stones.py")


def test_our_records_name_no_source():
    assert "source" not in header_line(make("mars"), 1)


def test_texts_and_example_lie_in_the_package():
    packages.add(write("stones.py", STONES))
    write("stones.en.txt", "do take=take the stone on {0}\n")
    write("stones.example.txt", "game 2 {}\n")
    assert Texts().render(("do", "take", "a1"), "stones") == "take the stone on a1"
    assert "stones" in known()
    drop("stones.py", "stones.en.txt", "stones.example.txt")


def test_each_part_may_come_from_any_editor():
    parts = {
        "py": STONES, "numbers.txt": "stones 3 1 3\nmore 5 0 9\n",
        "en.txt": "do take=take the stone on {0}\nwin=you win\n",
        "example.txt": "game 2 {}\n\nsay one\ndo take a1\n\nsay two\n",
    }
    sources = set()
    for mark in ("", "\ufeff"):
        for end in ("\n", "\r\n", "\r"):
            for ending in parts:
                # MicroPython imports no source with a mark: builds and pages leave it out.
                before = "" if ending == "py" and sys.implementation.name != "cpython" else mark
                with open("stones." + ending, "wb") as file:
                    file.write((before + parts[ending].replace("\n", end)).encode())
            packages.add(os.getcwd().replace("\\", "/") + "/stones.py")
            sources.add(games.source("stones"))
            assert numbers.read("stones") == [("stones", 3, 1, 3), ("more", 5, 0, 9)]
            assert Texts().render(("do", "take", "a1"), "stones") == "take the stone on a1"
            assert head("stones") == (2, {})
            _, at = read("stones", 0)
            assert read("stones", at)[0] == [["say", "one"], ["do", "take a1"]]
    assert len(sources) == 1  # so records say the same
    drop(*["stones." + ending for ending in parts])


def test_a_catalogue_that_is_no_text_leaves_the_words_of_the_game():
    packages.add(write("stones.py", STONES))
    with open("stones.en.txt", "wb") as file:
        file.write(b"do take=take \xff\n")
    assert Texts().open("stones") is None
    drop("stones.py", "stones.en.txt")


def test_numbers_that_cannot_be_read_are_named():
    for line in ("caps 5 0", "caps five 0 9", "caps 5 0 9 1"):
        write("stones.numbers.txt", "stones 3 1 3\n\n%s\n" % line)
        why = 'a line of numbers.txt is like "caps 5 0 9", not "%s"'
        assert refused(write("stones.py", STONES)) == why % line
    with open("stones.numbers.txt", "wb") as file:
        file.write(b"stones 3 1 3\xff\n")
    assert refused(write("stones.py", STONES)) == "numbers.txt is not a text in UTF-8"
    drop("stones.py", "stones.numbers.txt")
    packages.add(write("stones.py", STONES))
    write("stones.numbers.txt", "caps 5\n")  # since then
    told = ""
    try:
        make("stones", None, {"caps": 6})
    except ValueError as error:
        told = str(error)
    assert told == why % "caps 5"
    drop("stones.py", "stones.numbers.txt")


def test_a_table_plays_it():
    packages.add(write("stones.py", STONES))
    fake = FakeTable()
    fake.app.session.new("stones", None, None, (), 1)
    fake.run(200)
    assert fake.app.session.game.NAME == "stones"
    fake.app.session.act(0, (1, 1))
    try:
        fake.app.session.act(0, (1, 0))
    except IllegalAction:
        pass
    assert game_class("stones").NAME == "stones" and len(fake.app.session.game.log) == 1
    drop("stones.py")


def test_a_game_for_one_has_hints_and_may_end_without_a_winner():
    text = STONES
    for before, after in (
        ("    SET = 200\n", "    SET = 200\n    SEATS = (1, 1)\n"), ("= 1 - by", "= by"),
        ("return [0, 0]", "return [0]"), ("return [1 - self.turn]", "return []"),
    ):
        text = text.replace(before, after)
    packages.add(write("stones.py", text))
    fake = FakeTable()
    session = fake.app.session
    session.new("stones", None, None, (), 1)
    assert foresee(session.game, 0, (1, 2), Texts()) == ((0, 0), "")
    for cell in range(3):
        session.act(0, (1, cell))
    fake.run(200)
    assert "Nobody wins: the last stone" in said(fake)
    drop("stones.py")


def test_a_table_that_resumes_says_that_the_rules_have_changed():
    for text, more in ((STONES, []), (STONES + "# new\n", [("other source", "stones")])):
        packages.add(write("stones.py", STONES))
        fake = FakeTable()
        fake.app.session.new("stones", None, None, (), 1)
        fake.app.session.act(0, (1, 1))
        packages.add(write("stones.py", text))
        again = FakeTable(start=False)
        assert again.app.session.resume() == ("said", [("resumed", 1)] + more)
    drop("stones.py")


def test_a_game_whose_rules_fail_leaves_the_table_with_a_sentence():
    packages.add(write("stones.py", STONES.replace("return []\n", "return 1 // 0\n")))
    fake = FakeTable()
    session = fake.app.session
    fake.new("stones", players=("random", "random"))
    fake.see_all()
    fake.run(2000)
    assert session.game is None and not session.inconsistent and session.journal.waits
    assert "Stones has left the table" in said(fake) and "ero" in said(fake)
    fake.sense.seen = bytearray(len(fake.sense.seen))
    fake.new("mars", players=("random", "random"))
    fake.run(1000)
    assert session.game.NAME == "mars" and session.game.log
    drop("stones.py")


def test_a_game_that_wants_to_end_the_program_leaves_the_table_with_a_sentence():
    packages.add(write("stones.py", STONES.replace("return []\n", "raise SystemExit(3)\n")))
    fake = FakeTable()
    fake.new("stones", players=("random", "random"))
    fake.see_all()
    fake.run(2000)
    assert fake.app.session.game is None and "Stones has left the table" in said(fake)
    drop("stones.py")


def test_the_table_comes_back_without_a_game_in_which_it_hung():
    """The second time; the game is kept."""
    packages.add(write("stones.py", STONES))
    fake = FakeTable()
    fake.app.session.new("stones", None, None, (), 1)
    fake.app.session.act(0, (1, 1))
    again = FakeTable(start=False)
    again.app.session.journal.waits = True  # the start saw the watchdog's count
    again.app.start()
    again.run(2000)
    session = again.app.session
    assert session.game is None and "stopped twice in Stones" in said(again)
    session.new("mars", None, None, (), 1)
    assert [found["game"] for found in shelf.summaries(session)] == ["stones"]
    drop("stones.py")
