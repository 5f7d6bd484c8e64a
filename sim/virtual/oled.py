"""A display of 128 x 64 dots with an SSD1306 (data sheet, sections 8.7 and 9)."""

WIDTH = 128
PAGES = 8


class Oled:
    """`memory` holds a byte a column and page, bit 0 the upper dot; `on` and `writes` for
    tests."""

    def __init__(self):
        self.memory = bytearray(WIDTH * PAGES)
        self.on = False
        self.writes = 0
        self._mode = 2  # page addressing, the reset value
        self._columns = (0, WIDTH - 1)
        self._pages = (0, PAGES - 1)
        self._column = 0
        self._page = 0

    def write(self, data):
        """Take an I2C write without its address: a control byte, then commands or data."""
        self.writes += 1
        if data[0] == 0x40:
            for byte in data[1:]:
                self._put(byte)
        elif data[0] == 0x00:
            self._commands(data[1:])
        else:
            raise ValueError("control byte 0x%02x" % data[0])

    def _put(self, byte):
        self.memory[WIDTH * self._page + self._column] = byte
        self._column += 1
        if self._column > self._columns[1]:
            self._column = self._columns[0]
            if self._mode == 0:
                self._page += 1
                if self._page > self._pages[1]:
                    self._page = self._pages[0]

    def _commands(self, data):
        at = 0
        while at < len(data):
            code = data[at]
            count = _ARGUMENTS.get(code, 0 if _is_short(code) else -1)
            if count < 0:
                raise ValueError("the SSD1306 has no command 0x%02x" % code)
            self._command(code, data[at + 1 : at + 1 + count])
            at += 1 + count

    def _command(self, code, values):
        if code == 0x20:
            self._mode = values[0]
        elif code == 0x21:
            self._columns = (values[0], values[1])
            self._column = values[0]
        elif code == 0x22:
            self._pages = (values[0], values[1])
            self._page = values[0]
        elif code in (0xAE, 0xAF):
            self.on = code == 0xAF
        elif 0xB0 <= code <= 0xB7:
            self._page = code - 0xB0
        elif code < 0x10:
            self._column = self._column & 0xF0 | code
        elif code < 0x20:
            self._column = self._column & 0x0F | (code - 0x10) << 4

    def dot(self, x, y):
        """Is the dot lit, from the upper left corner?"""
        return self.memory[WIDTH * (y // 8) + x] >> y % 8 & 1


# Commands with values behind them, by how many.
_ARGUMENTS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1,
    0xDB: 1,
}  # fmt: skip


def _is_short(code):
    return code < 0x20 or 0x40 <= code <= 0x7F or 0xA0 <= code <= 0xA7 or code in (
        0x2E, 0xAE, 0xAF, 0xC0, 0xC8, 0xE3,
    ) or 0xB0 <= code <= 0xB7  # fmt: skip
