"""Serves the page and its WebSocket on loopback.

The page is files. The WebSocket carries JSON both ways: facts from the table (`facts.py`), verbs
to it (`verbs.py`). Only pages of this server may control the table, otherwise any site open in the
browser could play: the Host header must name this server, and the Origin of a WebSocket must match
it.
"""

import asyncio
import hashlib
import json
import os
from collections.abc import AsyncIterator, Callable
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aiohttp import web
from yarl import URL

from games import names
from games.texts import languages
from hardware.artwork import pieces
from sim.window import bundle
from sim.window.livetable import LiveTable
from sim.window.messages import Pending, answer
from sim.window.page_texts import catalogues
from sim.window.pictures import pictures
from sim.window.process import Process
from sim.window.thinking import Thinker

if TYPE_CHECKING:
    from asyncio import Task

    from aiohttp.typedefs import Handler


_PROFILE = "grid6"
_PERIOD_S = 0.02
_LONGEST = 1 << 20  # bytes of a message: enough for a long record
_POLICY = "default-src 'self'; img-src 'self' blob:; style-src 'self' 'unsafe-inline'"


class Page:
    """One open page: its pending facts and its socket."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self._facts = Pending()
        self._lock = asyncio.Lock()
        self._news = asyncio.Event()

    def tell(self, kind: str, value: Any) -> None:
        """Queue a fact."""
        self._facts.tell(kind, value)
        self._news.set()

    async def keep_telling(self) -> None:
        """Send facts as they come, until cancelled or the page has closed."""
        try:
            while not self.socket.closed:
                await self._news.wait()
                await self.send()
        except ConnectionError:
            pass  # the page has closed; its reading side ends by itself

    async def send(self, answer: dict[str, Any] | None = None) -> None:
        """Send all pending facts, then an answer."""
        async with self._lock:
            self._news.clear()
            facts = self._facts.take()
            if facts:
                await self.socket.send_str(json.dumps(facts))
            if answer is not None:
                await self.socket.send_str(json.dumps(answer))


class Server:
    """The web application `app` on a table: the journal's game, or a new one of `game`; on the
    board `profile`, or else the smallest that fits.

    `names` are host names besides localhost under which pages may reach it, `proxies` those under
    which proxies show it, on whichever port, `pace` is that of the
    helping hands, `records` is a folder of records to replay (`/?record=FILE`), `fit(table)`
    replaces parts of the table, `people` are the names of the players by seat. Raises Refused.
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
        fit: Callable[..., Any] | None = None,
        people: tuple[str, ...] = (),
    ):
        self.pages: set[Page] = set()
        self.live = LiveTable(
            str(folder), profile or _PROFILE, self._tell, pace=pace, fit=fit,
            pictures=pictures(), thinker=Thinker(Process),
        )  # fmt: skip
        self.live.begin(game, people)
        if profile is None:
            self.live.fit()
        self.task: Task[None]
        self._woken = asyncio.Event()  # a page was opened, or acts
        self._names = ("localhost", *names, *proxies)
        self._proxies = proxies
        self._records = records
        self.app = web.Application(middlewares=[self._guard])
        self.app.router.add_get("/", self._index)
        self.app.router.add_get("/main.js", _script)
        self.app.router.add_get("/main.js.map", _source_map)
        self.app.router.add_get("/page.css", _style)
        for name in bundle.modules():
            self.app.router.add_get("/" + name, _module)
        self.app.router.add_get("/texts/{language}.json", _texts)
        self.app.router.add_get("/table", self._table)
        self.app.router.add_get("/rules/{game}.md", _rules)
        self.app.router.add_get("/records/{file}", self._record)
        self.app.router.add_get("/piece/{set}/{face}.svg", _piece)
        self.app.router.add_static("/", bundle.PAGE)
        self.app.cleanup_ctx.append(self._run)

    async def serve(self, host: str, port: int, ready: Callable[..., Any]) -> None:
        """Serve until cancelled; call `ready(port)` once pages can connect. Raises OSError if the
        port is taken, and the error that stopped the table, if any."""
        runner = web.AppRunner(self.app)
        await runner.setup()
        try:
            site = web.TCPSite(runner, host, port)
            await site.start()
            ready(runner.addresses[0][1])
            await self.task
        finally:
            await runner.cleanup()

    def _tell(self, kind: str, value: dict[str, Any] | list[Any]) -> None:
        for page in self.pages:
            page.tell(kind, value)

    async def _run(self, app: web.Application) -> AsyncIterator[None]:
        """Run the table while the application runs."""
        self.task = asyncio.create_task(self._live())
        yield
        self.task.cancel()
        self.live.thinker.close()
        for page in list(self.pages):
            await page.socket.close()

    async def _live(self) -> None:
        while True:
            self.live.step()
            if self.live.is_at_rest(watched=bool(self.pages)):
                self._woken.clear()
                await self._woken.wait()
            await asyncio.sleep(_PERIOD_S)

    @web.middleware
    async def _guard(self, request: web.Request, handler: "Handler") -> web.StreamResponse:
        if not all(self._is_ours(host) for host in _hosts(request)):
            raise web.HTTPForbidden(text="This table is not served under that name.\n")
        response = await handler(request)
        if not response.prepared:
            response.headers["Content-Security-Policy"] = _POLICY
            response.headers["X-Content-Type-Options"] = "nosniff"
            response.headers["Cache-Control"] = "no-cache"
            if isinstance(response, web.Response) and response.status == 200:
                return _unless_known(request, response)
        return response

    def _is_ours(self, host: str) -> bool:
        """Return whether a Host header is an address or a name of ours. (DNS rebinding, a site
        that points its own name here to evade the check of origins, fails since its name is
        not.)"""
        name = _name(host)
        try:
            return name in self._names or bool(ip_address(name or ""))
        except ValueError:
            return False

    def _is_own(self, request: web.Request) -> bool:
        """Return whether the Origin of a request, if it has one, is a page of this server. Behind
        a proxy that page comes by https, and has the proxy's name."""
        origin = request.headers.get("Origin")
        if origin is None:
            return True
        for scheme in ("http://", "https://"):
            if origin in [scheme + host for host in _hosts(request)]:
                return True
            if origin.startswith(scheme) and _name(origin.removeprefix(scheme)) in self._proxies:
                return True
        return False

    async def _index(self, request: web.Request) -> web.StreamResponse:
        """Serve the page, initially in the language of the table."""
        page = (bundle.PAGE / "index.html").read_text("utf-8")
        language = self.live.app.display_text.texts.language
        spoken = page.replace('lang="en"', 'lang="%s"' % language, 1)
        spoken = spoken.replace("texts/en.json", "texts/%s.json" % language, 1)
        return web.Response(text=spoken, content_type="text/html")

    async def _record(self, request: web.Request) -> web.StreamResponse:
        """Serve a record from the folder given to the server."""
        file = request.match_info["file"]
        if self._records is None or file not in os.listdir(self._records):
            raise web.HTTPNotFound(text="There is no such record.\n")
        return web.FileResponse(self._records / file, headers={"Content-Type": "text/plain"})

    async def _table(self, request: web.Request) -> web.StreamResponse:
        """Serve the WebSocket of a page."""
        if not self._is_own(request):
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


