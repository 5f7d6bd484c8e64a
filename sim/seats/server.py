"""Serves a room to phones and to the host's page: the page's files, and a WebSocket that speaks
docs/seats.md."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import lru_cache
from typing import Any

import segno
from aiohttp import WSMsgType, web

from sim.seats.keys import HOST
from sim.seats.room import LONGEST, Room
from sim.seats.sealed_room import SealedRoom
from sim.seats.tasks import soon
from sim.window.bundle import seat_modules
from sim.window.site import Site

_PERIOD_S = 0.03  # between two calls of the room's step
_AWAY_S = 1.0  # between two tries to reach a table that does not answer
_BEAT_S = 4.0  # without a word, until a device is asked; half as long for its answer
JOINS_S = 10.0  # for a socket until its device has joined
_STRANGERS = 8  # sockets of an address whose devices have not joined
_MOST_STRANGERS = 64  # of all addresses
# Codes of a WebSocket: a message is too long; come again later.
_TOO_LONG, _TRY_LATER = 1009, 1013

# Runs a function in the only thread that may use the table.
Run = Callable[..., Awaitable[Any]]


async def at_once(todo: Callable[..., Any], *values: Any) -> Any:
    """Run a function here: a Run for a table in this process, which answers at once."""
    return todo(*values)


class Line:
    """The socket of a device, with its own run: messages on it count on no other socket."""

    def __init__(self, socket: web.WebSocketResponse, room: Room, run: Run, address: str):
        self.socket = socket
        self.address = address
        self.is_in = False
        self._room = room
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()
        self._lock = asyncio.Lock()  # messages go in the order of their numbers
        self._sealed = SealedRoom(room, run, self._wake, address)
        self._deadline = self._loop.call_later(JOINS_S, self.close)

    def close(self, why: bytes = b"come in by a link first") -> None:
        """End the line, from the thread of its loop; `why` is for programs."""
        self._closing = asyncio.create_task(self.socket.close(code=_TRY_LATER, message=why))

    def _wake(self) -> None:
        """Send, from any thread, the new messages for the device."""
        self._loop.call_soon_threadsafe(self._changed.set)

    async def talk(self) -> None:
        """Answer the device until it leaves, is refused, or floods the room."""
        telling = asyncio.create_task(self._keep_telling())
        try:
            await self.socket.send_bytes(self._sealed.hello)
            async for message in self.socket:
                if message.type == WSMsgType.TEXT and not message.data:
                    await self.socket.send_str("")  # a page asks whether the line is alive
                    continue
                is_binary = message.type == WSMsgType.BINARY
                is_sealed = await self._sealed.hear(message.data if is_binary else b"")
                self.is_in = self._sealed.is_in()
                await self._send()
                if not (is_sealed and self.is_in):
                    break
                self._deadline.cancel()
        except ConnectionError:
            pass  # the page has closed
        finally:
            telling.cancel()
            self._deadline.cancel()
            await self.socket.close()
            await asyncio.shield(self._sealed.renew())
        self._room.refused += self.socket.close_code == _TOO_LONG

    async def _keep_telling(self) -> None:
        """Send facts as they come, and lost ones again, until cancelled or the page has closed."""
        with contextlib.suppress(ConnectionError):  # its reading side ends by itself
            while not self.socket.closed:
                await soon(self._changed, self._sealed.wait_s())
                await self._send()

    async def _send(self) -> None:
        async with self._lock:
            self._changed.clear()
            for _, data in await self._sealed.take():
                await self.socket.send_bytes(data)


class SeatsServer:
    """The web application `app` around a room; only functions under `run` may use its table. Pages
    reach it by `address`, "http://192.168.1.5:8138/", by localhost, and by other `names`."""

    def __init__(self, room: Room, run: Run, names: tuple[str, ...] = ()):
        self.room = room
        self.address = ""
        # returns the far link of a seat, if there is a broker
        self.far_link: Callable[[str | int], str] | None = None
        self.task: asyncio.Task[None]
        self._run = run
        self._site = Site("seat.js", "seat.css", names)
        self._lines: list[Line] = []
        self._links = SealedRoom(room, run)
        room.link = self._told_link
        self.app = self._site.app
        self.app.router.add_get("/", self._index)
        self.app.router.add_get("/table", self._table)
        for name, text in seat_modules().items():
            self._site.add_text("/" + name, text, "text/javascript")
        self._site.add_files()
        self.app.cleanup_ctx.append(self._live)
        self.app.on_shutdown.append(self._close)

    async def serve(
        self, host: str, port: int, ready: Callable[[int], str],
        certificate: ssl.SSLContext | None = None,
    ) -> None:
        """Serve until cancelled; `ready(port)` returns the address for pages. Raises OSError if
        the port is taken, or the error that stopped the room."""
        runner = web.AppRunner(self.app, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, host, port, ssl_context=certificate).start()
            self.address = ready(runner.addresses[0][1])
            await self.task
        finally:
            await runner.cleanup()

    def link(self, whom: str | int) -> str:
        """Return the link for a seat, HOST or WATCH."""
        return self._links.link(self.address, whom)

    def _told_link(self, whom: str | int) -> dict[str, Any]:
        """Return the host's page's fact about a link."""
        link = self.link(whom)
        far = {"far": self.far_link(whom)} if self.far_link and whom != HOST else {}
        return {"url": link, "code": code(link), **far}

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
        socket = web.WebSocketResponse(heartbeat=_BEAT_S, max_msg_size=LONGEST)
        await socket.prepare(request)
        line = Line(socket, self.room, self._run, request.remote or "")
        self._make_room(line.address)
        self._lines.append(line)
        try:
            await line.talk()
        finally:
            self._lines.remove(line)
        return socket

    def _make_room(self, address: str) -> None:
        """End the oldest socket without a seat if there are many, since a device with a link joins
        at once."""
        strangers = [line for line in self._lines if not line.is_in]
        near = [line for line in strangers if line.address == address]
        for those, most in ((near, _STRANGERS), (strangers, _MOST_STRANGERS)):
            if len(those) >= most:
                self.room.refused += 1
                those[0].close(b"too many lines without a link")
                return


@lru_cache
def code(link: str) -> dict[str, Any]:
    """Return a QR code as an SVG path: {"size": modules a side, "path"}."""
    rows = [bytes(row) for row in segno.make(link, error="m").matrix]
    path = "".join("M%d %dh1v1h-1z" % (x, y) for y, row in enumerate(rows)
                   for x, dark in enumerate(row) if dark)
    return {"size": len(rows), "path": path}
