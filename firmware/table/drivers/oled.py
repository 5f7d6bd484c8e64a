"""A display of 128 x 64 dots on I2C (SSD1306 or SH1106), as eight lines of 21 letters.

Clones answer reads alike, so the driver cannot tell the two controllers apart. It need not: both
use pages with a byte for each column. An SSD1306 shows columns 0 to 127 of its memory, an SH1106
usually columns 2 to 129 of 132. A line is 126 columns wide; in columns 2 to 127 both show all of
it. With the columns beside them a line has 132 bytes. The last four repeat the first four: an
SSD1306, which wraps after 128, gets these twice; an SH1106 gets them in columns that nobody sees.

A line is sent when its text changes, one line a step, so that the table never waits for all of
them (a line takes 3 ms at 400 kHz). A display that lost its supply for a moment acknowledges, but
stays dark. So the driver sends its set-up and its lines again, one every 0.8 s. Letters are 5 x 7
dots in cells of 6 x 8: five bytes, a byte a column, bit 0 at the top.
"""

from micropython import const

if False:  # only mypy reads this: the names of types
    from typing import Any

    from table.clock import Clock

LINES = 8
LETTERS = 21
_ADDRESSES = (0x3C, 0x3D)  # as the display's jumper is set
_LEFT = const(2)  # the first column of a line's 126
_MEMORY = const(132)  # columns of an SH1106; an SSD1306 wraps after 128
_WRAPPED = const(4)  # of them
_FIRST = const(32)
_AGAIN_MS = const(4000)  # until a display that did not answer is asked again
_RENEW_MS = const(800)  # between two parts of what is sent again: the set-up and the lines
_DIM_MS = const(600000)  # the same picture burns into an OLED: after so long it dims
_BRIGHT = const(0x8F)  # contrast
_DIM = const(0x01)
_BOX = const(127)  # shown for letters that the font lacks
_MORE = "\xc4\xd6\xdc\xdf\xe4\xf6\xfc"  # A, O, U umlaut, sharp s, a, o, u umlaut

# The letters 32 to 126, four a line, then the box, and _MORE.
_FONT = (
    b"\x00\x00\x00\x00\x00\x00\x00\x5f\x00\x00\x00\x07\x00\x07\x00\x14\x7f\x14\x7f\x14"
    b"\x24\x2a\x7f\x2a\x12\x23\x13\x08\x64\x62\x36\x49\x55\x22\x50\x00\x05\x03\x00\x00"
    b"\x00\x1c\x22\x41\x00\x00\x41\x22\x1c\x00\x14\x08\x3e\x08\x14\x08\x08\x3e\x08\x08"
    b"\x00\x50\x30\x00\x00\x08\x08\x08\x08\x08\x00\x60\x60\x00\x00\x20\x10\x08\x04\x02"
    b"\x3e\x51\x49\x45\x3e\x00\x42\x7f\x40\x00\x42\x61\x51\x49\x46\x21\x41\x45\x4b\x31"
    b"\x18\x14\x12\x7f\x10\x27\x45\x45\x45\x39\x3c\x4a\x49\x49\x30\x01\x71\x09\x05\x03"
    b"\x36\x49\x49\x49\x36\x06\x49\x49\x29\x1e\x00\x36\x36\x00\x00\x00\x56\x36\x00\x00"
    b"\x08\x14\x22\x41\x00\x14\x14\x14\x14\x14\x00\x41\x22\x14\x08\x02\x01\x51\x09\x06"
    b"\x32\x49\x79\x41\x3e\x7e\x11\x11\x11\x7e\x7f\x49\x49\x49\x36\x3e\x41\x41\x41\x22"
    b"\x7f\x41\x41\x22\x1c\x7f\x49\x49\x49\x41\x7f\x09\x09\x09\x01\x3e\x41\x49\x49\x7a"
    b"\x7f\x08\x08\x08\x7f\x00\x41\x7f\x41\x00\x20\x40\x41\x3f\x01\x7f\x08\x14\x22\x41"
    b"\x7f\x40\x40\x40\x40\x7f\x02\x0c\x02\x7f\x7f\x04\x08\x10\x7f\x3e\x41\x41\x41\x3e"
    b"\x7f\x09\x09\x09\x06\x3e\x41\x51\x21\x5e\x7f\x09\x19\x29\x46\x46\x49\x49\x49\x31"
    b"\x01\x01\x7f\x01\x01\x3f\x40\x40\x40\x3f\x1f\x20\x40\x20\x1f\x3f\x40\x38\x40\x3f"
    b"\x63\x14\x08\x14\x63\x07\x08\x70\x08\x07\x61\x51\x49\x45\x43\x00\x7f\x41\x41\x00"
    b"\x02\x04\x08\x10\x20\x00\x41\x41\x7f\x00\x04\x02\x01\x02\x04\x40\x40\x40\x40\x40"
    b"\x00\x01\x02\x04\x00\x20\x54\x54\x54\x78\x7f\x48\x44\x44\x38\x38\x44\x44\x44\x20"
    b"\x38\x44\x44\x48\x7f\x38\x54\x54\x54\x18\x08\x7e\x09\x01\x02\x0c\x52\x52\x52\x3e"
    b"\x7f\x08\x04\x04\x78\x00\x44\x7d\x40\x00\x20\x40\x44\x3d\x00\x7f\x10\x28\x44\x00"
    b"\x00\x41\x7f\x40\x00\x7c\x04\x18\x04\x78\x7c\x08\x04\x04\x78\x38\x44\x44\x44\x38"
    b"\x7c\x14\x14\x14\x08\x08\x14\x14\x18\x7c\x7c\x08\x04\x04\x08\x48\x54\x54\x54\x20"
    b"\x04\x3f\x44\x40\x20\x3c\x40\x40\x20\x7c\x1c\x20\x40\x20\x1c\x3c\x40\x30\x40\x3c"
    b"\x44\x28\x10\x28\x44\x0c\x50\x50\x50\x3c\x44\x64\x54\x4c\x44\x00\x08\x36\x41\x00"
    b"\x00\x00\x7f\x00\x00\x00\x41\x36\x08\x00\x08\x04\x08\x10\x08\x7f\x41\x41\x41\x7f"
    b"\x78\x15\x14\x15\x78\x3d\x42\x42\x42\x3d\x3d\x40\x40\x40\x3d\x7e\x01\x49\x49\x36"
    b"\x20\x55\x54\x55\x78\x38\x45\x44\x45\x38\x3c\x41\x40\x21\x7c"
)

