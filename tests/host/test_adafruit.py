"""The virtual chips are honest: Adafruit's own drivers, unmodified, work with them."""

import os
import types

import pytest

from games.base import COMPLETE, CURSOR, LEGAL, MISSING, WRONG
from sim.virtual.world import World
from table import tags
from table.board import Board
from table.paint import Painter
from table.settings import profile
from tests.host.serial_chip import powered_chip

os.environ.setdefault("BLINKA_OS_AGNOSTIC", "1")
adafruit_pn532 = pytest.importorskip("adafruit_pn532.spi")
neopixel = pytest.importorskip("neopixel")


class Spi:
    """busio.SPI over one virtual chip; the driver reverses the bits itself."""

    def __init__(self, chip, clock):
        self._chip = chip
        self._clock = clock

    def try_lock(self):
        return True

    def unlock(self):
        pass

    def configure(self, baudrate, polarity, phase):
        assert (polarity, phase) == (0, 0)

    def write(self, data, start=0, end=None):
        self._shift(bytes(data[start:end]))

    def readinto(self, buffer, start=0, end=None, write_value=0):
        end = len(buffer) if end is None else end
        buffer[start:end] = self._shift(bytes([write_value]) * (end - start))

    def write_readinto(self, out, into, **slices):
        into[:] = self._shift(bytes(out))

    def _shift(self, data):
        self._clock.advance(8 * len(data))
        answer = self._chip.exchange(bytes(int(f"{byte:08b}"[::-1], 2) for byte in data))
        return bytes(int(f"{byte:08b}"[::-1], 2) for byte in answer)


class Select:
    """digitalio.DigitalInOut of the chip select."""

    def __init__(self, chip):
        self._chip = chip
        self._level = True

    def switch_to_output(self, value=True, **_):
        self.value = value

    @property
    def value(self):
        return self._level

    @value.setter
    def value(self, level):
        if bool(level) != self._level:
            self._level = bool(level)
            self._chip.select(not self._level)


@pytest.fixture
def reader(monkeypatch):
    """Return (Adafruit's driver, field): its waits pass in virtual time."""
    clock, field, chip = powered_chip()
    time = types.SimpleNamespace(
        sleep=lambda seconds: clock.advance(int(seconds * 1e6)),
        monotonic=lambda: clock.now / 1e6,
    )
    import adafruit_pn532.adafruit_pn532 as common

    monkeypatch.setattr(common, "time", time)
    monkeypatch.setattr(adafruit_pn532, "time", time)
    return adafruit_pn532.PN532_SPI(Spi(chip, clock), Select(chip)), field


def test_firmware_version(reader):
    driver, _ = reader
    assert tuple(driver.firmware_version) == (0x32, 1, 6, 7)


def test_uid_and_pages(reader):
    driver, field = reader
    driver.SAM_configuration()
    assert driver.read_passive_target(timeout=0.5) is None
    tag = World(profile("grid3")).make(b"\x04\x12\x34\x56\x78\x9a\x80", tags.encode(1, 5, 2))
    field.near = [tag]
    assert bytes(driver.read_passive_target(timeout=0.5)) == tag.uid
    pages = b"".join(bytes(driver.ntag2xx_read_block(page)) for page in range(4, 8))
    assert tags.decode(pages) == (1, 5, 2, 0)
    assert bytes(driver.ntag2xx_read_block(0))[:3] == tag.uid[:3]


def test_writing_a_page(reader):
    driver, field = reader
    driver.SAM_configuration()
    tag = World(profile("grid3")).make(b"\x04\x12\x34\x56\x78\x9a\x80")
    field.near = [tag]
    driver.read_passive_target(timeout=0.5)
    assert driver.ntag2xx_write_block(6, b"\x01\x02\x03\x04")
    assert bytes(driver.ntag2xx_read_block(6)) == b"\x01\x02\x03\x04"
    assert not driver.ntag2xx_write_block(0, b"\x00\x00\x00\x00")  # the UID is read-only


def test_power_down_and_waking(reader):
    driver, _ = reader
    assert driver.power_down()
    assert tuple(driver.firmware_version) == (0x32, 1, 6, 7)


def our_frame(order, limit):
    """Return (colours by pixel, bytes on the wire) of a frame through painter, driver and PIO."""
    wiring = types.SimpleNamespace(**vars(profile("grid3")))
    wiring.ORDER = order
    wiring.LIGHT_MA = limit
    world = World(wiring)
    board = Board(wiring, world.machine, world.rp2, world.clock)
    painter = Painter(wiring, brightness=200)
    painter.show([(0, LEGAL, 0), (1, WRONG, 0), (2, MISSING, 0), (3, COMPLETE, 0),
                  (4, COMPLETE, 1), (8, CURSOR, 0)])
    painter.frame(130)
    board.pixels.write(painter.buffer, len(painter.buffer))
    wire = world.strip.frame
    colours = [
        tuple(wire[3 * pixel + order.index(colour)] for colour in "RGB")
        for pixel in range(wiring.PIXELS)
    ]
    return colours, wire, painter


def their_bytes(monkeypatch, colours, order, brightness):
    sent = []
    monkeypatch.setattr(neopixel, "neopixel_write", lambda pin, data: sent.append(bytes(data)))
    pin = types.SimpleNamespace(switch_to_output=lambda *_, **__: None, deinit=lambda: None)
    monkeypatch.setattr(
        neopixel.digitalio, "DigitalInOut", lambda _: types.SimpleNamespace(
            direction=None, deinit=lambda: None
        )
    )
    strip = neopixel.NeoPixel(
        pin, len(colours), brightness=brightness, auto_write=False, pixel_order=order
    )
    for i, colour in enumerate(colours):
        strip[i] = colour
    strip.show()
    return sent[-1]


@pytest.mark.parametrize("order", ["GRB", "RGB", "BGR"])
def test_pixels_are_those_of_neopixel(monkeypatch, order):
    colours, wire, painter = our_frame(order, 60000)
    assert painter.scale == 256 and max(wire) > 50
    assert their_bytes(monkeypatch, colours, order, 1.0) == wire


def test_dimming_is_brightness(monkeypatch):
    bright, _, painter = our_frame("GRB", 60000)
    limit = painter.milliamperes // 3
    _, dimmed, painter = our_frame("GRB", limit)
    assert painter.scale < 256 // 3 + 1
    assert their_bytes(monkeypatch, bright, "GRB", painter.scale / 256) == dimmed
