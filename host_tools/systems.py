"""The differences between operating systems; docs/tools.md shows them as a table."""

import os
import sys
from pathlib import Path
from typing import NamedTuple


class System(NamedTuple):
    """`port` is what a board's port is called there, `data` where the data of a program's user
    belong, `allow` what helps who may not use a port."""

    name: str
    port: str
    data: str
    allow: str


SYSTEMS = {
    "linux": System(
        "Linux", "/dev/ttyACM0", "~/.local/share/leyboard",
        "join its group (sudo usermod -aG dialout $USER), log in again",
    ),
    "darwin": System(
        "macOS", "/dev/cu.usbmodem1101", "~/Library/Application Support/leyboard",
        "allow the accessory in the system's settings, under privacy; plug the board in anew",
    ),
    "win32": System(
        "Windows", "COM3", "~/AppData/Local/leyboard",
        "close the program that has it; plug the board in anew",
    ),
}


def system() -> System:
    """Return the system of this computer; treats any other system like Linux."""
    return SYSTEMS.get(sys.platform, SYSTEMS["linux"])


def data_folder() -> Path:
    """Return the folder that keeps what belongs to the user of this computer; that of an earlier
    version, if there is one."""
    home = os.environ.get("XDG_DATA_HOME")
    if home:
        return Path(home) / "leyboard"
    earlier = Path(SYSTEMS["linux"].data).expanduser()
    return earlier if earlier.exists() else Path(system().data).expanduser()


def port_to_open(name: str) -> str:
    """Return the name by which a port opens at once. On macOS one that begins with /dev/tty. waits
    for a carrier, which no board gives."""
    return name.replace("/dev/tty.", "/dev/cu.")
