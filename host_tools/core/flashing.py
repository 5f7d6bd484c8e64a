"""Flashing a board. A manifest on it lists the files that a flash put there; all others belong to
the maker or the table, and stay. During the copy, `main.py` is one line that reports an incomplete
copy.

A board keeps other authors' packages of games unchanged, beside the modules that were built from
them, so a later flash from any computer can build them anew."""

import io
import json

from games.jsonline import parse
from host_tools.core import CommandError, Sentence, files, settings
from host_tools.core.files import digest
from host_tools.core.machines import IMAGE, check_machine
from small import pack

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable

    from games.types import Json
    from host_tools.core import Work
    from host_tools.core.files import Facts, Files

MANIFEST = "/flashed.json"  # {path: digest} of the files that a flash put there
MAIN = "/main.py"
OTHERS = "/packages/"  # where the packages of others lie
OLDEST = (1, 27, 0)  # MicroPython
PLATFORMS = ("rp2",)
_LITTLE = 32 << 10  # bytes free; the largest game leaves more (docs/budgets.md)
_FROZEN = """
import sys
there = sys.path[:]
sys.path[:] = [".frozen"]
try:
    import table
    print("frozen")
except ImportError:
    print("none")
sys.path[:] = there
"""
# Prints the first line of each game on a board.
_HEADS = """
import os
for name in os.listdir("/"):
    if name[:5] in ("game.", "game-") and (name[-4:] == ".log" or name == "game.log.new"):
        with open("/" + name) as file:
            print(file.readline().strip())
"""


def asked(profile: str) -> "Work":
    """Ask for the build for a board."""
    return (yield "build", profile)


def flash(
    known: "list[str]", profile: str | None = None, is_dry: bool = False,
    removed: "list[str] | tuple[str, ...]" = (), make: "Callable[[str], Work]" = asked
) -> "Work":
    """Put its firmware onto a board; copy only files that change. `known` are all profiles;
    `profile` is that of this board, if somebody named it. With `is_dry`, only say what a flash
    would do. Other authors' packages stay, except for the games `removed`. `make(profile)` makes
    the build."""
    facts = yield from files.facts()
    check(facts)
    chosen, wrong = settings.usable((yield from files.read(settings.FILE)))
    for one in wrong:
        yield "say", one
    profile = profile or (yield from settings.profile_for(chosen, known))
    build = yield from make(profile)
    check_build(build, facts.mpy)
    if is_frozen(build):
        yield from check_frozen()
    there = yield from files.files()
    ours = manifest_of((yield from files.read(MANIFEST)), there)
    chosen["profile"] = profile
    plan = Plan(there, ours, build, chosen, removed)
    if wrong and MANIFEST not in there.digests:
        plan.keep(settings.FILE)  # it may be that of another program
    yield from _warn(build)
    found = set([game_of(path) for path in there.digests])
    for name in sorted(found - {""} - set(removed)):  # MicroPython in a page has no {*removed}
        if not has_module(build, "games.%s" % name):
            yield "say", Sentence("The game %s of others is not in this build; the board keeps "
                                  "its package until a build from a computer has it.", name)
    for name, copy in plan.kept:
        yield "say", Sentence("%s on the board is not Leyboard's: it is kept as %s", name, copy)
    yield "say", Sentence("board %s: %s", profile, plan.summary())
    if not is_dry:
        plan.check_room(facts.free, facts.sector)
        yield from plan.carry_out()


def game_of(path: str) -> str:
    """Return the name of another author's game whose package has a file on a board, else ""."""
    return path[len(OTHERS) :].split("/")[0].split(".")[0] if path.startswith(OTHERS) else ""


def packages() -> "Work":
    """Return the files of other authors' packages on a board, {path: bytes}."""
    there = yield from files.files()
    found = {}
    for path in sorted(there.digests):
        if game_of(path):
            found[path] = yield from files.read(path)
    return found


