"""An emulated Pico that judges the firmware: see docs/chip.md."""
