"""An emulated Pico that measures the firmware (docs/chip.md)."""
