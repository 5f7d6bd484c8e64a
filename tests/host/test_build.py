"""The build for a board: numbers are written out, and all is as in the source."""

import ast
import io
import json
import re
import subprocess
import sys

import pytest

from games import names
from games.landover import common
from games.landover.map import board
from host_tools import ROOT, constants
from host_tools.build import FEATURES, FROZEN, LOOSE, PACKED, SOURCE, TARGET, build, catalogues
from host_tools.cli import main
from host_tools.core.flashing import has_module
from sim.paths import files_in
from small import pack
from tests import micropython
from tests.portable import over_link


def written(module, text):
    return constants.written_out(module.__name__, text)


def test_a_number_of_another_module_is_written_out():
    text = written(board, "from games.landover.common import A_ROAD, Map\nx = [A_ROAD, Map]")
    assert text == "from games.landover.common import Map\nx = [2, Map]"


def test_a_number_that_a_function_imports_is_written_out():
    text = "def f():\n    from table.shelf import MOST, free\n\n    return MOST, free"
    assert written(board, text) == (
        "def f():\n    from table.shelf import free\n\n    return 24, free"
    )


def test_a_number_looked_up_in_a_module_is_written_out():
    found = constants.written_out(
        "games.landover.players.sites",
        "from games.landover import board\n"
        "def way(g):\n    return board.BY_BOAT + board.crowded(g)",
    )
    assert "return 2 + board.crowded(g)" in found


def test_what_only_gives_names_to_numbers_goes():
    text = written(
        common, "WOOD, CLAY = range(2)\nCITY = 8\nROAD_COST = (1, CITY)\nx = {}\nx[CITY] = 1"
    )
    assert text == "pass\npass\nROAD_COST = (1, 8)\nx = {}\nx[8] = 1"


def test_names_that_a_game_of_your_own_imports_stay():
    text = constants.written_out("games.base", "CHANCE = -1\nx = CHANCE")
    assert ast.unparse(ast.parse(text)) == "CHANCE = -1\nx = -1"


def test_every_statement_stays_on_its_line():
    text = "from games.landover.common import (\n    A_ROAD,\n    Map,\n)\nx = -A_ROAD  # \u00e4\n"
    lines = written(board, text).split("\n")
    assert lines == ["from games.landover.common import Map", "", "", "", "x = -2  # \u00e4", ""]
    for path in [*SOURCE.glob("games/**/*.py"), *SOURCE.glob("table/*.py")]:
        module = path.relative_to(SOURCE).as_posix().removesuffix(".py").removesuffix("/__init__")
        source = path.read_text()
        kept = constants.written_out(module.replace("/", "."), source)
        assert functions(kept) <= functions(source) and kept.count("\n") == source.count("\n")


def test_what_a_number_stands_before_stays_python():
    text = "from games.landover.common import A_ROAD\nx = A_ROAD.to_bytes(1, 'big')"
    assert written(board, text).endswith("x = (2).to_bytes(1, 'big')")


def test_a_function_with_a_decorator_stays():
    text = "import functools\n@functools.cache\ndef _odd():\n    pass"
    assert written(board, text) == text


def functions(text):
    return {(node.name, node.lineno) for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.FunctionDef)}


@pytest.mark.deep
def test_a_traceback_of_a_build_names_the_lines_of_the_source(tmp_path):
    build("grid3", "mars", folder=tmp_path, viper=False)
    said = micropython.run("tests.portable.failing", firmware=tmp_path)
    frames = re.findall(r'File "(games[^"]*)", line (\d+), in (\w+)', said)
    assert len(frames) > 1
    for module, line, function in frames:
        path = SOURCE / (module.replace(".", "/") + ".py")
        path = path if path.exists() else SOURCE / module.replace(".", "/") / "__init__.py"
        (body,) = (node for node in ast.walk(ast.parse(path.read_text()))
                   if isinstance(node, ast.FunctionDef) and node.name == function
                   and node.lineno < int(line) <= node.end_lineno)
    assert "raise ValueError" in path.read_text().splitlines()[int(line) - 1]


