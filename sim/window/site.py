"""The common part of all servers of the page: its files, and the guard before them.

Only pages of this server may control the table, otherwise any site open in the browser could play:
the Host header must name this server, and the Origin of a WebSocket must match it.
"""

import errno
import hashlib
import logging
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from yarl import URL

from games.jsonline import plain_text
from games.texts import languages
from hardware.artwork import pieces
from sim.window import bundle, gallery
from sim.window.page_texts import catalogues

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from aiohttp.typedefs import Handler

_POLICY = (
    "default-src 'self'; img-src 'self' blob:; style-src 'self' 'unsafe-inline'; "
    "frame-ancestors 'self'"
)

_SANDBOX = "sandbox.html"  # what it may do is in the file; even alone it gets no origin
_SHUT = "sandbox allow-scripts; frame-ancestors 'self'"


def _is_ours(record: logging.LogRecord) -> bool:
    """Does our code cause this line of aiohttp's log? A request that is not HTTP gets an answer,
    but no line in the host's terminal."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


logging.getLogger("aiohttp.server").addFilter(_is_ours)


class Site:
    """The web application `app` with the page's files: `main` is the module that runs first,
    `style` the style sheet. `names` are further host names for pages to use besides localhost,
    `proxies` those of proxies in front of it, on any port."""

    def __init__(
        self, main: str = bundle.MAIN, style: str = "page.css", names: tuple[str, ...] = (),
        proxies: tuple[str, ...] = (),
    ):
        self._main = main
        self._sheet = style
        self._names = ("localhost", *names, *proxies)
        self._proxies = proxies
        self.app = web.Application(middlewares=[self._guard])

    def add_files(self) -> None:
        """Add the routes of all files of the page."""
        self.app.router.add_get("/main.js", self._script)
        self.app.router.add_get("/main.js.map", self._source_map)
        self.app.router.add_get("/page.css", self._style)
        for name in bundle.modules(self._main):
            self.app.router.add_get("/" + name, _module)
        self.app.router.add_get("/texts/{language}.json", _texts)
        self.app.router.add_get("/rules/{language}/{game}.md", _rules)
        self.app.router.add_get("/piece/{set}/{face}.svg", _piece)
        self.app.router.add_get("/games/{game}.js", _drawing)
        self.app.router.add_static("/", bundle.PAGE)

    def add_workshop(self, made: "Callable[[], Awaitable[Path]]") -> None:
        """Add the routes of the workshop; `made()` returns the folder with its files, which are
        made at its first visit."""

        async def serve(request: web.Request) -> web.StreamResponse:
            folder = await made()
            path = folder / request.path[1:]
            if not path.resolve().is_relative_to(folder.resolve()) or not path.is_file():
                raise web.HTTPNotFound(text="There is no such file.\n")
            shut = {"Content-Security-Policy": _SHUT} if path.name == _SANDBOX else {}
            return web.FileResponse(path, headers=shut)

        for route in ("/workshop.html", "/workshop/{file:.+}", "/{file:[a-z]+[.]bin}",
                      "/micropython.js", "/python.js"):
            self.app.router.add_get(route, serve)

    def add_text(self, path: str, text: str, kind: str) -> None:
        """Add the route of a file with this text."""

        async def serve(request: web.Request) -> web.StreamResponse:
            return web.Response(text=text, content_type=kind)

        self.app.router.add_get(path, serve)

    def page(self, name: str, language: str) -> web.Response:
        """Return the page in that file, initially in a language."""
        text = (bundle.PAGE / name).read_text("utf-8")
        spoken = text.replace('lang="en"', 'lang="%s"' % language, 1)
        spoken = spoken.replace("texts/en.json", "texts/%s.json" % language, 1)
        return web.Response(text=spoken, content_type="text/html")

    @web.middleware
    async def _guard(self, request: web.Request, handler: "Handler") -> web.StreamResponse:
        if not all(self._is_ours(host) for host in _hosts(request)):
            raise web.HTTPForbidden(text="This table is not served under that name.\n")
        try:
            response = await handler(request)
        except OSError as error:
            if error.errno != errno.ENAMETOOLONG:
                raise
            raise web.HTTPNotFound(text="There is no such file.\n") from None
        if not response.prepared:
            response.headers.setdefault("Content-Security-Policy", _POLICY)
            response.headers["X-Content-Type-Options"] = "nosniff"
            response.headers["Cache-Control"] = "no-cache"
            if isinstance(response, web.Response) and response.status == 200:
                return _unless_known(request, response)
        return response

    def _is_ours(self, host: str) -> bool:
        """Is a Host header an address, or one of our names? (So DNS rebinding fails, where a site
        points its own name here to evade the check of origins.)"""
        name = _name(host)
        try:
            return name in self._names or bool(ip_address(name or ""))
        except ValueError:
            return False

    def is_own(self, request: web.Request) -> bool:
        """Is the Origin of a request, if it has one, a page of this server? Behind a proxy, that
        page comes by https, and has the proxy's name."""
        origin = request.headers.get("Origin")
        if origin is None:
            return True
        for scheme in ("http://", "https://"):
            if origin in [scheme + host for host in _hosts(request)]:
                return True
            if origin.startswith(scheme) and _name(origin.removeprefix(scheme)) in self._proxies:
                return True
        return False

    async def _script(self, request: web.Request) -> web.StreamResponse:
        """Serve all modules of the page as one script."""
        return web.Response(text=bundle.script(self._main), content_type="text/javascript")

    async def _source_map(self, request: web.Request) -> web.StreamResponse:
        """Serve the source map, by which a browser's tools show the modules."""
        return web.Response(text=bundle.source_map(self._main), content_type="application/json")

    async def _style(self, request: web.Request) -> web.StreamResponse:
        """Serve all styles of the page as one."""
        return web.Response(text=bundle.style(self._sheet), content_type="text/css")


