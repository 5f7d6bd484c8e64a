"""Prints the names of the games that a firmware has."""

from games import names


def main(args):
    print(" ".join(names()))
