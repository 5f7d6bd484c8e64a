"""Freezes the firmware into a MicroPython image of your own: what runs from the flash leaves the
heap free (60 KB with Landover instead of 155).

    leyboard build --loose --profile grid6
    make -C micropython/ports/rp2 BOARD=RPI_PICO FROZEN_MANIFEST=.../firmware/manifest.py

MicroPython's manifest format; it takes what `leyboard build` made. `settings.json` and
the folder `texts` of the build go onto the board's flash.
"""

include("$(PORT_DIR)/boards/manifest.py")  # noqa: F821  what the port has itself
freeze_mpy("../build/firmware")  # noqa: F821
module("main.py", opt=3)  # noqa: F821
