"""Mark functions that `leyboard build` compiles to machine code for the RP2040.

In the build `@viper` becomes `@micropython.viper`: integers are machine words of 32 bits, and
`ptr8(x)` is the address of a buffer. Everywhere else the same source runs as plain Python, and
these names do nothing. (MicroPython for WebAssembly refuses to compile the decorator itself.)

Such a function must access buffers only through `ptr8`, `ptr16` or `ptr32`, convert numbers from
objects with `int`, keep every index in range (nothing checks it), and keep numbers within 31 bits.
"""

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any


def viper(function: "Callable[..., Any]") -> "Callable[..., Any]":
    """Mark a function for machine code."""
    return function


def ptr8(buffer: "Any") -> "Any":
    """Return the buffer itself: its bytes by index."""
    return buffer


ptr16 = ptr32 = ptr8
