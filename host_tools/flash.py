"""`leyboard flash`: builds the firmware and brings it onto a board with mpremote."""

import subprocess
import sys

from host_tools.arguments import subcommand, word
from host_tools.build import TARGET, add_build, build
from host_tools.errors import CommandError
from host_tools.terminal import say

# The running game survives an update, and what was noted.
KEPT = ("game.log", "game.tail", "game.point", "game.old", "errors.log", "errors.old")

# Runs on the board: lists all files with their sizes, folders first in their paths.
_LIST = """
import os
def walk(folder):
    for entry in os.ilistdir(folder):
        path = folder + "/" + entry[0]
        if entry[1] == 0x4000:
            walk(path)
            print("folder", path)
        else:
            print("file", path)
walk("")
"""


def register(commands):
    sub = subcommand(
        commands,
        "flash",
        run,
        "compile the firmware, copy it to a board and start it",
        ("flash --profile grid3", "flash --profile grid6 --port /dev/ttyACM0 --games mars"),
    )
    add_build(sub)
    sub.add_argument(
        "--port", type=word, default="auto", help="serial port (default: the first board)"
    )


def run(arguments):
    files = build(arguments.profile, arguments.games, arguments.plain)
    board = Board(arguments.port)
    wanted = {"/" + path.relative_to(TARGET).as_posix(): path for path in files}
    stale = [path for path in board.files() if path not in wanted and path[1:] not in KEPT]
    # A .py beside its .mpy would win over it, so what is stale goes first.
    steps = [["fs", "rm", *[":" + path for path in stale]]] if stale else []
    for name in sorted({name.rsplit("/", 1)[0] for name in wanted}):
        if name and name not in board.folders():
            steps.append(["fs", "mkdir", ":" + name])
    steps += [["fs", "cp", str(path), ":" + name] for name, path in wanted.items()]
    say("copying %d files, about a minute" % len(wanted))
    board.run(*steps, ["reset"])
    say("%d files copied, %d stale ones removed" % (len(wanted), len(stale)))


class Board:
    """A board on a serial port, through mpremote; raises CommandError with what it said."""

    def __init__(self, port):
        self._connect = ["connect", port]
        self._tree = None

    def run(self, *steps):
        """Run commands of mpremote, each a list of words, and return what they printed."""
        command = [sys.executable, "-m", "mpremote", *self._connect]
        for i, step in enumerate(steps):
            command += ["+", *step] if i else step
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            said = (done.stderr or done.stdout).strip().splitlines() or ["no answer"]
            raise CommandError(
                "the board does not answer: %s. Is it plugged in, MicroPython on it, and no other "
                "program on the port? `mpremote connect list` shows ports." % said[-1]
            )
        return done.stdout

    def _entries(self):
        if self._tree is None:
            self._tree = [line.split(" ", 1) for line in self.run(["exec", _LIST]).splitlines()]
        return self._tree

    def files(self):
        """Return the absolute paths of all files on the flash."""
        return [entry[1] for entry in self._entries() if entry[0] == "file"]

    def folders(self):
        """Return the absolute paths of all folders on the flash."""
        return [entry[1] for entry in self._entries() if entry[0] == "folder"]
