"""Commands to the tag on the pad: write a record page by page, or send a single command."""

from table.drivers.pn532_commands import packet
from table.tags import FIRST_PAGE

_PAGES = 4
_NTAG_WRITE = 0xA2
_GET_VERSION = 0x60


class Writer:
    """Writes the 16 bytes of `record`; `result` is "" in progress, "ok", or why it failed."""

    code = 0x40  # the chip's command code
    changes = True  # does it change the tag?

    def __init__(self, record: bytes):
        self._record = record
        self._page = 0
        self.result = ""

    def command(self) -> bytes:
        """Return the frame that writes the next page."""
        data = self._record[4 * self._page : 4 * self._page + 4]
        return packet(0x40, 0x01, _NTAG_WRITE, FIRST_PAGE + self._page, *data)

    def receive(self, answer: "bytes | None") -> None:
        """Take the chip's answer to `command`, status first; None if there was none."""
        if answer is None:
            self.result = "the tag went away"
        elif answer[0]:
            page = FIRST_PAGE + self._page
            self.result = "the tag did not take page %d: it is locked, or has gone" % page
        else:
            self._page += 1
            if self._page == _PAGES:
                self.result = "ok"


class Talk:
    """Sends a single command to the tag; `result` is "" in progress, then the chip's answer in
    hex, status first, or "gone"."""

    def __init__(self, data: bytes):
        self.changes = data[0] == _NTAG_WRITE
        # InDataExchange would take it for a command of another kind of tag.
        through = data[0] == _GET_VERSION
        self.code = 0x42 if through else 0x40
        self._packet = packet(0x42, *data) if through else packet(0x40, 0x01, *data)
        self.result = ""

    def command(self) -> bytes:
        return self._packet

    def receive(self, answer: "bytes | None") -> None:
        if answer is None:
            self.result = "gone"
        else:
            self.result = "".join(["%02x" % byte for byte in answer])