def _unless_known(request: web.Request, response: web.Response) -> web.Response:
    """Return a compressed response, or one without a body if the browser still has the same from
    its last visit. (Files need no such help.)"""
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
    """Return the host names of a request: this server's, and that of a proxy before it. (No page
    can set these headers for its WebSocket.)"""
    return [request.host, *filter(None, [request.headers.get("X-Forwarded-Host")])]


async def _module(request: web.Request) -> web.StreamResponse:
    """Serve a module of the script by its own name."""
    return web.Response(text=bundle.module(request.path[1:]), content_type="text/javascript")


async def _piece(request: web.Request) -> web.StreamResponse:
    """Serve the drawing of a piece as printed by makers (hardware/artwork)."""
    try:
        drawn = pieces.draw(int(request.match_info["set"]), request.match_info["face"])
    except (KeyError, ValueError):
        raise web.HTTPNotFound(text="There is no such piece.\n") from None
    return web.Response(text=drawn, content_type="image/svg+xml")


async def _drawing(request: web.Request) -> web.StreamResponse:
    """Serve the drawings in a package of a game that is not in the script."""
    game = request.match_info["game"]
    if game in gallery.every():
        path = Path(gallery.home(game) + bundle.DRAWING)
        if path.is_file():
            drawn = plain_text(path.read_bytes())
            return web.Response(text=drawn, content_type="text/javascript")
    raise web.HTTPNotFound(text="There are no such drawings.\n")


async def _texts(request: web.Request) -> web.StreamResponse:
    """Serve all texts of the page in a language."""
    language = request.match_info["language"]
    if language not in languages():
        raise web.HTTPNotFound(text="There is no such language.\n")
    return web.json_response(catalogues(language))


async def _rules(request: web.Request) -> web.StreamResponse:
    """Serve the rules page of a game as Markdown."""
    game, language = request.match_info["game"], request.match_info["language"]
    if game in gallery.every() and language in languages():
        return web.Response(text=bundle.rules(game, language), content_type="text/markdown")
    raise web.HTTPNotFound(text="There is no such page.\n")
