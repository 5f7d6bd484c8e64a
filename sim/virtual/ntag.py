"""NFC Forum Type 2 tags as bytes: their pages, locks, password and answers (NTAG213/215/216 data
sheet, sections 8 and 10; NTAG203, MF0ICU1 and MF0ULx1 data sheets)."""

NAK = None  # the tag's refusal

_STATIC_LOCK = 2  # bytes 2 and 3 of this page
_CAPABILITY = 3
_USER = 4
_STATIC_END = 16  # pages before it have static lock bits


class Model:
    """The common traits of tags of a type: `pages` of memory, user memory before page `end`, the
    capability container, the answer to GET_VERSION (None: a refusal).

    `locks` is the page of the dynamic locks, of which one bit locks `step` pages; `config` is the
    page of AUTH0, with ACCESS in the next and the password in the one after. 0 means no such page.
    """

    def __init__(
        self, pages: int, end: int, capability: str, version: str, locks: int = 0, step: int = 1,
        config: int = 0,
    ):
        self.pages = pages
        self.end = end
        self.capability = _bytes(capability)
        self.version = _bytes(version) if version else NAK
        self.locks = locks
        self.step = step
        self.config = config


def _bytes(text: str) -> bytes:
    return bytes([int(text[i : i + 2], 16) for i in range(0, len(text), 2)])


NTAG213 = Model(45, 40, "e1101200", "0004040201000f03", 40, 2, 41)
NTAG215 = Model(135, 130, "e1103e00", "0004040201001103", 130, 16, 131)
NTAG216 = Model(231, 226, "e1106d00", "0004040201001303", 226, 16, 227)
NTAG203 = Model(42, 40, "e1101200", "", 40, 4)
NTAG210 = Model(20, 16, "e1100600", "0004040101000b03", 0, 1, 16)
NTAG212 = Model(41, 36, "e1101000", "0004040101000e03", 36, 2, 37)
ULTRALIGHT = Model(16, 16, "00000000", "")
ULTRALIGHT_C = Model(48, 40, "00000000", "", 40, 4)
EV1_48 = Model(20, 16, "00000000", "0004030101000b03", 0, 1, 16)  # MF0UL11
EV1_128 = Model(41, 36, "00000000", "0004030101000e03", 36, 2, 37)  # MF0UL21
NANO = Model(14, 14, "00000000", "0004030102000b03")  # MF0UN00
NTAG213F = Model(45, 40, "e1101200", "0004040401000f03", 40, 2, 41)
NTAG_I2C = Model(234, 226, "e1106d00", "0004040502021303", 226, 16)  # the 1K of NT3H2111
# Look-alikes of the NTAG213.
NO_VERSION = Model(45, 40, "e1101200", "", 40, 2, 41)
SMALL = Model(16, 16, "e1101200", "")  # says 144 bytes and has 48
OTHER_VENDOR = Model(45, 40, "e1101200", "0053040201000f03", 40, 2, 41)


class Tag:
    """A tag with a UID of 7 bytes; `memory` is all its pages, the user memory zero."""

    # Its answer to a selection (ISO 14443-3).
    atqa = b"\x00\x44"
    sak = 0x00
    ats = b""
    latency_us = 0
    has_magnet = True  # it is in a piece
    # Degrees clockwise of the tile that it is in; None: the tile has no magnets for that.
    turn: "int | None" = None
    strength = 100  # per cent of these magnets; below 0: they are upside down
    refusal = 0x05  # what a PN532 makes of its NAK

    def __init__(self, uid: bytes, model: Model = NTAG213):
        if len(uid) != 7:
            raise ValueError("the UID of a type 2 tag has 7 bytes")
        self.uid = bytes(uid)
        self.model = model
        self.memory = bytearray(4 * model.pages)
        self.memory[0:3] = self.uid[0:3]
        self.memory[3] = 0x88 ^ uid[0] ^ uid[1] ^ uid[2]
        self.memory[4:8] = self.uid[3:7]
        self.memory[8] = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
        self.memory[9] = 0x48
        self.memory[12:16] = model.capability
        if model.locks:
            self.memory[4 * model.locks + 3] = 0xBD
        if model.config:
            self.memory[4 * model.config : 4 * model.config + 4] = b"\x04\x00\x00\xff"

    def power_up(self) -> None:
        """Come into a field that has just been switched on."""

    def apdu(self, data: bytes) -> tuple[int, bytes | None]:
        """Answer a block of ISO 14443-4, which no such tag speaks."""
        return 0, NAK

    def version(self) -> bytes | None:
        """Answer GET_VERSION."""
        return self.model.version

    def protect(self, first: int, reading: bool) -> None:
        """Protect the pages from `first` on by a password, against writing and, with `reading`,
        against reading."""
        at = 4 * self.model.config
        self.memory[at + 3] = first
        self.memory[at + 4] = 0x80 if reading else 0

    def read(self, page: int) -> bytes | None:
        """Answer READ: 16 bytes from `page`, wrapping at the end; NAK beyond it. Pages that a
        password protects against reading count as beyond the end."""
        end = self.model.pages
        config = 4 * self.model.config
        if config and self.memory[config + 4] & 0x80:
            end = min(end, self.memory[config + 3])
        if not 0 <= page < end:
            return NAK
        data = bytearray()
        for i in range(4):
            at = (page + i) % end
            hidden = config and at >= self.model.config + 2
            data += b"\0\0\0\0" if hidden else self.memory[4 * at : 4 * at + 4]
        return bytes(data)

    def write(self, page: int, data: bytes) -> bool | None:
        """Answer WRITE of 4 bytes: True, or NAK if the page is locked or cannot be written."""
        model = self.model
        if len(data) != 4 or not _STATIC_LOCK <= page < model.pages or self._locked(page):
            return NAK
        if model.config and page >= self.memory[4 * model.config + 3]:
            return NAK
        at = 4 * page
        if page == _STATIC_LOCK:
            self.memory[at + 2] |= data[2]  # lock bits can only be set
            self.memory[at + 3] |= data[3]
        elif page == _CAPABILITY:
            for i in range(4):
                self.memory[at + i] |= data[i]
        elif page == model.locks:
            for i in range(3):
                self.memory[at + i] |= data[i]
        else:
            self.memory[at : at + 4] = bytes(data)
        return True

    def _locked(self, page: int) -> int:
        low = self.memory[10]
        high = self.memory[11]
        if page == _CAPABILITY:
            return low >> 3 & 1
        if _USER <= page < 8:
            return low >> page & 1
        if 8 <= page < _STATIC_END:
            return high >> (page - 8) & 1
        if _STATIC_END <= page < self.model.locks:
            bit = (page - _STATIC_END) // self.model.step
            return self.memory[4 * self.model.locks + bit // 8] >> bit % 8 & 1
        return 0
