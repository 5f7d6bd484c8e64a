"""Virtual chips, clock and world; portable, so they run on MicroPython too."""
