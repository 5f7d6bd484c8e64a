"""WS2812B pixels, driven by a PIO state machine and DMA, which send a frame while the table works.

Interrupts stay on meanwhile (facts: interrupts). A bit takes eleven cycles of 100 ns: three high,
four with the bit's own level, four low. All versions of the WS2812B take 0.3 us for a 0 and 0.7
for a 1 (facts: pixel-timing). Pixels with their own white (SK6812 RGBW) need a low level after a 1
that is a tenth longer than eleven cycles give; so their bits take twelve.
"""

from micropython import const

HERTZ = const(10_000_000)
_BIT_NS = const(1100)  # 11 cycles
_WHITE_BIT_NS = const(1200)
_PAUSE_US = const(300)  # the pause that latches a frame; the older WS2812B need 50
_RENEW_MS = const(5000)  # between two frames that are sent whole
_BYTES = const(0)  # DMA transfer size: bytes
_PIO0_TX0 = const(0)  # RP2040 data sheet, table 120: request of the state machine's queue


def program(rp2: "Any", has_white: bool = False) -> "Any":
    """Return the assembled program of the state machine; `has_white`: for four colours a pixel."""
    low = 3 if has_white else 2

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
        set(pins, 1)[2]
        mov(pins, x)[3]
        set(pins, 0)[low]
        wrap()

    return send


class Pixels:
    """A strip on `pin`; takes frames with a byte for each of a pixel's colours, in the strip's own
    order."""

    def __init__(self, rp2: "Any", pin: "Any", clock: "Clock", has_white: bool = False):
        self._clock = clock
        self._byte_ns = 8 * (_WHITE_BIT_NS if has_white else _BIT_NS)
        self._machine = rp2.StateMachine(
            0, program(rp2, has_white), freq=HERTZ, set_base=pin, out_base=pin
        )
        self._machine.active(1)
        # DMA copies a byte to all four bytes of the queue's word, so to the top one too.
        self._dma = rp2.DMA()
        self._control = self._dma.pack_ctrl(size=_BYTES, inc_write=False, treq_sel=_PIO0_TX0)
        self.free = 0  # ms: when the strip is free
        self._frame: "bytearray | None" = None  # the last one
        self._whole_at = 0  # ms: when it was last sent whole

    def write(self, frame: bytearray, length: int) -> None:
        """Start sending the first bytes of a frame; do not change it until `is_busy` returns
        False. Pixels beyond them keep their colours (facts: short-frame)."""
        self._frame = frame
        if length == len(frame):
            self._whole_at = self._clock.ms()
        # In ms, since frames may be hours apart; plus one, because a part of this ms has passed.
        self.free = self._clock.ms() + (length * self._byte_ns // 1000 + _PAUSE_US) // 1000 + 2
        self._dma.config(
            read=frame, write=self._machine, count=length, ctrl=self._control, trigger=True
        )

    def renew(self) -> None:
        """Send the whole of the last frame again now and then: a pixel may have lost it."""
        frame = self._frame
        if frame is not None and self._clock.ms() - self._whole_at >= _RENEW_MS:
            if not self.is_busy():
                self.write(frame, len(frame))

    def is_busy(self) -> bool:
        """Is a frame still being sent, or the pause after it?"""
        return self._clock.ms() < self.free
