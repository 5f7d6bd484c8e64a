"""A host's words arrive whole over the serial port, even when memory runs out."""

import pytest

from table import console


class Port:
    """The serial port: sys.stdin and its poll in one."""

    def __init__(self, text):
        self.left = text
        self.buffer = self.stdin = self.stdout = self

    def poll(self):
        return self

    def register(self, stream, what):
        pass

    def ipoll(self, ms):
        return (1,) if self.left else ()

    def readinto(self, buffer):
        buffer[0] = self.left[0]
        self.left = self.left[1:]

    POLLIN = POLLOUT = 1


class Scarce(bytearray):
    """Bytes whose first `times` slices run out of memory."""

    times = 1

    def __getitem__(self, at):
        if isinstance(at, slice) and self.times:
            self.times -= 1
            raise MemoryError
        return bytearray.__getitem__(self, at)


def test_what_there_is_no_memory_for_comes_the_next_time(monkeypatch):
    port = Port(b"x" * 70 + b"\n")
    monkeypatch.setattr(console, "select", port)
    monkeypatch.setattr(console, "sys", port)
    reading = console.Console()
    reading._got = Scarce(reading._got)
    with pytest.raises(MemoryError):
        reading.read()
    assert reading.read() + reading.read() == b"x" * 70 + b"\n" and not reading.has_input()
