"""Start the table. The only file that knows the chip: it hands the chip's modules to the rest.

Hold the take-back button at power-on to stay in the REPL.
"""

import machine
import rp2

from table.boot import run

run(machine, rp2)
