"""Meanings to pixels: layers of meaning -> one look a place -> one buffer of colours.

`show` takes what is meant, when it changes; `frame` makes the colours of a moment and allocates
nothing. The current is estimated for every frame and the frame dimmed to what the profile's supply
can give.
"""

from array import array

from micropython import const

from games.base import COMPLETE, NUMBER, OWNER
from table.theme import BLINK, BREATHE, CORNER, ORDER, PULSE, RUN, STEADY, theme

_DARK = const(255)  # no look
_NO_PIXEL = const(3 * 0xFFFF)
_FULL_MA = const(20)  # of one colour of a WS2812B at full brightness (research: 60 mA white)
_FRAME_MS = const(33)
_STRONGEST = const(5)  # of a NUMBER
_SWING_MS = const(2048)


class Painter:
    """Paints a profile's pixels; `buffer` holds 3 bytes a pixel in the order of the profile."""

    def __init__(self, profile, theme_name="lively", brightness=160):
        self.buffer = bytearray(3 * profile.PIXELS)
        self.brightness = brightness
        self.dimmed = False  # was the last frame dimmed to the supply?
        self.milliamperes = 0  # estimate of the last frame, above the dark current
        self._limit = profile.LIGHT_MA
        self._lights = profile.LIGHTS
        self._per = profile.PER_SPOT
        self._places = len(profile.READERS)
        order = profile.ORDER
        self._red, self._green, self._blue = order.index("R"), order.index("G"), order.index("B")
        self._base = bytearray(self._places * 3)
        self._motion = bytearray(self._places)
        self._phase = bytearray(self._places)
        self._corner = bytearray(self._places)  # 1 + the corner to mark, 0 for none
        self._rank = bytearray(self._places)
        self._flow = array("H", bytes(2 * self._places))  # sums of channel values
        self._levels = bytearray(RUN + 1)  # by motion, with the brightness in it
        self._gamma = bytearray(256)
        for level in range(256):
            self._gamma[level] = (level * level * 3 + level * 255) // 1020
        self._changed = True
        self._moving = False
        self._last = 0
        self.use(theme_name)

    def use(self, theme_name):
        """Change the theme for what is shown from now on; raises ValueError."""
        self._looks, self._seats = theme(theme_name)

    def dim(self, brightness):
        """Set the brightness of everything, 0 to 255; raises ValueError."""
        if not isinstance(brightness, int) or not 0 <= brightness <= 255:
            raise ValueError("brightness is from 0 to 255")
        self.brightness = brightness
        self._changed = True

    def show(self, marks):
        """Take all that is meant now, as (place, meaning, value); the most urgent one wins."""
        for place in range(self._places):
            self._rank[place] = _DARK
            self._corner[place] = 0
            self._base[3 * place] = self._base[3 * place + 1] = self._base[3 * place + 2] = 0
        self._moving = False
        for place, meaning, value in marks:
            colour, motion, shape = self._looks[meaning]
            if shape == CORNER:
                self._corner[place] = value + 1 if value < self._per else 0
                continue
            rank = ORDER.index(meaning)
            if rank < self._rank[place]:
                self._rank[place] = rank
                if colour is None:
                    colour = self._seats[value if meaning in (OWNER, COMPLETE) else -1]
                for i in range(3):
                    light = colour[i]
                    if meaning == NUMBER:
                        light = light * (min(value, _STRONGEST) + 1) // (_STRONGEST + 1)
                    self._base[3 * place + i] = light
                self._motion[place] = motion
                self._phase[place] = value & 0xFF if motion == RUN else 0
        for place in range(self._places):
            if self._rank[place] != _DARK and self._motion[place] != STEADY:
                self._moving = True
        self._changed = True

    def due(self, ms):
        """Is there a new frame to make? 30 a second while anything moves, else none."""
        return self._changed or (self._moving and ms - self._last >= _FRAME_MS)

    def frame(self, ms):
        """Fill `buffer` with the frame of this moment; what stands still is not painted anew."""
        all_anew = self._changed or self.dimmed
        self._last = ms
        self._changed = False
        for motion in range(RUN):
            self._levels[motion] = _level(motion, 0, ms) * self.brightness >> 8
        rank = self._rank
        moves = self._motion
        for place in range(self._places):
            if all_anew or (moves[place] and rank[place] != _DARK):
                self._place(place, ms)
        total = 0
        for flow in self._flow:
            total += flow
        self.milliamperes = total * _FULL_MA // 255
        self.dimmed = self.milliamperes > self._limit
        if self.dimmed:
            self._dim(self._limit * 256 // self.milliamperes)
            self.milliamperes = self._limit

    def _place(self, place, ms):
        """Colour the pixels of a place and note the sum of their channel values."""
        level = 0
        if self._rank[place] != _DARK:
            motion = self._motion[place]
            level = self._levels[motion]
            if motion == RUN:
                level = _level(RUN, self._phase[place], ms) * self.brightness >> 8
        gamma = self._gamma
        base = self._base
        red = gamma[base[3 * place] * level >> 8]
        green = gamma[base[3 * place + 1] * level >> 8]
        blue = gamma[base[3 * place + 2] * level >> 8]
        flow = 0
        buffer = self.buffer
        lights = self._lights
        at = 2 * place * self._per
        for i in range(self._per):
            pixel = 3 * (lights[at] | lights[at + 1] << 8)
            at += 2
            if pixel == _NO_PIXEL:
                continue
            buffer[pixel + self._red] = red
            buffer[pixel + self._green] = green
            buffer[pixel + self._blue] = blue
            flow += red + green + blue
        if self._corner[place]:
            flow += self._mark_corner(place, red + green + blue)
        self._flow[place] = flow

    def _mark_corner(self, place, under):
        """Light one corner of a place in white; return the channel values that this adds."""
        white = self._gamma[self.brightness]
        at = 2 * (place * self._per + self._corner[place] - 1)
        pixel = 3 * (self._lights[at] | self._lights[at + 1] << 8)
        for i in range(3):
            self.buffer[pixel + i] = white
        return 3 * white - under

    def _dim(self, scale):
        buffer = self.buffer
        for i in range(len(buffer)):
            buffer[i] = buffer[i] * scale >> 8


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
