"""Runs the attacks on the table at full length and prints a line for each: what was tried, the
number of tries, and of failures. The tests run a short part of each.

    python -m tests.attacks                    all: hours, on one core
    python -m tests.attacks frames lines       some
    python -m tests.attacks --count 2000 lines

A failed try is printed with what is needed to repeat it.
"""

import host_tools  # isort: skip  # noqa: F401  puts the firmware on the path

import argparse
import contextlib
import io
import os
import sys
import tempfile

from games import names
from games.replay import replay
from host_tools import cli
from tests import micropython
from tests.host import test_full_heap, test_power_cuts
from tests.people import monkey
from tests.portable import frame_attack, link_attack, misses_run, test_failures

COUNT = 20000  # frames and lines on each interpreter
_PART = 1000  # of these per seed
_LEFT = range(512, 20481, 512)  # bytes of heap
_AT_ONCE = 4  # of these in one run of MicroPython
_EVENTS = 2000  # of a monkey
_TIMEOUT_S = 6 * 3600


def spoiled(module, ours, count):
    """Yield (tries, failures) of a portable attack on both interpreters."""
    seeds = range(1, 1 + -(-count // _PART))
    with _folder():
        for seed in seeds:
            attack = ours.Attack(seed)
            yield _tried(module, "CPython", seed, attack.run, _PART)
    for seed in seeds:
        yield _tried(module, "MicroPython", seed, _on_micropython, module, _PART, seed)


def _tried(module, where, seed, run, *args):
    try:
        run(*args)
    except Exception as error:
        print("%s on %s, seed %d: %r" % (module, where, seed, error))
        return _PART, 1
    return _PART, 0


def _on_micropython(module, *args):
    micropython.run("tests.portable." + module, *args, timeout=_TIMEOUT_S)


def lines(count):
    """Spoiled request lines"""
    return spoiled("link_attack", link_attack, count)


def frames(count):
    """Spoiled frames of readers"""
    return spoiled("frame_attack", frame_attack, count)


def heap(count):
    """Deeds with only 0.5 to 20 KB of heap left"""
    for at in range(0, len(_LEFT), _AT_ONCE):
        left = _LEFT[at : at + _AT_ONCE]
        *wrong, deeds = test_full_heap.fill(left).splitlines()
        for line in wrong:
            print(line)
        yield int(deeds.split()[0]) * len(left), sum("bytes left" in line for line in wrong)


def cuts(count):
    """Power cuts before, in and after each erase and program of a flash"""
    for name in names():
        try:
            yield test_power_cuts.cut_everywhere(name, 1), 0
        except AssertionError as error:
            print("an evening of %s: %s" % (name, error))
            yield 1, 1


def writes(count):
    """Writes that fail with EIO, ENOSPC or EROFS, each write of each deed"""
    for name in names():
        with _folder():
            try:
                yield sum(1 for _ in test_failures.each_write_fails(name)), 0
            except AssertionError as error:
                print("a write that fails in %s: %s" % (name, error))
                yield 1, 1


def soak(count):
    """Virtual hours of a soak"""
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        failed = cli.main(["soak", "--hours", "24", "--seed", "11"])
    print(said.getvalue(), end="")
    yield 24, failed


def misses(count):
    """Hours in which thirty tags lie still and are missed now and then; more than one an hour is
    taken for gone, or any with one miss in a hundred"""
    for profile, rate, hot in (("grid6", 10, 0), ("grid9", 10, 3), ("grid6", 30, 3)):
        run = misses_run.Run(profile, 30, rate, hot=hot)
        for _ in range(24):
            before = run.gone
            run.go(3600000)
            yield 1, run.gone - before > (1 if rate > 10 else 0)


def monkeys(count):
    """Random clicks, drags and keys in the window, 2,000 a game"""
    for game, _, errors, record in monkey.main(names(), (1,), _EVENTS):
        for error in errors:
            print("a monkey at %s: %s" % (game, error))
        replay(record)
        yield _EVENTS, len(errors)


ATTACKS = {attack.__name__: attack
           for attack in (lines, frames, heap, writes, cuts, soak, misses, monkeys)}


@contextlib.contextmanager
def _folder():
    """A temporary working folder, for a `with`."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def main(arguments):
    parser = argparse.ArgumentParser("python -m tests.attacks", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--count", type=int, default=COUNT, help="lines and frames, on each")
    parser.add_argument("attacks", nargs="*", choices=[[], *ATTACKS],
                        metavar="ATTACK", help=", ".join(ATTACKS) + " (default: all)")
    asked = parser.parse_args(arguments)
    wrong = 0
    for name in asked.attacks or ATTACKS:
        tries = failures = 0
        for tried, failed in ATTACKS[name](asked.count):
            tries += tried
            failures += failed
            if tried > 1:
                print("  %s: %d tries, %d failures so far" % (name, tries, failures), flush=True)
        print("%s: %d tries, %d failures" % (ATTACKS[name].__doc__, tries, failures), flush=True)
        wrong += failures
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
