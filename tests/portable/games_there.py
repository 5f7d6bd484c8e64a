"""Prints the names of the games in a firmware."""

from games import names


def main(args):
    print(" ".join(names()))
