"""The way to MicroPython's raw prompt on a board, and back to its program.

mpremote sends one Ctrl-C and waits 10 s for each answer. A board needs more: an import treats a
KeyboardInterrupt as a missing file, a timer may swallow one, a board that was just plugged in
hears nothing yet, and a boot.py may take its time.
"""

import contextlib
import time
from typing import Any

from host_tools.errors import CommandError
from host_tools.terminal import note

STOP_S = 0.3  # between two Ctrl-C
BOOT_S = 30.0  # the longest boot.py that is waited for
SLOW_S = 1.5  # a boot.py that takes longer is spoken of
LEAVE_S = 0.5  # for each answer of a board that is left
_POLL_S = 0.05
_STOP = b"\r\x03\x03"
_RAW = b"\r\x01"
_BANNER = b"raw REPL; CTRL-B to exit\r\n"
_PROMPT = b">>> "
_RESTART = b"import machine\nmachine.reset()\x04"

_IMAGE = (
    "Is MicroPython on it? Hold BOOTSEL while you plug it in, and copy the image for your board "
    "from https://micropython.org/download onto the drive that appears"
)
SILENT = (
    "%s does not answer as MicroPython does. Try again first, then once more after you have "
    "plugged the board in anew. " + _IMAGE
)
BABBLE = (
    "%s sends without end and does not stop at Ctrl-C. Plug it in anew, and try again. " + _IMAGE
)
ECHO = (
    "%s gives back what it is sent, as a modem or the shell of another computer does: it is no "
    "board with MicroPython. Leave --port out where one board is plugged in"
)
BOOT = (
    "boot.py on the board has not ended within %d s. In leyboard console Ctrl-C stops it; then "
    "import os; os.remove('boot.py') removes it"
)


def enter(line: Any, name: str, patience_s: float) -> None:
    """Get a board to the raw prompt of a fresh start, from whatever it is doing; `line` is its
    open port, a serial.Serial. Wait `patience_s` for its prompt, then BOOT_S for its boot.py.
    Raises CommandError, or OSError and TypeError if the port goes away."""
    line.timeout = _POLL_S
    end = time.monotonic() + patience_s
    _stop(line, name, end)
    line.write(b"\x04")  # a soft reset: memory is free, and only boot.py has run
    why = ""
    if not _wait_for(line, b"soft reboot\r\n", max(end - time.monotonic(), LEAVE_S)):
        why = SILENT % name
    elif not _wait_for(line, _BANNER, SLOW_S):
        note("boot.py on the board is at work: waiting for it, up to %d s" % BOOT_S)
        if not _wait_for(line, _BANNER, BOOT_S - SLOW_S):
            why = BOOT % BOOT_S
    if why:
        leave(line)  # no board stays at a raw prompt
        raise CommandError(why)


def _stop(line: Any, name: str, end: float) -> None:
    """Stop the program, again and again, until the raw prompt is there; give up at `end`."""
    came = b""
    while True:
        line.write(_STOP)
        came += _heard(line, _POLL_S)
        line.write(_RAW)
        found, said = until(line, _BANNER + b">", STOP_S)
        came = (came + said)[-4096:]
        if found:
            _heard(line, _POLL_S)  # banners of earlier tries
            return
        if time.monotonic() >= end:
            break
    if _is_echo(came):
        raise CommandError(ECHO % name)
    raise CommandError((BABBLE if len(came) == 4096 else SILENT) % name)


def _is_echo(came: bytes) -> bool:
    """Did the other end send back our keys, and nothing of MicroPython's?"""
    if _BANNER in came or _PROMPT in came or b"KeyboardInterrupt" in came:
        return False
    return any(key in came for key in (b"\x01", b"\x03", b"^A", b"^C"))


def leave(line: Any) -> None:
    """Restart a board, whatever it is doing, even in the middle of a line or a file. Takes 1.5 s
    at most; gives up on a port that is gone or takes nothing."""
    with contextlib.suppress(OSError, TypeError, ValueError):
        line.timeout, line.write_timeout = _POLL_S, LEAVE_S
        for _ in range(2):
            line.write(_STOP)
            _heard(line, _POLL_S)
            line.write(_RAW)
            if until(line, _BANNER + b">", LEAVE_S)[0]:
                break
        line.write(_RESTART)
        line.flush()
        until(line, b"OK", _POLL_S)  # so that it is not cut off by the port's closing


def _wait_for(line: Any, what: bytes, patience_s: float) -> bool:
    return until(line, what, patience_s)[0]


def until(line: Any, what: bytes, patience_s: float) -> tuple[bool, bytes]:
    """Read up to `what`, and no further; return (whether it came, all that came)."""
    end = time.monotonic() + patience_s
    came = b""
    while not came.endswith(what):
        if time.monotonic() >= end:
            return False, came
        came += line.read(1)
    return True, came


def _heard(line: Any, patience_s: float) -> bytes:
    """Read until nothing more comes, for up to four times `patience_s`."""
    end = time.monotonic() + 4 * patience_s
    came = b""
    while time.monotonic() < end and (more := line.read(max(1, line.in_waiting))):
        came += more
    return came
