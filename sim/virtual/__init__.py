"""Virtual chips, clock and world; portable, so that they run on MicroPython too."""
