"""Replaces names that nothing outside needs by short ones that the files of the firmware share.

MicroPython keeps each different name, its text, hash and place, in memory for good. Private names,
arguments of functions, and names that only the files of one package use mean nothing elsewhere, so
all files can use the same short names for them: some 1,800 of them become about 100, most of
which the image of an RP2040 has anyway (docs/small-memory.md tells how much memory that leaves).

Files whose classes inherit from each other give a name one short name, and share no short name for
two, for their names meet in one object. The same holds for all files that have a name, if one of
them imports it or reads it from anything but `self`. A name keeps its text if a string names it
(other than a field in a game's STATE), or if a measurement on the board does. An argument also
keeps its name if a call names it, if the name means something else elsewhere, or if it is one of
`games.base`. A package's name keeps its text if `sim.virtual` names it, which tests builds, or if
it is an error. Each token stays on its line, which tracebacks name.
"""

import ast
import builtins
import functools
import gc
import io
import itertools
import json
import os
import re
import select
import sys
import time
import types
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeGuard

from host_tools.constants import KEPT, module_of
from host_tools.core.source_words import renamed, words
from sim import virtual
from sim.virtual.costs import PROBES

_PRIVATE = re.compile("_[A-Za-z]")
# Tests of builds look these up, some of them on a board.
_MEASURED = {method for _, _, method in PROBES} | {
    "Oscillator", "close_tail", "is_lighting", "pending_events", "spot_of", "window",
}
# Their files call each other by names of their own, and so do those of each game, in its rooms.
_TOGETHER = {"table", "table/sense", "table/drivers"}
# Names of types, instructions and pins are in the image of each RP2040; nothing here uses them.
_BORROWED = (
    "BFUINT32", "BFUINT16", "BFUINT8", "BFINT32", "BFINT16", "BFINT8", "ULONGLONG", "LONGLONG",
    "ULONG", "USHORT", "SHORT", "UINT64", "UINT32", "UINT16", "UINT8", "INT64", "INT32", "INT16",
    "INT8", "wfi", "vstr", "vsqrt", "vneg", "vmrs", "vmov", "vldr", "vcmp", "udiv", "strh",
    "strex", "strb", "sdiv", "rbit", "nop", "mrs", "movwt", "movw", "movt", "lsr", "lsl", "ldrh",
    "ldrex", "ldrb", "ldr", "cpsie", "cpsid", "clz", "bx", "bl", "asr",
    *("GPIO%d" % pin for pin in range(29, -1, -1)), *("GP%d" % pin for pin in range(22, -1, -1)),
)
# MicroPython's names: also in its modules for the board, of which drivers alone know more.
_OTHERS = (array, list, dict, set, tuple, str, bytes, bytearray, int, BaseException, StopIteration,
           io.FileIO, io.TextIOWrapper, types.GeneratorType, gc, io, json, os, select, sys,
           time)
_ASSEMBLER = {"mov", "out", "pins", "wrap", "wrap_target", "x"}  # of rp2.asm_pio, in pixels.py
_FOREIGN = {"callback", "deinit", "digest", "feed", "init", "ipoll", "poll", "ptr8", "ptr16",
            "ptr32", "register", "reset", "sha256", "value", "viper"}
_FOREIGN = _FOREIGN.union(_ASSEMBLER, dir(builtins), *(dir(other) for other in _OTHERS))


@functools.cache
def short_names(sources: tuple[tuple[str, str], ...]) -> dict[str, dict[str, str]]:
    """Return {path: {name: short name}} of sources, ((path, text), ...)."""
    files = {path: _nodes(text) for path, text in sources}
    users = defaultdict(set)
    every = set()
    for path, text in sources:
        fields = _places(text, files[path])
        for name, at, is_string in words(text.encode()):
            every.add(name)
            if not is_string or at in fields:
                users[name].add(path)
    inner = _inner(files, users) - _outside()
    wanted = {name for name in users if _PRIVATE.match(name)} | _arguments(files) | inner
    wanted -= _MEASURED.union(*(_strings(nodes) for nodes in files.values()))
    wanted -= set().union(*(_imported(nodes) for nodes in files.values())) - inner
    wanted -= {part for path in files for part in module_of(path).split(".")}
    linked = inner.union(*(_read(nodes) for nodes in files.values()))
    related = _related(files)
    taken: dict[str, set[int]] = defaultdict(set)  # by path
    found: dict[str, dict[str, str]] = {path: {} for path in files}
    # Those of many files first: few short names are free in all of them.
    for name in sorted(wanted, key=lambda name: (-len(users[name]), name)):
        groups = [users[name]] if name in linked else _groups(users[name], related)
        for group in groups:
            near = set().union(*(related[path] for path in group))
            used = set().union(*(taken[path] for path in near))
            number = next(number for number in itertools.count()
                          if number not in used and short_name(number) not in every)
            for path in group:
                taken[path].add(number)
                found[path][name] = short_name(number)
    return found


def short_name(number: int) -> str:
    """Return a short name by its number, from 0: one that takes no memory while there are any."""
    return _BORROWED[number] if number < len(_BORROWED) else "_%d" % number


def shortened(text: str, names: dict[str, str]) -> str:
    """Return a source with names replaced: its words, and the fields in a STATE."""
    fields = _places(text, _nodes(text))

    def short(word: tuple[str, int, bool]) -> str | None:
        name, at, is_string = word
        return names.get(name) if not is_string or at in fields else None

    return renamed(text.encode(), short).decode()


