"""All scripts in tests/data/scripts pass, and a wrong script says where it is wrong."""

import os

from sim.virtual.script import Script, ScriptError
from tests.portable import effort


def folder():
    """Return the folder of the scripts: beside this file on the desktop, in /tests on
    MicroPython."""
    return __file__.replace("\\", "/").rsplit("/", 2)[0] + "/data/scripts"


def play(name):
    """Run a script on a fresh table; return it."""
    for old in ("game.log", "game.tail", "game.point"):
        try:
            os.remove(old)
        except OSError:
            pass
    with open(folder() + "/" + name) as file:
        lines = file.read().split("\n")
    script = Script()
    try:
        script.run(lines)
    except ScriptError as error:
        raise AssertionError("%s: %s" % (name, error))
    return script


def test_all_scripts():
    names = sorted(os.listdir(folder()))
    assert names
    for name in names[:: effort.of(1, 4)]:
        assert play(name).frames


def test_a_tile_shown_first_or_laid_directly_gives_the_same_record():
    records = []
    for name in ("land_bag_shown.txt", "land_bag_laid.txt"):
        records.append(list(play(name).table.app.session.record()))
    assert records[0] == records[1] and len(records[0]) == 8


def test_wrong_scripts_say_where():
    for lines, line in (
        (["place c3 small 0"], 1),
        (["board grid6", "fly"], 2),
        (["board grid5"], 1),
        (["board grid6", "", "new venus"], 3),
        (["board grid6", "new mars", "place z9 small 0"], 3),
        (["board grid6", "new mars", "place c3 huge 0"], 3),
        (["board grid6", "new mars", "lift c3"], 3),
        (["board grid6", "new mars", "expect"], 3),
        (["board grid6", "new mars", "expect turn 1"], 3),
        (["board grid6", "new mars seats=9"], 2),
        (["board grid6", "misses 1001"], 2),
        (["board grid6", "misses 10 z9"], 2),
    ):
        try:
            Script().run(lines)
        except ScriptError as error:
            assert str(error).startswith("line %d: " % line), error
            continue
        raise AssertionError(lines)
