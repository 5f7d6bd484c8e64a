"""A board on a port, as the commands see one: MicroPython itself, behind a pseudo-terminal."""

import contextlib
import os
import subprocess
import threading
import time
import tty
from types import SimpleNamespace
from unittest import mock

from mpremote import transport_serial

from host_tools.core import flashing
from host_tools.core.files import Files, digest
from tests.micropython import ROOT
from tests.npm import NODE

# mpremote rests 10 ms after 256 bytes, which a UART's buffer needs and a pseudo-terminal does not.
_AT_ONCE = SimpleNamespace(monotonic=time.monotonic, sleep=lambda seconds: None)


@contextlib.contextmanager
def board(folder):
    """A board on a port whose name is given; its files are in `folder` afterwards."""
    master, port = os.openpty()
    tty.setraw(port)
    node = subprocess.Popen(
        [NODE, ROOT / "tests" / "board.mjs", ROOT, folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    )

    def to_board():
        with contextlib.suppress(OSError):  # the port was closed
            while data := os.read(master, 4096):
                node.stdin.write(data)

    up = threading.Event()

    def from_board():
        while data := node.stdout.read(4096):
            up.set()
            os.write(master, data)

    pumps = [threading.Thread(target=pump, daemon=True) for pump in (to_board, from_board)]
    for pump in pumps:
        pump.start()
    assert up.wait(60), "MicroPython did not start"
    try:
        with mock.patch.object(transport_serial, "time", _AT_ONCE):
            yield os.ttyname(port)
    finally:
        node.stdin.close()
        node.wait(30)
        os.close(port)
        for pump in pumps:
            pump.join(60)  # before the port's number is that of the next test's
        os.close(master)


def plan_for(there, build):
    """Return the Plan of a flash for a grid3 that has the files `there`, {path: bytes}."""
    found = Files([[path, len(data), digest(data)] for path, data in there.items()])
    ours = flashing.manifest_of(there.get(flashing.MANIFEST, b""), found)
    return flashing.Plan(found, ours, build, {"profile": "grid3"})


def tree(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
