"""Prints the memory that each module takes on MicroPython: `module bytes`, in the order given.

The code of a package is a module `_init` of its own, so that it can be loaded after the modules
that it imports.
"""

import gc
import sys


def main(args):
    """Yield before each measurement, so that garbage is collected (see tests/micropython.mjs)."""
    before = 0
    for name in args:
        yield True
        before = gc.mem_alloc()
        module = __import__(name, None, None, ("",))
        if name.endswith("._init"):
            package = sys.modules[name[:-6]]
            for word in dir(module):
                if not word.startswith("__"):
                    setattr(package, word, getattr(module, word))
            module = package = word = None
        yield True
        print(name, gc.mem_alloc() - before)
