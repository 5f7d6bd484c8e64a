"""WebKit, the engine of Safari, for tests: WebKitGTK's small browser, by WebDriver
(w3.org/TR/webdriver2). Debian has it in webkit2gtk-driver; it needs the screen of xvfb."""

import asyncio
import contextlib
import json
import os
import signal
import socket

import aiohttp
import pytest

from tests.programs import WEBKIT

needs_webkit = pytest.mark.webkit
PATIENCE_S = 120
# The middle of an element, once that stands still.
_MIDDLE = """const [selector, done] = arguments;
let last = [];
const look = () => {
  const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
  const middle = [Math.round(x + width / 2), Math.round(y + height / 2)];
  if (last[0] === middle[0] && last[1] === middle[1]) return done(middle);
  last = middle;
  setTimeout(look, 100);
};
look();"""
_LISTEN = """window.wrong = [];
addEventListener("error", (event) => wrong.push(event.message));
addEventListener("unhandledrejection", (event) => wrong.push(String(event.reason)));"""


class WebKit:
    """The one page of a browser; `script` runs before a page that it opens is loaded anew."""

    def __init__(self, http, address, script):
        self._http = http
        self._address = address
        self._script = script

    async def begin(self):
        options = {"binary": str(WEBKIT), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._address += "/session/" + (await self._ask("/session", wanted))["sessionId"]
        await self._ask("/timeouts", {"script": 1000 * PATIENCE_S})

    async def open(self, address):
        await self._ask("/url", {"url": address})
        await self._run(self._script)
        await self.reload()

    async def reload(self):
        await self._ask("/refresh", {})
        await self._run(_LISTEN)

    async def wait(self, wanted):
        """Wait until an expression of the page is true."""
        look = "const look = () => (%s) ? arguments[0]() : setTimeout(look, 20); look();"
        await self._ask("/execute/async", {"script": look % wanted, "args": []})

    async def click(self, selector):
        """Click the middle of the first such element."""
        await self.wait("document.querySelector(%s)" % json.dumps(selector))
        x, y = await self._ask("/execute/async", {"script": _MIDDLE, "args": [selector]})
        actions = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": actions}
        await self._ask("/actions", {"actions": [mouse]})

    async def wrong(self):
        """Return the errors of the page since it was loaded."""
        return await self._run("return wrong")

    async def _run(self, script):
        return await self._ask("/execute/sync", {"script": script, "args": []})

    async def _ask(self, path, values):
        async with self._http.post(self._address + path, json=values) as answer:
            value = (await answer.json())["value"]
            assert answer.ok, value
            return value


@contextlib.asynccontextmanager
async def webkit(script=""):
    """Start WebKit with an empty profile; gives its page. It is killed in the end."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    # Without this it draws with a graphics card, or not at all.
    drawn = os.environ | {"WEBKIT_DISABLE_DMABUF_RENDERER": "1"}
    async with contextlib.AsyncExitStack() as ends:
        screen = await ends.enter_async_context(_process("Xvfb", "-displayfd", "1"))
        drawn["DISPLAY"] = ":" + (await screen.stdout.readline()).decode().strip()
        await ends.enter_async_context(_process("WebKitWebDriver", "--port=%d" % port, env=drawn))
        http = await ends.enter_async_context(
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(PATIENCE_S))
        )
        page = WebKit(http, "http://127.0.0.1:%d" % port, script)
        async with asyncio.timeout(PATIENCE_S):
            while True:
                try:
                    await page.begin()
                    break
                except aiohttp.ClientConnectorError:
                    await asyncio.sleep(0.1)  # the driver has not started yet
        yield page


@contextlib.asynccontextmanager
async def _process(*command, **more):
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True, **more,
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
