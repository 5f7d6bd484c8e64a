"""Checks the packages in /in by the contract; prints the name of each and what it finds."""

from games import packages
from sim.contract.check import check


def main(args):
    for path in args:
        name = packages.add("/in/" + path)
        print(name)
        for finding in check(name, True):
            if finding is not None:
                print(finding)
            yield True
