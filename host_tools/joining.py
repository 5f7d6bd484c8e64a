"""`leyboard host --join LINK`: a second board shows the game of a room far away."""

import asyncio
import contextlib
import secrets
from pathlib import Path

from host_tools.client import Client
from host_tools.errors import CommandError
from host_tools.host import LinkTable
from host_tools.ports import open_port
from host_tools.terminal import echo
from sim.seats.fardevice import FarDevice
from sim.seats.mirror import Mirror

_PERIOD_S = 0.1  # between two looks at the board's news


async def join(link: str, port: str, folder: Path) -> None:
    """Follow the game of the room of `link` on the board at `port` until interrupted; `folder`
    keeps the key by which the room knows this computer. Raises CommandError."""
    try:
        device = FarDevice(link, _own_key(folder / "device.key"))
    except ValueError as error:
        raise CommandError(str(error)) from None
    if not device.whom.isdigit():
        raise CommandError("that link is to watch: a board needs the link of a seat")
    table = LinkTable(Client(open_port(port)))
    serving = asyncio.create_task(device.serve())
    try:
        await _follow(device, table, Mirror(table, int(device.whom), device.ask))
    finally:
        serving.cancel()
        await asyncio.wait([serving])
        table.close()


async def _follow(device: FarDevice, table: LinkTable, mirror: Mirror) -> None:
    said = ""
    while True:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(device.news.wait(), _PERIOD_S)
        changed = device.news.is_set()
        device.news.clear()
        changed = bool(table.news()) or changed
        if not device.is_in:
            mirror.lost()
            state = device.why or "Waiting for the room: the broker or the other board is away"
        elif changed and "state" in device.facts:
            await mirror.follow(device.facts)
            state = mirror.problem or "Both boards show the same game"
        else:
            continue
        if state != said:
            said = state
            echo(state)


def _own_key(path: Path) -> str:
    """Return the key of this computer, made up once; raises OSError."""
    if not path.exists():
        path.touch(0o600)
        path.write_text(secrets.token_urlsafe(16))
    return path.read_text()