def _nodes(text: str) -> list[ast.AST]:
    """Return all nodes of a source; a walk takes longer than a loop over them."""
    return list(ast.walk(ast.parse(text)))


def _places(text: str, nodes: list[ast.AST]) -> set[int]:
    """Return the offsets in UTF-8 of the fields in a STATE."""
    sizes = map(len, text.encode().splitlines(keepends=True))
    lines = list(itertools.accumulate(sizes, initial=0))
    return {lines[node.lineno - 1] + node.col_offset + 1 for node in _fields(nodes)}


def _fields(nodes: list[ast.AST]) -> Iterator[ast.Constant]:
    """Yield the fields that classes of games list in their STATE."""
    for node in nodes:
        if isinstance(node, ast.Assign) and _is_state(node.targets[0]):
            yield from (part for part in ast.walk(node.value) if isinstance(part, ast.Constant))


def _is_state(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id == "STATE"


def _strings(nodes: list[ast.AST]) -> set[str]:
    """Return the strings of a file, without the fields of a game and the names of types."""
    others: set[ast.AST] = set(_fields(nodes))
    for node in nodes:
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            others |= set(ast.walk(part)) if part else set()
    return {node.value for node in nodes if isinstance(node, ast.Constant)
            and isinstance(node.value, str) and node not in others}


def _imported(nodes: list[ast.AST]) -> set[str]:
    """Return the names that a file imports, or gives to what it imports."""
    return {name for node in nodes if isinstance(node, ast.alias)
            for name in (*node.name.split("."), node.asname or "")}


def _read(nodes: list[ast.AST]) -> set[str]:
    """Return the names that a file reads from anything but `self`."""
    return {node.attr for node in nodes if isinstance(node, ast.Attribute)
            and not (isinstance(node.value, ast.Name) and node.value.id == "self")}


def _arguments(files: dict[str, list[ast.AST]]) -> set[str]:
    """Return the arguments of functions that are nothing else anywhere, and that no call names."""
    found: set[str] = set()
    other = set(_FOREIGN)
    for path, nodes in files.items():
        is_kept = module_of(path) in KEPT
        for node in nodes:
            if isinstance(node, ast.arg):
                (other if is_kept else found).add(node.arg)
            elif isinstance(node, ast.Attribute):
                other.add(node.attr)
            elif isinstance(node, ast.keyword):
                other.add(node.arg or "")
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                other.add(node.name)
    return found - other - {"self"}


@functools.cache
def _outside() -> set[str]:
    """Return the words of the virtual table, on which builds are tried."""
    files = Path(virtual.__path__[0]).glob("*.py")
    return {word for file in files for word in re.findall(r"\w+", file.read_text())}


def _inner(files: dict[str, list[ast.AST]], users: dict[str, set[str]]) -> set[str]:
    """Return the names of functions, attributes and values that a package has for itself."""
    found = set()
    packages = _TOGETHER | {folder for folder in map(_package, files)
                            if folder.startswith("games/")}
    for package in packages:
        for path in (path for path in files if _package(path) == package):
            for node in files[path]:
                if isinstance(node, ast.FunctionDef) or _is_plain_class(node):
                    found.add(node.name)
                elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                    found.add(node.attr)
                elif isinstance(node, ast.Module):
                    found |= {target.id for part in node.body if isinstance(part, ast.Assign)
                              for target in part.targets if isinstance(target, ast.Name)}
    found = {name for name in found if not name.startswith("_")}
    folders = {name: {_package(path) for path in users[name]} for name in found}
    return {name for name in found - _FOREIGN if folders[name] <= _TOGETHER
            or len(folders[name]) == 1 and folders[name] <= packages}


def _is_plain_class(node: ast.AST) -> TypeGuard[ast.ClassDef]:
    return isinstance(node, ast.ClassDef) and not any(
        re.search("Error|Exception", ast.unparse(base)) for base in node.bases
    )


def _package(path: str) -> str:
    """Return the folder of a file; of one in a game's rooms that of the game."""
    folders = path.split("/")[:-1]
    return "/".join(folders[:2] if folders[:1] == ["games"] else folders)


def _groups(paths: Iterable[str], related: dict[str, set[str]]) -> list[set[str]]:
    """Return the paths in groups, those together that are related."""
    groups: list[set[str]] = []
    for path in sorted(paths):
        near = [group for group in groups if group & related[path]]
        groups = [group for group in groups if group not in near]
        groups.append({path}.union(*near))
    return groups


def _related(files: dict[str, list[ast.AST]]) -> dict[str, set[str]]:
    """Return {path: itself and the paths whose classes inherit from its classes, or it from
    theirs}."""
    by_module = {module_of(path): path for path in files}
    bases = {path: _bases(nodes, by_module) for path, nodes in files.items()}
    related = {path: {path} for path in files}
    for path in files:
        above = {path}
        while more := set().union(*(bases[one] for one in above)) - above:
            above |= more
        for base in above:
            related[path].add(base)
            related[base].add(path)
    return related


def _bases(nodes: list[ast.AST], by_module: dict[str, str]) -> set[str]:
    """Return the paths of the files that have the base classes of a file's classes."""
    of = {alias.asname or alias.name: node.module or ""
          for node in nodes if isinstance(node, ast.ImportFrom)
          for alias in node.names}
    found = set()
    for node in nodes:
        for base in node.bases if isinstance(node, ast.ClassDef) else ():
            name = ast.unparse(base).split(".")[0]
            module = of.get(name, "")
            found |= {by_module[one] for one in (module, "%s.%s" % (module, name))
                      if one in by_module}
    return found
