"""The display and the lights of a board that cannot run: a dim light, and the reason."""

from table.board import display_of
from table.errors import Errors

if False:  # only mypy reads this: the names of types
    from types import ModuleType
    from typing import Any

    from table.app import App
    from table.board import Board
    from table.clock import Clock
    from table.drivers.oled import Oled

_STEPS = 8  # of the display: one a line


def rest(board: "Board", clock: "Clock", wrong: "Exception | None", crashes: int) -> None:
    """Light a board that crashed too often, or whose settings are `wrong`; say why and what to
    do."""
    why = "It crashed %d times, errors.log says why. Unplug it to try again." % crashes
    if wrong:
        why = "%s. Repair it with leyboard flash." % wrong
        Errors().note("stopped: %s" % why, wrong)
    size = len(board.order)
    frame = bytearray(size * board.profile.PIXELS)
    for at in range(0, len(frame), 4 * size):  # dim white on every fourth pixel
        for colour in range(size):
            frame[at + colour] = 6
    board.pixels.write(frame, len(frame))
    _show(board.display, clock, why)


def halt(app: "App", clock: "Clock") -> None:
    """Show that somebody at the computer has stopped the table by Ctrl-C, and put the lights out,
    which would stay on as in a running game."""
    text = app.display_text
    text.shown = [text.texts.render("halted"), text.texts.render("halted why")]
    app.board.display.show(text.shown)
    dark = bytearray(len(app.board.order) * app.board.profile.PIXELS)
    for step in range(2 * _STEPS):  # the last frame has been sent at half of them, and ours after
        if step == _STEPS:
            app.board.pixels.write(dark, len(dark))
        app.board.display.step()
        clock.sleep_us(1000)


def refuse(wiring: "ModuleType", machine: "Any", clock: "Clock", why: str) -> None:
    """Say why Leyboard does not run on this chip; touches nothing but the display."""
    _show(display_of(wiring, machine, clock), clock, why)


def _show(display: "Oled", clock: "Clock", why: str) -> None:
    display.show(["Leyboard stopped.", why])
    until = clock.ms() + 500
    while clock.ms() < until:
        display.step()
    print("Leyboard stopped.", why)
