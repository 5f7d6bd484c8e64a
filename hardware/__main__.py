"""`python -m hardware COMMAND`: the quick, pure-Python half of the board as code."""

import sys
from pathlib import Path

from hardware import boards, generate, power, rules
from hardware.source import ROOT, Design, SourceError


def wiring(design: Design) -> int:
    """write the board profiles, firmware/table/wiring/*.py"""
    return _write(generate.wiring(design))


def make(design: Design) -> int:
    """write all products that need no tool: profiles, bills of material, tables in the documents
    """
    return _write(generate.everything(design))


def check(design: Design) -> int:
    """compute the physics, and report broken rules and stale products; writes nothing"""
    for row in rules.found(design):
        print(f"{row.rule}: {row.computed}, limit {row.limit}, margin {row.margin}")
    stale = generate.stale(generate.everything(design))
    for path in stale:
        print("stale:", path.relative_to(ROOT), "- run: python -m hardware make")
    return 1 if stale else 0


def budget(design: Design) -> int:
    """print the power budget of each board, in mA at 5 V"""
    account = power.Power(design.power)
    print(f"{'board':8} {'supply':>10} {'dark':>6} {'boot':>6} {'play':>6} {'fault':>7} "
          f"{'lights':>7}")
    for board in boards.boards(design.boards).values():
        b = account.budget(board)
        print(f"{b.board:8} {b.zones} x {b.zone_ma:6} {b.dark:6} {b.boot:6} {b.play:6} "
              f"{b.fault:7} {b.light_ma:7}")
    return 0


def _write(files: dict[Path, str | bytes]) -> int:
    for path in generate.write(files):
        print("wrote", path.relative_to(ROOT))
    return 0


COMMANDS = {"wiring": wiring, "make": make, "check": check, "budget": budget}


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in COMMANDS:
        print("usage: python -m hardware COMMAND\n")
        for name, command in COMMANDS.items():
            print(f"  {name:8} {command.__doc__}")
        return 2
    try:
        return COMMANDS[arguments[0]](Design())
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