def _unless_known(request: web.Request, response: web.Response) -> web.Response:
    """Return a response compressed, or one without its body if the browser has the same from its
    last visit. (Files answer so by themselves.)"""
    assert isinstance(response.body, bytes)
    mark = hashlib.sha256(response.body).hexdigest()[:16]
    response.etag = mark
    response.enable_compression()
    if all(tag.value != mark for tag in request.if_none_match or ()):
        return response
    return web.Response(status=304, headers={"ETag": response.headers["ETag"]})


def _name(host: str) -> str | None:
    """Return the name in a Host header, without the port; None if there is none."""
    try:
        return URL("http://" + host).host
    except ValueError:
        return None


def _hosts(request: web.Request) -> list[str]:
    """Return the names under which a page asked: of this server, and of a proxy before it. (No
    page can give its WebSocket such a header.)"""
    return [request.host, *filter(None, [request.headers.get("X-Forwarded-Host")])]


async def _script(request: web.Request) -> web.StreamResponse:
    """Serve all modules of the page as one script."""
    return web.Response(text=bundle.script(), content_type="text/javascript")


async def _module(request: web.Request) -> web.StreamResponse:
    """Serve a module of that script by its own name."""
    return web.Response(text=bundle.module(request.path[1:]), content_type="text/javascript")


async def _source_map(request: web.Request) -> web.StreamResponse:
    """Serve what shows a browser's tools the modules of the script."""
    return web.Response(text=bundle.source_map(), content_type="application/json")


async def _style(request: web.Request) -> web.StreamResponse:
    """Serve all styles of the page as one."""
    return web.Response(text=bundle.style("page.css"), content_type="text/css")


async def _piece(request: web.Request) -> web.StreamResponse:
    """Serve the drawing of a piece as printed by makers (hardware/artwork)."""
    try:
        drawn = pieces.draw(int(request.match_info["set"]), request.match_info["face"])
    except (KeyError, ValueError):
        raise web.HTTPNotFound(text="There is no such piece.\n") from None
    return web.Response(text=drawn, content_type="image/svg+xml")


async def _texts(request: web.Request) -> web.StreamResponse:
    """Serve all texts of the page in a language."""
    language = request.match_info["language"]
    if language not in languages():
        raise web.HTTPNotFound(text="There is no such language.\n")
    return web.json_response(catalogues(language))


async def _rules(request: web.Request) -> web.StreamResponse:
    """Serve the rules page of a game as Markdown."""
    game = request.match_info["game"]
    if game in names():
        return web.Response(text=bundle.rules(game), content_type="text/markdown")
    raise web.HTTPNotFound(text="There is no such page.\n")
