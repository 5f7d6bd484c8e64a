"""The wires of a board on a breadboard, as its builder sees them: by colour, pin and leg."""

from host_tools.core import Sentence

if False:  # only mypy reads this: the names of types
    from types import ModuleType

# By the name of a pin in profiles: what is printed beside the wire's end on the module, and its
# colour, which drawings and pages have as well (hardware/colours.py).
WIRES = {
    "sck": ("SCK", "yellow"), "miso": ("MISO", "green"), "mosi": ("MOSI", "blue"),
    "pad_select": ("SS", "white"),
    "display_sda": ("SDA", "blue"), "display_scl": ("SCL", "yellow"),
    "knob_a": ("CLK", "green"), "knob_b": ("DT", "blue"), "knob_push": ("SW", "white"),
    "take_back": ("1", "violet"),
}
READER = ("sck", "miso", "mosi", "pad_select")
DISPLAY = ("display_sda", "display_scl")
COLOURS = {
    "yellow": Sentence("yellow"), "green": Sentence("green"), "blue": Sentence("blue"),
    "white": Sentence("white"), "violet": Sentence("violet"),
}
_GROUNDS = (3, 8, 13, 18, 23, 28)  # legs of the Pico between its GP0 and GP22


def is_breadboard(wiring: "ModuleType") -> bool:
    """Has a board no circuit board of ours, so that its USB feeds it and each wire is laid by
    hand? Ours switch the supply of the pad."""
    return "pad_power" not in wiring.PINS


def leg(gp: int) -> int:
    """Return the number of the Pico's leg that has a GP."""
    if gp > 22:
        return {26: 31, 27: 32, 28: 34}[gp]
    found = 0
    for _ in range(gp + 1):
        found += 1
        if found in _GROUNDS:
            found += 1
    return found


def wire(wiring: "ModuleType", name: str) -> Sentence:
    """Return which wire that is and where it belongs."""
    printed, colour = WIRES[name]
    gp = wiring.PINS[name]
    return Sentence("the %s wire (%s) to GP%d, leg %d", COLOURS[colour], printed, gp, leg(gp))


def moved(wiring: "ModuleType", name: str, at: int) -> Sentence:
    """Return that a wire is at a GP where it does not belong."""
    printed, colour = WIRES[name]
    gp = wiring.PINS[name]
    return Sentence("the %s wire (%s) is at GP%d, leg %d, and belongs to GP%d, leg %d",
                    COLOURS[colour], printed, at, leg(at), gp, leg(gp))


def all_moved(
    wiring: "ModuleType", names: "tuple[str, ...]", found: "list[int]"
) -> "list[Sentence]":
    """Return what `moved` says of each wire that was found at another GP."""
    return [moved(wiring, name, at) for name, at in zip(names, found)
            if at != wiring.PINS[name]]
