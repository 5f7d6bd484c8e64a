"""Packages of others in a firmware that was built before: the page adds them as a build does."""

import io
import json
import tokenize

import pytest

from host_tools.build import compiled
from host_tools.core import CommandError, carry_out
from host_tools.core.joining import adapted, joined
from host_tools.core.source_words import words
from host_tools.flash import built
from host_tools.sharing import shared
from host_tools.small.shortnames import short_names, shortened
from host_tools.web import ROOT
from sim.window import gallery
from small import pack, xip
from tests import micropython
from tests.portable import games_there

GAMES = ROOT / "examples" / "games"


@pytest.fixture(scope="module")
def build():
    """A build for a board with Mars alone, and what it shares."""
    made = built("grid6", "mars")
    return made, shared("grid6", "mars", made)


def package(name):
    """The files of a game of the gallery, {path on a board: bytes}."""
    home = gallery.home(name)
    paths = GAMES.glob(name + ".*") if home.endswith(".") else (GAMES / name).iterdir()
    return {"/packages/" + path.relative_to(GAMES).as_posix(): path.read_bytes()
            for path in paths if path.is_file()}


def put(build, files):
    """Return the files of a board with these packages, as the page makes them."""
    made, said = build
    answers = {
        "shared": lambda profile: json.loads(said),
        "compile": lambda module: (compiled(module[1], module[0]).hex(), ""),
    }
    return carry_out(joined("grid6", made, files), answers)


def test_the_games_of_the_gallery_play_there_as_on_the_desk(build, tmp_path):
    files = {path: data for name in gallery.known() for path, data in package(name).items()}
    for path, data in put(build, files).items():
        file = tmp_path / path[1:]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    wanted = [" ".join(sorted([*gallery.known(), "mars"]))]
    for name in gallery.known():
        gallery.add(name)
        wanted += games_there.played(name)
    said = micropython.run("tests.portable.games_there", *gallery.known(), firmware=tmp_path)
    assert said.splitlines() == wanted


@pytest.mark.deep
def test_the_board_has_what_a_build_would_give_it(build):
    """The same files, and each module with what it needs, in the same order."""
    files = package("ur")
    ours = put(build, files)
    gallery.add("ur")
    theirs = built("grid6", "mars")
    assert set(ours) == set(theirs)
    differ = {path for path in ours if ours[path] != theirs[path]}
    assert differ == {pack.FILE, xip.FILE}
    one, other = (pack.Pack(io.BytesIO(made[pack.FILE])) for made in (ours, theirs))
    for module in ("games", "games.ur", "games.ur.game", "games.ur.track"):
        assert one.order(module) == other.order(module) != []


def test_names_and_numbers_that_the_build_has_replaced_are_replaced():
    said = {"names": {"games.grid": {"side": "_7", "_link": "_8", "other": "_9", "kind": "_10"}},
            "numbers": {"games.grid": {"NONE": 255}}}
    source = (
        "from games.grid import (  # all\n    NONE, Grid,\n    GridGame as Base,\n)\n"
        "class Fox(Base):\n    STATE = ('_link', 'side')\n"
        "    def f(self, other):\n        from games.grid import NONE as N\n"
        "        self._link = Grid(3, side=N)  # _link\n"
        "        kind = 1\n"
        "        return f'{self._link:_link} side {other!r} {{side}}', \"_link is\"\n"
    )
    assert adapted(source, said) == (
        "from games.grid import Grid, GridGame as Base; NONE = 255\n\n\n\n"
        "class Fox(Base):\n    STATE = ('_8', '_7')\n"
        "    def f(self, other):\n        N = 255\n"
        "        self._8 = Grid(3, _7=N)  # _link\n"
        "        kind = 1\n"
        "        return f'{self._8:_link} side {other!r} {{side}}', \"_link is\"\n"
    )


@pytest.mark.parametrize("names", [
    {"games.grid": {"side": "_1"}, "games.tiles": {"side": "_2"}},
    {"games.grid": {"side": "_1"}, "games.tiles": {"kind": "_1"}},
    {"games.grid": {"side": "b"}},  # which is in the source
])
def test_two_names_that_would_become_one_or_one_two_are_refused(names):
    source = "from games.grid import a\nfrom games.tiles import b\na(side=1)\nb(kind=2)\n"
    with pytest.raises(CommandError, match="cannot fit .*side"):
        adapted(source, {"names": names, "numbers": {}})


def test_files_of_two_versions_and_a_second_game_of_a_name_are_refused(build):
    made, said = build
    with pytest.raises(CommandError, match="two versions"):
        put((made, said.replace(b'"pack": "', b'"pack": "0')), package("hex"))
    with pytest.raises(CommandError, match="a game or module mars already"):
        put(build, {"/packages/mars.py": b""})


def test_words_of_a_source_are_those_of_python():
    files = [*ROOT.glob("firmware/games/*.py"), *ROOT.glob("tests/host/test_*.py")]
    for path in files:
        tokens = tokenize.generate_tokens(io.StringIO(path.read_text()).readline)
        wanted = [token.string for token in tokens if token.type == tokenize.NAME]
        found = iter([name for name, _, is_string in words(path.read_bytes()) if not is_string])
        assert all(name in found for name in wanted), path  # besides, those in f-strings


def test_every_name_in_an_f_string_becomes_short():
    source = 'class A:\n    def f(self):\n        self._x = 1\n        return f"{self._x}"\n'
    short = short_names((("games/fox.py", source),))["games/fox.py"]
    assert "_x" not in shortened(source, short)