def check(board: "Facts") -> None:
    """Raise CommandError for a board that cannot run the firmware."""
    if board.python != "micropython" or board.platform not in PLATFORMS:
        raise CommandError("the board runs %s for %s; Leyboard needs a Pico (RP2040) with "
                           "MicroPython; %s", board.python, board.platform, IMAGE)
    check_machine(board.machine)
    if tuple(board.version) < OLDEST:
        said = ".".join([str(number) for number in board.version])
        raise CommandError("the board runs MicroPython %s, which is too old; %s", said, IMAGE)


def check_build(build: "dict[str, bytes]", mpy: int) -> None:
    """Raise CommandError if the board's MicroPython cannot read these files."""
    for name, data in build.items():
        if name.endswith(".mpy") and data[1] != mpy:
            raise CommandError("the board's MicroPython takes .mpy files of version %d; these "
                               "have version %d; %s", mpy, data[1], IMAGE)


def check_frozen() -> "Work":
    """Raise CommandError if the board's image does not hold the firmware's modules."""
    if (yield "run", _FROZEN).strip() != "frozen":
        raise CommandError("the board's MicroPython has no Leyboard frozen into it: flash without "
                           "--frozen, or put an image of your own on (docs/image.md)")


def is_frozen(build: "dict[str, bytes]") -> bool:
    """Does a build, {path on the board: bytes}, need the modules in the board's image?"""
    return not [name for name in build if name.endswith((".mpy", pack.FILE))]


def has_module(build: "dict[str, bytes]", module: str) -> bool:
    """Does a build, {path on the board: bytes}, contain a module such as games.mars?"""
    path = "/" + module.replace(".", "/")
    paths = (path + ".mpy", path + "/__init__.mpy")
    if is_frozen(build):
        return True  # only the board knows which modules its image has
    if pack.FILE in build:
        packed = pack.Pack(io.BytesIO(build[pack.FILE]))
        return any([packed.begins(name) > 0 for name in paths])
    return any([name in build for name in paths])


def _warn(build: "dict[str, bytes]") -> "Work":
    """Warn of each game on the board, on its table or its shelf, that is not in the build."""
    missing = set()
    for line in (yield "run", _HEADS).split("\n"):
        try:
            game = parse(line.rpartition("#")[0])["game"]
        except (ValueError, KeyError):
            continue
        if not has_module(build, "games.%s" % game):
            missing.add(game)
    for game in sorted(missing):
        yield "say", Sentence("The game on the board, %s, is not in this build; the board keeps "
                              "it until a build has it.", game)


def cut(command: str) -> bytes:
    """Return the main.py used during the copy."""
    return (
        'print("Leyboard: the copying was cut short; run leyboard %s again")\n' % command
    ).encode()


def manifest(build: "dict[str, bytes]") -> bytes:
    """Return the manifest of a board that has these files."""
    return json.dumps({name: digest(data) for name, data in build.items()}).encode()


def manifest_of(data: bytes, there: "Files") -> "set[str]":
    """Return the paths of the files that a flash put on a board, according to its manifest, and
    that nobody has changed since. A flash that was cut short does not know their digests, and may
    leave an empty main.py, in which nobody loses anything."""
    cuts = [digest(cut("flash")), digest(cut("restore")), digest(b"")]
    ours = {MAIN} if there.digests.get(MAIN) in cuts else set()
    try:
        said = parse(data.decode())
    except ValueError:
        return ours  # never flashed
    return ours.union([name for name in said if said[name] in ("", there.digests.get(name))])


def with_settings(build: "dict[str, bytes]", chosen: "Json") -> "dict[str, bytes]":
    """Return {path on the board: bytes} of all files of a board after a flash with these files and
    settings."""
    found = dict(build)
    found[settings.FILE] = settings.as_file(chosen)
    found[MANIFEST] = manifest(build)
    return found


