"""A simulated table behind a pseudo-terminal: a real serial line, which may be pulled."""

import contextlib
import os
import tty

from host_tools.ports import Serial
from sim.virtual.table import VirtualTable
from table import settings


class Line:
    """A table at the port `name`. It works while ours reads; `left` counts the reads until the
    cable is pulled, None for never."""

    def __init__(self, folder, profile):
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.name = os.ttyname(self._slave)
        self.left = None
        self.table = VirtualTable(settings.profile(profile), str(folder))
        self.table.send = lambda line: os.write(self._master, line.encode())

    def work(self):
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                self.close()
                return
        came = b""
        with contextlib.suppress(BlockingIOError):
            came = os.read(self._master, 4096)
        self.table.app.host.feed(came)
        self.table.run(5)

    def close(self):
        if self._master is not None:
            os.close(self._master)
            os.close(self._slave)
        self._master = None


@contextlib.contextmanager
def serial_table(monkeypatch, folder, profile="grid3"):
    """Give a Line, for a `with`."""
    line = Line(folder, profile)
    read = Serial.read

    def work_and_read(port):
        line.work()
        return read(port)

    monkeypatch.setattr(Serial, "read", work_and_read)
    yield line
    line.close()
