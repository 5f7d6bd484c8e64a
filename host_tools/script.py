"""`leyboard script`: plays a script on a whole virtual table, in virtual time."""

import tempfile
from argparse import Namespace
from typing import TYPE_CHECKING

from host_tools.arguments import Commands, add_others, path, subcommand
from host_tools.errors import CommandError
from host_tools.files import read_text, write_text
from host_tools.partsfile import read_parts
from host_tools.terminal import echo
from sim.virtual import script
from sim.virtual.parts import fit_measured

if TYPE_CHECKING:
    from sim.virtual.table import VirtualTable


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "script",
        run,
        "play a script on a whole virtual table and check what it expects",
        (
            "script tests/data/scripts/mars_mistakes.txt",
            "script my.txt --frames frames.txt   # keep every frame: ms and colours in hex",
        ),
    )
    sub.epilog = "steps:\n" + script.__doc__.split("\n\n", 1)[1]
    add_others(sub)
    sub.add_argument("file", metavar="FILE", type=path, help="the script")
    sub.add_argument("--parts", type=path, help="play on the board of a file of bench --out")
    sub.add_argument("--frames", type=path, help="write all frames of the lights here")


def run(arguments: Namespace) -> None:
    lines = read_text(arguments.file).splitlines()
    parts = read_parts(arguments.parts) if arguments.parts else None

    def fit(table: "VirtualTable") -> None:
        if parts:
            fit_measured(table, parts)

    with tempfile.TemporaryDirectory() as folder:
        play = script.Script(folder, fit)
        try:
            play.run(lines)
        except script.ScriptError as error:
            raise CommandError("%s: %s" % (arguments.file, error)) from None
    if play.table is None:
        raise CommandError("%s has no steps" % arguments.file)
    if arguments.frames:
        text = "".join("%d %s\n" % (us // 1000, frame.hex()) for us, _, frame in play.frames)
        write_text(arguments.frames, text)
    seconds = play.table.clock.ms() / 1000
    echo("%s: all as expected, %.1f s of table time, %d frames"
        % (arguments.file, seconds, len(play.frames)))
