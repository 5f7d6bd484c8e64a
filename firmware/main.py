"""Starts the table. The only file that knows the chip it runs on: everything below is handed its
modules.

Hold the take-back button while the power comes on, and the board stays in the REPL.
"""

import machine
import pack
import rp2

pack.mount()

from table.boot import run  # noqa: E402  comes out of the pack

run(machine, rp2)
