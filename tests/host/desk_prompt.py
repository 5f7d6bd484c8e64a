"""A board at MicroPython's prompt whose parts are virtual chips: code that comes runs at this
computer."""

import builtins
import io
import os
import sys
from contextlib import redirect_stdout
from types import SimpleNamespace

from sim.virtual.world import World

BANNER = b"raw REPL; CTRL-B to exit\r\n>"
CTRL_A, CTRL_C, CTRL_D = 1, 3, 4
PASTE = b"\x05A\x01"  # is not offered


class DeskPrompt:
    """Its files are in `folder`. `hands` are the answers of methods of the Probes that need a
    person."""

    def __init__(self, folder, wiring, hands):
        self._folder = str(folder)
        self.world = World(wiring)
        self.world.clock.advance(1000000)
        self._hands = hands
        self._line = b""
        self._names = {}
        self.is_gone = False  # was its cable pulled?
        self.resets = 0

    def talk(self, text):
        if self.is_gone:
            return "gone"
        said = b""
        for byte in bytes.fromhex(text):
            self._line += bytes([byte])
            if self._line.endswith(PASTE):
                self._line, said = b"", said + b"R\x00"
            elif byte == CTRL_A:
                self._line, said = b"", said + BANNER
            elif byte == CTRL_C:
                self._line = b""
            elif byte == CTRL_D:
                code, self._line = self._line[:-1], b""
                said += self._run(code.decode()) if code else self._restart()
        return said.hex()

    def _restart(self):
        self._names = {}
        return b"OK\r\nMPY: soft reboot\r\n" + BANNER

    def _run(self, code):
        out, wrong = io.StringIO(), ""
        own = {"__import__": self._import, "open": self._open}
        self._names.setdefault("__builtins__", vars(builtins) | own)
        with redirect_stdout(out):
            try:
                exec(code.replace("Clock(time), _R)", "Clock(time))"), self._names)
            except Exception as error:
                wrong = repr(error)
        if "p" in self._names:
            vars(self._names["p"]).update(self._hands)
        return b"OK" + out.getvalue().encode() + b"\x04" + wrong.encode() + b"\x04>"

    def _at(self, path):
        return self._folder + path

    def _open(self, path, mode):
        return open(self._at(path), mode)

    def _import(self, name, *more):
        clock = self.world.clock
        version = ("micropython", (1, 27, 0), "", 6)

        class Implementation(tuple):
            _machine, _mpy = "Raspberry Pi Pico with RP2040", 6

        there = {
            "machine": self.world.machine, "rp2": self.world.rp2, "uctypes": SimpleNamespace(),
            "time": SimpleNamespace(
                sleep_us=clock.advance, ticks_us=clock.us, ticks_ms=clock.ms,
                ticks_diff=lambda one, other: one - other, sleep_ms=lambda ms: None,
            ),
            "sys": SimpleNamespace(
                implementation=Implementation(version), platform="rp2", path=sys.path
            ),
            "os": SimpleNamespace(
                stat=lambda path: os.stat(self._at(path)),
                statvfs=lambda path: (4096, 4096, 0, 200),
            ),
        }
        return there.get(name) or __import__(name, *more)
