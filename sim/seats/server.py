"""Serves a room to phones and to the host's page: the page's files, and a WebSocket that speaks
docs/seats.md."""

import asyncio
import contextlib
import json
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import segno
from aiohttp import WSMsgType, web

from sim.seats.keys import WATCH
from sim.seats.room import LONGEST, Device, Room
from sim.window.server import Page
from sim.window.site import Site

_PERIOD_S = 0.03  # between two calls of the room's step
_AWAY_S = 1.0  # between two tries to reach a table that does not answer
_MOST = 64  # devices
_TOO_LONG = 1009  # a WebSocket's code for a message that is too long

# Runs a function in the only thread that may use the table.
Run = Callable[..., Awaitable[Any]]


async def at_once(todo: Callable[..., Any], *values: Any) -> Any:
    """Run a function here: a Run for a table in this process, which answers at once."""
    return todo(*values)


class Line(Page):
    """The socket of a device. The host's facts get links with QR codes: `link(token)` makes one
    for this network, `far(seat)` one through the broker."""

    def __init__(
        self, socket: web.WebSocketResponse, link: Callable[[str], str],
        far: Callable[[str | int], str] | None = None,
    ):  # fmt: skip
        super().__init__(socket)
        self._loop = asyncio.get_running_loop()
        self._link = link
        self._far = far

    def tell(self, kind: str, value: Any) -> None:
        """Queue a fact, from any thread."""
        if kind == "host":
            links = [token and self._coded(token) for token in value["links"]]
            for seat, coded in enumerate(links):
                if coded and self._far:
                    coded["far"] = self._far(seat)
            watch = self._coded(value["watch"])
            if self._far:
                watch["far"] = self._far(WATCH)
            value = {**value, "links": links, "watch": watch}
        self._loop.call_soon_threadsafe(super().tell, kind, value)

    async def send(self, answer: dict[str, Any] | None = None) -> None:
        """Send all facts so far, then an answer."""
        await asyncio.sleep(0)  # what was told in this thread is queued by now
        await super().send(answer)

    def _coded(self, token: str) -> dict[str, Any]:
        link = self._link(token)
        return {"url": link, "code": code(link)}


class SeatsServer:
    """The web application `app` around a room, whose table only functions under `run` may use.
    Pages reach it by `address`, "http://192.168.1.5:8138/", by localhost, and by other `names`."""

    def __init__(self, room: Room, run: Run, names: tuple[str, ...] = ()):
        self.room = room
        self.address = ""
        # returns the far link of a seat, if there is a broker
        self.far_link: Callable[[str | int], str] | None = None
        self.task: asyncio.Task[None]
        self._run = run
        self._site = Site("seat.js", "seat.css", names)
        self._lines: set[Line] = set()
        self.app = self._site.app
        self.app.router.add_get("/", self._index)
        self.app.router.add_get("/table", self._table)
        self._site.add_files()
        self.app.cleanup_ctx.append(self._live)
        self.app.on_shutdown.append(self._close)

    async def serve(
        self, host: str, port: int, ready: Callable[[int], str],
        certificate: ssl.SSLContext | None = None,
    ) -> None:  # fmt: skip
        """Serve until cancelled; `ready(port)` returns the address for pages. Raises OSError if
        the port is taken, and the error that stopped the room, if any."""
        runner = web.AppRunner(self.app, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, host, port, ssl_context=certificate).start()
            self.address = ready(runner.addresses[0][1])
            await self.task
        finally:
            await runner.cleanup()

    def link(self, token: str) -> str:
        """Return the link for a token."""
        return "%s#%s" % (self.address, token)

    async def _live(self, app: web.Application) -> AsyncIterator[None]:
        """Follow the table while the application runs."""
        self.task = asyncio.create_task(self._follow())
        yield
        self.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.task

    async def _close(self, app: web.Application) -> None:
        """End all sockets, since the server would wait for them."""
        for line in list(self._lines):
            await line.socket.close()

    async def _follow(self) -> None:
        while True:
            try:
                await self._run(self.room.step)
                await asyncio.sleep(_PERIOD_S)
            except OSError:  # the board was unplugged
                await asyncio.sleep(_AWAY_S)

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return self._site.page("seat.html", self.room.views.language)

    async def _table(self, request: web.Request) -> web.StreamResponse:
        """Serve the WebSocket of a device."""
        if not self._site.is_own(request):
            self.room.refused += 1
            raise web.HTTPForbidden(text="Only pages of this table may take a seat.\n")
        if len(self._lines) >= _MOST:
            self.room.refused += 1
            raise web.HTTPServiceUnavailable(text="The room is full.\n")
        socket = web.WebSocketResponse(heartbeat=20, max_msg_size=LONGEST)
        await socket.prepare(request)
        line = Line(socket, self.link, self.far_link)
        self._lines.add(line)
        device = self.room.enter(line)
        telling = asyncio.create_task(line.keep_telling())
        try:
            await self._talk(line, device)
        except ConnectionError:
            pass  # the page has closed
        finally:
            telling.cancel()
            self._lines.discard(line)
            await asyncio.shield(self._run(self.room.leave, device))
        return socket

    async def _talk(self, line: Line, device: Device) -> None:
        """Answer a device until it leaves or floods the room."""
        async for message in line.socket:
            request = _decoded(message.data) if message.type == WSMsgType.TEXT else None
            await line.send(await self._run(self.room.hear, device, request))
            if device.meter.is_flooding():
                await line.socket.close()
        self.room.refused += line.socket.close_code == _TOO_LONG


def _decoded(text: str) -> Any:
    """Return the value of a JSON text, None for invalid JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def code(link: str) -> dict[str, Any]:
    """Return a QR code as an SVG path: {"size": modules a side, "path"}."""
    rows = [bytes(row) for row in segno.make(link, error="m").matrix]
    path = "".join("M%d %dh1v1h-1z" % (x, y) for y, row in enumerate(rows)
                   for x, dark in enumerate(row) if dark)  # fmt: skip
    return {"size": len(rows), "path": path}
