"""Runs a test module of this folder without pytest: each function test_* once, in a folder of its
own, except those for CPython only (see effort.py)."""

import os


def main(args):
    """Run the modules named; raises what the first failing test raises. Yields after each test so
    that garbage is collected (see tests/micropython.mjs)."""
    for name in args:
        module = __import__("tests.portable." + name, None, None, ("x",))
        ran = 0
        for test in sorted(dir(module)):
            if test.startswith("test_") and getattr(module, test) is not None:
                os.mkdir("/run-%s-%d" % (name, ran))
                os.chdir("/run-%s-%d" % (name, ran))
                try:
                    getattr(module, test)()
                except:
                    print("failed: %s.%s" % (name, test))
                    raise
                ran += 1
                yield True
        if not ran:
            raise ValueError("%s has no tests" % name)
        print("%s: %d passed" % (name, ran))