def test_texts_of_others_are_plain_in_a_build(tmp_path, monkeypatch):
    (tmp_path / "fox.en.txt").write_bytes(b"\xef\xbb\xbfend=over\r\nnow=play\r\n")
    paths = lambda name, ending: str(tmp_path / ("%s.%s" % (name, ending)))  # noqa: E731
    monkeypatch.setattr("host_tools.build.path_of", paths)
    assert catalogues(["fox"])["games/fox.en.txt"] == b"end=over\nnow=play\n"


@pytest.mark.deep
@pytest.mark.parametrize("games", [["mars"], names()])
def test_a_build_says_and_shows_what_the_source_does(tmp_path, monkeypatch, games):
    """Over the link: each line and each frame."""
    built, out = tmp_path / "build", tmp_path / "out"
    build("hex37", folder=built, viper=False)
    micropython.run("tests.portable.over_link", "hex37", 40, *games, firmware=built, outputs=out)
    monkeypatch.chdir(tmp_path)
    for name in games:
        ours = over_link.play(name, "hex37", 5, 40)
        theirs = (out / f"{name}.txt").read_text().splitlines()
        assert len(ours) == len(theirs) > 100
        for our, their in zip(ours, theirs, strict=True):
            if our.startswith("{"):
                assert json.loads(their) == json.loads(our)
            else:
                assert their == our


def test_the_games_that_are_there_have_a_name():
    shared = {"base", "bots", "careful", "chance", "closing", "grid", "hexmap", "hexnames",
              "history", "jsonline", "log", "numbers", "options", "packages", "pauses", "players",
              "record", "replay", "rng", "table", "texts", "tiles", "types"}
    here = {path.name.split(".")[0] for path in (SOURCE / "games").iterdir()
            if not path.name.endswith(FEATURES)}
    assert names() == sorted(here - shared - {"__init__", "__pycache__"})


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    """The pack of a build."""
    folder = tmp_path_factory.mktemp("packed")
    build("hex37", folder=folder)
    return pack.Pack(io.BytesIO((folder / pack.FILE[1:]).read_bytes()))


def test_a_pack_has_each_module_behind_those_that_it_needs(packed):
    """Nested imports overflow the RP2040's stack."""
    order = packed.order("games.landover.game")
    assert order[-1] == "games.landover.game" and len(order) > 20
    for at, name in enumerate(order):
        assert set(packed.order(name)[:-1]) <= set(order[:at]), name


def test_a_pack_knows_what_a_late_module_needs(packed):
    order = packed.order("table.answers")
    assert {"table.forms", "table.drivers.ribbon"} <= set(order) and order[-1] == "table.answers"
    assert packed.order("json") == [] and packed.order("games.chess") == []


