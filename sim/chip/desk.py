"""The desk's simulator with the verbs of an emulated Pico (pico.py), so that the same measurement
runs on both."""

import tempfile

from sim.virtual.stage import Stage
from table import settings

_PRESS_MS = 80
_FRAME_BYTE_US = 9.6  # WS2812B: 8 bits of 1.2 us


class Desk:
    """A table in virtual time, in this process. Use it in a `with`; see Pico for the verbs."""

    def __init__(self, profile):
        self.profile = profile
        self._folder = tempfile.TemporaryDirectory(prefix="leyboard-desk-")
        self.stage = Stage(settings.profile(profile), self._folder.name)
        self.serial = ""
        self.frames = []
        self._log = []
        self._tags = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._folder.cleanup()

    @property
    def now(self):
        return self.stage.clock.now

    def run(self, ms, until="", frame=False):
        end = self.now + 1000 * ms
        while self.now < end:
            self.stage.run(1)
            self.serial += "".join(self.stage.sent)
            self.stage.sent.clear()
            came, self._log[:] = self._log[:], []
            for at, data in came:
                start = 1000 * at
                self.frames.append((start, start + int(_FRAME_BYTE_US * len(data)), data))
            if until and until in self.serial:
                return "text"
            if frame and came:
                return "frame"
        return "time"

    def keep_frames(self, keep=True):
        self.frames = []
        self.stage.world.strip.log = self._log if keep else None

    def send(self, text):
        self.stage.app.host.feed(text)

    def lines(self):
        *whole, self.serial = self.serial.split("\n")
        return whole

    def make(self, uid, record=b""):
        self._tags[uid] = self.stage.world.make(uid, record)

    def place(self, uid, name):
        self.stage.world.place(self._tags[uid], name)

    def lift(self, uid):
        self.stage.world.lift(self._tags[uid])

    def turn(self, steps):
        self.stage.world.turn(steps)
        self.run(_PRESS_MS)

    def press(self, button, ms=_PRESS_MS):
        self.stage.world.press(button, True)
        self.run(ms)
        self.stage.world.press(button, False)
        self.run(_PRESS_MS)

    def polls(self):
        return self.stage.world.polls()
