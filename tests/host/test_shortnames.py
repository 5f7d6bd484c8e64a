"""Names that nobody outside needs become short, and no two meet in one object or module."""

import ast
import re
from pathlib import Path

from host_tools.build import SOURCE
from host_tools.small.shortnames import short_name, short_names, shortened

LIGHT = '''
from table.lamp import Lamp

_WATT = 5


class Light(Lamp):
    def __init__(self):
        self._colour = _WATT  # _colour stays in a remark
        self._rest = "_colour"
        self._hue = 0

    def same(self, other):
        return self._hue == other._hue
'''
LAMP = '''
class Lamp:
    def _switch(self):
        self._level = self._rest = 1
'''
STRIP = '''
from table import lamp


class Strip(lamp.Lamp):
    def _shine(self):
        self._length = 9
'''
KNOB = '''
_STEP = 2


def _turn(knob, by=_STEP):
    knob._angle += by
'''


RING = '''
from table.knob import Ring


def _weigh(ring):
    return ring._angle
'''
QUEUE = '''
class Queue:
    def __init__(self, length, seat):
        self.queued = [length, seat]

    def clear(self):
        self.queued = []


def foremost(queue, width=4):
    queue.queued.append(len(queue.queued))
    return queue
'''
GAME = '''
from games.market.queue import Queue, foremost


class Game:
    def commence(self, seat):
        self.queue = foremost(Queue(3, seat), width=5)
        self.queued = self.queue.queued
        self.queue.clear()
        self.begun = "begun"
'''


def test_private_names_become_short():
    names = short_names((("table/light.py", LIGHT), ("table/lamp.py", LAMP),
                         ("table/strip.py", STRIP), ("table/knob.py", KNOB)))
    light, lamp, strip, knob = names.values()
    assert set(light) == {"_WATT", "_rest", "_hue", "other", "Light", "Lamp"}  # not _colour, which
    assert set(lamp) == {"_switch", "_level", "_rest", "Lamp"}  # is in a string
    assert light["_rest"] == lamp["_rest"]  # one attribute of one object
    assert light["Lamp"] == lamp["Lamp"] == strip["Lamp"]
    for heir in (light, strip):
        related = {**heir, **lamp}
        assert len(set(related.values())) == len(related)  # they meet in one object
    assert set(knob) == {"_STEP", "_turn", "by", "_angle"}  # knob is a module, too
    assert set(knob.values()) == set(map(short_name, range(4)))  # the same as in the others
    assert shortened(KNOB, {"_STEP": "_0", "_turn": "_1"}) == '''
_0 = 2


def _1(knob, by=_0):
    knob._angle += by
'''


def test_a_short_name_is_none_that_a_file_has():
    own = "print(sys.%s, '%s')\n" % (short_name(0), short_name(2))
    (knob,) = short_names((("table/knob.py", KNOB + own),)).values()
    assert set(knob.values()) == {short_name(number) for number in (1, 3, 4, 5)}


def test_a_name_that_another_object_has_is_the_same_in_all_its_files():
    knob, ring = short_names((("table/knob.py", KNOB), ("table/ring.py", RING))).values()
    assert knob["_angle"] == ring["_angle"]
    for mine in (knob, ring):
        assert len(set(mine.values())) == len(mine)


def test_what_the_files_of_a_package_call_each_other_becomes_short():
    inside = (("games/market/queue.py", QUEUE), ("games/market/game.py", GAME))
    queue, game = short_names(inside).values()
    # A call names the argument width, lists have a method clear, a string names begun, the
    # virtual table names Game and Queue; a module is called queue.
    assert set(queue) == {"queued", "foremost", "length", "seat"}
    assert set(game) == {"queued", "foremost", "commence", "seat"}
    assert all(queue[name] == game[name] for name in ("queued", "foremost"))
    outside = ("table/app.py", "def show(game):\n    game.commence(2)\n    print(game.queued)\n")
    _, game, _ = short_names((*inside, outside)).values()
    assert not {"commence", "queued"} & game.keys()
    # A game of somebody else is no different.
    foreign = tuple((path.replace("market", "chess"), text.replace("market", "chess"))
                    for path, text in inside)
    there, here = short_names(foreign).values()
    assert set(there) == set(queue) and set(here) == {"queued", "foremost", "commence", "seat"}
    loose = (("games/queue.py", QUEUE), ("games/game.py", GAME))  # no package: makers add to it
    assert not {"queued", "foremost"} & short_names(loose)["games/queue.py"].keys()