# Clock, 64 lines, no offset, charge pump on, pages, columns and rows as the board mounts it,
# contrast, on (SSD1306 data sheet, section 9). An SH1106 starts with its pump on and does not know
# 8d and 20; it takes their values for columns, which each line sets again.
_START = (
    b"\x00\xd5\x80\xa8\x3f\xd3\x00\x40\x8d\x14\x20\x02\xa1\xc8\xda\x12\xd9\xf1\xdb\x40\xa4"
    b"\xa6\x81\x8f\xaf"
)
_CONTRAST = const(23)  # its place in there


class Oled:
    """The display on an I2C bus. While it does not answer, the table plays on without it and asks
    it again now and then."""

    def __init__(self, i2c: "Any", clock: "Clock"):
        self._i2c = i2c
        self._clock = clock
        self._at = _ADDRESSES[0]
        self._shown = [None] * LINES  # type: list[Any]
        self._wanted = [""] * LINES
        self._data = bytearray(1 + _MEMORY)
        self._data[0] = 0x40
        self._address = bytearray(b"\x00\x00\x00\x10")
        self._setup = bytearray(_START)
        self._part = 0  # what is sent again next: 0 for the set-up, then the lines
        self._due = 0  # ms: when it is
        self._touched = clock.ms()  # ms: when somebody last changed something
        self._start()

    def _start(self) -> None:
        """Set up the display at whichever address answers, and clear it."""
        self.present = False
        self._due = self._clock.ms() + _AGAIN_MS
        for address in _ADDRESSES:
            self._at = address
            try:
                self._i2c.writeto(address, self._setup)
                for line in range(LINES):
                    self._send(line, "")
                self.present = True
                self._due = self._clock.ms() + _RENEW_MS
                return
            except OSError:
                pass

    def show(self, lines: list[str]) -> None:
        """Set the text to show, since somebody has acted; wraps long lines at words. If there are
        more than eight lines, it drops the first: the points can wait, a question and its answer
        cannot."""
        wanted = []
        for line in lines:
            wanted += wrap(line, LETTERS)
        wanted = wanted[-LINES:]
        for i in range(LINES):
            self._wanted[i] = wanted[i] if i < len(wanted) else ""
        self._touched = self._clock.ms()

    def step(self) -> None:
        """Send the next line that has changed, or the next part of the repeated set-up and lines.
        """
        now = self._clock.ms()
        if not self.present:
            if now >= self._due:
                self._start()
            return
        try:
            self._renew(now)
        except OSError:
            self.present = False
            self._due = now + _AGAIN_MS

    def _renew(self, now: int) -> None:
        contrast = _DIM if now - self._touched >= _DIM_MS else _BRIGHT
        if contrast != self._setup[_CONTRAST]:
            self._setup[_CONTRAST] = contrast
            self._i2c.writeto(self._at, self._setup)
            return
        for line in range(LINES):
            if self._shown[line] != self._wanted[line]:
                self._send(line, self._wanted[line])
                return
        if now >= self._due:
            self._due = now + _RENEW_MS
            if self._part == LINES:
                self._part = 0
                self._i2c.writeto(self._at, self._setup)
            else:
                self._send(self._part, self._wanted[self._part])
                self._part += 1

    def _send(self, line: int, text: str) -> None:
        self._shown[line] = None
        data = self._data
        for i in range(1, 1 + _MEMORY):
            data[i] = 0
        for i in range(len(text)):
            letter = ord(text[i])
            if not _FIRST <= letter < _BOX:
                letter = _BOX + 1 + _MORE.find(text[i])
            at = 5 * (letter - _FIRST)
            for column in range(5):
                data[1 + _LEFT + 6 * i + column] = _FONT[at + column]
        for i in range(1, 1 + _WRAPPED):
            data[_MEMORY - _WRAPPED + i] = data[i]
        self._address[1] = 0xB0 | line
        self._i2c.writeto(self._at, self._address)  # page and column; 0 announces commands
        self._i2c.writeto(self._at, data)
        self._shown[line] = text


def wrap(text: str, width: int) -> list[str]:
    """Return text as lines of at most `width` letters, broken at spaces where possible."""
    lines = []
    line = ""
    for word in text.split(" "):
        while len(word) > width:
            if line:
                lines.append(line)
            lines.append(word[:width])
            line = ""
            word = word[width:]
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = line + " " + word if line else word
    lines.append(line)
    return lines
