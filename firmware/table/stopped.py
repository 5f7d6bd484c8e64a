"""What a board that cannot run shows: a dim light, and why."""

from table.board import display_of
from table.errors import Errors

if False:  # only mypy reads this: the names of types
    from types import ModuleType
    from typing import Any

    from table.board import Board
    from table.clock import Clock
    from table.drivers.oled import Oled


def rest(board: "Board", clock: "Clock", wrong: "Exception | None", crashes: int) -> None:
    """Light a board that crashed too often, or whose settings are `wrong`; say why and what to
    do."""
    why = "It crashed %d times, errors.log says why. Unplug it to try again." % crashes
    if wrong:
        why = "%s. Repair it with leyboard flash." % wrong
        Errors().note("stopped: %s" % why, wrong)
    size = len(board.order)
    frame = bytearray(size * board.profile.PIXELS)
    for at in range(0, len(frame), 4 * size):  # a dim white on every fourth pixel
        for colour in range(size):
            frame[at + colour] = 6
    board.pixels.write(frame, len(frame))
    _say(board.display, clock, why)


def refuse(wiring: "ModuleType", machine: "Any", clock: "Clock", why: str) -> None:
    """Say why Leyboard does not run on this chip; touches nothing but the display."""
    _say(display_of(wiring, machine), clock, why)


def _say(display: "Oled", clock: "Clock", why: str) -> None:
    display.show(["Leyboard stopped.", why])
    until = clock.ms() + 500
    while clock.ms() < until:
        display.step()
    print("Leyboard stopped.", why)
