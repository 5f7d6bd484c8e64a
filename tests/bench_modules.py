"""Prints the memory of each module: python -m tests.bench_modules [GAME [PROFILE]]

Compiled as for an image, on MicroPython as WebAssembly, whose words are those of the RP2040, but
loaded into memory. A board keeps less, for its code stays on the flash and its names are short
(docs/small-memory.md). Prints bytes and module, largest last: those that a game always needs, then
those that come late. With a module come the names that are new with it; at times a table of names,
4 to 9 KB at once.
"""

import host_tools  # isort: skip  # noqa: F401  puts the firmware on the path

import ast
import sys
import tempfile
from pathlib import Path

from host_tools.build import LOOSE, SOURCE, build
from tests import micropython


def imports(path, late=False):
    """Return the modules of the firmware that a file imports at its top; with `late`, also those
    that its functions import."""
    found = []
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree) if late else tree.body:
        if isinstance(node, ast.ImportFrom):
            found += [node.module, *("%s.%s" % (node.module, alias.name) for alias in node.names)]
    return [name for name in found if source(name)]


def source(name):
    """Return the file of a module of the firmware, or None."""
    for path in (SOURCE / (name.replace(".", "/") + ".py"),
                 SOURCE / name.replace(".", "/") / "__init__.py"):
        if path.exists():
            return path
    return None


def needed(name, order):
    """Add a module to the `order` of loading, after those that it imports."""
    if name in order:
        return
    order[name] = None
    for other in imports(source(name)):
        needed(other, order)
    order[name] = order.pop(name)


def in_build(folder, name):
    """Return the module that has the code of `name` there, None if a build leaves it out."""
    path = folder / name.replace(".", "/")
    if path.is_dir():
        return name + "._init"
    return name if path.with_name(path.name + ".mpy").exists() else None


def main(game="landover", profile="hex37"):
    order = {}
    rules = "games." + game
    whole = rules + ".game"
    for root in ("table.boot", "table.wiring." + profile, whole if source(whole) else rules):
        needed(root, order)
    always = len(order)
    unread = list(order)
    while unread:
        known = set(order)
        for other in imports(source(unread.pop()), True):
            needed(other, order)
        unread += [name for name in order if name not in known]
    with tempfile.TemporaryDirectory() as folder:
        build(profile, game, folder=Path(folder), viper=False, modules=LOOSE)
        for path in list(Path(folder).rglob("__init__.mpy")):
            path.rename(path.with_name("_init.mpy"))
        built = {name: built_as for name in order if (built_as := in_build(Path(folder), name))}
        lines = micropython.run("tests.portable.module_memory", *built.values(), firmware=folder)
    sizes = [int(line.split()[1]) for line in lines.splitlines()]
    rows = list(zip(sizes, built, strict=True))
    for part in (sorted(rows[:always]), sorted(rows[always:])):
        for size, name in part:
            print("%6d %s" % (size, name))
        print("%6d in all" % sum(size for size, _ in part))


if __name__ == "__main__":
    main(*sys.argv[1:])
