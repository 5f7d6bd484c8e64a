"""From power on to a table at work, and back to the REPL."""

import gc
import os
import time

from micropython import const

from games.late import late, let_go
from table.app import App
from table.board import Board
from table.clock import Clock
from table.console import Console
from table.drivers.watchdog import MANY, Watchdog
from table.errors import Errors
from table.garbage import Garbage
from table.journal import Journal

_WELL_MS = const(60000)  # a table that works so long has not crashed


def run(machine, rp2):
    """Run the board of the settings until the power goes or Ctrl-C comes.

    Returns at once, into the REPL, where the take-back button is held down; and after some crashes
    in a row, with a light that says so. A crash, or 8 s without a tick, resets the chip.
    """
    clock = Clock(time)
    garbage = Garbage(gc, clock)
    watchdog = Watchdog(machine)
    watchdog.stop()  # a soft reset leaves it running
    chosen, wiring = _settings()
    let_go(always=True)
    button = machine.Pin(wiring.PINS["take_back"], machine.Pin.IN, machine.Pin.PULL_UP)
    if not button.value():
        print("take-back is held: staying in the REPL")
        return
    crashes = watchdog.crashes()
    if crashes >= MANY:
        watchdog.count(0)
        rest(Board(wiring, machine, rp2, clock), clock)
        return
    watchdog.count(crashes + 1)
    try:
        console = Console()
        app = assemble(wiring, machine, rp2, clock, console.write)
        app.painter.use(chosen["theme"])
        app.use_language(chosen["language"])
        app.painter.dim(chosen["brightness"])
        app.board.sense.hear_all(chosen["hear_all"])
        serve(app, console, clock, watchdog, garbage)
    except Exception as error:
        Errors().note("stopped: %s" % error, error)
        machine.reset()
    except BaseException:  # Ctrl-C
        watchdog.stop()
        watchdog.count(0)
        raise


def serve(app, console, clock, watchdog, garbage):
    """Start the table and keep it going; the watchdog is fed here and nowhere else, but while a
    long journal is read."""
    app.session.journal.alive = watchdog.feed
    app.start()
    watchdog.start()
    well = False
    while True:
        if console.has():
            app.hear(console)
        app.tick()
        garbage.turn(app.at_rest)
        watchdog.feed()
        if not well and clock.ms() > _WELL_MS:
            well = True
            watchdog.count(0)


def rest(board, clock):
    """Light a board that crashed again and again, and say what to do."""
    frame = bytearray(3 * board.profile.PIXELS)
    for at in range(0, len(frame), 12):  # a dim white on every fourth
        frame[at] = frame[at + 1] = frame[at + 2] = 6
    board.pixels.write(frame)
    board.display.show(["Leyboard stopped", "several times.", "errors.log says", "why. Unplug it",
                        "to try again."])  # fmt: skip
    until = clock.ms() + 500
    while clock.ms() < until:
        board.display.step()
    print("the table crashed %d times in a row; errors.log says why" % MANY)


def _settings():
    chosen = late("table.settings", "read")()
    return chosen, late("table.settings", "profile")(chosen["profile"])


def assemble(profile, machine, rp2, clock, send):
    """Return the App of a board on these chips, which tells a host by `send`; not started."""
    return App(Board(profile, machine, rp2, clock), clock, Journal(), send, _entropy)


def _entropy():
    return int.from_bytes(os.urandom(3), "little")
