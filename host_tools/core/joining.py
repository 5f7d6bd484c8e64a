"""Adds packages of others to a firmware that was built before, in a page, which cannot build it
anew.

The build has replaced names in the modules that games share, and written out their constants. So
what it did there comes with it (host_tools/sharing.py), and is done to the packages, too. Their
other names stay as they are, which takes more of a board's memory than `leyboard flash --with`.
"""

import binascii
import io
import re

from games.jsonline import plain_text
from games.numbers import FILE as NUMBERS
from games.packages import digest_of
from games.texts import languages
from host_tools.core import CommandError
from host_tools.core.codefile import code_file
from host_tools.core.files import digest
from host_tools.core.flashing import OTHERS, game_of
from host_tools.core.packs import ROOTS, code_of, pack_of, parts_of, record
from host_tools.core.source_words import renamed, words
from small import pack, xip
from table.example import FILE as EXAMPLE

if False:  # only mypy reads this: the names of types
    from games.types import Json
    from host_tools.core import Work

ROWS = "$ROWS"  # in the source of `games`: its list of games
# Of the files of a package beside its rules, those that a board needs.
ENDINGS = [language + ".txt" for language in languages()] + [EXAMPLE, NUMBERS]
LIST = "games/__init__.py"
_TITLE = re.compile('^ *TITLE = "([^"]+)"')
_IMPORT = re.compile(r"^( *)from (games\.\w+) import (.+)$")


def joined(profile: str, build: "dict[str, bytes]", others: "dict[str, bytes]") -> "Work":
    """Return the build for a board, {path on it: bytes}, with the packages `others`, {path on the
    board: bytes}, in it. Raises CommandError."""
    shared = yield "shared", profile
    if shared["pack"] != digest(build[pack.FILE]):
        raise CommandError("this page has files of two versions: load it again")
    found = _Joined(build, shared)
    for name in sorted({game_of(path) for path in others}):
        files = {path[len(OTHERS) :]: data for path, data in others.items()
                 if game_of(path) == name}
        yield from found.add(name, files)
    return (yield from found.build())


class _Joined:
    """The build, while packages are added to it."""

    def __init__(self, build: "dict[str, bytes]", shared: "Json"):
        self._files = dict(build)
        self._shared = shared
        self._pack = pack.Pack(io.BytesIO(build[pack.FILE]))
        self._folders, self._records = parts_of(build[pack.FILE])
        self._rows = [tuple(row) for row in shared["rows"]]
        self._always = set()  # the modules that are always there
        for root in ROOTS:
            self._always.update(self._pack.order(root))

    def add(self, name: str, files: "dict[str, bytes]") -> "Work":
        """Add a package, {path: bytes} as fox.py, or fox/game.py."""
        if self._pack.order("games." + name):
            raise CommandError("there is a game or module %s already: give yours another name",
                               name)
        texts = {}
        for path in sorted(files):
            ending = path[len(name) + 1 :]
            if path.endswith(".py"):
                texts["games/" + path] = plain_text(files[path])
            elif ending in ENDINGS:
                text = plain_text(files[path])
                self._files["/games/%s.%s" % (name, ending)] = text.encode()
            else:
                continue
            self._files[OTHERS + path] = files[path]
        own = "games/%s/" % name
        is_file = "games/%s.py" % name in texts
        rules = texts.get("games/%s.py" % name if is_file else own + "game.py")
        if rules is None:
            raise CommandError("%s has no game.py", name)
        source = digest_of([("" if is_file else path[len(own) :], texts[path])
                            for path in sorted(texts)])
        self._rows.append((name, source, _title(rules) or name))
        if not is_file:
            texts[own + "__init__.py"] = ""
            self._folders.append(pack.key_of("/games/" + name))
        order = _Order(texts, self._pack, self._always, "games." + name)
        for path in sorted(texts):
            code = yield from _compiled(path, adapted(texts[path], self._shared))
            self._records.append((_key(path), record(order.of(_module(path)), code)))

    def build(self) -> "Work":
        """Return the files of the whole build."""
        rows = repr(tuple(sorted(self._rows)))
        code = yield from _compiled(LIST, self._shared["games"].replace(ROWS, rows))
        records = []
        for key, data in self._records:
            if key == _key(LIST):
                data = record(self._pack.order("games")[:-1], code)
            records.append((key, data))
        self._files[pack.FILE] = pack_of(self._folders, records)
        apart = [data for path, data in self._files.items() if path.endswith(".mpy")]
        self._files[xip.FILE] = code_file(apart + [code_of(data) for _, data in records])
        return self._files


