"""Makes the pack, which holds all modules, each with the modules that it needs in the order of
loading: see firmware/small/pack.py."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from host_tools.constants import module_of
from host_tools.core.packs import ROOTS, pack_of, record
from host_tools.errors import CommandError
from small import pack


def pack_file(modules: Mapping[str, tuple[str, bytes]]) -> bytes:
    """Return a pack of modules, {path of the source: (its text, compiled)}."""
    folders = sorted({str(folder) for path in modules
                      for folder in PurePosixPath("/" + path).parents} - {"/"})
    paths = [*folders, *("/" + path.removesuffix(".py") + ".mpy" for path in modules)]
    if len({pack.key_of(path) for path in paths}) < len(paths):
        raise CommandError("two paths of the firmware have the same CRC-32; rename a module")
    needs = _needs({path: text for path, (text, _) in modules.items()})
    records = [(pack.key_of("/" + path.removesuffix(".py") + ".mpy"),
                record(_order(module_of(path), needs), code))
               for path, (_, code) in modules.items()]
    return pack_of([pack.key_of(folder) for folder in folders], records)


def _needs(texts: Mapping[str, str]) -> dict[str, list[str]]:
    """Return {module: the modules that it imports while it loads} for the modules of these
    sources; its own package comes first."""
    known = {module_of(path) for path in texts}
    found = {}
    for path, text in texts.items():
        module = module_of(path)
        names = [module.rpartition(".")[0], *_imported(ast.parse(text))]
        found[module] = [name for name in dict.fromkeys(names) if name in known - {module}]
    return found


def _imported(tree: ast.Module) -> Iterator[str]:
    """Yield the imports at the top of a source; a name from a package may be a module."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from ("%s.%s" % (node.module, alias.name) for alias in node.names)


def _order(module: str, needs: Mapping[str, list[str]]) -> list[str]:
    """Return the modules that a module needs, in the order of loading, without those that have
    come with the table or with its game."""
    found = _ordered(module, needs)[:-1]
    game = ".".join(module.split(".")[:2])
    for root in (*ROOTS, game, game + ".game"):
        there = _ordered(root, needs) if root in needs else []
        if module in there:
            break
        found = [name for name in found if name not in there]
    return found


def _ordered(module: str, needs: Mapping[str, list[str]]) -> list[str]:
    """Return all modules that a module needs, each after its own needs, and the module last. A
    package comes after its imports, except for imports from inside it, for which Python loads the
    package first."""
    order: dict[str, None] = {}

    def add(name: str, above: tuple[str, ...]) -> None:
        if name in order or name in above:
            return
        for other in needs[name]:
            add(other, (*above, name))
        order[name] = None

    add(module, ())
    return list(order)
