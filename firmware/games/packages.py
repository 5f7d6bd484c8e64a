"""The packages of games, on a desk or in a tab: our own, and those of other authors.

A package is a file `fox.py` or a folder `fox` with a module `game`. Beside the file, with its name
in front, or in the folder lie its other parts: the page `fox.md` (in a folder `README.md`), texts
`fox.en.txt`, `fox.window.en.txt`, an example `fox.example.txt`, drawings `fox.drawing.js`, looks
`fox.looks.txt`, learnt values `fox.values`, how much weak computers err `fox.levels.txt`; all but
the first word are the same in a folder. A board needs none of this: its build wrote down what is
in it.
"""

import binascii
import hashlib
import io
import os
import sys

import games
from games import numbers
from games.jsonline import plain_text

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any, BinaryIO

    Package = tuple[str, str, str, Callable[[str, str], Any]]

# The kind of a file in st_mode, as os.stat() returns it.
_KIND, _FOLDER, _FILE = 0xF000, 0x4000, 0x8000
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_MARKS = "0123456789_"
_LONGEST = 16  # letters of a name
_DIGEST = 32  # hex digits
OTHERS = range(128, 255)  # the set numbers of packages that others write; ours are below


class PackageError(ValueError):
    """A package is unusable: `why` has values, and words between them, which catalogues have in
    other languages; `cause` is the exception that its code raised, if any."""

    def __init__(self, *why: str, cause: "BaseException | None" = None):
        super().__init__(" ".join(why))
        self.why = why
        self.cause = cause


class _Folder:
    """Stands for the package `games.NAME`, whose modules lie in a folder."""

    __spec__ = None  # CPython looks for it

    def __init__(self, name: str, folder: str):
        self.__name__ = name
        self.__path__: "Any" = [folder] if isinstance(games.__path__, list) else folder


def here() -> "dict[str, Package]":
    """Return the entries of `games.PACKAGES` for the games beside this module: those modules and
    folders that have a page."""
    folder = games.folder() + "games/"
    there = os.listdir(folder)
    found: "dict[str, Package]" = {}
    for name in there:
        game = name[: -len(".md")]
        if name.endswith(".md") and game + ".py" in there:
            found[game] = (folder + game + ".", "", "", open)
        elif "." not in name and "README.md" in os.listdir(folder + name):
            found[name] = (folder + name + "/", "", "", open)
    return found


def add(path: str) -> str:
    """Take the package at an absolute path, of a file or a folder, with slashes; what was taken
    from there before is replaced. Return the name of its game; raises PackageError."""
    path = path.rstrip("/")
    parent, _, last = path.rpartition("/")
    name = last[: -len(".py")] if last.endswith(".py") else last
    _check_name(name)
    sources = files(path)
    home = path + "/" if last == name else path[: -len("py")]
    known = games.PACKAGES.get(name)
    if known and known[0] != home or not known and _is_ours(name):
        raise PackageError("there is a game or module", name, "already: give yours another name")
    forget(name)
    digest = digest_of(_texts(path, sources))
    games.PACKAGES[name] = (home, digest, name, _opened)
    try:
        made = _imported(name, path, parent)
        _check(name, made)
        games.PACKAGES[name] = (home, digest, made.TITLE, _opened)
    except games.RAISED as error:
        forget(name)
        if isinstance(error, PackageError):
            raise
        said = str(error) or type(error).__name__
        raise PackageError(last, "cannot be read:", said, cause=error)
    return name


def forget(name: str) -> None:
    """Drop a package of others, and its modules."""
    if name in games.PACKAGES and games.source(name):
        del games.PACKAGES[name]
    inside = "games." + name
    for module in list(sys.modules):
        if module == inside or module.startswith(inside + "."):
            del sys.modules[module]


def others() -> list[str]:
    """Return the paths of other authors' packages, for `add` in another process."""
    return [_path(name) for name in games.names() if games.source(name)]


def files(path: str) -> list[str]:
    """Return the names of the Python files of a package, ascending, relative to its folder; "" for
    a file. Raises PackageError."""
    try:
        if path.endswith(".py"):
            if _kind(path) != _FILE:
                raise PackageError(path, "is no file")
            return [""]
        found = sorted(_sources(path + "/", ""))
    except OSError:
        raise PackageError("there is no file or folder", path)
    if "game.py" not in found:
        raise PackageError(path, "has no game.py")
    return found


def source_of(name: str) -> "list[tuple[str, str]]":
    """Return [(path, text), ...] of the Python files of a game."""
    path = _path(name)
    paths = [path + "/" + file if file else path for file in files(path)]
    return [(one, _read(one)) for one in paths]


def _path(name: str) -> str:
    home = games.PACKAGES[name][0]
    return home[:-1] if home.endswith("/") else home + "py"


