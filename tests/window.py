"""The browser window for tests and pictures: a table served in a thread of its own, the browser,
and hands."""

import asyncio
import contextlib
import os
import shutil
import threading

import pytest

from sim.window.server import Server

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("LEYBOARD_NEEDS_CHROMIUM"),
    reason="no Chromium here: the browser window was not tried in a browser",
)
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
# Who has been here before is not welcomed again.
KNOWN = """if (location.protocol === "http:") {
localStorage.setItem("leyboard.welcomed", "true");
localStorage.setItem("leyboard.guided", "true");
}"""


@contextlib.contextmanager
def served(folder, profile=None, **more):
    """Serve a table in a thread of its own; gives (its address, the Server). The Server's
    `there(todo)` runs `todo()` in that thread, the only one that may touch games meanwhile: they
    share what is loaded late."""
    came = threading.Event()
    found = {}

    async def serve():
        found["loop"] = asyncio.get_running_loop()
        found["task"] = asyncio.current_task()
        found["server"] = Server(folder, profile, **more)

        def ready(port):
            found["url"] = "http://127.0.0.1:%d/" % port
            came.set()

        await found["server"].serve("127.0.0.1", 0, ready)

    def run():
        with contextlib.suppress(asyncio.CancelledError):
            asyncio.run(serve())

    def there(todo):
        async def run_it():
            return todo()

        return asyncio.run_coroutine_threadsafe(run_it(), found["loop"]).result(120)

    thread = threading.Thread(target=run)
    thread.start()
    assert came.wait(60), "the table was not served"
    found["server"].there = there
    try:
        yield found["url"], found["server"]
    finally:
        found["loop"].call_soon_threadsafe(found["task"].cancel)
        thread.join(10)


def middle(locator):
    locator.wait_for()  # a piece that moves is drawn anew
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, start, end):
    page.mouse.move(*middle(start))
    page.mouse.down()
    page.mouse.move(*middle(end), steps=2)
    page.mouse.up()


def cell(page, name):
    return page.locator('[data-spot="%s"]' % name)
