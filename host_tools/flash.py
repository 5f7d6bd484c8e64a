"""`leyboard flash`: builds the firmware and copies the changed files to a board. A manifest on the
board lists the files that this command put there; all others belong to the maker or the table and
stay. During the copy, `main.py` is one line that reports an incomplete copy."""

import contextlib
import hashlib
import json
import tempfile
import time
from argparse import Namespace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from games.jsonline import parse
from host_tools import settings
from host_tools.arguments import Commands, path, subcommand
from host_tools.board import Board, stopped
from host_tools.build import PACKED, add_build, build, has_module, is_frozen
from host_tools.client import Client
from host_tools.errors import CommandError
from host_tools.machines import IMAGE, check_machine
from host_tools.ports import Serial, add_board, find
from host_tools.terminal import echo, progress

if TYPE_CHECKING:
    from rich.progress import Progress

MANIFEST = "/flashed.json"  # {path: digest} of the files that this command put there
MAIN = "/main.py"
SETTINGS = settings.FILE
OLDEST = (1, 27, 0)  # MicroPython
PLATFORMS = ("rp2",)
UNFINISHED = "not all files are on the board, and it says so; run leyboard %s again"
ERRORS = "/errors.log"
_START_S = 15
_LITTLE = 32 << 10  # bytes free; the largest game leaves more (docs/budgets.md)
_FROZEN = """
import sys
there = sys.path[:]
sys.path[:] = [".frozen"]
try:
    import pack
    print("frozen")
except ImportError:
    print("none")
sys.path[:] = there
"""


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "flash",
        run,
        "compile the firmware, copy what changed to a board and start it",
        (
            "flash --profile grid3",
            "flash                          # an update: the board knows its profile",
            "flash --games mars --dry-run   # only say what would be done",
            "flash --frozen                 # the board runs an image of your own",
        ),
    )
    add_build(sub)
    sub.set_defaults(profile=None)
    add_board(sub)
    sub.add_argument("--from", dest="folder", type=path, help="copy this build, made before")
    sub.add_argument("--dry-run", action="store_true", help="only say what would be done")
    sub.add_argument("--no-start", action="store_true", help="do not wait for the table to start")


def run(arguments: Namespace) -> None:
    port = find(arguments.port)
    with stopped(port) as board:
        mpy, free, sector = check(board)
        chosen, wrong = settings.usable(board.read(SETTINGS))
        for one in wrong:
            echo(one)
        profile = arguments.profile or settings.profile_for(board, chosen)
        files = _files(arguments, profile)
        check_build(files, mpy)
        if is_frozen(files):
            check_frozen(board)
        plan = Plan(board, files, {**chosen, "profile": profile})
        _warn(board, files)
        echo("board %s: %s" % (profile, plan.summary()))
        if arguments.dry_run:
            return
        plan.check_room(free, sector)
        with progress() as bar:
            plan.carry_out(bar)
    if not arguments.no_start:
        greet(port)


def cut(command: str) -> bytes:
    """Return the main.py used during the copy."""
    return b'print("Leyboard: the copying was cut short; run leyboard %s again")\n' % (
        command.encode()
    )


def check(board: "Board") -> tuple[int, int, int]:
    """Return (version of .mpy files, bytes free, bytes in a sector); raises CommandError for a
    board that cannot run the build."""
    name, version, mpy, platform, free, sector, machine = board.facts()
    if name != "micropython" or platform not in PLATFORMS:
        raise CommandError("the board runs %s for %s; Leyboard needs a Pico (RP2040) with "
                           "MicroPython%s" % (name, platform, IMAGE))  # fmt: skip
    check_machine(machine)
    if tuple(version) < OLDEST:
        said = ".".join(map(str, version))
        raise CommandError("the board runs MicroPython %s, which is too old%s" % (said, IMAGE))
    return mpy, free, sector


def check_build(files: dict[str, bytes], mpy: int) -> None:
    """Raise CommandError if the board's MicroPython cannot read these files."""
    for name, data in files.items():
        if name.endswith(".mpy") and data[1] != mpy:
            raise CommandError("the board's MicroPython takes .mpy files of version %d; these "
                               "have version %d%s" % (mpy, data[1], IMAGE))  # fmt: skip


# Prints the first line of each game on a board.
_HEADS = """
import os
for name in os.listdir("/"):
    if name[:5] in ("game.", "game-") and (name[-4:] == ".log" or name == "game.log.new"):
        with open("/" + name) as file:
            print(file.readline().strip())
"""


