"""Start the table on a stock RP2040: `main.py` there, with this folder beside the table.

Hold the take-back button at power-on to stay in the REPL.
"""

import gc

import machine
import pack
import rp2

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable

    from small.memory import Memory
    from table.app import App

packed = pack.mount()

from table.boot import run  # noqa: E402  comes out of the pack

at_work: "list[Memory]" = []


def begin() -> "Callable[[App], None]":
    """Look after the memory from now on; return the function to call between the table's steps."""
    from small.memory import Memory

    at_work.append(Memory(gc, machine, rp2, packed))
    return at_work[0].watch


try:
    run(machine, rp2, begin)
finally:
    for memory in at_work:
        memory.end()
