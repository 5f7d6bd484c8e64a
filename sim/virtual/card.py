"""Cards of ISO 14443 A, and phones, which people may lay on a table although they are no type 2
tags."""

from sim.virtual.ntag import NAK


class Card:
    """A card with a UID of 4, 7 or 10 bytes. `ats` is empty, or 1 to 20 bytes that begin with
    their number: then it speaks ISO 14443-4.

    It takes `latency_us` for its ATS, and `think_us` for each command. It answers an unknown
    command with `error` (an APDU's status), or not at all: None. `is_random`: it has another UID
    each time a field comes on, as phones and passports do.
    """

    has_magnet = False
    turn: "int | None" = None
    strength = 100
    refusal = 0x14  # what a PN532 makes of a MIFARE card's NAK: it has not been authenticated

    def __init__(
        self, uid: bytes, atqa: bytes, sak: int, ats: bytes = b"", latency_us: int = 500,
        think_us: int = 8000, error: bytes | None = b"\x6d\x00", is_random: bool = False,
    ):
        if len(uid) not in (4, 7, 10):
            raise ValueError("a UID has 4, 7 or 10 bytes")
        if ats and (len(ats) > 20 or ats[0] != len(ats)):
            raise ValueError("an ATS begins with its length, 1 to 20")
        self.uid = bytes(uid)
        self.atqa = atqa
        self.sak = sak
        self.ats = ats
        self.latency_us = latency_us
        self.think_us = think_us
        self.error = error
        self._is_random = is_random
        self._dice = uid[-1] + 1
        self.power_up()

    def power_up(self) -> None:
        """Come into a field that has just been switched on."""
        if self._is_random:
            dice = self._dice = self._dice * 97 % 0x7FFFFF
            self.uid = bytes((0x08, dice >> 16, dice >> 8 & 0xFF, dice & 0xFF))

    def apdu(self, data: bytes) -> tuple[int, bytes | None]:
        """Answer a block of ISO 14443-4: (us, the bytes of the answer or None)."""
        return self.think_us, self.error

    def version(self) -> bytes | None:
        return NAK

    def read(self, page: int) -> bytes | None:
        """Refuse READ, which belongs to other tags, or needs a key first."""
        return NAK

    def write(self, page: int, data: bytes) -> bool | None:
        return NAK