def test_the_rest_of_the_firmware_does_not_know_the_small_room():
    """Without it, modules are simply imported."""
    for path in set(SOURCE.rglob("*.py")) - set(SOURCE.glob("small/*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            assert "small" not in str(getattr(node, "module", "")).split("."), path
            if isinstance(node, ast.Import):
                assert not {"gc", "small"} & {alias.name for alias in node.names} or (
                    path.name == "requests.py"), path


@pytest.mark.deep
def test_only_a_packed_build_has_the_small_room(tmp_path):
    for modules, main_file in ((PACKED, "small/main.py"), (LOOSE, "main.py"), (FROZEN, "main.py")):
        files = build("grid3", "mars", folder=tmp_path / modules, modules=modules)
        names = {file.relative_to(tmp_path / modules).as_posix() for file in files}
        assert ("pack.mpy" in names) == (modules == PACKED)
        assert not any(name.startswith("small") for name in names)
        assert (tmp_path / modules / "main.py").read_text() == (SOURCE / main_file).read_text()


def test_threads_load_a_game_at_once():
    """`leyboard chip` builds boards in threads; none may take half of a game for all of it."""
    script = (
        "import sys\n"
        "sys.path[:] = %r\n"
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from games import game_class\n"
        "with ThreadPoolExecutor(16) as pool:\n"
        "    print(len(set(pool.map(game_class, ['landover'] * 16))))\n"
    ) % sys.path
    for _ in range(5):
        assert subprocess.check_output([sys.executable, "-c", script], text=True) == "1\n"


def test_nothing_on_the_board_lists_a_folder():
    """Frozen modules lie in no folder; texts and kept games are always files on the flash."""
    files = {SOURCE / name for name in ("games/packages.py",  # of a desk
                                        "games/texts.py", "table/files.py", "small/pack.py")}
    for path in set(SOURCE.rglob("*.py")) - files:
        assert "listdir" not in path.read_text(), path


def test_a_build_knows_the_games_that_it_has(tmp_path):
    build("grid3", "mars", folder=tmp_path, viper=False)
    said = micropython.run("tests.portable.games_there", firmware=tmp_path)
    assert said == "mars\n"


def test_modules_to_freeze_are_named_like_source_files(tmp_path):
    """The freezing tool makes C names of them, without the last three characters."""
    files = build("grid3", "mars", folder=tmp_path, modules=LOOSE)
    assert tmp_path / "table/wiring/grid9.mpy" in files  # one image for every board
    assert not [file for file in files if "features" in file.name]  # no board looks ahead
    for file in files:
        if file.suffix == ".mpy":
            part = file.relative_to(tmp_path).with_suffix(".py").as_posix()
            assert part.encode() in file.read_bytes()


def test_beside_frozen_modules_stand_settings_and_texts(tmp_path):
    files = build("grid3", "mars", folder=tmp_path, modules=FROZEN)
    names = {file.relative_to(tmp_path).as_posix() for file in files}
    assert names == {"main.py", "settings.json", "games/mars.example.txt",
                     "games/mars.numbers.txt", "games/mars.de.txt", "texts/de/table.txt",
                     "games/mars.en.txt", "texts/en/table.txt"}
    assert has_module({"/" + name: b"" for name in names}, "games.land")  # the board alone knows


def test_a_build_that_is_stopped_leaves_the_older_one(tmp_path, monkeypatch):
    """And the same command builds anew: the folder holds nothing else than a build."""
    def pressed(files):
        raise KeyboardInterrupt

    words = ["build", "--games", "mars", "--out", str(tmp_path / "made")]
    with monkeypatch.context() as patched:
        patched.setattr("host_tools.small.code_file", pressed)
        assert main(words) == 130
        assert not any((tmp_path / "made").iterdir())
        build("pad", "mars", folder=tmp_path / "made", modules=FROZEN)
        before = files_in(tmp_path / "made")
        assert main(words) == 130 and files_in(tmp_path / "made") == before
    assert main(words) == 0 and files_in(tmp_path / "made") != before


def test_a_build_is_of_one_kind(capsys):
    with pytest.raises(SystemExit):
        main(["build", "--frozen", "--loose"])
    assert "not allowed with" in capsys.readouterr().err


def test_the_manifest_freezes_a_build():
    done = []
    verbs = {name: lambda *what, name=name, **how: done.append((name, what[0]))
             for name in ("include", "freeze_mpy", "module")}
    exec((SOURCE / "manifest.py").read_text(), verbs)
    assert done[1:] == [("freeze_mpy", "../build/firmware"), ("module", "main.py")]
    assert (SOURCE / done[1][1]).resolve() == ROOT / TARGET and (SOURCE / done[2][1]).exists()


def test_ctrl_c_during_a_look_for_a_module_is_raised_by_its_import(monkeypatch):
    """MicroPython takes every exception of `stat` for a missing file."""
    begins, presses = pack.Pack.begins, [KeyboardInterrupt()]

    def pressed(self, path):
        if presses:
            raise presses.pop()
        return begins(self, path)

    packed = pack.Pack(io.BytesIO(b"LM\x01\x00" + pack.key_of("/a.mpy") + b"\x0c\0\0\0\0\0code"))
    monkeypatch.setattr(pack.Pack, "begins", pressed)
    assert packed.stat("/a.mpy")[0] == 0x8000
    with pytest.raises(KeyboardInterrupt):
        packed.open("/a.mpy", "rb")
    packed.open("/a.mpy", "rb")
