"""Meanings to pixels: layers of meaning -> one look a place -> one buffer of colours.

`show` takes what is meant, when it changes; `frame` makes the colours of a moment and allocates
nothing. Only places that look different from before, or that move, are painted: to paint all 81 of
a 9 x 9 board takes an RP2040 20 ms. The current is estimated for every frame; what is shown is
dimmed so far that its brightest moment stays within what the profile's supply can give.
"""

from array import array

from micropython import const

from games.base import COMPLETE, NUMBER, OWNER, TURN
from table.theme import BLINK, BREATHE, MOTIONS, ORDER, PULSE, RUN, STEADY, URGENT, theme

_NO_PIXEL = const(3 * 0xFFFF & 0xFFFF)
_FULL_MA = const(20)  # of one colour of a WS2812B at full brightness (facts: pixel-current)
_FRAME_MS = const(33)
_STRONGEST = const(5)  # of a NUMBER
_SWING_MS = const(2048)
_UNDIMMED = const(256)
# What is lit at a place is one number: rank << _RANK | value + 1, and above it the corner to mark.
_RANK = const(9)
_CORNER = const(13)
_NOTHING = const((1 << 13) - 1)


class Painter:
    """Paints a profile's pixels; `buffer` holds 3 bytes a pixel in the order of the profile."""

    def __init__(self, profile, theme_name="lively", brightness=160):
        self.buffer = bytearray(3 * profile.PIXELS)
        self.brightness = brightness
        self.scale = _UNDIMMED  # how far it is dimmed to the supply, of 256
        self.milliamperes = 0  # estimate of the last frame, above the dark current
        self._limit = profile.LIGHT_MA
        self._per = profile.PER_SPOT
        lights = profile.LIGHTS
        # Where the bytes of each pixel begin in the buffer, place by place: it saves a third of
        # the time to paint one.
        starts = [3 * (lights[at] | lights[at + 1] << 8) for at in range(0, len(lights), 2)]
        self._starts = array("H", [start & 0xFFFF for start in starts])
        order = profile.ORDER
        self._red, self._green, self._blue = order.index("R"), order.index("G"), order.index("B")
        places = len(profile.READERS)
        self._lit = array("H", [_NOTHING] * places)  # what is lit at each place
        self._next = array("H", self._lit)  # while `show` finds out what is to be
        self._stale = bytearray(places)  # 1 where it is still to be painted
        self._moving = []  # places
        self._looks = {}  # by what is lit: how
        self._flow = array("H", [0] * places)  # sum of channel values of each place
        self._total = 0  # of all of them
        self._levels = bytearray(RUN + 1)  # by motion, with the brightness in it
        self._gamma = bytearray(256)
        for level in range(256):
            self._gamma[level] = (level * level * 3 + level * 255) // 1020
        self._changed = True
        self._next_ms = 0  # when the frame after the last is due
        self.use(theme_name)

    def use(self, theme_name):
        """Change the theme; raises ValueError."""
        self._colours, self._seats = theme(theme_name)
        self._paint_all()

    def dim(self, brightness):
        """Set the brightness of everything, 0 to 255; raises ValueError."""
        if not isinstance(brightness, int) or not 0 <= brightness <= 255:
            raise ValueError("brightness is from 0 to 255")
        self.brightness = brightness
        self._paint_all()

    def show(self, marks):
        """Take all that is meant now, as (place, meaning, value); the most urgent one wins."""
        lit = self._next
        for place in range(len(lit)):
            lit[place] = _NOTHING
        for place, meaning, value in marks:
            if meaning != TURN:
                key = ORDER[meaning] << _RANK | value + 1
                if key < lit[place] & _NOTHING:
                    lit[place] = lit[place] & ~_NOTHING | key
            elif value < self._per:  # the one pixel that it names, from north-east clockwise
                lit[place] = lit[place] & _NOTHING | value + 1 << _CORNER
        before = self._lit
        if lit == before:
            return
        for place in range(len(lit)):
            if lit[place] != before[place]:
                self._stale[place] = 1
        self._lit, self._next = lit, before
        self._settle()

    def _paint_all(self):
        """All looks are others now."""
        self._looks = {}
        for place in range(len(self._stale)):
            if self._lit[place] != _NOTHING:  # what is dark stays dark
                self._stale[place] = 1
        self._settle()

    def _settle(self):
        """Find what moves, and how far to dim, so that no moment of what is lit needs more current
        than there is. Another dimming paints everything anew."""
        peak = 0
        looks = self._looks
        self._moving = moving = []
        for place in range(len(self._lit)):
            key = self._lit[place]
            if key not in looks:
                looks[key] = self._look(key)
            look = looks[key]
            peak += look[6]
            if look[3] != STEADY:
                moving.append(place)
        peak = peak * _FULL_MA // 255
        scale = self._limit * _UNDIMMED // peak if peak > self._limit else _UNDIMMED
        if scale != self.scale:
            self.scale = scale
            for place in range(len(self._stale)):
                self._stale[place] = 1
        self._changed = True

    def _look(self, key):
        """Return (red, green, blue, motion, phase, 1 + the corner to mark or 0, the sum of the
        place's channel values when it is brightest)."""
        corner = key >> _CORNER
        key &= _NOTHING
        white = 3 * self._gamma[self.brightness] if corner else 0
        if key == _NOTHING:
            return 0, 0, 0, STEADY, 0, corner, white
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
        peak = 0
        for light in (red, green, blue):
            peak += self._gamma[light * self.brightness >> 8]
        peak = peak * (self._per - 1 if corner else self._per) + white
        return red, green, blue, motion, value & 0xFF if motion == RUN else 0, corner, peak

    def due(self, ms):
        """Is there a new frame to make? 30 a second while anything moves, else none."""
        return self._changed or (len(self._moving) > 0 and ms >= self._next_ms)

    def frame(self, ms):
        """Fill `buffer` with the frame of this moment."""
        late = ms - self._next_ms
        self._next_ms = ms + _FRAME_MS - (late if 0 < late < _FRAME_MS else 0)
        self._changed = False
        for motion in range(RUN):
            self._levels[motion] = _level(motion, 0, ms) * self.brightness >> 8
        stale = self._stale
        for place in self._moving:
            stale[place] = 1
        for place in range(len(stale)):
            if stale[place]:
                stale[place] = 0
                self._paint(place, ms)
        self.milliamperes = self._total * _FULL_MA // 255

    def colours(self):
        """Yield a colour a place, 0xRRGGBB: that of the first of its pixels that is lit."""
        per = self._per
        buffer = self.buffer
        for place in range(len(self._lit)):
            colour = 0
            for i in range(per * place, per * (place + 1)):
                at = self._starts[i]
                if at != _NO_PIXEL and not colour:
                    colour = buffer[at + self._red] << 16 | buffer[at + self._green] << 8
                    colour |= buffer[at + self._blue]
            yield colour

    def _paint(self, place, ms):
        """Colour the pixels of a place and note the sum of their channel values."""
        red, green, blue, motion, phase, corner, _ = self._looks[self._lit[place]]
        level = self._levels[motion]
        if motion == RUN:
            level = _level(RUN, phase, ms) * self.brightness >> 8
        gamma = self._gamma
        scale = self.scale
        red = gamma[red * level >> 8] * scale >> 8
        green = gamma[green * level >> 8] * scale >> 8
        blue = gamma[blue * level >> 8] * scale >> 8
        flow = 0
        buffer = self.buffer
        starts = self._starts
        at_red = self._red
        at_green = self._green
        at_blue = self._blue
        first = place * self._per
        for i in range(first, first + self._per):
            start = starts[i]
            if start != _NO_PIXEL:
                buffer[start + at_red] = red
                buffer[start + at_green] = green
                buffer[start + at_blue] = blue
                flow += red + green + blue
        if corner:
            flow += self._mark_corner(first + corner - 1, red + green + blue)
        self._total += flow - self._flow[place]
        self._flow[place] = flow

    def _mark_corner(self, light, under):
        """Light one corner of a place in white; return the channel values that this adds."""
        white = self._gamma[self.brightness] * self.scale >> 8
        start = self._starts[light]
        if start == _NO_PIXEL:
            return 0
        for i in range(3):
            self.buffer[start + i] = white
        return 3 * white - under


def _level(motion, phase, ms):
    """Return the brightness from 0 to 256 of a motion at a moment."""
    if motion == STEADY:
        return 256
    if motion == BREATHE:
        return 110 + _swing(ms) * 146 // 1024
    if motion == PULSE:
        return 40 + _swing(2 * ms) * 216 // 1024
    if motion == BLINK:
        return 256 if ms % 500 < 300 else 20
    step = (ms // 120 - phase) % 12  # RUN: a wave of 12 steps, 120 ms each
    return 256 if step == 0 else 170 if step == 1 else 110 if step == 11 else 60


def _swing(ms):
    """Return a triangle from 0 to 1024 and back in _SWING_MS."""
    t = ms % _SWING_MS
    return t if t < _SWING_MS // 2 else _SWING_MS - t
