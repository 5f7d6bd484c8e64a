"""WS2812B pixels through a PIO state machine fed by DMA: a frame goes out while the table goes on.

Interrupts stay on meanwhile (facts: interrupts). Twelve cycles of 100 ns a bit: high for four,
then the bit itself for four, then low for four (data sheet: 0.4 us high for a 0, 0.8 us for a 1,
each within 0.15 us).
"""

from micropython import const

HERTZ = const(10_000_000)
_BYTE_NS = const(9600)  # 8 bits of 12 cycles
_PAUSE_US = const(300)  # latches a frame; the older WS2812B want 50
_BYTES = const(0)  # size of a DMA transfer
_PIO0_TX0 = const(0)  # RP2040 data sheet, table 120: the request of the machine's queue


def program(rp2: "Any") -> "Any":
    """Return the assembled program of the state machine."""
    @rp2.asm_pio(
        set_init=rp2.PIO.OUT_LOW,
        out_init=rp2.PIO.OUT_LOW,
        out_shiftdir=rp2.PIO.SHIFT_LEFT,
        autopull=True,
        pull_thresh=8,
    )
    def send() -> None:
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

    def __init__(self, rp2: "Any", pin: "Any", clock: "Clock"):
        self._clock = clock
        self._machine = rp2.StateMachine(0, program(rp2), freq=HERTZ, set_base=pin, out_base=pin)
        self._machine.active(1)
        # A byte that DMA writes stands in all four bytes of the queue's word, so also at the top.
        self._dma = rp2.DMA()
        self._control = self._dma.pack_ctrl(size=_BYTES, inc_write=False, treq_sel=_PIO0_TX0)
        self._free = 0  # ms

    def write(self, frame: bytearray) -> None:
        """Begin to send a bytearray, which must not change until `is_busy` returns False."""
        # In ms, since frames may be hours apart; one more for the part that has already passed.
        self._free = self._clock.ms() + (len(frame) * _BYTE_NS // 1000 + _PAUSE_US) // 1000 + 2
        self._dma.config(
            read=frame, write=self._machine, count=len(frame), ctrl=self._control, trigger=True
        )

    def is_busy(self) -> bool:
        """Is a frame still on its way, or the pause behind it?"""
        return self._clock.ms() < self._free
