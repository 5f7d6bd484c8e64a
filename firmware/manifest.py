"""Freeze the firmware into your own MicroPython image; docs/image.md says how and what it brings.

This is a manifest in MicroPython's format. It takes the modules that `leyboard build --loose`
compiled.
"""

include("$(PORT_DIR)/boards/manifest.py")  # noqa: F821  what the port has itself
freeze_mpy("../build/firmware")  # noqa: F821
module("main.py", opt=3)  # noqa: F821
