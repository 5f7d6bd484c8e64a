"""WS2812B pixels through a PIO state machine: interrupts stay on while a frame goes out.

Twelve cycles of 100 ns a bit: high for four, then the bit itself for four, then low for four (data
sheet: 0.4 us high for a 0, 0.8 us for a 1, each within 0.15 us).
"""

from micropython import const

_HERTZ = const(10_000_000)
_TOP = const(24)  # a byte goes out from the top of a word


def _program(rp2):
    @rp2.asm_pio(
        set_init=rp2.PIO.OUT_LOW,
        out_init=rp2.PIO.OUT_LOW,
        out_shiftdir=rp2.PIO.SHIFT_LEFT,
        autopull=True,
        pull_thresh=8,
    )
    def send():
        # ruff: noqa: F821 - the assembler supplies these names
        wrap_target()
        out(x, 1)
        set(pins, 1)[3]
        mov(pins, x)[3]
        set(pins, 0)[2]
        wrap()

    return send


class Pixels:
    """A strip on `pin`; takes frames of 3 bytes a pixel in the strip's own order of colours."""

    def __init__(self, rp2, pin):
        self._machine = rp2.StateMachine(
            0, _program(rp2), freq=_HERTZ, set_base=pin, out_base=pin
        )
        self._machine.active(1)

    def write(self, frame):
        """Send a bytearray; returns when all but the last bytes are out, 9.6 us a byte."""
        self._machine.put(frame, _TOP)