class _Order:
    """The modules that each module of a package needs, in the order of loading; see
    host_tools/small/packing.py. `game` is the module of the game."""

    def __init__(self, texts: "dict[str, str]", packed: pack.Pack, always: "set[str]", game: str):
        self._pack = packed
        self._needs = {_module(path): _imports(text) for path, text in texts.items()}
        self._come = always
        self._game = game
        if game + ".game" in self._needs:  # a folder
            self._needs[game] = []
            for module in self._needs:
                if module != game:
                    self._needs[module].insert(0, game)
        self._with_game: "list[str]" = []
        for root in (game, game + ".game"):
            if root in self._needs:
                self._with_game += self._all(root)

    def of(self, module: str) -> "list[str]":
        needed = self._all(module)[:-1]
        if module in self._with_game:
            own = [self._game] if module != self._game else []
            return [one for one in needed if one not in own]
        return [one for one in needed if one not in self._with_game]

    def _all(self, module: str) -> "list[str]":
        """Return what a module needs beyond what is always there, and the module last."""
        found: "list[str]" = []
        self._collect(module, found, [])
        return found

    def _collect(self, module: str, found: "list[str]", above: "list[str]") -> None:
        if module in found or module in above or module in self._come:
            return
        if module in self._needs:
            for other in self._needs[module]:
                self._collect(other, found, above + [module])
            found.append(module)
        else:
            found += [one for one in self._pack.order(module)
                      if one not in found and one not in self._come]


def adapted(text: str, shared: "Json") -> str:
    """Return a source that fits the shared modules as the build has changed them."""
    lines, modules = _with_numbers(text, shared["numbers"])
    source = "\n".join(lines).encode()
    outward = _outward(source)
    new: "dict[str, str]" = {}
    for module in sorted(modules):
        for name, short in shared["names"].get(module, {}).items():
            if name in outward and new.setdefault(name, short) != short:
                raise _unfit([name])
    mine = {word for word, _, _ in words(source)}
    if len(set(new.values()) - mine) < len(new):
        raise _unfit(sorted(new))
    return renamed(source, lambda word: new.get(word[0])).decode()


def _unfit(names: "list[str]") -> CommandError:
    return CommandError("the page cannot fit %s to the firmware: use leyboard flash --with", names)


def _outward(source: bytes) -> "set[str]":
    """Return the names in a source that may be those of other modules: private ones, and those of
    arguments that a call names."""
    found = set()
    for name, at, is_string in words(source):
        after = source[at + len(name.encode()) :][:3].lstrip()
        before = source[:at].rstrip()[-1:]
        is_named = before in (b"(", b",") and after[:1] == b"=" and after[:2] != b"=="
        if not is_string and (name[0] == "_" and name[:2] != "__" or is_named):
            found.add(name)
    return found


def _with_numbers(text: str, numbers: "dict[str, Json]") -> "tuple[list[str], set[str]]":
    """Return the lines of a source with the constants in place of their imports, and the modules
    that games share from which it imports. Each statement stays on its line."""
    lines = []
    modules = {"games.base"}  # where the classes of all games come from
    begun = ""
    passed = 0
    for line in text.split("\n"):
        begun += line
        found = _IMPORT.match(begun)
        if found and "(" in found.group(3) and ")" not in found.group(3):
            begun = begun.split("#")[0]
            passed += 1  # it goes on in the next line
            continue
        if found:
            modules.add(found.group(2))
            begun = _import(found.group(1), found.group(2), found.group(3),
                            numbers.get(found.group(2), {}))
        lines += [begun] + [""] * passed
        begun, passed = "", 0
    return lines + ([begun] if begun else []), modules


def _import(indent: str, module: str, wanted: str, numbers: "Json") -> str:
    """Return the statement that imports what is `wanted`, or defines it if it is a number."""
    said = []
    taken = []
    for one in wanted.split("#")[0].replace("(", "").replace(")", "").split(","):
        parts = one.split()
        if parts and parts[0] in numbers:
            said.append("%s = %d" % (parts[-1], numbers[parts[0]]))
        elif parts:
            taken.append(" ".join(parts))
    if taken:
        said.insert(0, "from %s import %s" % (module, ", ".join(taken)))
    return indent + "; ".join(said)


def _imports(text: str) -> "list[str]":
    """Return the modules that a source imports from games while it loads."""
    found = []
    for line in text.split("\n"):
        parts = line.split()
        if line.startswith(("from games.", "import games.")):
            found.append(parts[1])
    return found


def _compiled(path: str, text: str) -> "Work":
    """Return a source compiled for a board."""
    code, wrong = yield "compile", [_module(path), text]
    if wrong:
        raise CommandError("%s does not compile: %s", path, wrong)
    return binascii.unhexlify(code)


def _module(path: str) -> str:
    name = path[: -len(".py")]
    return (name[: -len("/__init__")] if name.endswith("/__init__") else name).replace("/", ".")


def _key(path: str) -> bytes:
    return pack.key_of("/" + path[: -len(".py")] + ".mpy")


def _title(text: str) -> str:
    """Return the title that rules give their game; "" if they give none in this form."""
    for line in text.split("\n"):
        found = _TITLE.match(line)
        if found:
            return found.group(1)
    return ""
