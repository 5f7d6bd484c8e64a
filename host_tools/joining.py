"""`leyboard host --join LINK`: a second board shows the game of a room far away."""

import asyncio
import contextlib
from pathlib import Path

from host_tools.client import Client
from host_tools.errors import CommandError
from host_tools.linktable import LinkTable
from host_tools.ports import open_port
from host_tools.terminal import echo
from sim.computer import keep_private
from sim.seats.fardevice import FarDevice
from sim.seats.mirror import Mirror
from sim.seats.sealing import new_secret
from sim.seats.tasks import together

_KEY = 32  # bytes
_PERIOD_S = 0.1  # between two looks at the board's events

SECRETS = (
    "This game has secrets, and a second board would have to know them all. Ask the host to free "
    "your seat, and play by its new link in a browser; the board shows the game once it is over"
)


async def join(link: str, port: str, folder: Path) -> None:
    """Follow the game of the room of `link` on the board at `port` until interrupted; `folder`
    keeps the key by which the room knows this computer. Raises CommandError."""
    try:
        device = FarDevice(link, own_key(folder / "device.key"))
    except ValueError as error:
        raise CommandError(str(error)) from None
    if not device.whom.isdecimal():
        raise CommandError("that link is to watch: a board needs the link of a seat")
    table = LinkTable(Client(open_port(port)))
    mirror = Mirror(table, int(device.whom), device.ask)
    try:
        await together(device.serve(), _follow(device, table, mirror))
    finally:
        table.close()


async def _follow(device: FarDevice, table: LinkTable, mirror: Mirror) -> None:
    said = ""
    while True:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(device.changed.wait(), _PERIOD_S)
        changed = device.changed.is_set()
        device.changed.clear()
        changed = bool(table.take_events()) or changed
        if not device.is_in:
            mirror.lost()
            state = device.why or "Waiting for the room: the broker or the other board is away"
        elif changed and "state" in device.facts:
            await mirror.follow(device.facts)
            problem = SECRETS if mirror.has_secrets else mirror.problem
            state = problem or "Both boards show the same game"
        else:
            continue
        if state != said:
            said = state
            echo(state)


def own_key(path: Path) -> bytes:
    """Return the secret key of this computer, which the first call makes; raises OSError."""
    with contextlib.suppress(FileNotFoundError, ValueError):  # damaged, or of an earlier version
        kept = bytes.fromhex(path.read_text("ascii"))
        if len(kept) == _KEY:
            return kept
    own = new_secret()
    keep_private(str(path), own.hex())
    return own