def check_frozen(board: "Board") -> None:
    """Raise CommandError if the board's image does not hold the firmware's modules."""
    if board.run(_FROZEN).strip() != "frozen":
        raise CommandError("the board's MicroPython has no Leyboard frozen into it: flash without "
                           "--frozen, or put an image of your own on (docs/image.md)")  # fmt: skip


def _files(arguments: Namespace, profile: str) -> dict[str, bytes]:
    """Return {path on the board: bytes} of the build."""
    if arguments.folder is None:
        return built(profile, arguments.games, arguments.modules)
    if not (arguments.folder / "main.py").is_file():
        raise CommandError("%s is not a build: it has no main.py (leyboard build)"
                           % arguments.folder)  # fmt: skip
    return _read(arguments.folder)


def built(profile: str, games: str | None, modules: str = PACKED) -> dict[str, bytes]:
    """Return {path on the board: bytes} of a new build."""
    with tempfile.TemporaryDirectory(prefix="leyboard-") as folder:
        build(profile, games, Path(folder), modules=modules)
        return _read(Path(folder))


def with_settings(files: dict[str, bytes], chosen: dict[str, Any]) -> dict[str, bytes]:
    """Return {path on the board: bytes} of all that a board has after it was flashed with these
    files and settings."""
    return {**files, SETTINGS: _settings_file(chosen), MANIFEST: manifest(files)}


def manifest(files: dict[str, bytes]) -> bytes:
    """Return the manifest of a board that has these files."""
    digests = {name: digest(data) for name, data in files.items()}
    return json.dumps({**digests, MAIN: ""}).encode()


def _settings_file(chosen: dict[str, Any]) -> bytes:
    return (json.dumps(chosen) + "\n").encode()


def _read(folder: Path) -> dict[str, bytes]:
    """Return {path on the board: bytes} of a folder."""
    found = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file() and "/" + file.relative_to(folder).as_posix() != SETTINGS:
            found["/" + file.relative_to(folder).as_posix()] = file.read_bytes()
    return found


def _warn(board: "Board", files: dict[str, bytes]) -> None:
    """Warn of each game on the board, on its table or its shelf, that is not in the build."""
    missing = set()
    for line in board.run(_HEADS).splitlines():
        try:
            game = parse(line.rpartition("#")[0])["game"]
        except (ValueError, KeyError):
            continue
        if not has_module(files, "games.%s" % game):
            missing.add(game)
    for game in sorted(missing):
        echo(
            "The game on the board, %s, is not in this build; the board keeps it until a "
            "build has it." % game
        )


class Plan:
    """The steps that give a board these `files` ({path: bytes}) and settings."""

    def __init__(self, board: "Board", files: dict[str, bytes], chosen: dict[str, Any]):
        self._board = board
        self._there, self._folders = board.files()
        there = self._there
        self._wanted = dict(files)
        main = self._wanted.pop(MAIN)
        ours = _manifest(board, there)
        self._digests = {name: digest(data) for name, data in self._wanted.items()}
        self.new = [name for name in self._wanted if there.get(name) != self._digests[name]]
        # MicroPython prefers a .py to the .mpy beside it, so stale files go first.
        self.stale = [name for name in sorted(ours) if name in there and name not in files
                      and name not in (SETTINGS, MAIN)]  # fmt: skip
        hidden = [
            name
            for name in there
            if name.endswith(".py")
            and name not in files
            and name.removesuffix(".py") + ".mpy" in files
            and name not in self.stale
        ]
        if hidden:
            raise CommandError("files of your own would take the place of the firmware's: %s; "
                               "rename or remove them" % ", ".join(hidden))  # fmt: skip
        self._main = main
        self._settings = _settings_file(chosen)
        self._new_settings = there.get(SETTINGS) != digest(self._settings)
        self._same = not (self.new or self.stale or self._new_settings
                          or there.get(MAIN) != digest(main))  # fmt: skip

    def summary(self) -> str:
        if self._same:
            return "the board has all %d files already" % (len(self._wanted) + 1)
        size = sum(len(self._wanted[name]) for name in self.new)
        return "%d files to copy (%.1f KB), %d as they were, %d stale ones to remove" % (
            len(self.new) + 1, size / 1024, len(self._wanted) - len(self.new), len(self.stale)
        )  # fmt: skip

    def check_room(self, free: int, sector: int) -> None:
        """Raise CommandError if the files do not fit."""
        need = room(self._wanted, self.new, self._board.sizes, sector, self.stale)
        if need > free and not self._same:
            raise CommandError("the flash has %.1f KB free, %.1f are needed; choose fewer games "
                               "(--games) or remove files of your own"
                               % (free / 1024, need / 1024))  # fmt: skip

    def carry_out(self, bar: "Progress") -> None:
        """Remove, copy, and check the result. If this is cut short, the board says so and the next
        run repairs it."""
        board = self._board
        if self._same:
            return
        board.unfinished = UNFINISHED % "flash"
        board.write(MAIN, cut("flash"))
        # From here on the manifest names every file that may be ours, even after an
        # interruption.
        ours = {name: "" for name in [*self.stale, *self._wanted, MAIN]}
        board.write(MANIFEST, json.dumps(ours).encode())
        for name in self.stale:
            board.remove(name)
        make_folders(board, self._wanted, self._folders)
        size = sum(len(self._wanted[name]) for name in self.new)
        task = bar.add_task("copying", total=size)
        for name in self.new:
            board.write(name, self._wanted[name], lambda count: bar.advance(task, count))
        if self._new_settings:
            board.write(SETTINGS, self._settings)
        check_arrival(board, self._digests)
        board.write(MANIFEST, json.dumps({**self._digests, MAIN: ""}).encode())
        board.write(MAIN, self._main)
        board.unfinished = ""
        echo("%d files copied and checked" % (len(self.new) + 1))


