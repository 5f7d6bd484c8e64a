"""`leyboard doctor --walk`: the doctor's walk, at a terminal."""

import datetime
import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from host_tools import settings
from host_tools.arguments import profile_of
from host_tools.board import stopped
from host_tools.core import AtOnce, CommandError, carry_out
from host_tools.core.onboard import OnBoard
from host_tools.core.settings import read
from host_tools.core.walk import Walk, on_board
from host_tools.faulty_board import simulated
from host_tools.files import write_text
from host_tools.onboard import sources
from host_tools.ports import find
from host_tools.terminal import ask_yes, echo, printable

if TYPE_CHECKING:
    from host_tools.core import Sentence

REPORT = Path("leyboard-doctor.txt")


def run(arguments: Namespace) -> None:
    if arguments.sim:
        wiring = profile_of(arguments.sim)
        tour = Walk(wiring, AtOnce(simulated(wiring, arguments.fault)))
        carry_out(tour.all(), {"say": echo})
    else:
        if arguments.profile:
            profile_of(arguments.profile)  # raises if it does not exist
        with stopped(find(arguments.port)) as board:
            name = arguments.profile or settings.profile_on(board) or "grid3"
            wiring = profile_of(name)
            chosen = board.carry_out(read())
            parts = OnBoard()
            board.carry_out(parts.begin(sources(wiring)))
            asks = sys.stdin.isatty()
            tour = board.carry_out(on_board(wiring, parts, asks, chosen), ask=ask_yes)
    _write(arguments.report or REPORT, tour.lines, tour.faults)


def _write(file: Path, lines: "list[Sentence]", wrong: "list[Sentence]") -> None:
    head = "leyboard doctor, %s\n" % datetime.datetime.now().isoformat(" ", "minutes")
    write_text(file, head + "\n".join(printable(line) for line in lines) + "\n")
    echo("The report is in %s; attach it when you ask for help." % file)
    if wrong:
        raise CommandError("not well: %s", wrong)
    echo("Everything that was tested is well.")
