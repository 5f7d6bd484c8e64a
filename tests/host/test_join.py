"""What a build makes of the source."""

import json
import sys

import pytest

from games import names
from host_tools.build import build
from host_tools.join import Joiner, JoinError
from tests import micropython
from tests.portable import over_link


def run(texts, roots, name="main"):
    """Join, load the roots in order and return the namespace of one."""
    joiner = Joiner(texts, roots)
    loaded = {}
    for root in joiner.inside:
        package = type(sys)(root)
        exec(joiner.text(root), package.__dict__)
        loaded[root] = sys.modules[root] = package
    try:
        return loaded[name]
    finally:
        for root in loaded:
            del sys.modules[root]


def test_modules_become_one():
    made = run(
        {
            "low": "def double(number):\n    return 2 * number\n",
            "mid": "from low import double\ndef four(one):\n    return double(double(one))\n",
            "main": "from mid import four\nANSWER = four(5)\n",
        },
        ["main"],
    )
    assert made.ANSWER == 20
    assert [name for name in vars(made) if len(name) > 1 and name[0] != "_"] == ["ANSWER"]


def test_equal_names_of_two_modules_stay_apart():
    texts = {
        "one": "def _help():\n    return 1\ndef first():\n    return _help()\n",
        "two": "def _help():\n    return 2\ndef second():\n    return _help()\n",
        "main": "from one import first\nfrom two import second\nBOTH = (first(), second())\n",
    }
    assert run(texts, ["main"]).BOTH == (1, 2)


def test_modules_may_need_each_other():
    texts = {
        "pack.a": "from pack import b\ndef f(n):\n    return n if n < 1 else b.g(n - 1)\n",
        "pack.b": "from pack import a\ndef g(n):\n    return a.f(n - 1)\n",
        "main": "from pack.a import f\nLEFT = f(6)\n",
    }
    assert run(texts, ["main"]).LEFT == 0


def test_numbers_are_written_out():
    texts = {
        "things": "from micropython import const\n_A = const(3)\nB, C = range(_A, 5)\nD = -B\n"
        "WORDS = ('x', 'y')\n",
        "main": "from things import B, C, D, WORDS\nSUM = B + 10 * C + 100 * D\nALL = WORDS\n",
    }
    text = Joiner(texts, ["main"]).text("main")
    assert "SUM = 3 + 10 * 4 + 100 * -3" in text
    assert "const" not in text and "range" not in text


def test_a_table_may_be_filled_place_by_place():
    texts = {"main": "A = 1\nTABLE = [0, 0]\nTABLE[A] = 5\n"}
    assert run(texts, ["main"]).TABLE == [0, 5]


def test_words_of_a_table_are_kept_like_names():
    texts = {
        "main": "ALL = (('x', ('y',)), (1, 2))\nclass A:\n    STATE = ('x', 'y')\n"
        "def f():\n    return ('x', 'y')\n",
    }
    text = Joiner(texts, ["main"]).text("main")
    assert "ALL = (tuple(['x', tuple(['y'])]), (1, 2))" in text
    assert "STATE = tuple(['x', 'y'])" in text
    assert "return ('x', 'y')" in text  # a constant, for speed
    assert run(texts, ["main"]).ALL == (("x", ("y",)), (1, 2))


def test_a_number_that_changes_stays_a_name():
    texts = {"low": "n = 1\nn = n + 1\n", "main": "from low import n\nSEEN = n\n"}
    assert run(texts, ["main"]).SEEN == 2


def test_parameters_get_short_names_unless_a_call_names_them():
    texts = {
        "main": "def f(first, second, third=3):\n    return first, second, third\n"
        "GOT = f(1, 2, third=4)\n"
    }
    text = Joiner(texts, ["main"]).text("main")
    assert "def f(a_, b_, third=3):" in text
    assert run(texts, ["main"]).GOT == (1, 2, 4)


def test_inner_functions_see_the_outer_parameters():
    texts = {
        "main": "def outer(x, y):\n    def inner(x):\n        return [x + y + z for z in (x, y)]\n"
        "    return inner(10), [x for x in (x, y)], sorted((x, y), key=lambda x: -x)\n"
        "GOT = outer(1, 2)\n"
    }
    assert run(texts, ["main"]).GOT == ([22, 14], [1, 2], [2, 1])


def test_methods_and_class_attributes_keep_their_names():
    texts = {
        "low": "LIMIT = 4\ndef text(game):\n    return game.NAME\n",
        "main": "from low import LIMIT, text\nclass Game:\n    NAME = 'g'\n    most = LIMIT\n"
        "    text = text\n    def told(self, by):\n        return by, self.text(), self.most\n"
        "GOT = Game().told(7)\n",
    }
    assert run(texts, ["main"]).GOT == (7, "g", 4)