def _manifest(board: "Board", there: dict[str, str]) -> set[Any]:
    """Return the paths that this command put on a board."""
    try:
        return set(parse(board.read(MANIFEST).decode()))
    except ValueError:  # never flashed, or by a version without manifests
        return {name for name in there if name.startswith(("/games/", "/table/"))}


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def room(files: dict[str, bytes], new: list[str], sizes: dict[str, int], sector: int,
         gone: list[str]) -> int:  # fmt: skip
    """Return the free bytes needed to copy the `new` ones of `files` ({path: bytes}), one after
    the other, onto a flash with files of these `sizes` after those `gone` are removed: each lies
    beside its old copy until it is complete. Four sectors are for folders and manifest."""
    used = most = 0
    for name in gone:
        used -= _sectors(sizes[name], sector)
    for name in new:
        used += max(1, _sectors(len(files[name]), sector))
        most = max(most, used)
        used -= _sectors(sizes.get(name, 0), sector)
    return (4 + most) * sector


def _sectors(size: int, sector: int) -> int:
    """Return the sectors of a file of so many bytes. littlefs keeps short ones in their folder,
    and begins each sector but the first with pointers, 8 bytes on average."""
    if size <= sector // 8:
        return 0
    return -(-size // (sector - 8))


def make_folders(board: "Board", names: dict[str, bytes], there: set[Any]) -> None:
    """Make the folders of these files that are not yet `there`."""
    wanted = {str(folder) for name in names for folder in PurePosixPath(name).parents}
    for folder in sorted(wanted - there - {"/"}):
        board.make_folder(folder)


def check_arrival(board: "Board", digests: dict[str, str]) -> None:
    """Raise CommandError if a file on the board differs from what was sent."""
    there, _ = board.files()
    wrong = [name for name in digests if there.get(name) != digests[name]]
    if wrong:
        raise CommandError("%d files arrived damaged, such as %s; run the command again, perhaps "
                           "with another cable" % (len(wrong), wrong[0]))  # fmt: skip


def greet(port: str) -> None:
    """Wait for the table's hello, and print what it says about itself and its start."""
    end = time.monotonic() + _START_S
    while time.monotonic() < end:
        time.sleep(0.5)
        with contextlib.suppress(CommandError), Client(Serial(port), patience=2) as table:
            hello = table.hello()
            health = table.health()
            echo("the table is at work: firmware %s on %s, games: %s%s" % (
                hello.firmware, hello.profile, ", ".join(hello.games),
                ", %d KB of memory free" % (health.free >> 10) if health.free else "",
            ))  # fmt: skip
            for note in health.notes:
                echo("the table says: %s" % note)
            if 0 < health.free < _LITTLE:
                echo("That is little memory: games may not fit. Choose fewer (--games), and use "
                    "the MicroPython that docs/budgets.md names.")  # fmt: skip
            return
    raise CommandError(
        "all files are there, but the table does not answer%s. See why: leyboard console --port "
        "%s (Ctrl-D restarts it, Ctrl-] leaves)" % (_last_error(port), port)
    )


def _last_error(port: str) -> str:
    """Return the last line of a board's error log, to follow a sentence; "" if there is none."""
    with contextlib.suppress(CommandError), Board(port) as board:
        lines = board.read(ERRORS).decode("utf-8", "replace").strip().splitlines()
        if lines:
            return "; its error log ends with: %s" % lines[-1]
    return ""
