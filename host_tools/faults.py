"""The meaning of a serial port's error, and its cure.

pyserial passes on the system's numbers: those of Linux and macOS in `errno` or in its text, those
of Windows only in its text, as in PermissionError(13, 'Access is denied.', None, 5), where the
last number counts.
"""

import errno
import re

from host_tools.errors import why
from host_tools.systems import system

BUSY = "another program has it; close that (leyboard monitor, mpremote, an editor?)"
BUSY_THERE = BUSY + "; if there is none, unplug the board and plug it in again"
ABSENT = "there is no such port; is the board plugged in?"
FORBIDDEN = "you may not use it; "  # what helps, `systems` says
NO_PORT = "that is no serial port; leave --port out where one board is plugged in"
STUCK = (
    "its driver hangs; unplug the board and plug it in again, into another socket if that does "
    "not help"
)
BLUETOOTH = STUCK + ". Or the port is not the board's: Bluetooth has such ports, too"

# By the number of the system (winerror.h; errno.h).
_WINDOWS = {
    **dict.fromkeys((5, 32, 33, 170), BUSY_THERE),  # access denied, sharing violation, in use
    **dict.fromkeys((2, 3, 15, 20, 55, 433, 1167, 1617), ABSENT),  # not found, gone
    **dict.fromkeys((1, 87, 123), NO_PORT),  # not for this device, wrong parameter or name
    **dict.fromkeys((21, 22, 31, 995, 1117, 1450, 1460), STUCK),
    121: BLUETOOTH,  # the semaphore timeout
}
_UNIX = {
    **dict.fromkeys((errno.EACCES, errno.EPERM), FORBIDDEN),
    **dict.fromkeys((errno.EAGAIN, errno.EBUSY), BUSY),
    **dict.fromkeys((errno.ENOENT, errno.ENODEV, errno.ENXIO), ABSENT),
    **dict.fromkeys((errno.EISDIR, errno.ENOTTY, errno.EINVAL, errno.ENOTDIR), NO_PORT),
    **dict.fromkeys((errno.EIO, errno.ETIMEDOUT, errno.EPROTO), STUCK),
}
_FROM_WINDOWS = re.compile(r"Error\((?:\d+), .*, None, (\d+)\)")
_FROM_UNIX = re.compile(r"\[Errno (\d+)\]|\((\d+), ['\"]")


def cure(error: Exception) -> str:
    """Return the reason why a port is unusable, and the cure."""
    text = str(error)
    found = _FROM_WINDOWS.search(text)
    number = getattr(error, "winerror", None) or (int(found[1]) if found else None)
    if number:
        known = _WINDOWS.get(number)
    elif "exclusively lock" in text:
        known = BUSY
    else:
        known = _UNIX.get(_number(error, text) or 0)
        if known is None and "onfigure port" in text:
            known = NO_PORT
    if known:
        return known + system().allow if known == FORBIDDEN else known
    return why(error) if isinstance(error, OSError) and error.errno else text


def is_timeout(error: Exception) -> bool:
    """Is the port there although it takes no data? Windows reports that as an error."""
    return cure(error) == BLUETOOTH


def _number(error: Exception, text: str) -> int | None:
    number = getattr(error, "errno", None)
    if number is None and (found := _FROM_UNIX.search(text)):
        number = int(found[1] or found[2])
    return number
