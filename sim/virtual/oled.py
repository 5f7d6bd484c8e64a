"""Displays of 128 x 64 dots on I2C: with an SSD1306 (data sheet, sections 8.7 and 9); with an
SSD1309, which has no charge pump; and with an SH1106, which has 132 columns, shows those from 2
on, and has page addressing only."""

WIDTH = 128
PAGES = 8


class Oled:
    """A display with an SSD1306. `memory` has one byte for each shown column and page, bit 0 on
    top; `on`, `contrast` and `writes` are for tests."""

    COLUMNS = 128
    SHOWN = 0  # the first visible column

    def __init__(self) -> None:
        self.ram = bytearray(self.COLUMNS * PAGES)
        self.on = False
        self.contrast = 0x7F
        self.writes = 0
        self._mode = 2  # page addressing, the reset value
        self._columns = (0, self.COLUMNS - 1)
        self._pages = (0, PAGES - 1)
        self._column = 0
        self._page = 0

    @property
    def memory(self) -> bytes:
        rows = [self.COLUMNS * page + self.SHOWN for page in range(PAGES)]
        return b"".join([bytes(self.ram[at : at + WIDTH]) for at in rows])

    def write(self, data: bytes) -> None:
        """Take an I2C write without its address: a control byte, then commands or data."""
        self.writes += 1
        if data[0] == 0x40:
            for byte in data[1:]:
                self._put(byte)
        elif data[0] == 0x00:
            self._commands(data[1:])
        else:
            raise ValueError("control byte 0x%02x" % data[0])

    def _put(self, byte: int) -> None:
        self.ram[self.COLUMNS * self._page + self._column] = byte
        self._column += 1
        if self._column > self._columns[1]:
            self._column = self._columns[0]
            if self._mode == 0:
                self._page += 1
                if self._page > self._pages[1]:
                    self._page = self._pages[0]

    def _commands(self, data: bytes) -> None:
        at = 0
        while at < len(data):
            code = data[at]
            count = self._values(code)
            self._command(code, data[at + 1 : at + 1 + count])
            at += 1 + count

    def _values(self, code: int) -> int:
        """Return the number of values that follow a command."""
        if code in _VALUES:
            return _VALUES[code]
        if _is_short(code):
            return 0
        raise ValueError("the SSD1306 has no command 0x%02x" % code)

    def _command(self, code: int, values: bytes) -> None:
        if code == 0x20:
            self._mode = values[0]
        elif code == 0x21:
            self._columns = (values[0], values[1])
            self._column = values[0]
        elif code == 0x22:
            self._pages = (values[0], values[1])
            self._page = values[0]
        elif code == 0x81:
            self.contrast = values[0]
        elif code in (0xAE, 0xAF):
            self.on = code == 0xAF
        elif 0xB0 <= code <= 0xB7:
            self._page = code - 0xB0
        elif code < 0x10:
            self._column = self._column & 0xF0 | code
        elif code < 0x20:
            self._column = self._column & 0x0F | (code - 0x10) << 4

    def dot(self, x: int, y: int) -> int:
        """Is a dot lit? (0, 0) is the top left corner."""
        return self.memory[WIDTH * (y // 8) + x] >> y % 8 & 1


class Ssd1309(Oled):
    """A display with an SSD1309: its panel has a supply of its own, so it ignores the charge
    pump's 0x8d, and takes the value for a command. It knows the lock (0xfd) of its data sheet."""

    def __init__(self) -> None:
        Oled.__init__(self)
        self._locked = False

    def _values(self, code: int) -> int:
        if code == 0x8D:
            return 0
        return 1 if code == 0xFD else Oled._values(self, code)

    def _command(self, code: int, values: bytes) -> None:
        if code == 0xFD:
            self._locked = values[0] == 0x16
        elif not self._locked and code != 0x8D:
            Oled._command(self, code, values)


class Sh1106(Oled):
    """A display with an SH1106. It has no column and page windows (0x21 and 0x22 raise an error)
    and ignores 0x20 and 0x8d: their values are commands to it. Data beyond its last column is
    lost."""

    COLUMNS = 132
    SHOWN = 2

    def _values(self, code: int) -> int:
        if code in (0x20, 0x8D):
            return 0
        if code in _VALUES and code not in (0x21, 0x22):
            return _VALUES[code]
        if _is_short(code) or 0x30 <= code <= 0x33:
            return 0
        raise ValueError("the SH1106 has no command 0x%02x" % code)

    def _command(self, code: int, values: bytes) -> None:
        if code != 0x20:
            Oled._command(self, code, values)

    def _put(self, byte: int) -> None:
        if self._column < self.COLUMNS:
            self.ram[self.COLUMNS * self._page + self._column] = byte
            self._column += 1


# Commands followed by values, by the number of values.
_VALUES = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1,
    0xDB: 1,
}


def _is_short(code: int) -> bool:
    return code < 0x20 or 0x40 <= code <= 0x7F or 0xA0 <= code <= 0xA7 or code in (
        0x2E, 0xAE, 0xAF, 0xC0, 0xC8, 0xE3,
    ) or 0xB0 <= code <= 0xB7
