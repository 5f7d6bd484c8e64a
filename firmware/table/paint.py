"""Turn meanings into pixels: layers of meaning -> one style a place -> one buffer of colours.

`show` takes the meanings whenever they change. `frame` computes the colours of one moment and
allocates nothing: the colour of each style once, then the pixels of the places that changed or
move. Every frame's current is estimated, and the lights are dimmed until their brightest moment
stays within the profile's supply.
"""

from array import array

from micropython import const

from games.base import CHOSEN, COMPLETE, FACING, NUMBER, OWNER
from table.drivers.viper import ptr8, ptr16, ptr32, viper
from table.theme import BREATHE, MOTIONS, ORDER, PULSE, RUN, STEADY, URGENT, theme

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from types import ModuleType
    from typing import Any

_NO_PIXEL = const(0xFFFF)
_FULL_MA = const(20)  # one colour of a WS2812B at full brightness (facts: pixel-current)
_FRAME_MS = const(33)
_LATE_MS = const(100)  # the longest delay that the schedule of frames makes up for
_STRONGEST = const(5)  # the highest value of a NUMBER
_SWING_MS = const(2048)
_UNDIMMED = const(256)
# The light of a place is one number: rank << _RANK | value + 1, and above it the corner to mark.
_RANK = const(9)
_CORNER = const(13)
_NOTHING = const((1 << 13) - 1)
_SEEN = ORDER[CHOSEN] << _RANK | 1  # the light that answers a hand
# In `_how`: first bit of the number of bytes a pixel, and of the number of pixels a place.
_BYTES = const(6)
_PER = const(9)
# A style takes so many bytes: red, green, blue, motion, phase, 1 + the corner to mark or 0.
_STYLE = const(6)
_MOTION = const(3)
_PHASE = const(4)
_AT_CORNER = const(5)
_UNKNOWN = const(0xFFFF)  # no dimming: a style has no colour yet
_STEADY = const(0)
_RUN = const(4)
# RUN is a wave of 12 steps of 120 ms: each place on a path is brightest when it comes by.
_STEPS = const(12)
_STEP_MS = const(120)
_ROUNDS = const(264)  # more than any phase, and a whole number of waves
_STYLES = const(64)  # more are forgotten, for paths bring new ones


