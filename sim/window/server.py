"""Serves the page and its WebSocket on loopback.

The page is files (`site.py`). The WebSocket carries JSON both ways: facts from the table
(`facts.py`), verbs to it (`verbs.py`).
"""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aiohttp import web

from sim.hang import limited
from sim.window.livetable import PROFILE, LiveTable
from sim.window.messages import Pending, answer
from sim.window.pictures import pictures
from sim.window.process import Process
from sim.window.site import Site
from sim.window.thinking import Thinker

if TYPE_CHECKING:
    from asyncio import Task

    from games.types import Json
    from sim.engine import TableEngine


_PERIOD_S = 0.02
_HANG_S = 3  # the longest step; one takes 12 ms
_LONGEST = 1 << 20  # bytes of a message: enough for a long record


class Page:
    """One open page: its pending facts and its socket."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self._facts = Pending()
        self._lock = asyncio.Lock()
        self._changed = asyncio.Event()

    def tell(self, kind: str, value: "object") -> None:
        """Queue a fact."""
        self._facts.tell(kind, value)
        self._changed.set()

    async def keep_telling(self) -> None:
        """Send facts as they come, until cancelled or the page has closed."""
        try:
            while not self.socket.closed:
                await self._changed.wait()
                await self.send()
        except ConnectionError:
            pass  # the page has closed; its reading side ends by itself

    async def send(self, answer: dict[str, Any] | None = None) -> None:
        """Send all pending facts, then an answer."""
        async with self._lock:
            self._changed.clear()
            facts = self._facts.take()
            if facts:
                await self.socket.send_str(json.dumps(facts))
            if answer is not None:
                await self.socket.send_str(json.dumps(answer))


class Server:
    """The web application `app` on a table: the journal's game, or a new one of `game`; on the
    board `profile`, or else the smallest that fits.

    `names` are further host names for pages to use besides localhost, `proxies` those of proxies
    in front of it, on any port. `pace` is that of the helping hands, `records` a folder of records
    to replay (`/?record=FILE`), `people` has the names of the players by seat, `players` those who
    are no people, and `engines` the programs among them. `fit(table)` replaces parts of the table,
    and `workshop()` returns the folder with the files of the workshop, if there is one. Raises
    RefusedError.
    """

    def __init__(
        self,
        folder: Path,
        profile: str | None = None,
        game: str | None = None,
        names: tuple[str, ...] = (),
        pace: float = 1.0,
        records: Path | None = None,
        proxies: tuple[str, ...] = (),
        fit: "Callable[..., object] | None" = None,
        people: tuple[str, ...] = (),
        players: dict[int, str] | None = None,
        engines: "dict[int, TableEngine] | None" = None,
        workshop: Callable[[], Awaitable[Path]] | None = None,
    ):
        self.pages: set[Page] = set()
        self.live = LiveTable(
            str(folder), profile or PROFILE, self._tell, pace=pace, fit=fit,
            pictures=pictures(), thinker=Thinker(Process, engines),
        )
        self.live.begin(game, people, players)
        if profile is None:
            self.live.fit()
        self.task: Task[None]
        self.after_step: list[Callable[[], object]] = []  # called once the table has gone on
        self._woken = asyncio.Event()  # set when a page opens or acts
        self._records = records
        self._site = Site(names=names, proxies=proxies)
        self.app = self._site.app
        self.app.router.add_get("/", self._index)
        self.app.router.add_get("/table", self._table)
        self.app.router.add_get("/records/{file}", self._record)
        if workshop:
            self._site.add_workshop(workshop)
        self._site.add_files()
        self.app.cleanup_ctx.append(self._run)
        self.app.on_shutdown.append(self._close)

    async def serve(self, host: str, port: int, ready: Callable[..., Any]) -> None:
        """Serve until cancelled; call `ready(port)` once pages can connect. Raises OSError if the
        port is taken, or the error that stopped the table."""
        runner = web.AppRunner(self.app)
        await runner.setup()
        try:
            site = web.TCPSite(runner, host, port)
            await site.start()
            ready(runner.addresses[0][1])
            await self.task
        finally:
            await runner.cleanup()

    def handle(self, request: "Json") -> "Json":
        """Return the answer to a request of the line protocol; wakes a table at rest."""
        self._woken.set()
        return self.live.serve(request)

    def _tell(self, kind: str, value: "Json | list[Any]") -> None:
        for page in self.pages:
            page.tell(kind, value)

    async def _run(self, app: web.Application) -> AsyncIterator[None]:
        """Run the table while the application runs."""
        self.task = asyncio.create_task(self._live())
        yield
        self.task.cancel()
        self.live.thinker.close()

    async def _close(self, app: web.Application) -> None:
        """End all sockets, since the server would wait for them."""
        for page in list(self.pages):
            await page.socket.close()

    async def _live(self) -> None:
        while True:
            with limited(_HANG_S):
                self.live.step()
            for follow in self.after_step:
                follow()
            if self.live.is_at_rest(watched=bool(self.pages)):
                self._woken.clear()
                await self._woken.wait()
            await asyncio.sleep(_PERIOD_S)

    async def _index(self, request: web.Request) -> web.StreamResponse:
        """Serve the page, initially in the language of the table."""
        return self._site.page("index.html", self.live.app.display_text.texts.language)

    async def _record(self, request: web.Request) -> web.StreamResponse:
        """Serve a record from the folder given to the server."""
        file = request.match_info["file"]
        if self._records is None or file not in os.listdir(self._records):
            raise web.HTTPNotFound(text="There is no such record.\n")
        return web.FileResponse(self._records / file, headers={"Content-Type": "text/plain"})

    async def _table(self, request: web.Request) -> web.StreamResponse:
        """Serve the WebSocket of a page."""
        if not self._site.is_own(request):
            raise web.HTTPForbidden(text="Only the table's own page may play on it.\n")
        socket = web.WebSocketResponse(heartbeat=20, max_msg_size=_LONGEST)
        await socket.prepare(request)
        page = Page(socket)
        for kind, value in self.live.facts.all():
            page.tell(kind, value)
        self.pages.add(page)
        self._woken.set()
        telling = asyncio.create_task(page.keep_telling())
        try:
            async for message in socket:
                self._woken.set()
                await page.send(answer(self.live, page, message.data))
        except ConnectionError:
            pass  # the page has closed
        finally:
            telling.cancel()
            self.pages.discard(page)
            self.live.leave(page)
            self._woken.set()  # its pieces return to the trays
        return socket
