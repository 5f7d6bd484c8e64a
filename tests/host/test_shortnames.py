"""Private names become short ones that files share, and no two meet in one object or module."""

import ast

from host_tools.build import SOURCE
from host_tools.shortnames import short_names, shortened

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


def test_private_names_of_one_file_become_short():
    names = short_names((("table/light.py", LIGHT), ("table/lamp.py", LAMP),
                         ("table/strip.py", STRIP), ("table/knob.py", KNOB)))  # fmt: skip
    light, lamp, strip, knob = names.values()
    assert set(light) == {"_WATT"}  # _colour is in a string, _rest in two files, _hue another's
    assert set(lamp) == {"_switch", "_level"} and set(knob) == {"_STEP", "_turn"}
    related = [*light.values(), *lamp.values(), *strip.values()]
    assert len(set(related)) == len(related) == 5  # they meet in one object
    assert set(knob.values()) == {"_0", "_1"}  # the same as in the others
    assert shortened(LIGHT, light) == LIGHT.replace("_WATT", light["_WATT"])
    assert shortened(KNOB, {"_STEP": "_0", "_turn": "_1"}) == '''
_0 = 2


def _1(knob, by=_0):
    knob._angle += by
'''


def test_the_firmware_keeps_its_lines_and_needs_few_names():
    texts = {file.relative_to(SOURCE).as_posix(): file.read_text()
             for file in sorted(SOURCE.rglob("*.py"))}  # fmt: skip
    names = short_names(tuple(texts.items()))
    for path, text in texts.items():
        mine = names[path]
        assert len(set(mine.values())) == len(mine)
        short = shortened(text, mine)
        assert not set(mine.values()) & set(text.split())
        lines = [[node.lineno for node in ast.walk(ast.parse(one)) if hasattr(node, "lineno")]
                 for one in (text, short)]  # fmt: skip
        assert lines[0] == lines[1]
    every = [name for mine in names.values() for name in mine.values()]
    assert len(every) > 5 * len(set(every))