class Painter:
    """Paints a profile's pixels; `buffer` holds a byte for each colour of a pixel, in the order of
    the profile or of `arrange`."""

    def __init__(self, profile: "ModuleType", theme_name: str = "lively", brightness: int = 160):
        self._pixels = profile.PIXELS
        self.brightness = brightness
        self.scale = _UNDIMMED  # the dimming that the supply demands, of 256
        self.milliamperes = 0  # estimate for the last whole frame, without the dark current
        self._limit = profile.LIGHT_MA
        self._per = profile.PER_SPOT
        self._lights = profile.LIGHTS
        self._arrange(profile.ORDER)
        places = len(profile.READERS)
        self._dark = array("H", [_NOTHING] * places)
        self._lit = array("H", self._dark)  # the light of each place
        self._next = array("H", self._dark)  # the same while `show` works it out
        self._stale = bytearray(places)  # 1 where a place must be painted
        self._style_of = array("H", self._lit)  # the number of each place's style
        self._corners: "list[Any]" = []  # the places with a corner marked
        self._flow = array("H", [0] * places)  # the sum of each place's channel values
        self._total = 0  # the sum of `_flow`
        self._levels = bytearray(RUN)  # of each other motion now, brightness included
        self._gamma = bytearray(256)
        for level in range(256):
            self._gamma[level] = (level * level * 3 + level * 255) // 1020
        self._changed = True
        self._is_incomplete = False  # did memory run out before all lights had their styles?
        self.length = 0  # how much of the last frame differs from the one before, in bytes
        self._next_ms = 0  # when the next frame is due
        self.use(theme_name)

    def arrange(self, order: str) -> None:
        """Paint for a strip that takes its colours in another order, such as "RGB". A white of its
        own ("GRBW") stays dark: its hue is another from strip to strip, and the themes were made
        with mixed white."""
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
        self._colours, self._seats = theme(theme_name)
        self._paint_all()

    def dim(self, brightness: int) -> None:
        """Set the overall brightness, 0 to 255; raises ValueError."""
        if not isinstance(brightness, int) or not 0 <= brightness <= 255:
            raise ValueError("brightness is from 0 to 255")
        self.brightness = brightness
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
        if self._is_incomplete or len(self._keys) > _STYLES:
            self._paint_all()
            return
        self._is_incomplete = True
        self._change()
        self._is_incomplete = False
        self._dim()

    def light(self, marks: list[tuple[int, int, int]]) -> None:
        """Light these marks beside those of the last `show`, to answer a hand. The dimming stays
        unless the supply demands another: a new one would change all pixels."""
        was_incomplete = self._is_incomplete
        self._is_incomplete = True
        _mark(self._lit, marks, self._per)
        self._change()
        self._is_incomplete = was_incomplete
        self._changed = True
        if self._peak * _FULL_MA // 255 * self.scale > self._limit * _UNDIMMED:
            self._dim()

    def _paint_all(self) -> None:
        """Have every place painted again: all styles have changed."""
        self._is_incomplete = True
        styles, keys, tints = bytearray(_STYLE), array("H", [_NOTHING]), array("I", [0])
        dimmed, peaks, places = array("H", [_UNKNOWN]), array("I", [0]), array("H", [0])
        for place in range(len(self._lit)):
            self._style_of[place] = 0
            self._stale[place] = 1
        # Parallel lists, by the number of a style: its bytes, light, colour now, dimming of that
        # colour, the sum of a place's channel values at its brightest, how many places have it.
        self._styles, self._keys, self._tints = styles, keys, tints
        self._dimmed, self._peaks, self._places = dimmed, peaks, places
        self._reserve = self._peak_of(self.make_style(_SEEN))
        self._change()
        self._is_incomplete = False
        self._dim()

    def _change(self) -> None:
        """Give each place whose light has changed the style of its light."""
        lit = self._lit
        place = self._match(0)
        while place < len(lit):
            self._add_style(lit[place])
            place = self._match(place)
        corners = self._count()
        if corners or self._corners:
            self._corners = [place for place in range(len(lit)) if lit[place] >> _CORNER]

    def _add_style(self, key: int) -> None:
        """Make the style of a light. Memory may run out anywhere here: no place gets a style
        before the style is in all lists, the list of lights last."""
        style = self.make_style(key)
        self._tints.append(0)
        self._dimmed.append(_UNKNOWN)
        self._peaks.append(self._peak_of(style))
        self._places.append(0)
        self._styles.extend(style)
        self._keys.append(key)

    @viper
    def _match(self, first: int) -> int:
        """Give the places from `first` on the styles of their lights; return the first one whose
        light has no style yet, or the number of places."""
        lit = ptr16(self._lit)
        keys = ptr16(self._keys)
        style_of = ptr16(self._style_of)
        stale = ptr8(self._stale)
        styles = int(len(self._keys))
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
        """Count the places of each style, and what they add up to; return how many have a corner
        marked."""
        lit = ptr16(self._lit)
        style_of = ptr16(self._style_of)
        places_of = ptr16(self._places)
        peaks = ptr32(self._peaks)
        kinds = ptr8(self._styles)
        styles = int(len(self._places))
        places = int(len(self._stale))
        corners = 0
        for at in range(styles):
            places_of[at] = 0
        for place in range(places):
            style = style_of[place]
            places_of[style] = places_of[style] + 1
            if lit[place] >> _CORNER:
                corners += 1
        peak = 0
        moving = 0
        for at in range(styles):
            peak += places_of[at] * peaks[at]
            if places_of[at] and kinds[_STYLE * at + _MOTION] != _STEADY:
                moving = 1
        self._peak = peak  # the sum of all channel values at their brightest
        self._moving = moving  # 1 if any lit place moves
        return corners

    def _dim(self) -> None:
        """Find the dimming that keeps the brightest moment within the supply, with a reserve for
        the light that answers the next piece."""
        peak = (self._peak + self._reserve) * _FULL_MA // 255  # undimmed, in mA
        scale = self._limit * _UNDIMMED // peak if peak > self._limit else _UNDIMMED
        if scale != self.scale:
            self.scale = scale
            self._stale[:] = b"\1" * len(self._stale)
        self._changed = True

    def make_style(self, key: int) -> bytes:
        """Return the bytes of a light's style."""
        corner = key >> _CORNER
        key &= _NOTHING
        if key == _NOTHING:
            return bytes((0, 0, 0, STEADY, 0, corner))
        meaning = URGENT[key >> _RANK]
        value = (key & (1 << _RANK) - 1) - 1
        motion = MOTIONS[meaning]
        colours, at = self._colours, meaning - 1
        if meaning == OWNER or meaning == COMPLETE:
            colours, at = self._seats, value
        red, green, blue = [colours[3 * at + i] for i in range(3)]
        if meaning == NUMBER:
            part = min(value, _STRONGEST) + 1
            red = red * part // (_STRONGEST + 1)
            green = green * part // (_STRONGEST + 1)
            blue = blue * part // (_STRONGEST + 1)
        return bytes((red, green, blue, motion, value & 0xFF if motion == RUN else 0, corner))

    def _peak_of(self, style: bytes) -> int:
        """Return the sum of a place's channel values when a style is brightest."""
        peak = 0
        for light in style[:3]:
            peak += self._gamma[light * self.brightness >> 8]
        if style[_AT_CORNER]:
            return peak * (self._per - 1) + 3 * self._gamma[self.brightness]
        return peak * self._per

    def is_due(self, ms: int) -> bool:
        """Is a new frame due? There are 30 a second while anything moves, else none."""
        return self.has_changes() or (self._moving > 0 and ms >= self._next_ms)

    def has_changes(self) -> bool:
        """Will the next frame do more than move lights?"""
        return self._changed

    def frame(self, ms: int) -> None:
        """Fill `buffer` with the frame of this moment, and set `length`: what lies behind it is on
        the strip already (facts: short-frame), and 324 pixels take 9 ms."""
        if 0 < ms - self._next_ms < _LATE_MS:
            self._next_ms += _FRAME_MS
        else:
            self._next_ms = ms + _FRAME_MS
        self._changed = False
        for motion in range(RUN):
            self._levels[motion] = _level(motion, ms) * self.brightness >> 8
        self._tint(ms // _STEP_MS % _STEPS)
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

    @viper
    def _tint(self, step: int):
        """Work out the colours, 0xRRGGBB, of all styles that move or are dimmed anew; `step` is
        that of the wave. A call for each style would make a frame of a long path 2 ms longer."""
        styles = ptr8(self._styles)
        tints = ptr32(self._tints)
        dimmed = ptr16(self._dimmed)
        places = ptr16(self._places)
        levels = ptr8(self._levels)
        gamma = ptr8(self._gamma)
        scale = int(self.scale)
        brightness = int(self.brightness)
        for at in range(int(len(self._keys))):
            start = _STYLE * at
            motion = styles[start + _MOTION]
            if places[at] == 0 or (motion == _STEADY and dimmed[at] == scale):
                continue
            dimmed[at] = scale
            level = 0
            if motion == _RUN:
                level = 60
                behind = (step + _ROUNDS - styles[start + _PHASE]) % _STEPS
                if behind == 0:
                    level = 256
                elif behind == 1:
                    level = 170
                elif behind == _STEPS - 1:
                    level = 110
                level = level * brightness >> 8
            else:
                level = levels[motion]
            red = gamma[styles[start] * level >> 8] * scale >> 8
            green = gamma[styles[start + 1] * level >> 8] * scale >> 8
            blue = gamma[styles[start + 2] * level >> 8] * scale >> 8
            tints[at] = red << 16 | green << 8 | blue

    def _mark_corner(self, place: int) -> None:
        """Light one corner of a place in white."""
        style = self._style_of[place]
        start = self._start(place * self._per + self._styles[_STYLE * style + _AT_CORNER] - 1)
        if start < 0:
            return
        white = self._gamma[self.brightness] * self.scale >> 8
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
        the sum of all channel values grows. A frame of 40 moving places takes 2 ms, and 10 with a
        call for each place."""
        colours = ptr8(self.buffer)
        numbers = ptr8(self._lights)
        style_of = ptr16(self._style_of)
        tints = ptr32(self._tints)
        kinds = ptr8(self._styles)
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
            if stale[place] == 0 and kinds[_STYLE * style + _MOTION] == _STEADY:
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
            key = ORDER[meaning] << _RANK | value + 1
            if key < lit[place] & _NOTHING:
                lit[place] = lit[place] & ~_NOTHING | key
        elif value < per:  # the one pixel it names, clockwise from north-east
            lit[place] = lit[place] & _NOTHING | value + 1 << _CORNER


def _level(motion: int, ms: int) -> int:
    """Return the brightness of a motion other than RUN at a moment, 0 to 256."""
    if motion == STEADY:
        return 256
    if motion == BREATHE:
        return 110 + _swing(ms) * 146 // 1024
    if motion == PULSE:
        return 80 + _swing(2 * ms) * 176 // 1024
    return 256 if ms % 500 < 300 else 20  # BLINK


def _swing(ms: int) -> int:
    """Return a triangle wave: 0 to 1024 and back within _SWING_MS."""
    t = ms % _SWING_MS
    return t if t < _SWING_MS // 2 else _SWING_MS - t
