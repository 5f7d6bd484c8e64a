"""The styles of the lights that are in use, and the colour of each at the moment.

A light is one number: rank << RANK | value + 1, and from bit CORNER on the corner to mark. Places
with the same light share one style. `tint` allocates nothing.
"""

from array import array

from micropython import const

from games.base import CHOSEN, COMPLETE, NUMBER, OWNER
from table.drivers.viper import ptr8, ptr16, ptr32, viper
from table.theme import BREATHE, MOTIONS, ORDER, PULSE, RUN, STEADY, URGENT, theme

RANK = const(9)
CORNER = const(13)
NOTHING = const((1 << 13) - 1)  # no light
UNDIMMED = const(256)
# The bytes of a style: red, green, blue, motion, phase, and 1 + the corner to mark, or 0.
STYLE = const(6)
MOTION = const(3)
_PHASE = const(4)
AT_CORNER = const(5)
MOST_STYLES = const(64)  # more styles are forgotten, for paths bring new ones
_SEEN = ORDER[CHOSEN] << RANK | 1  # the light that answers a hand
_UNKNOWN = const(0xFFFF)  # no dimming: a style has no colour yet
_STRONGEST = const(5)  # the highest value of a NUMBER
_SWING_MS = const(2048)
# RUN is a wave of 12 steps of 120 ms: each place on a path is brightest when the wave passes it.
_STEPS = const(12)
_STEP_MS = const(120)
_ROUNDS = const(264)  # more than any phase, and a whole number of waves


class Palette:
    """The styles of lights in a theme and a brightness (0 to 255), for places of `per` pixels.

    Parallel lists, by the number of a style: `keys` has the light it is for, `styles` its bytes,
    `tints` its colour now (0xRRGGBB), `peaks` the sum of a place's channel values at its
    brightest, and `places` how many places have it, which the painter counts.
    """

    def __init__(self, theme_name: str, brightness: int, per: int):
        self._per = per
        self._levels = bytearray(RUN)  # of each other motion now, brightness included
        self._gamma = bytearray(256)
        for level in range(256):
            self._gamma[level] = (level * level * 3 + level * 255) // 1020
        self.use(theme_name)
        self.dim(brightness)

    def use(self, theme_name: str) -> None:
        """Change the theme; raises ValueError. The styles hold once they are cleared."""
        self._colours, self._seats = theme(theme_name)

    def dim(self, brightness: int) -> None:
        """Change the brightness; raises ValueError. The styles hold once they are cleared."""
        if not isinstance(brightness, int) or not 0 <= brightness <= 255:
            raise ValueError("brightness is from 0 to 255")
        self.brightness = brightness

    def clear(self) -> None:
        """Drop all styles but number 0, the style of a dark place. Changes nothing if memory runs
        out."""
        styles, keys, tints = bytearray(STYLE), array("H", [NOTHING]), array("I", [0])
        dimmed, peaks, places = array("H", [_UNKNOWN]), array("I", [0]), array("H", [0])
        self.reserve = self._peak_of(self.make_style(_SEEN))  # of the light that answers a hand
        self.styles, self.keys, self.tints = styles, keys, tints
        self._dimmed, self.peaks, self.places = dimmed, peaks, places

    def add(self, light: int) -> None:
        """Make the style of a light. Memory may run out anywhere here, so no place gets a style
        before all lists have it, the list of lights last."""
        style = self.make_style(light)
        self.tints.append(0)
        self._dimmed.append(_UNKNOWN)
        self.peaks.append(self._peak_of(style))
        self.places.append(0)
        self.styles.extend(style)
        self.keys.append(light)

    def make_style(self, light: int) -> bytes:
        """Return the bytes of a light's style."""
        corner = light >> CORNER
        light &= NOTHING
        if light == NOTHING:
            return bytes((0, 0, 0, STEADY, 0, corner))
        meaning = URGENT[light >> RANK]
        value = (light & (1 << RANK) - 1) - 1
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
        if style[AT_CORNER]:
            return peak * (self._per - 1) + 3 * self._gamma[self.brightness]
        return peak * self._per

    def full(self) -> int:
        """Return the value of each channel of full white."""
        return self._gamma[self.brightness]

    def tint(self, ms: int, scale: int) -> None:
        """Work out the colours of this moment, dimmed to `scale` of 256."""
        for motion in range(RUN):
            self._levels[motion] = _level(motion, ms) * self.brightness >> 8
        self._tint(ms // _STEP_MS % _STEPS, scale)

    @viper
    def _tint(self, step: int, scale: int):
        """Work out the colours of all styles that move or are dimmed anew; `step` is that of the
        wave. One loop, because a call for each style would make a frame of a long path 2 ms
        longer."""
        styles = ptr8(self.styles)
        tints = ptr32(self.tints)
        dimmed = ptr16(self._dimmed)
        places = ptr16(self.places)
        levels = ptr8(self._levels)
        gamma = ptr8(self._gamma)
        brightness = int(self.brightness)
        for at in range(int(len(self.keys))):
            start = STYLE * at
            motion = styles[start + MOTION]
            if places[at] == 0 or (motion == STEADY and dimmed[at] == scale):
                continue
            dimmed[at] = scale
            level = 0
            if motion == RUN:
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
