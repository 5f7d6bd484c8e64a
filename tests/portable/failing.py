"""Prints the traceback of a refusal within the rules."""

import sys

from games import make


def main(args):
    try:
        make("mars", 99)
    except ValueError as error:
        sys.print_exception(error, sys.stdout)
