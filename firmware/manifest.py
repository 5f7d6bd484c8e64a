"""Freeze the firmware into your own MicroPython image. Frozen code runs from flash and frees heap:
Landover takes 60 KB instead of 155.

    leyboard build --loose --profile grid6
    make -C micropython/ports/rp2 BOARD=RPI_PICO FROZEN_MANIFEST=.../firmware/manifest.py

This is a manifest in MicroPython's format. It takes the output of `leyboard build`. Copy
`settings.json` and the folder `texts` of the build onto the board's flash.
"""

include("$(PORT_DIR)/boards/manifest.py")  # noqa: F821  what the port has itself
freeze_mpy("../build/firmware")  # noqa: F821
module("main.py", opt=3)  # noqa: F821