def _sources(folder: str, inside: str) -> list[str]:
    found = []
    for name in os.listdir(folder + inside):
        kind = _kind(folder + inside + name)
        if kind == _FOLDER:
            found += _sources(folder, inside + name + "/")
        elif kind == _FILE and name.endswith(".py"):
            found.append(inside + name)
    return found


def _kind(path: str) -> int:
    return os.stat(path)[0] & _KIND


def _read(path: str) -> str:
    with open(path, "rb") as file:
        return plain_text(file.read())


def text_of(name: str, ending: str) -> str:
    """Return the text of a part of a game's package, "" if there is none; raises ValueError if it
    is not UTF-8."""
    try:
        return _read(games.path_of(name, ending))
    except OSError:
        return ""


def _opened(path: str, mode: str) -> "BinaryIO":
    """Open a part of a package, as any editor wrote it, like a file with plain lines."""
    return io.BytesIO(_read(path).encode())


def digest_of(texts: "list[tuple[str, str]]") -> str:
    """Return the digest of the Python files of a package, [(name as of `files`, text), ...],
    ascending."""
    sum_ = hashlib.sha256()
    for name, text in texts:
        data = text.encode()
        sum_.update(b"%s %d\n" % (name.encode(), len(data)))
        sum_.update(data)
    return binascii.hexlify(sum_.digest()).decode()[:_DIGEST]


def _texts(path: str, sources: list[str]) -> "list[tuple[str, str]]":
    """Return the names and the texts of Python files, the same for all kinds of line ends."""
    found = []
    for name in sources:
        try:
            found.append((name, _read(path + "/" + name if name else path)))
        except ValueError:
            raise PackageError(name or path, "is not a text in UTF-8")
    return found


def _check_name(name: str) -> None:
    is_good = name and name[0] in _LETTERS and len(name) <= _LONGEST
    if not is_good or [letter for letter in name if letter not in _LETTERS + _MARKS]:
        raise PackageError(
            "the name of a game has up to", str(_LONGEST),
            "small letters, digits and _, such as fox; not", "'%s'" % name,
        )


def _is_ours(name: str) -> bool:
    """Is this the name of a module that games share?"""
    return name in [one.split(".")[0] for one in os.listdir(games.folder() + "games")]


def _imported(name: str, path: str, parent: str) -> "Any":
    """Import a package at a path, in the folder `parent`; return its `GAME`. Raises PackageError
    if it has none.

    Both interpreters look for a module of a package in that one's `__path__`. So a stand-in that
    has it leads to the modules of a folder; that of a file goes once the module has come.
    """
    if hasattr(sys, "dont_write_bytecode"):  # CPython tells a file's versions by whole seconds
        sys.dont_write_bytecode = True
    whole = "games." + name
    is_file = path.endswith(".py")
    package: "Any" = _Folder(whole, parent if is_file else path)
    sys.modules[whole] = package
    if is_file:
        package = __import__("%s.%s" % (whole, name), None, None, ("__name__",))
        sys.modules[whole] = package
    setattr(games, name, package)
    module = package if is_file else __import__(whole + ".game", None, None, ("__name__",))
    if not hasattr(module, "GAME"):
        raise PackageError(
            name, "has no GAME: end it with GAME, an equals sign and the class of the game"
        )
    return module.GAME


def _check(name: str, found: object) -> None:
    """Raise PackageError if the class lacks the form on which each table relies."""
    from games.base import Game  # which needs this package

    if not isinstance(found, type) or not issubclass(found, Game):
        raise PackageError("GAME of", name, "is no class that is made from games.base.Game")
    if found.NAME != name:
        _check_name(found.NAME)
        raise PackageError(
            "the game in", name, "has the NAME", '"%s":' % found.NAME, "let them agree"
        )
    if not isinstance(found.TITLE, str):
        raise PackageError("TITLE of", name, "is no text")
    if not _is_pair(found.SEATS, int, int):
        raise PackageError("SEATS of", name, "has the fewest and the most players, as (2, 4)")
    if not isinstance(found.OPTIONS, tuple) or [
        option for option in found.OPTIONS if not _is_pair(option, str, (tuple, range))
    ]:
        raise PackageError(
            "OPTIONS of", name, 'has the name and the values of each, as (("size", (9, 7)),)'
        )
    if not isinstance(found.SET, int) or not 0 < found.SET < 256:
        raise PackageError("SET of", name, "is a number from 128 to 254, for its pieces")
    if not isinstance(found.STATE, tuple):
        raise PackageError("STATE of", name, 'is a tuple of names, as ("cells", "turn")')
    try:
        numbers.read(name)
    except numbers.LineError as error:
        raise PackageError(numbers.LIKE, '"%s"' % error.line)
    except ValueError:
        raise PackageError(numbers.FILE, "is not a text in UTF-8")


def _is_pair(value: object, first: type, second: "type | tuple[type, ...]") -> bool:
    """Is a value a tuple of two, of these types?"""
    if not isinstance(value, tuple) or len(value) != 2:
        return False
    return isinstance(value[0], first) and isinstance(value[1], second)