def test_methods_that_a_subclass_has_to_have_are_left_out():
    texts = {
        "main": "class Base:\n    def go(self):\n        raise NotImplementedError\n"
        "class Own(Base):\n    def go(self):\n        return 1\nGOT = Own().go()\n",
    }
    made = run(texts, ["main"])
    assert made.GOT == 1 and not hasattr(made.Base, "go")


def test_private_attributes_get_one_short_name_everywhere():
    texts = {
        "low": "class Low:\n    def _help(self):\n        return self._held\n"
        "    def hold(self, held):\n        self._held = held\n        self._said = 2\n",
        "main": "from low import Low\nclass High(Low):\n    _most = 3\n    def all(self):\n"
        "        return self._help(), self._most, getattr(self, '_said')\n"
        "high = High()\nhigh.hold(1)\nGOT = high.all()\n",
    }
    text = Joiner(texts, ["main"]).text("main")
    assert not any(word in text for word in ("_help", "_held", "_most")) and "_said" in text
    assert run(texts, ["main"]).GOT == (1, 3, 2)


def test_roots_share_what_the_first_of_them_has():
    texts = {
        "base": "class Game:\n    pass\nLEGAL = 1\ndef _secret():\n    return 5\n",
        "main": "from base import Game, LEGAL\nclass Mine(Game):\n    kind = LEGAL\n",
    }
    joiner = Joiner(texts, ["base", "main"])
    assert "from base import Game" in joiner.text("main")
    assert "kind = 1" in joiner.text("main")
    assert "LEGAL = 1" in joiner.text("base")  # looked up from outside


def test_what_is_imported_within_a_function_stays_apart():
    texts = {
        "game.low": "FIVE = (5,)\n",
        "game.late": "from game.low import FIVE\ndef plan():\n    return FIVE\n",
        "game": "from game.low import FIVE\ndef ask():\n    from game.late import plan\n"
        "    return plan() is FIVE\n",
    }
    joiner = Joiner(texts, ["game"])
    assert list(joiner.inside) == ["game", "game.late"]
    assert "from game import" in joiner.text("game.late")


def test_words_that_are_used_most_come_first():
    texts = {"main": "def f(x):\n    rare = x.often(1)\n    return rare, x.often(len('rare'))\n"}
    text = Joiner(texts, ["main"]).text("main")
    assert text.splitlines()[0] == "[] and _.a_.often.len"
    assert run(texts, ["main"]).f is not None


def test_what_is_loaded_late_finds_what_is_there_already():
    texts = {
        "low": "FIVE = (5,)\n",
        "shelf.late": "from low import FIVE\ndef five():\n    return FIVE\n",
        "mid": "from low import FIVE\ndef ask():\n    from shelf.late import five\n"
        "    return five() is FIVE\n",
        "main": "from mid import ask\n",
    }
    joiner = Joiner(texts, ["main"])
    assert joiner.inside == {"main": ["low", "mid", "main"], "shelf.late": ["shelf.late"]}
    assert "from main import" in joiner.text("shelf.late")


@pytest.mark.parametrize(
    "text, said",
    [
        ("import low\nx = low.f()\n", "import low"),
        ("from low import f\ndef g():\n    global x\n    x = f()\n", "global"),
        ("import os\nfrom pack import low\nx = [low]\n", "is a module"),
        ("def f(*, x):\n    return x\n", "keyword"),
    ],
)
def test_what_cannot_be_joined_is_refused(text, said):
    texts = {"low": "def f():\n    return 1\n", "pack.low": "", "main": text}
    with pytest.raises(JoinError, match=said):
        Joiner(texts, ["main"]).text("main")


def test_a_build_says_and_shows_what_the_source_does(tmp_path, monkeypatch):
    """All five games, over the link: each line and each frame."""
    built, out = tmp_path / "build", tmp_path / "out"
    build("hex37", folder=built, viper=False)
    micropython.run("tests.portable.over_link", "hex37", 40, *names(), firmware=built, outputs=out)
    monkeypatch.chdir(tmp_path)
    for name in names():
        ours = over_link.play(name, "hex37", 5, 40)
        theirs = (out / f"{name}.txt").read_text().splitlines()
        assert len(ours) == len(theirs) > 100
        for our, their in zip(ours, theirs, strict=True):
            if our.startswith("{"):
                assert json.loads(their) == json.loads(our)
            else:
                assert their == our