def test_errors_keep_their_names_and_types_name_nothing():
    text = "class Full(OSError):\n    pass\n\n\nclass Disk:\n    def open(self):\n        {}\n"
    (disk,) = short_names((("table/disk.py", text.format("pass")),)).values()
    assert set(disk) == {"Disk"}
    told, said = (short_names((("table/disk.py", text.format(line)),))["table/disk.py"]
                  for line in ("x: 'Disk' = None", "x = 'Disk'"))
    assert "Disk" in told and "Disk" not in said


def test_an_argument_that_means_more_elsewhere_keeps_its_name():
    text = "def turn(angle, by, min, seat, wire):\n    return f'{wire}'\n"
    for other, kept in (("x = y.angle\n", "angle"), ("turn(1, by=2)\n", "by"),
                        ("def seat():\n    pass\n", "seat"), ("x = 'angle'\n", "angle"),
                        ("from games import by\n", "by")):
        names = short_names((("table/a.py", text), ("table/b.py", other)))["table/a.py"]
        assert set(names) == {"angle", "by", "seat", "wire"} - {kept}
    assert short_names((("games/base.py", text),)) == {"games/base.py": {}}


def test_the_rooms_of_a_game_call_each_other_by_short_names():
    inside = (("games/market/stall/queue.py", QUEUE), ("games/market/game.py", GAME))
    assert {"queued", "foremost"} <= short_names(inside)["games/market/stall/queue.py"].keys()
    table = (("table/queue.py", QUEUE), ("table/wiring/game.py", GAME))
    assert not {"queued", "foremost"} & short_names(table)["table/queue.py"].keys()


def test_the_fields_of_a_game_become_short_where_it_lists_them():
    text = 'class Game:\n    STATE = ("grove", "barter")\n\n    def reset(self):\n        {}\n'
    both = text.format("self.grove = self.barter = 0")
    (names,) = short_names((("games/market/game.py", both),)).values()
    assert set(names) == {"grove", "barter"}
    short = shortened(both, names)
    assert '("%s", "%s")' % (names["grove"], names["barter"]) in short and "grove" not in short
    (names,) = short_names((("games/market/game.py", both + '    TOLD = "barter"\n'),)).values()
    assert set(names) == {"grove"}  # another string names it


def test_what_is_measured_on_a_board_has_its_name():
    """tests/portable/on_board.py runs on builds; `tests.bench_chip` sends it."""
    texts = tuple((file.relative_to(SOURCE).as_posix(), file.read_text())
                  for file in sorted(SOURCE.rglob("*.py")))
    renamed = {name for mine in short_names(texts).values() for name in mine}
    used, own = set(), {"advance"}  # of the virtual clock
    path = Path(__file__).parents[1] / "portable" / "on_board.py"
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef):
            own.add(node.name)
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self":
            own.add(node.attr)
        elif isinstance(node, ast.Attribute):
            used.add(node.attr)
        elif isinstance(node, ast.alias):
            used.add(node.name)
    assert {"tick", "close_tail", "assemble"} <= used
    assert not renamed & (used - own)


def test_a_word_of_the_assembler_keeps_its_text():
    """A driver's argument has the name that the strip's program takes from `rp2.asm_pio`."""
    files = (("table/drivers/pixels.py", "def send():\n    set(pins, 1)\n"),
             ("table/drivers/other.py", "def read(pins):\n    return pins\n"))
    assert all("pins" not in mine for mine in short_names(files).values())


def test_the_firmware_keeps_its_lines_and_needs_few_names():
    texts = {file.relative_to(SOURCE).as_posix(): file.read_text()
             for file in sorted(SOURCE.rglob("*.py"))}
    names = short_names(tuple(texts.items()))
    for path, text in texts.items():
        mine = names[path]
        assert len(set(mine.values())) == len(mine)
        short = shortened(text, mine)
        assert not set(mine.values()) & set(text.split())
        assert not {"run", "mount"} & mine.keys()  # main.py is as it was
        lines = [[node.lineno for node in ast.walk(ast.parse(one)) if hasattr(node, "lineno")]
                 for one in (text, short)]
        assert lines[0] == lines[1]
    every = [name for mine in names.values() for name in mine.values()]
    assert len(every) > 5 * len(set(every))
    words = {word for text in texts.values() for word in re.findall(r"\w+", text)}
    assert not set(every) & words
