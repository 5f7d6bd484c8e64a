"""A display of 128 x 64 dots on I2C (SSD1306 or SH1106), as eight lines of 21 letters.

Clones answer reads alike, so the two controllers cannot be told apart. They need not be: both use
pages with a byte a column. An SSD1306 shows columns 0 to 127 of its memory, an SH1106 usually
columns 2 to 129 of 132. A line is 126 columns wide; in columns 2 to 127 both show all of it.

A line is sent when its text changes, one line a step, so that the table never waits for all of
them (a line takes 3 ms at 400 kHz). Letters are 5 x 7 dots in cells of 6 x 8: five bytes, a byte a
column, bit 0 at the top.
"""

from micropython import const

if False:  # only mypy reads this: the names of types
    from typing import Any

LINES = 8
LETTERS = 21
_ADDRESS = const(0x3C)
_WIDTH = const(126)  # columns in a line
_LEFT = const(2)      # its first column
_MEMORY = const(132)  # columns of an SH1106; an SSD1306 wraps after 128
_FIRST = const(32)
_AGAIN = const(1000)  # steps until a display that did not answer is asked again, some seconds
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

# Off, clock, 64 lines, no offset, charge pump on, pages, columns and rows as the board mounts it,
# contrast, on (SSD1306 data sheet, section 9). An SH1106 starts with its pump on and does not know
# 8d and 20; it takes their values for columns, which each line sets again.
_START = (
    b"\x00\xae\xd5\x80\xa8\x3f\xd3\x00\x40\x8d\x14\x20\x02\xa1\xc8\xda\x12\x81\x8f\xd9\xf1"
    b"\xdb\x40\xa4\xa6\xaf"
)


class Oled:
    """The display on an I2C bus. While it does not answer, the table plays on without it and asks
    it again now and then."""

    def __init__(self, i2c: "Any"):
        self._i2c = i2c
        self._shown = [None] * LINES  # type: list[Any]
        self._wanted = [""] * LINES
        self._data = bytearray(1 + _WIDTH)
        self._data[0] = 0x40
        self._address = bytearray(4)
        self._start()

    def _start(self) -> None:
        self._missed = 0  # steps since the display did not answer
        try:
            self._i2c.writeto(_ADDRESS, _START)
            dark = b"\x40" + bytes(_MEMORY)
            for line in range(LINES):  # clear the columns beside the lines too
                self._go(line, 0)
                self._i2c.writeto(_ADDRESS, dark)
                self._shown[line] = None
            self.present = True
        except OSError:
            self.present = False

    def show(self, lines: list[str]) -> None:
        """Set the text to show; long lines are wrapped at words. Of more than eight the first go:
        the points, which can wait, before a question and its answer."""
        wanted = []
        for line in lines:
            wanted += wrap(line, LETTERS)
        wanted = wanted[-LINES:]
        for i in range(LINES):
            self._wanted[i] = wanted[i] if i < len(wanted) else ""

    def step(self) -> None:
        """Send the next line that has changed."""
        if not self.present:
            self._missed += 1
            if self._missed == _AGAIN:
                self._start()
            return
        for i in range(LINES):
            if self._shown[i] != self._wanted[i]:
                self._send(i, self._wanted[i])
                return

    def _go(self, line: int, column: int) -> None:
        """Set page and column; the first byte announces commands."""
        address = self._address
        address[1] = 0xB0 | line
        address[2] = column
        address[3] = 0x10
        self._i2c.writeto(_ADDRESS, address)

    def _send(self, line: int, text: str) -> None:
        data = self._data
        for i in range(1, 1 + _WIDTH):
            data[i] = 0
        for i in range(len(text)):
            letter = ord(text[i])
            if not _FIRST <= letter < _BOX:
                letter = _BOX + 1 + _MORE.find(text[i])
            at = 5 * (letter - _FIRST)
            for column in range(5):
                data[1 + 6 * i + column] = _FONT[at + column]
        try:
            self._go(line, _LEFT)
            self._i2c.writeto(_ADDRESS, data)
            self._shown[line] = text
        except OSError:
            self.present = False


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
