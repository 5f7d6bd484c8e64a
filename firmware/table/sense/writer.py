"""A record that is to be written on the tag on the pad, a page at a time."""

from table.drivers.pn532 import frame
from table.tags import FIRST_PAGE

_PAGES = 4
_NTAG_WRITE = 0xA2


class Writer:
    """Writes the 16 bytes of `record`; `result` is "" under way, "ok" or why not."""

    def __init__(self, record):
        self._record = record
        self._page = 0
        self.result = ""

    def command(self):
        """Return the frame that writes the next page."""
        data = self._record[4 * self._page : 4 * self._page + 4]
        return frame(0x40, 0x01, _NTAG_WRITE, FIRST_PAGE + self._page, *data)

    def take(self, status):
        """Take the chip's answer to `command`: its status, None if there was none."""
        if status is None:
            self.result = "the tag went away"
        elif status:
            page = FIRST_PAGE + self._page
            self.result = "the tag did not take page %d: it is locked, or has gone" % page
        else:
            self._page += 1
            if self._page == _PAGES:
                self.result = "ok"