class Plan:
    """The steps that give a board the files of a `build` ({path: bytes}) and settings; the board
    has the Files `there`, and `ours` are those that came from a flash. `kept` are other people's
    files that are in the way, as (path, path of the copy). Raises CommandError if it cannot move
    one out of the way."""

    def __init__(
        self, there: "Files", ours: "set[str]", build: "dict[str, bytes]",
        chosen: "Json", removed: "list[str] | tuple[str, ...]" = ()
    ):
        self._there = there
        digests = there.digests
        self._wanted = dict(build)
        self._main = self._wanted.pop(MAIN)
        self._digests = {name: digest(data) for name, data in self._wanted.items()}
        self.new = [name for name in self._wanted if digests.get(name) != self._digests[name]]
        # MicroPython prefers a .py to the .mpy beside it, so stale files go first.
        known = ours.union([name for name in digests if game_of(name) in removed])
        self.stale = [name for name in sorted(known) if name in digests and name not in build
                      and name not in (settings.FILE, MAIN)
                      and (not game_of(name) or self._is_to_go(name, removed))]
        self.kept: "list[tuple[str, str]]" = []
        for name in sorted(build):
            if name in digests and name not in ours and digests[name] != digest(build[name]):
                self.keep(name)
        self._check_folders()
        hidden = [name for name in digests if name.endswith(".py") and name not in build
                  and name not in self.stale and self._may_hide(name)]
        if hidden:
            raise CommandError("files of your own would take the place of the firmware's: %s; "
                               "rename or remove them", hidden)
        self._settings = settings.as_file(chosen)
        self._new_settings = digests.get(settings.FILE) != digest(self._settings)
        self._same = not (self.new or self.stale or self._new_settings
                          or digests.get(MAIN) != digest(self._main))

    def _is_to_go(self, path: str, removed: "list[str] | tuple[str, ...]") -> bool:
        """Should a file of another author's package go: with its game, or because a newer package
        has no such file?"""
        name = game_of(path)
        return name in removed or name in [game_of(other) for other in self._wanted]

    def keep(self, name: str) -> None:
        """Keep a file under another name before its place is taken."""
        copy, number = name + ".old", 1
        while copy in self._there.digests or copy in self._there.folders:
            number += 1
            copy = "%s.old%d" % (name, number)
        self.kept.append((name, copy))

    def _check_folders(self) -> None:
        """Raise CommandError if a folder has the path of a file, or a file that of a folder."""
        for name in list(self._wanted) + [MAIN, MANIFEST, settings.FILE]:
            if name in self._there.folders:
                raise CommandError("%s on the board is a folder, and a file of the firmware has "
                                   "that name; rename it", name)
            folder = name[: name.rfind("/")]
            while folder:
                if folder in self._there.digests:
                    raise CommandError("%s on the board is a file, and a folder of the firmware "
                                       "has that name; rename it", folder)
                folder = folder[: folder.rfind("/")]

    def _may_hide(self, name: str) -> bool:
        """Would MicroPython import this .py instead of a module of the firmware?"""
        build = {path: data for path, data in self._wanted.items() if path != MANIFEST}
        if is_frozen(build):
            return False
        return has_module(build, name[1 : -len(".py")].replace("/", "."))

    def summary(self) -> Sentence:
        if self._same:
            return Sentence("the board has all %d files already", len(self._wanted) + 1)
        return Sentence(
            "%d files to copy (%s KB), %d as they were, %d stale ones to remove",
            len(self.new) + 1, _kilobytes(self._size()), len(self._wanted) - len(self.new),
            len(self.stale),
        )

    def _size(self) -> int:
        """Return the number of bytes to copy."""
        return len(self._main) + sum([len(self._wanted[name]) for name in self.new])

    def check_room(self, free: int, sector: int) -> None:
        """Raise CommandError if the files do not fit."""
        kept = [name for name, _ in self.kept]
        sizes = {name: size for name, size in self._there.sizes.items() if name not in kept}
        need = room(self._wanted, self.new, sizes, sector, self.stale)
        if need > free and not self._same:
            raise CommandError("the flash has %s KB free, %s are needed; choose fewer games "
                               "(--games) or remove files of your own",
                               _kilobytes(free), _kilobytes(need))

    def carry_out(self) -> "Work":
        """Remove, copy, and check the result. If the run is cut short, the board says so and the
        next run repairs it."""
        if self._same:
            return
        begun = cut("flash")
        # Until the end the manifest names every file that may be ours, so it does so even after an
        # interruption.
        ours = json.dumps({name: "" for name in self.stale + list(self._wanted) + [MAIN]}).encode()
        done = dict(self._digests)
        done[MAIN] = digest(self._main)
        last = json.dumps(done).encode()
        chosen = self._settings if self._new_settings else b""
        yield "unfinished", "flash"
        yield "total", self._size() + sum([len(one) for one in (begun, ours, chosen, last)])
        for name, copy in self.kept:
            yield from files.rename(name, copy)
        yield from files.write(MAIN, begun)
        yield from files.write(MANIFEST, ours)
        for name in self.stale:
            yield from files.remove(name)
        yield from make_folders(self._wanted, self._there.folders)
        for name in self.new:
            yield from files.write(name, self._wanted[name])
        if chosen:
            yield from files.write(settings.FILE, chosen)
        yield from check_arrival(self._digests)
        yield from files.write(MANIFEST, last)
        yield from files.write(MAIN, self._main)
        yield "unfinished", ""
        yield "say", Sentence("%d files copied and checked", len(self.new) + 1)


