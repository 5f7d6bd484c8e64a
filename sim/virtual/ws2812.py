"""A strip of WS2812B: decodes bits from pulses and latches them after a pause.

It takes only what all versions do (facts: pixel-timing); a pause of 50 us latches.
"""

# In ns, for a 0 and a 1.
_HIGH = ((250, 380), (650, 950))
_LOW = ((700, 1000), (300, 600))
_LATCH_US = 50


class WireFault(Exception):
    """Pulses that a WS2812B cannot decode."""


class Strip:
    """A strip of `pixels`; `frame` is what they show, 3 bytes each as received (green first).

    `end` is when the last data ended (us). Pixels that it does not reach keep their colours.
    """

    def __init__(self, pixels: int):
        self.frame = bytes(3 * pixels)
        self.frames = 0
        self.log: list = None  # if a list, each frame is appended as (start us, end us, frame)
        self.end = -1000

    def receive(
        self, data: bytes, low: tuple[int, int], high: tuple[int, int], start: int
    ) -> None:
        """Take bytes; the waveforms of their bits are `low` and `high`, each (high ns, low ns)."""
        for bit, wave in ((0, low), (1, high)):
            shortest, longest = _HIGH[bit]
            least, most = _LOW[bit]
            if not shortest <= wave[0] <= longest or not least <= wave[1] <= most:
                raise WireFault("a %d of %d ns high, %d ns low" % (bit, wave[0], wave[1]))
        if start - self.end < _LATCH_US:
            raise WireFault("no pause between two frames")
        self.end = start + len(data) * 8 * (low[0] + low[1]) // 1000
        if len(data) > len(self.frame) or len(data) % 3:
            raise WireFault("%d bytes for %d" % (len(data), len(self.frame)))
        self.frame = data + self.frame[len(data) :]
        self.frames += 1
        if self.log is not None:
            self.log.append((start, self.end, self.frame))
