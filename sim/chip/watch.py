"""The lights of a board around one move of a hand: when they come, and when they stay."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from table import settings

if TYPE_CHECKING:
    from sim.chip.pico import Pico

_STEADY_US = 600_000  # a light that has not changed for so long is steady
# The greatest difference, in equal colours, of a channel's ratio to the strongest one, since the
# channels of a faint light are rounded.
_SURE = 0.2
_EXACT = 0.02  # the same for a bright light, which rounding changes little
_ROUNDED = 4
_VAGUE = 0.5
_CLEAR = 12  # of 255


class Watch:
    """Measures the lights of a board around one move of a hand."""

    def __init__(self, pico: "Pico"):
        self.pico = pico
        self.profile = settings.profile(pico.profile)
        pico.keep_frames()
        self.last: list[tuple[int, int, bytes]] = []  # frames before the deed, the newest last
        self.start = 0

    def begin(self) -> None:
        """Start: the hand moves now."""
        self.last = _shown(self.last + self.pico.frames, self.pico.now)
        self.pico.frames.clear()
        self.start = self.pico.now

    def lights(self, data: bytes, place: int) -> bytes:
        """Return the bytes of a place's pixels in a frame."""
        per = self.profile.PER_SPOT
        found = b""
        for light in range(place * per, place * per + per):
            low, high = self.profile.LIGHTS[2 * light : 2 * light + 2]
            pixel = low | high << 8
            if pixel != 0xFFFF:
                found += data[3 * pixel : 3 * pixel + 3]
        return found

    def lit(self, place: int) -> float | None:
        """Return the ms from `begin` to the end of the first frame in which the colour of a place
        differs, None if it never does."""
        if not self.last:
            return None
        before = self.lights(self.last[-1][2], place)
        for _, end, data in self.pico.frames:
            if not are_alike(self.lights(data, place), before):
                return (end - self.start) / 1000
        return None

    def _clearest(self, frames: list[tuple[Any, ...]], place: int) -> bytes:
        """Return a place's pixels at their brightest, because faint pixels do not show their
        colour."""
        return max((self.lights(data, place) for _, _, data in frames), key=max)

    def settled(self, spots: Collection[int]) -> tuple[float, float] | None:
        """Return (ms until all places that are steady at the end have their final colour, the
        longest ms for which one of `spots` that was lit alike before and after looked different in
        between). `spots`: where a piece may go both before and after. Other places may show
        scores, whose colours can be alike by chance."""
        if not self.pico.frames or not self.last:
            return None
        frames = [(self.start, self.start, self.last[-1][2]), *self.pico.frames]
        tail = _shown(frames, self.pico.now)
        at_last = tail[-1][2]
        ready = dark = 0
        for place in range(len(self.profile.READERS)):
            final = self.lights(at_last, place)
            if any(not are_alike(self.lights(data, place), final) for _, _, data in tail[:-1]):
                continue  # it blinks
            other = [at for at, (_, _, data) in enumerate(frames)
                     if not are_alike(self.lights(data, place), final)]
            if not other:
                continue
            ready = max(ready, frames[other[-1] + 1][1])
            before, after = self._clearest(self.last, place), self._clearest(tail, place)
            if any(final) and place in spots and are_alike(before, after):
                dark = max(dark, frames[other[-1] + 1][1] - frames[other[0]][1])
        return (ready - self.start) / 1000 if ready else 0, dark / 1000


def are_alike(one: bytes, two: bytes) -> bool:
    """Return whether the pixels of a place have the same colours, apart from brightness: lights
    breathe and run, and the current limit dims all of them together."""
    for first in range(0, len(one), 3):
        here, there = one[first : first + 3], two[first : first + 3]
        most, other = max(here), max(there)
        if not most or not other:
            if most != other:
                return False
            continue
        least = min(most, other)
        off = min(_SURE, _EXACT + _ROUNDED / least) if least >= _CLEAR else _VAGUE
        if any(abs(a / most - b / other) > off for a, b in zip(here, there, strict=True)):
            return False
    return True


def _shown(frames: list[tuple[Any, ...]], now: int) -> list[tuple[Any, ...]]:
    """Return the frames of the time before `now` in which a steady light has to stay the same."""
    first = len(frames) - 1
    while first > 0 and frames[first][0] > now - _STEADY_US:
        first -= 1
    return frames[max(first, 0) :]
