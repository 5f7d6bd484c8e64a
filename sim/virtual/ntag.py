"""An NTAG213 as bytes: its pages, locks and answers (NTAG213/215/216 data sheet, sections 8 and
10)."""

PAGES = 45
NAK = None  # the tag's refusal

_STATIC_LOCK = 2  # bytes 2 and 3 of this page
_CAPABILITY = 3
_USER = 4
_DYNAMIC_LOCK = 0x28
_CONFIG = 0x29
_PASSWORD = 0x2B


class Tag:
    """A tag with a UID of 7 bytes; `memory` is its 180 bytes."""

    def __init__(self, uid: bytes):
        if len(uid) != 7:
            raise ValueError("the UID of an NTAG has 7 bytes")
        self.uid = bytes(uid)
        self.memory = bytearray(4 * PAGES)
        self.memory[0:3] = self.uid[0:3]
        self.memory[3] = 0x88 ^ uid[0] ^ uid[1] ^ uid[2]
        self.memory[4:8] = self.uid[3:7]
        self.memory[8] = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
        self.memory[9] = 0x48
        self.memory[12:16] = b"\xe1\x10\x12\x00"
        self.memory[4 * _DYNAMIC_LOCK + 3] = 0xBD
        self.memory[4 * _CONFIG : 4 * _CONFIG + 4] = b"\x04\x00\x00\xff"

    def version(self) -> bytes:
        """Answer GET_VERSION."""
        return b"\x00\x04\x04\x02\x01\x00\x0f\x03"

    def read(self, page: int) -> bytes:
        """Answer READ: 16 bytes from `page`, wrapping at the end; NAK beyond it."""
        if not 0 <= page < PAGES:
            return NAK
        data = bytearray()
        for i in range(4):
            at = (page + i) % PAGES
            data += b"\0\0\0\0" if at >= _PASSWORD else self.memory[4 * at : 4 * at + 4]
        return bytes(data)

    def write(self, page: int, data: bytes) -> bool:
        """Answer WRITE of 4 bytes: True, or NAK if the page is locked or cannot be written."""
        if len(data) != 4 or not _STATIC_LOCK <= page < PAGES or self._locked(page):
            return NAK
        at = 4 * page
        if page == _STATIC_LOCK:
            self.memory[at + 2] |= data[2]  # lock bits can only be set
            self.memory[at + 3] |= data[3]
        elif page == _CAPABILITY:
            for i in range(4):
                self.memory[at + i] |= data[i]
        elif page == _DYNAMIC_LOCK:
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
        if 8 <= page < 16:
            return high >> (page - 8) & 1
        if 16 <= page < _DYNAMIC_LOCK:  # one bit locks two pages
            bit = (page - 16) // 2
            return self.memory[4 * _DYNAMIC_LOCK + bit // 8] >> bit % 8 & 1
        return 0
