"""MicroPython for pages, and the archives of the files that it imports there (`sim/tab`)."""

import ast
import gzip
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from games import names, path_of
from host_tools import ROOT, small
from host_tools.build import SOURCE as FIRMWARE
from host_tools.build import catalogues as texts_of
from host_tools.build import compiled, listed
from host_tools.errors import CommandError
from sim import levels, values
from sim.window.livetable import LiveTable
from sim.window.pictures import pictures

ENTRIES = ("sim/window/tab.py",)  # what the table's workers import, with all that it imports
WORKSHOP = ("sim/window/workshop.py",)  # and those of the workshop
LEVEL = 3  # of the compiler: a tenth less than with line numbers
_TAB = ROOT / "sim" / "tab"
INTERPRETER = _TAB / "micropython"  # `make setup` copies it
_FOR_BOARDS = ("main.py", "manifest.py", "boot.py")
_NEW_TABLE = """
import os, sys, tempfile

from sim.window.tab import Tab

def note(event, values):
    name = str(values[0])
    if event == "open" and name.endswith(".txt"):
        print(os.path.relpath(name, %r))

sys.addaudithook(note)
with tempfile.TemporaryDirectory() as folder:
    tab = Tab(folder, "{\\"hello\\": 0}", lambda text: None, lambda: None)
    while tab.step(False):
        pass
for module in sys.modules.values():
    file = getattr(module, "__file__", None) or ""
    if file.startswith(%r):
        print(os.path.relpath(file, %r))
""" % ((str(ROOT),) * 3)


def interpreter() -> dict[str, bytes]:
    """Return MicroPython and its archives: what a new table opens first, the rest of it, and what
    only the workshop needs. Raises CommandError if MicroPython is not here."""
    if not INTERPRETER.is_dir():
        raise CommandError("there is no MicroPython for pages here: run make setup in a checkout")
    found = {
        "micropython.js": (INTERPRETER / "micropython.mjs").read_bytes(),
        "micropython.bin": zipped((INTERPRETER / "micropython.wasm").read_bytes()),
        "python.js": (_TAB / "python.js").read_bytes(),
    }
    first, shop = _first(), {inside(ROOT / name) for name in imported(WORKSHOP)}
    shop -= {inside(ROOT / name) for name in imported(ENTRIES)}
    parts: dict[str, dict[str, bytes]] = {"table.bin": {}, "games.bin": {}, "workshop.bin": {}}
    for path, data in _code().items():
        name = "table" if path in first else "workshop" if path in shop else "games"
        parts[name + ".bin"][path] = data
    return found | {name: zipped(archive(part)) for name, part in parts.items()}


def archive(files: dict[str, bytes]) -> bytes:
    """Return files by path as sim/tab/python.js unpacks them: the size of a list, the list, and
    the files."""
    head = json.dumps([[path, len(data)] for path, data in files.items()]).encode()
    return len(head).to_bytes(4, "little") + head + b"".join(files.values())


def zipped(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


def _code() -> dict[str, bytes]:
    """Return the interpreter's files by path: the firmware for all boards, the imports of the
    entries, their texts, and the fact `hello`, which is the same for every table."""
    with tempfile.TemporaryDirectory() as folder:
        hello = LiveTable(folder, "grid6", _ignore, pictures=pictures()).facts["hello"]
    code = {"/code/hello.json": json.dumps(hello).encode()}
    firmware = [path for path in FIRMWARE.rglob("*.py")
                if path.name not in _FOR_BOARDS and path.parent.name != small.FOLDER]
    for path in sorted([*firmware, *(ROOT / name for name in imported(ENTRIES + WORKSHOP))]):
        name = path.relative_to(ROOT).as_posix()
        text = path.read_text("utf-8")
        if name == "firmware/games/__init__.py":
            text = listed(text, names())
        code[inside(path)] = compiled(text, name, LEVEL)
    code |= {"/code/firmware/" + name: data for name, data in texts_of(names()).items()}
    for game in names():
        for part in (values.PART, levels.PART):
            path = Path(path_of(game, part))
            if path.is_file():
                code["/code/firmware/games/%s.%s" % (game, part)] = path.read_bytes()
    window = ROOT / "sim" / "window"
    for path in sorted([*window.glob("clicks/*.txt"), *window.glob("texts/*/refusals.txt")]):
        code[inside(path)] = path.read_bytes()
    return code


def inside(path: Path, code: str = ".mpy") -> str:
    """Return the path there of a file of ours; Python files get the ending `code`."""
    compiled = path.with_suffix(code) if path.suffix == ".py" else path
    return "/code/" + compiled.relative_to(ROOT).as_posix()


def _first() -> set[str]:
    """Return the paths of the files there that a new table opens until it rests, when its lights
    are on."""
    run = (sys.executable, "-B", "-c", _NEW_TABLE)
    folders = ":".join(str(ROOT / folder) for folder in ("", "firmware", "sim/shim"))
    done = subprocess.run(
        run, env={"PYTHONPATH": folders}, check=True, capture_output=True, text=True
    )
    return {inside(ROOT / name) for name in done.stdout.split()} | {"/code/hello.json"}


def _ignore(kind: str, value: object) -> None:
    pass


def imported(entries: tuple[str, ...]) -> set[str]:
    """Return the files in sim/ that these need, themselves among them."""
    found: set[str] = set()
    left = list(entries)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += _imports(ROOT / name)
    return found


def _imports(path: Path) -> Iterator[str]:
    """Yield the files in sim/ that a module imports anywhere, except for types, and their
    packages."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    for_types = {one for node in nodes if isinstance(node, ast.If)
                 and isinstance(node.test, ast.Constant) for one in ast.walk(node)}
    for node in nodes:
        if node in for_types:
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            wanted = [node.module, *("%s.%s" % (node.module, one.name) for one in node.names)]
        elif isinstance(node, ast.Import):
            wanted = [one.name for one in node.names]
        else:
            continue
        for module in wanted:
            inside = module.replace(".", "/")
            for name in (inside + ".py", inside + "/__init__.py"):
                if inside.startswith("sim") and (ROOT / name).is_file():
                    yield name
