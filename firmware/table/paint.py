"""Turn meanings into pixels: layers of meaning -> one style a place -> one buffer of colours.

`show` takes the meanings whenever they change. `frame` computes the colours of one moment and
allocates nothing: the colour of each style once, then the pixels of the places that changed or
move. The painter estimates every frame's current, and dims the lights until their brightest moment
stays within the profile's supply.
"""

from array import array

from micropython import const

from games.base import FACING
from table.drivers.viper import ptr8, ptr16, ptr32, viper
from table.palette import (
    AT_CORNER,
    CORNER,
    MOST_STYLES,
    MOTION,
    NOTHING,
    RANK,
    STYLE,
    UNDIMMED,
    Palette,
)
from table.theme import ORDER, STEADY

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from types import ModuleType
    from typing import Any

_NO_PIXEL = const(0xFFFF)
_FULL_MA = const(20)  # one colour of a WS2812B at full brightness (facts: pixel-current)
_FRAME_MS = const(33)
_LATE_MS = const(100)  # the longest delay that the schedule of frames makes up for
# In `_how`: first bit of the number of bytes a pixel, and of the number of pixels a place.
_BYTES = const(6)
_PER = const(9)


class Painter:
    """Paints a profile's pixels; `buffer` holds a byte for each colour of a pixel, in the order of
    the profile or of `arrange`."""

    def __init__(self, profile: "ModuleType", theme_name: str = "lively", brightness: int = 160):
        self._pixels = profile.PIXELS
        self.scale = UNDIMMED  # the dimming that the supply demands, of 256
        self.milliamperes = 0  # estimate for the last whole frame, without the dark current
        self._limit = profile.LIGHT_MA
        self._per = profile.PER_SPOT
        self.palette = Palette(theme_name, brightness, self._per)
        self._lights = profile.LIGHTS
        self._arrange(profile.ORDER)
        places = len(profile.READERS)
        self._dark = array("H", [NOTHING] * places)
        self._lit = array("H", self._dark)  # the light of each place
        self._next = array("H", self._dark)  # the same while `show` works it out
        self._stale = bytearray(places)  # 1 where a place must be painted
        self._style_of = array("H", self._lit)  # the number of each place's style
        self._corners: "list[Any]" = []  # the places with a corner marked
        self._flow = array("H", [0] * places)  # the sum of each place's channel values
        self._total = 0  # the sum of `_flow`
        self._changed = True
        self._is_incomplete = False  # did memory run out before all lights had their styles?
        self.length = 0  # how much of the last frame differs from the one before, in bytes
        self._next_ms = 0  # when the next frame is due
        self.sent_at = 0  # ms: when the strip has all lights but those that only move
        self._paint_all()

    def arrange(self, order: str) -> None:
        """Paint for a strip that takes its colours in another order, such as "RGB". The strip's
        own white ("GRBW") stays dark: its hue differs from strip to strip, and the themes were
        made with mixed white."""
        self._arrange(order)
        self._paint_all()

    def _arrange(self, order: str) -> None:
        self.buffer = bytearray(len(order) * self._pixels)
        red, green, blue = [order.index(colour) for colour in "RGB"]
        # For `_fill`: the pixels a place, the bytes a pixel, and where it has red, green and blue,
        # 2 bits each.
        self._how = self._per << _PER | len(order) << _BYTES | red << 4 | green << 2 | blue

    def use(self, theme_name: str) -> None:
        """Change the theme; raises ValueError."""
        self.palette.use(theme_name)
        self._paint_all()

    def dim(self, brightness: int) -> None:
        """Set the overall brightness, 0 to 255; raises ValueError."""
        self.palette.dim(brightness)
        self._paint_all()

    def show(self, marks: list[tuple[int, int, int]]) -> None:
        """Set all marks, (place, meaning, value) each; at each place the most urgent one wins."""
        lit = self._next
        lit[:] = self._dark
        _mark(lit, marks, self._per)
        before = self._lit
        if lit == before and not self._is_incomplete:
            return
        self._lit, self._next = lit, before
        if self._is_incomplete or len(self.palette.keys) > MOST_STYLES:
            self._paint_all()
            return
        self._is_incomplete = True
        self._change()
        self._is_incomplete = False
        self._dim()

    def light(self, marks: list[tuple[int, int, int]]) -> None:
        """Light these marks beside those of the last `show`, to answer a hand. The dimming stays
        the same unless the supply demands another, because a new one would change all pixels."""
        was_incomplete = self._is_incomplete
        self._is_incomplete = True
        _mark(self._lit, marks, self._per)
        self._change()
        self._is_incomplete = was_incomplete
        self._changed = True
        if self._peak * _FULL_MA // 255 * self.scale > self._limit * UNDIMMED:
            self._dim()

    def _paint_all(self) -> None:
        """Have every place painted again, since all styles have changed."""
        self._is_incomplete = True
        self.palette.clear()
        for place in range(len(self._lit)):
            self._style_of[place] = 0
            self._stale[place] = 1
        self._change()
        self._is_incomplete = False
        self._dim()

    def _change(self) -> None:
        """Give each place whose light has changed the style of its light."""
        lit = self._lit
        place = self._match(0)
        while place < len(lit):
            self.palette.add(lit[place])
            place = self._match(place)
        corners = self._count()
        if corners or self._corners:
            self._corners = [place for place in range(len(lit)) if lit[place] >> CORNER]

    @viper
    def _match(self, first: int) -> int:
        """Give the places from `first` on the styles of their lights; return the first one whose
        light has no style yet, or the number of places."""
        lit = ptr16(self._lit)
        keys = ptr16(self.palette.keys)
        style_of = ptr16(self._style_of)
        stale = ptr8(self._stale)
        styles = int(len(self.palette.keys))
        places = int(len(self._stale))
        place = int(first)
        while place < places:
            key = lit[place]
            if keys[style_of[place]] != key:
                at = 0
                while at < styles and keys[at] != key:
                    at += 1
                if at == styles:
                    return place
                style_of[place] = at
                stale[place] = 1
            place += 1
        return places

    @viper
    def _count(self) -> int:
        """Count the places of each style, and add up their light; return how many have a corner
        marked."""
        lit = ptr16(self._lit)
        style_of = ptr16(self._style_of)
        places_of = ptr16(self.palette.places)
        peaks = ptr32(self.palette.peaks)
        kinds = ptr8(self.palette.styles)
        styles = int(len(self.palette.places))
        places = int(len(self._stale))
        corners = 0
        for at in range(styles):
            places_of[at] = 0
        for place in range(places):
            style = style_of[place]
            places_of[style] = places_of[style] + 1
            if lit[place] >> CORNER:
                corners += 1
        peak = 0
        moving = 0
        for at in range(styles):
            peak += places_of[at] * peaks[at]
            if places_of[at] and kinds[STYLE * at + MOTION] != STEADY:
                moving = 1
        self._peak = peak  # the sum of all channel values at their brightest
        self._moving = moving  # 1 if any lit place moves
        return corners

    def _dim(self) -> None:
        """Find the dimming that keeps the brightest moment within the supply, with a reserve for
        the light that answers the next piece."""
        peak = (self._peak + self.palette.reserve) * _FULL_MA // 255  # undimmed, in mA
        scale = self._limit * UNDIMMED // peak if peak > self._limit else UNDIMMED
        if scale != self.scale:
            self.scale = scale
            self._stale[:] = b"\1" * len(self._stale)
        self._changed = True

    def is_due(self, ms: int) -> bool:
        """Is a new frame due? There are 30 a second while anything moves, else none."""
        return self.has_changes() or (self._moving > 0 and ms >= self._next_ms)

    def has_changes(self) -> bool:
        """Will the next frame do more than move lights?"""
        return self._changed

    def send(self, pixels: "Any", ms: int) -> None:
        """Send the frame of this moment if it is due and the strip is free."""
        if not self.is_due(ms) or pixels.is_busy():
            return
        changed = self._changed
        self.frame(ms)
        if self.length:
            pixels.write(self.buffer, self.length)
            if changed:
                self.sent_at = pixels.free

    def frame(self, ms: int) -> None:
        """Fill `buffer` with the frame of this moment, and set `length`: the strip already shows
        the pixels beyond it (facts: short-frame), and sending 324 pixels takes 9 ms."""
        if 0 < ms - self._next_ms < _LATE_MS:
            self._next_ms += _FRAME_MS
        else:
            self._next_ms = ms + _FRAME_MS
        self._changed = False
        self.palette.tint(ms, self.scale)
        self._total += self._fill()
        for place in self._corners:
            self._mark_corner(place)
        self.milliamperes = self._total * _FULL_MA // 255

    def colours(self) -> "Iterator[int]":
        """Yield one colour a place, 0xRRGGBB: that of its first lit pixel."""
        per = self._per
        red, green, blue = [self._how >> bits & 3 for bits in (4, 2, 0)]
        for place in range(len(self._lit)):
            colour = 0
            for i in range(per * place, per * (place + 1)):
                at = self._start(i)
                if at >= 0 and not colour:
                    colour = self.buffer[at + red] << 16 | self.buffer[at + green] << 8
                    colour |= self.buffer[at + blue]
            yield colour

    def _start(self, light: int) -> int:
        """Return the offset of a pixel's bytes in the buffer; -1 if there is no such pixel."""
        pixel = self._lights[2 * light] | self._lights[2 * light + 1] << 8
        return (self._how >> _BYTES & 7) * pixel if pixel != _NO_PIXEL else -1

    def _mark_corner(self, place: int) -> None:
        """Light one corner of a place in white."""
        style = self._style_of[place]
        start = self._start(place * self._per + self.palette.styles[STYLE * style + AT_CORNER] - 1)
        if start < 0:
            return
        white = self.palette.full() * self.scale >> 8
        more = 0
        for bits in (4, 2, 0):
            at = start + (self._how >> bits & 3)
            more += white - self.buffer[at]
            self.buffer[at] = white
        self._flow[place] += more
        self._total += more

    @viper
    def _fill(self) -> int:
        """Paint the pixels of the places that changed or move, up to `length`; return by how much
        the sum of all channel values grows. A frame of 40 moving places takes 2 ms; with a call
        for each place it would take 10."""
        colours = ptr8(self.buffer)
        numbers = ptr8(self._lights)
        style_of = ptr16(self._style_of)
        tints = ptr32(self.palette.tints)
        kinds = ptr8(self.palette.styles)
        stale = ptr8(self._stale)
        flows = ptr16(self._flow)
        how = int(self._how)
        places = int(len(self._stale))
        at_red = how >> 4 & 3
        at_green = how >> 2 & 3
        at_blue = how & 3
        size = how >> _BYTES & 7
        twice = 2 * (how >> _PER)
        grown = 0
        last = 0
        for place in range(places):
            style = style_of[place]
            if stale[place] == 0 and kinds[STYLE * style + MOTION] == STEADY:
                continue
            stale[place] = 0
            red = tints[style] >> 16
            green = tints[style] >> 8 & 0xFF
            blue = tints[style] & 0xFF
            at = twice * place
            end = at + twice
            flow = 0
            while at < end:
                pixel = numbers[at] | numbers[at + 1] << 8
                if pixel != _NO_PIXEL:
                    start = size * pixel
                    colours[start + at_red] = red
                    colours[start + at_green] = green
                    colours[start + at_blue] = blue
                    flow += red + green + blue
                    if start >= last:
                        last = start + size
                at += 2
            grown += flow - flows[place]
            flows[place] = flow
        self.length = last
        return grown


def _mark(lit: "array[int]", marks: list[tuple[int, int, int]], per: int) -> None:
    """Put marks into the lights of places; `per` is the number of a place's pixels."""
    for place, meaning, value in marks:
        if meaning != FACING:
            key = ORDER[meaning] << RANK | value + 1
            if key < lit[place] & NOTHING:
                lit[place] = lit[place] & ~NOTHING | key
        elif value < per:  # the one pixel it names, clockwise from north-east
            lit[place] = lit[place] & NOTHING | value + 1 << CORNER
