"""Real parts for the simulated table: a PN532 as its pad, a pixel strip that shows its lights."""

import os
import threading
import time
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

from host_tools.core.ntag import CrowdedPadError
from host_tools.errors import CommandError
from host_tools.pads import ReaderPad, port_of
from host_tools.terminal import echo
from table.tags import FIRST_PAGE

if TYPE_CHECKING:
    from sim.window.livetable import LiveTable

PIN = "D18"  # of a Raspberry Pi
NO_PINS = (
    "this computer has no pins for a strip. Use a Raspberry Pi, or a board that Blinka supports "
    "(an FT232H or a Pico with U2IF), and connect the strip's data to %s, "
    "its ground to ground, and its 5 V to a supply of its own" % PIN
)
_RETRY_S = 1.0
_POLL_S = 0.02


class RealPad:
    """A PN532 on this computer that replaces the simulated pad. `LiveTable` calls it in each step.
    The reader is slow, so a thread asks it; it may be unplugged and plugged in again."""

    def __init__(self, reader: str):
        self._port = port_of(reader)
        self._pad: ReaderPad | None = ReaderPad(self._port)
        self._lies: tuple[bytes, bytes] | None = None  # (uid, its 16 bytes) that the thread found
        self._shown: tuple[Any, ...] = (None, None)  # the world, and the tag on its pad
        self._tag: Any = None
        self._ended = False
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()

    def __call__(self, live: "LiveTable") -> None:
        world, lies = live.table.world, self._lies
        if (world, lies) == self._shown:
            return
        if self._tag is not None:
            self._shown[0].lift(self._tag)
            self._tag = None
        if lies is not None:
            uid, data = lies
            self._tag = world.make(uid[:7].ljust(7, b"\0"), data)
            world.put(self._tag, "pad")
        self._shown = (world, lies)

    def close(self) -> None:
        self._ended = True
        self.thread.join(5)
        if self._pad is not None:
            self._pad.close()

    def _watch(self) -> None:
        while not self._ended:
            try:
                if self._pad is None:
                    self._pad = ReaderPad(self._port)
                    echo("the reader on %s is back" % self._port)
                self._lies = self._read(self._pad)
                time.sleep(_POLL_S)
            except CommandError as error:
                if self._pad is not None:
                    self._pad.close()
                    echo("%s; waiting for it" % error)
                self._pad = self._lies = None
                time.sleep(_RETRY_S)

    def _read(self, pad: ReaderPad) -> tuple[bytes, bytes] | None:
        """Return (uid, its 16 bytes) of the tag on the reader, or None."""
        try:
            uid = pad.uid()
        except CrowdedPadError:
            return self._lies  # two tags are ambiguous: no change
        if uid is None or (self._lies and self._lies[0] == uid):
            return self._lies if uid else None
        data = pad.exchange(bytes((0x30, FIRST_PAGE)))
        return (uid, data) if data and len(data) == 16 else None


class Mirror:
    """Shows the frames of the table on a strip. `make(count, order)` returns a NeoPixel."""

    def __init__(self, make: Callable[..., Any] | None = None):
        self._make = make or neopixels
        self._strip: Any = None  # a NeoPixel
        self._profile: ModuleType | None = None
        self._frame = b""
        self._failed = False

    def __call__(self, live: "LiveTable") -> None:
        if self._failed:
            return
        try:
            self._show(live)
        except (RuntimeError, OSError) as error:
            self._failed = True
            echo("the strip fails: %s; the game goes on without it" % error)

    def _show(self, live: "LiveTable") -> None:
        profile, strip = live.table.world.profile, live.table.world.strip
        frame, size = bytes(strip.frame), len(strip.order)
        if profile is not self._profile:
            self.close()
            self._strip = self._make(profile.PIXELS, profile.ORDER)
            self._profile, self._frame = profile, b""
        if frame != self._frame:
            self._frame = frame
            at = [strip.order.index(colour) for colour in "RGB"]
            for pixel in range(profile.PIXELS):
                self._strip[pixel] = tuple(frame[size * pixel + i] for i in at)
            self._strip.show()

    def close(self) -> None:
        if self._strip is not None and not self._failed:
            self._strip.fill(0)
            self._strip.show()
            self._strip.deinit()
        self._strip = None


def neopixels(count: int, order: str) -> "Any":
    """Return Adafruit's NeoPixel on the pin of this computer; raises CommandError with what to
    connect."""
    if os.environ.get("BLINKA_OS_AGNOSTIC"):
        raise CommandError(NO_PINS)
    try:
        import board
        import neopixel

        strip = neopixel.NeoPixel(getattr(board, PIN), count, auto_write=False, pixel_order=order)
        strip.show()  # raises if something is missing
        return strip
    except ModuleNotFoundError:
        raise CommandError("a strip at this computer needs Adafruit's driver: pip install "
                           "'leyboard[parts]'") from None
    except (ImportError, NotImplementedError, AttributeError, OSError, ValueError):
        raise CommandError(NO_PINS) from None
    except RuntimeError as error:  # Blinka knows this computer and names what is missing
        raise CommandError("Adafruit's driver does not start the strip: %s" % error) from None
