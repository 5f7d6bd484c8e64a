"""The desktop simulator with the interface of an emulated Pico (pico.py), so that one measurement
runs on both."""

import tempfile
from pathlib import Path
from typing import Any

from sim.virtual.table import VirtualTable
from table import settings

_PRESS_MS = 80


class Desk:
    """A table in virtual time, in this process, for a `with`; see Pico for the methods. `files`
    lie on its flash, {name: bytes}."""

    def __init__(self, profile: str, files: dict[str, bytes] | None = None):
        self.profile = profile
        self._folder = tempfile.TemporaryDirectory(prefix="leyboard-desk-")
        for name, data in (files or {}).items():
            (Path(self._folder.name) / name).write_bytes(data)
        self.table = VirtualTable(settings.profile(profile), self._folder.name)
        self.serial = ""
        self.frames: list[Any] = []
        self._log: list[Any] = []
        self._tags: dict[bytes, Any] = {}

    def __enter__(self) -> "Desk":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._folder.cleanup()

    def files(self) -> dict[str, bytes]:
        """Return {name: bytes} of the files on its flash."""
        return {path.name: path.read_bytes() for path in Path(self._folder.name).iterdir()}

    @property
    def now(self) -> int:
        return self.table.clock.now

    def run(self, ms: float, until: str = "", frame: bool = False) -> str:
        end = self.now + 1000 * ms
        while self.now < end:
            self.table.run(1)
            self.serial += "".join(self.table.sent)
            self.table.sent.clear()
            came, self._log[:] = self._log[:], []
            self.frames += came
            if until and until in self.serial:
                return "text"
            if frame and came:
                return "frame"
        return "time"

    def keep_frames(self, keep: bool = True) -> None:
        self.frames = []
        self.table.world.strip.log = self._log if keep else None

    def send(self, text: str) -> None:
        self.table.app.host.feed(text)

    def lines(self) -> list[str]:
        *whole, self.serial = self.serial.split("\n")
        return whole

    def make(self, uid: bytes, record: bytes = b"") -> None:
        self._tags[uid] = self.table.world.make(uid, record)

    def put(self, uid: bytes, name: str) -> None:
        self.table.world.put(self._tags[uid], name)

    def lift(self, uid: bytes) -> None:
        self.table.world.lift(self._tags[uid])

    def turn_knob(self, steps: int) -> None:
        self.table.world.turn_knob(steps)
        self.run(_PRESS_MS)

    def press(self, button: str, ms: float = _PRESS_MS) -> None:
        self.table.world.press(button, True)
        self.run(ms)
        self.table.world.press(button, False)
        self.run(_PRESS_MS)

    def polls(self) -> list[int]:
        return self.table.world.polls()

    def dots(self) -> str:
        return bytes(self.table.world.display.memory).hex()
