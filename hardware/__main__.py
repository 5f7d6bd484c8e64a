"""`python -m hardware COMMAND`: the quick, pure-Python half of the board as code."""

import sys

from hardware import generate
from hardware.source import ROOT, Design, SourceError

COMMANDS = {
    "wiring": "write the board profiles, firmware/table/wiring/*.py",
}


def main(arguments):
    if len(arguments) != 1 or arguments[0] not in COMMANDS:
        print("usage: python -m hardware COMMAND\n")
        for name, text in COMMANDS.items():
            print(f"  {name:10} {text}")
        return 2
    try:
        for path in generate.write(generate.wiring(Design())):
            print("wrote", path.relative_to(ROOT))
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
