"""Functions that `leyboard build` compiles to machine code for the RP2040.

There `@viper` becomes `@micropython.viper`: integers are machine words of 32 bits, and `ptr8(x)`
is the address of a buffer. Everywhere else the same source runs as plain Python, and these names
do nothing. (MicroPython for WebAssembly refuses to compile the decorator itself.)

So in such a function: buffers only through `ptr8` or `ptr32`, numbers from objects through `int`,
every index in range (nothing checks it), and no arithmetic that leaves 31 bits.
"""

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any


def viper(function: "Callable") -> "Callable":
    """Mark a function for machine code."""
    return function


def ptr8(buffer: "Any") -> "Any":
    """Return what takes bytes by index."""
    return buffer


ptr32 = ptr8
