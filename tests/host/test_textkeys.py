"""Short keys of texts come from one tuple, which a build puts in place of a module's docstring."""

import ast

from host_tools.build import SOURCE
from host_tools.small.textkeys import TUPLE, with_tuple

MENU = '''"""The menu:
what it offers."""

from table import texts

FIXED = ("put aside", "two words")


def offer(panel, kind: "any of three"):
    panel.show("menu hint", "play on", f"{kind} of it", "hint")
    panel.hide("play on", "no " "piece")
    return ("menu hand", panel)
'''
WITH_TUPLE = '''_S = ('menu hand', 'menu hint', 'play on')


from table import texts

FIXED = ("put aside", "two words")


def offer(panel, kind: "any of three"):
    panel.show(_S[1], _S[2], f"{kind} of it", "hint")
    panel.hide(_S[2], "no " "piece")
    return (_S[0], panel)
'''


def test_keys_of_several_words_come_from_a_tuple_on_their_lines():
    assert with_tuple(MENU) == WITH_TUPLE


def test_few_keys_stay_as_they_are():
    few = MENU.replace('("menu hand", panel)', "panel")
    assert with_tuple(few) == few


def test_every_module_of_the_firmware_says_the_same():
    changed = 0
    for file in sorted(SOURCE.rglob("*.py")):
        text = file.read_text()
        made = with_tuple(text)
        assert made.count("\n") == text.count("\n") and TUPLE not in text.split()
        if made != text:
            first, _, rest = ast.unparse(ast.parse(made)).partition("\n")
            for number, key in enumerate(ast.literal_eval(first.partition(" = ")[2])):
                rest = rest.replace("%s[%d]" % (TUPLE, number), repr(key))
            assert rest.strip() == ast.unparse(ast.Module(ast.parse(text).body[1:], []))
            changed += 1
    assert changed > 10
