"""Tell which chip this is. Other chips have their registers at other addresses: at the address of
the RP2040's watchdog, an RP2350 (Pico 2) has the clock of its USB (data sheets: RP2040, 2.2;
RP2350, 2.2). So code that writes to an address asks here first.
"""

import sys

REFUSAL = (
    "This is a %s. Leyboard runs on the RP2040 only: use a Raspberry Pi Pico, or another board "
    "with that chip."
)
_KNOWN = "RP2040"
_DESK = "Emscripten"  # MicroPython in a browser or in Node: all its chips are virtual


def machine() -> str:
    """Return MicroPython's name of the machine, such as "Raspberry Pi Pico with RP2040"; "" on
    CPython."""
    return getattr(sys.implementation, "_machine", "")


def is_known(name: str) -> bool:
    """Is the machine of this name one whose registers the firmware knows: an RP2040, or virtual
    chips?"""
    return not name or name.split(" ")[-1] in (_KNOWN, _DESK)


def refusal(name: str) -> str:
    """Return why Leyboard does not run on the machine of this name and what to do; "" if it
    does."""
    return "" if is_known(name) else REFUSAL % name
