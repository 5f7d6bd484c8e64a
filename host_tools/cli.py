"""The `leyboard` command: its subcommands and how it reports errors."""

import argparse
import sys

from host_tools import (
    build,
    doctor,
    flash,
    league,
    monitor,
    perft,
    play,
    replay,
    script,
    selfplay,
    tags,
)
from host_tools.errors import CommandError

COMMANDS = (
    play, selfplay, replay, perft, script, league, build, flash, doctor, monitor, tags,
)  # fmt: skip

ABOUT = """\
Leyboard runs a smart game table: on a board of NFC readers, or in the simulator.

examples:
  leyboard play
  leyboard selfplay --game mars --players random,greedy --games 10 --seed 1 --out records
  leyboard replay records/*.jsonl
"""


def parser():
    """Return the argument parser with all commands."""
    top = argparse.ArgumentParser(
        prog="leyboard", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for module in COMMANDS:
        module.register(commands)
    return top


def main(arguments=None):
    """Run one command; returns the exit status."""
    chosen = parser().parse_args(arguments)
    try:
        return chosen.run(chosen) or 0
    except CommandError as error:
        print("leyboard: %s" % error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
