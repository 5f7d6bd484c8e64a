"""`leyboard play` with real parts: a PN532 behind a serial line as the pad, a strip of pixels."""

import contextlib
import os
import subprocess
import sys
import types

import pytest

from host_tools import ROOT, parts
from host_tools.cli import main
from host_tools.errors import CommandError
from host_tools.pads import ReaderPad
from sim.virtual.ntag import Tag
from sim.virtual.table import VirtualTable
from table import settings, tags
from tests.host.serial_chip import serial_chip


@pytest.fixture
def live(tmp_path):
    """The names of a table that a part uses."""
    return types.SimpleNamespace(table=VirtualTable(settings.profile("pad"), str(tmp_path)))


def reads(live, pad, wanted):
    """Let the table live until the pad has a code."""
    for _ in range(400):
        pad(live)
        live.table.run(20)
        if live.table.board.sense.pad == wanted:
            return
        pad.thread.join(0.01)  # let the reader work
    raise AssertionError(live.table.board.sense.pad)


def test_a_real_tag_lies_on_the_pad(live, tmp_path):
    pytest.importorskip("adafruit_pn532.uart")
    live.table.app.session.new("mars", seed=1)
    tag = Tag(b"\x04\x01\x02\x03\x04\x05\x06")
    tag.memory[16:32] = tags.encode(1, 7)
    with serial_chip() as (port, field):
        pad = parts.RealPad("serial:" + port)
        field.near = [tag]
        reads(live, pad, 7)
        for board in ("grid3", "evening"):
            live.table = VirtualTable(
                settings.profile(board), str(tmp_path)
            )  # it still lies there
            live.table.app.session.new("mars", seed=1)
            reads(live, pad, 7)
        field.near = []
        reads(live, pad, 0)
        pad.close()


class Strip(list):
    def __init__(self, count, order):
        super().__init__([0] * count)
        self.order = order
        self.shown = []

    def show(self):
        self.shown.append(list(self))

    def fill(self, colour):
        self[:] = [colour] * len(self)

    def deinit(self):
        self.shown.append("off")


def test_the_frames_are_mirrored(live):
    made = []

    def make(count, order):
        made.append(Strip(count, order))
        return made[-1]

    mirror = parts.Mirror(make)
    world = live.table.world
    world.strip.frame = bytes((10, 20, 30)) + bytes(3 * world.profile.PIXELS - 3)
    mirror(live)
    mirror(live)  # nothing is new
    assert len(made) == 1 and len(made[0].shown) == 1
    frame = dict(zip(world.profile.ORDER, (10, 20, 30), strict=True))
    assert made[0].shown[0][0] == (frame["R"], frame["G"], frame["B"])
    mirror.close()
    assert made[0].shown[1:] == [[0] * world.profile.PIXELS, "off"]


def broken():
    raise OSError(19, "No such device")


def test_a_strip_that_fails_leaves_the_game_alone(live, capsys):
    strip = Strip(live.table.world.profile.PIXELS, "GRB")
    mirror = parts.Mirror(lambda count, order: strip)
    mirror(live)
    strip.show = broken
    live.table.world.strip.frame = bytes([9] * 3 * len(strip))
    mirror(live)
    mirror(live)
    mirror.close()
    assert capsys.readouterr().out.count("the game goes on without it") == 1


@pytest.fixture
def a_pi(monkeypatch):
    """A computer whose pins Blinka knows; gives the strips that are made there."""
    made = []

    def make(pin, count, auto_write, pixel_order):
        assert (pin, auto_write) == (18, False)
        made.append(Strip(count, pixel_order))
        return made[-1]

    monkeypatch.delenv("BLINKA_OS_AGNOSTIC", raising=False)
    monkeypatch.setitem(sys.modules, "board", types.SimpleNamespace(D18=18))
    monkeypatch.setitem(sys.modules, "neopixel", types.SimpleNamespace(NeoPixel=make))
    return made


@pytest.mark.parametrize("first", ["reader", "strip"])
def test_a_computer_takes_a_reader_and_a_strip(first, a_pi):
    pytest.importorskip("adafruit_pn532.uart")
    with serial_chip() as (port, _):
        if first == "strip":
            parts.neopixels(3, "GRB")
        with contextlib.closing(ReaderPad(port)):
            parts.neopixels(3, "GRB")
    assert a_pi[-1].shown == [[0, 0, 0]]


def test_a_strip_that_needs_more_rights_says_so(a_pi, monkeypatch):
    def show(strip):
        raise RuntimeError("NeoPixel support requires running with sudo, please try again!")

    monkeypatch.setattr(Strip, "show", show)
    with pytest.raises(CommandError, match="does not start the strip: .* with sudo"):
        parts.neopixels(3, "GRB")


def test_what_a_raspberry_pi_lacks_is_named():
    """Blinka takes this computer for a Pi, and asks for a library that only a Pi needs."""
    pytest.importorskip("adafruit_pn532.uart")
    code = "import sys; sys.modules['gpiod'] = None; from host_tools import cli; exit(cli.main())"
    done = subprocess.run(
        [sys.executable, "-c", code, "tags", "read", "--reader", "serial:/dev/x"], cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "BLINKA_OS_AGNOSTIC": "",
             "BLINKA_FORCECHIP": "BCM2XXX", "BLINKA_FORCEBOARD": "RASPBERRY_PI_4B"},
        capture_output=True, text=True,
    )
    assert done.returncode == 1 and done.stderr.count("\n") == 1, done.stderr
    assert "'gpiod' was not found. To install" in done.stderr


def test_a_computer_without_pins_is_told_what_to_connect(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("BLINKA_OS_AGNOSTIC", "1")
    with pytest.raises(CommandError, match="connect the strip's data to D18"):
        parts.neopixels(3, "GRB")
    folder = str(tmp_path)
    assert main(["play", "--no-open", "--port", "0", "--folder", folder, "--pixels"]) == 1
    assert "no pins for a strip" in capsys.readouterr().err


@pytest.mark.parametrize(("reader", "said"), [
    ("x", "--reader takes a port such"), ("serial:/dev/no-such", "there is no such port"),
])
def test_a_reader_that_is_not_there(reader, said, tmp_path, capsys):
    words = ["play", "--no-open", "--port", "0", "--folder", str(tmp_path), "--reader", reader]
    assert main(words) == 1
    assert said in capsys.readouterr().err
