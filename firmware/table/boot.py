"""From power on to a table at work."""

import os
import time

from games import forget
from table.app import App
from table.board import Board
from table.clock import Clock
from table.console import Console
from table.journal import Journal


def run(machine, rp2):
    """Run the board of the settings until the power goes or Ctrl-C comes.

    Returns at once, into the REPL, where the take-back button is held down.
    """
    chosen, wiring = _settings()
    forget("table.settings")  # 1 KB
    button = machine.Pin(wiring.PINS["take_back"], machine.Pin.IN, machine.Pin.PULL_UP)
    if not button.value():
        print("take-back is held: staying in the REPL")
        return
    clock = Clock(time)
    console = Console()
    app = assemble(wiring, machine, rp2, clock, console.write)
    app.painter.use(chosen["theme"])
    app.painter.dim(chosen["brightness"])
    app.start()
    while True:
        app.host.feed(console.read())
        app.tick()


def _settings():
    from table.settings import profile, read

    chosen = read()
    return chosen, profile(chosen["profile"])


def assemble(profile, machine, rp2, clock, send):
    """Return the App of a board on these chips, which tells a host by `send`; not started."""
    return App(Board(profile, machine, rp2, clock), clock, Journal(), send, _entropy)


def _entropy():
    return int.from_bytes(os.urandom(3), "little")
