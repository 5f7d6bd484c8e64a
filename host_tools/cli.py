"""The `leyboard` command: its subcommands and how it reports errors."""

import argparse
import importlib
import os
import sys

from games import RAISED
from host_tools.arguments import Parser, take_packages
from host_tools.errors import CommandError, why
from host_tools.terminal import be_quiet, echo
from sim.contract.check import fault_of_others
from sim.paths import IS_COMPILED
from table.host import FIRMWARE

MODULES = (  # in the order of `leyboard --help`
    "play", "host", "mcp", "check", "selfplay", "replay", "perft", "script", "soak", "study",
    "train", "league", "tables", "own_boards", "build", "flash", "image", "doctor", "bench",
    "monitor", "console", "tags", "records", "settings", "backup", "chip", "completion",
)
# The module of each command.
HOMES = {**{name: name for name in MODULES}, "board": "own_boards", "restore": "backup"}

ABOUT = """\
Leyboard runs a smart game table: on a board of NFC readers, or in the simulator.

examples:
  leyboard play
  leyboard selfplay --game mars --players random,greedy --games 10 --seed 1 --out records
  leyboard replay records/*.jsonl

exit status:
  0    done
  1    it failed, or a check found something wrong: the last line says why
  2    the command was typed wrong
  130  stopped by Ctrl-C
"""


def version() -> str:
    """Return the version, and whether the rules are compiled (make fast)."""
    return "leyboard %s%s" % (FIRMWARE, " (compiled)" if IS_COMPILED else "")


def parser(command: str = "") -> Parser:
    """Return the argument parser with all commands, or only those of the module that has
    `command`: importing all modules takes half a second."""
    top = Parser(
        prog="leyboard", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    top.add_argument("--version", action="version", version=version())
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for module in (HOMES[command],) if command in HOMES else MODULES:
        importlib.import_module("host_tools." + module).register(commands)
    return top


def main(arguments: list[str] | tuple[str, ...] | None = None) -> int:
    """Run one command; return the exit status, see ABOUT. Errors become sentences only here.

    Wrong input from a person or a file raises CommandError; disks and ports raise OSError.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        chosen = parser("".join(words[:1])).parse_args(words)
        be_quiet(chosen.quiet)
        take_packages(chosen)
        return chosen.run(chosen) or 0
    except CommandError as error:
        return _fail(error)
    except BrokenPipeError:  # the reader of our output is gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _fail("%s: %s" % (error.filename or "the system says", why(error)))
    except MemoryError:
        return _fail("there is not enough memory for this")
    except KeyboardInterrupt:
        return 130
    except RAISED as error:
        fault = fault_of_others(error)
        if not fault:
            raise
        return _fail(fault)


def _fail(text: "CommandError | str") -> int:
    echo("leyboard: %s" % text, keep="\n", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
