"""Firefox for tests, by WebDriver BiDi (w3.org/TR/webdriver-bidi), which it speaks itself."""

import asyncio
import contextlib
import itertools
import json
import os
import re
import signal

import aiohttp
import pytest

from tests.programs import FIREFOX

needs_firefox = pytest.mark.firefox
PATIENCE_S = 120
_LINK = re.compile(rb"WebDriver BiDi listening on (ws://\S+)")


class Firefox:
    """The one page of a Firefox; `wrong` has its errors."""

    def __init__(self, socket):
        self.wrong = []
        self._socket = socket
        self._numbers = itertools.count(1)
        self._page = ""

    async def begin(self, script):
        """Find the page. `script` runs before those of each page that it opens."""
        await self._ask("session.new", capabilities={})
        await self._ask("session.subscribe", events=["log.entryAdded"])
        await self._ask("script.addPreloadScript", functionDeclaration="() => {%s}" % script)
        tree = await self._ask("browsingContext.getTree")
        self._page = tree["contexts"][0]["context"]

    async def open(self, address):
        await self._ask("browsingContext.navigate", context=self._page, url=address,
                        wait="complete")

    async def reload(self):
        await self._ask("browsingContext.reload", context=self._page, wait="complete")

    async def wait(self, wanted):
        """Wait until an expression of the page is true."""
        look = "new Promise((done) => { const look = () => (%s) ? done() : setTimeout(look, 20);"
        await self._evaluate(look % wanted + " look(); })")

    async def value(self, expression):
        """Return the value of an expression of the page, a text or a number."""
        return (await self._evaluate(expression))["value"]

    async def click(self, selector):
        """Click the middle of the first such element."""
        found = "document.querySelector(%s)" % json.dumps(selector)
        await self.wait(found)
        node = await self._evaluate(found)
        origin = {"type": "element", "element": {"sharedId": node["sharedId"]}}
        actions = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": actions}
        await self._ask("input.performActions", context=self._page, actions=[mouse])

    async def _evaluate(self, expression):
        said = await self._ask("script.evaluate", expression=expression, awaitPromise=True,
                               target={"context": self._page})
        assert said["type"] == "success", said
        return said["result"]

    async def _ask(self, method, **values):
        number = next(self._numbers)
        await self._socket.send_json({"id": number, "method": method, "params": values})
        async with asyncio.timeout(PATIENCE_S):
            while True:
                said = await self._socket.receive_json()
                if said.get("method") == "log.entryAdded" and said["params"]["level"] == "error":
                    self.wrong.append(said["params"]["text"])
                if said.get("id") == number:
                    assert said["type"] == "success", said
                    return said["result"]


@contextlib.asynccontextmanager
async def firefox(profile, script=""):
    """Start Firefox with a profile; gives its page. It is killed in the end, whatever it does."""
    assert FIREFOX, "LEYBOARD_NEEDS_ALL is set, but there is no Firefox"
    process = await asyncio.create_subprocess_exec(
        FIREFOX, "--headless", "--remote-debugging-port=0", "--profile", profile,
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE, start_new_session=True,
    )
    try:
        async with asyncio.timeout(PATIENCE_S):
            while not (found := _LINK.search(await process.stderr.readline())):
                assert process.returncode is None, "Firefox does not start"
        reading = asyncio.create_task(process.stderr.read())  # or it would wait to write more
        link = found[1].decode() + "/session"
        async with aiohttp.ClientSession() as session, session.ws_connect(link) as socket:
            page = Firefox(socket)
            await page.begin(script)
            yield page
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
    await reading
