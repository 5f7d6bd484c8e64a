"""Start the table. The only file that knows the chip: it hands the chip's modules to the rest.

Hold the take-back button at power-on to stay in the REPL.
"""

import machine
import pack
import rp2

pack.mount()

from table.boot import run  # noqa: E402  comes out of the pack

run(machine, rp2)
