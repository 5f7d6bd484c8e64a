"""An emulated board behind a pseudo-terminal, for programs that need a serial port."""

import os
import select
import tty
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.chip.pico import Pico

_STEP_MS = 5


def serve(
    pico: "Pico", told: Callable[[str], object], going: Callable[[], bool] = lambda: True
) -> None:
    """Run `pico` and carry its characters while `going()`; call `told(path)` with the path of the
    port."""
    ours, theirs = os.openpty()
    try:
        tty.setraw(theirs)
        tty.setraw(ours)
        told(os.ttyname(theirs))
        while going():
            pico.run(_STEP_MS)
            if pico.serial:
                text, pico.serial = pico.serial, ""
                os.write(ours, text.encode("latin-1"))
            if select.select([ours], [], [], 0)[0]:
                pico.send(os.read(ours, 1024).decode("latin-1"))
    finally:
        os.close(ours)
        os.close(theirs)
