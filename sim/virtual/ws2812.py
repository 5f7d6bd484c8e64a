"""A strip of WS2812B, or of SK6812 with their own white: decodes bits from pulses and latches them
after a pause.

It accepts only pulses that all versions accept (facts: pixel-timing); a pause of 50 us latches.
"""

# In ns, for a 0 and a 1. Those with a white take 450 to 750 ns of low level after a 1 by their
# data sheet; drivers treat all versions alike, so those with a white also take the pulses of the
# others.
_HIGH = ((250, 380), (650, 950))
_LOW = ((700, 1000), (300, 600))
_LATCH_US = 50
_LONGEST = 4  # bytes a pixel of any strip


class WireError(Exception):
    """Pulses that a WS2812B cannot decode."""


class Strip:
    """A strip of `pixels`; `frame` is what they show, a byte for each colour in their own `order`,
    which may be any of R, G and B, and W.

    `end` is when the last data ended (us). Pixels that data do not reach keep their colours, and
    so does a pixel that gets only a part of its bytes. The strip shows a frame for pixels with
    another number of colours as it comes; surplus bytes leave it at its end.
    """

    def __init__(self, pixels: int, order: str = "GRB"):
        if sorted(order) not in (["B", "G", "R"], ["B", "G", "R", "W"]):
            raise ValueError("the colours of a pixel are R, G and B, or R, G, B and W, not %s"
                             % order)
        self.order = order
        self.frame = bytes(len(order) * pixels)
        self.frames = 0
        # if a list, each frame is appended as (start us, end us, frame)
        self.log: list[tuple[int, int, bytes]] | None = None
        self.end = -1000

    def receive(
        self, data: bytes, low: tuple[int, int], high: tuple[int, int], start: int
    ) -> None:
        """Take bytes; the waveforms of their bits are `low` and `high`, each (high ns, low ns)."""
        for bit, wave in ((0, low), (1, high)):
            shortest, longest = _HIGH[bit]
            least, most = _LOW[bit]
            if not shortest <= wave[0] <= longest or not least <= wave[1] <= most:
                raise WireError("a %d of %d ns high, %d ns low" % (bit, wave[0], wave[1]))
        if start - self.end < _LATCH_US:
            raise WireError("no pause between two frames")
        self.end = start + len(data) * 8 * (low[0] + low[1]) // 1000
        size = len(self.order)
        most = _LONGEST * len(self.frame) // size
        if len(data) > most or (len(data) % 3 and len(data) % 4):
            raise WireError("%d bytes for %d" % (len(data), len(self.frame)))
        shown = data[: min(len(data) // size * size, len(self.frame))]
        self.frame = shown + self.frame[len(shown) :]
        self.frames += 1
        if self.log is not None:
            self.log.append((start, self.end, self.frame))