def _kilobytes(size: int) -> str:
    """Return a size in bytes as KB with their tenths."""
    tenths = (size * 10 + 512) // 1024
    return "%d.%d" % (tenths // 10, tenths % 10)


def room(
    wanted: "dict[str, bytes]", new: "list[str]", sizes: "dict[str, int]", sector: int,
    gone: "list[str]"
) -> int:
    """Return the free bytes needed to copy the `new` ones of the `wanted` files ({path: bytes}),
    one after the other, onto a flash with files of these `sizes`, after removing those `gone`:
    each new file lies beside its old copy until it is complete. Four sectors are for folders and
    manifest."""
    used = most = 0
    for name in gone:
        used -= _sectors(sizes[name], sector)
    for name in new:
        used += max(1, _sectors(len(wanted[name]), sector))
        most = max(most, used)
        used -= _sectors(sizes.get(name, 0), sector)
    return (4 + most) * sector


def _sectors(size: int, sector: int) -> int:
    """Return the sectors of a file of so many bytes. littlefs keeps short ones in their folder,
    and begins each sector but the first with pointers, 8 bytes on average."""
    if size <= sector // 8:
        return 0
    return -(-size // (sector - 8))


def make_folders(names: "dict[str, bytes]", there: "set[str]") -> "Work":
    """Make the folders of these files that are not yet `there`."""
    wanted = set()
    for name in names:
        while name.rfind("/") > 0:
            name = name[: name.rfind("/")]
            wanted.add(name)
    for folder in sorted(wanted - there):
        yield from files.make_folder(folder)


def check_arrival(digests: "dict[str, str]") -> "Work":
    """Raise CommandError if a file on the board differs from what was sent."""
    there = (yield from files.files()).digests
    wrong = [name for name in digests if there.get(name) != digests[name]]
    if wrong:
        raise CommandError("%d files arrived damaged, such as %s; run the command again, perhaps "
                           "with another cable", len(wrong), wrong[0])


def greeting(hello: "Json", health: "Json") -> "list[Sentence]":
    """Return the sentences about a table that has started, from its answers to `hello` and
    `health`."""
    free = health["free"]
    said = [Sentence("the table is at work: firmware %s on %s, games: %s", hello["firmware"],
                     hello["profile"], hello["games"])]
    if free:
        said.append(Sentence("%d KB of memory free", free >> 10))
    said += [Sentence("the table says: %s", note) for note in health.get("notes") or ()]
    if 0 < free < _LITTLE:
        said.append(Sentence("That is little memory: games may not fit. Choose fewer (--games), "
                             "and use the MicroPython that docs/budgets.md names."))
    return said
