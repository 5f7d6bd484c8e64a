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
_DARK = (0, 0, 0, STEADY, 0, 0, 0)  # a look, see `_look`


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
        self._lit = {}  # by place: what is lit there
        self._looks = {}  # by what is lit: how
        self._stale = ()  # places that stand still but are to be painted anew
        self._moving = ()
        self._flow = array("H", [0] * len(profile.READERS))  # sum of channel values of each place
        self._total = 0  # of all of them
        self._levels = bytearray(RUN + 1)  # by motion, with the brightness in it
        self._gamma = bytearray(256)
        for level in range(256):
            self._gamma[level] = (level * level * 3 + level * 255) // 1020
        self._changed = True
        self._last = 0
        self.use(theme_name)

    def use(self, theme_name):
        """Change the theme for what is shown from now on; raises ValueError."""
        self._colours, self._seats = theme(theme_name)
        self._looks = {}

    def dim(self, brightness):
        """Set the brightness of everything, 0 to 255; raises ValueError."""
        if not isinstance(brightness, int) or not 0 <= brightness <= 255:
            raise ValueError("brightness is from 0 to 255")
        self.brightness = brightness
        self._looks = {}
        self._settle(self._lit, {})

    def show(self, marks):
        """Take all that is meant now, as (place, meaning, value); the most urgent one wins."""
        lit = {}
        corners = {}
        for place, meaning, value in marks:
            if meaning == TURN:  # the one pixel that the value names, from north-east clockwise
                corners[place] = value + 1 if value < self._per else 0
            else:
                key = ORDER[meaning] << _RANK | value + 1
                if key < lit.get(place, _NOTHING):
                    lit[place] = key
        for place in corners:
            lit[place] = lit.get(place, _NOTHING) | corners[place] << _CORNER
        self._settle(lit, self._lit)

    def _settle(self, lit, before):
        """Find what is to be painted, and how far to dim, so that no moment of it needs more
        current than there is."""
        peak = 0
        moving = []
        still = []
        stale = [place for place in before if place not in lit]
        looks = self._looks
        for place in lit:
            key = lit[place]
            if key not in looks:
                looks[key] = self._look(key)
            look = looks[key]
            peak += look[6]
            if look[3] != STEADY:
                moving.append(place)
                continue
            still.append(place)
            if before.get(place) != key:
                stale.append(place)
        self._lit = lit
        self._moving = moving
        self._stale = stale
        peak = peak * self._per * _FULL_MA // 255
        scale = self._limit * _UNDIMMED // peak if peak > self._limit else _UNDIMMED
        if scale != self.scale:
            self.scale = scale
            self._stale = stale + still
        self._changed = True

    def _look(self, key):
        """Return (red, green, blue, motion, phase, 1 + the corner to mark or 0, the sum of a
        pixel's channel values when it is brightest)."""
        corner = key >> _CORNER
        key &= _NOTHING
        if key == _NOTHING:
            return 0, 0, 0, STEADY, 0, corner, self._gamma[self.brightness]
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
        peak = self._gamma[self.brightness] if corner else 0  # at least three of four pixels less
        for light in (red, green, blue):
            peak += self._gamma[light * self.brightness >> 8]
        return red, green, blue, motion, value & 0xFF if motion == RUN else 0, corner, peak

    def due(self, ms):
        """Is there a new frame to make? 30 a second while anything moves, else none."""
        return self._changed or (len(self._moving) > 0 and ms - self._last >= _FRAME_MS)

    def frame(self, ms):
        """Fill `buffer` with the frame of this moment."""
        self._last = ms
        self._changed = False
        for motion in range(RUN):
            self._levels[motion] = _level(motion, 0, ms) * self.brightness >> 8
        for place in self._stale:
            self._paint(place, ms)
        for place in self._moving:
            self._paint(place, ms)
        self._stale = ()
        self.milliamperes = self._total * _FULL_MA // 255

    def _paint(self, place, ms):
        """Colour the pixels of a place and note the sum of their channel values."""
        red, green, blue, motion, phase, corner, _ = self._looks.get(self._lit.get(place), _DARK)
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
