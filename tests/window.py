"""The browser window for tests and pictures: a table served in a thread of its own, the browser,
hands, and what they find on the page."""

import asyncio
import contextlib
import json
import re
import threading

import pytest

from games import make
from sim.window.server import Server
from tests.programs import CHROMIUM as CHROMIUM

needs_chromium = pytest.mark.chromium
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--host-resolver-rules=MAP leyboard.test 127.0.0.1",  # by plain http, no secure place
)
# The page does not welcome a browser again.
KNOWN = """if (location.protocol === "http:" && origin !== "null") {
localStorage.setItem("leyboard.welcomed", "true");
localStorage.setItem("leyboard.guided", "true");
}"""
# Tests that look at no shadow and no texture do without: drawn without a graphics chip, they are a
# sixth of what a page costs.
PLAIN = """{
  const plain = new CSSStyleSheet();
  plain.replaceSync(`*, *::before, *::after, *::backdrop {
    box-shadow: none !important; text-shadow: none !important; backdrop-filter: none !important;
    background-image: none !important; mask-image: none !important;
    mix-blend-mode: normal !important;
  }`);
  document.adoptedStyleSheets.push(plain);
}"""

DESK = {"width": 1100, "height": 720}  # small, since it is drawn without a graphics chip
PHONE = {"width": 390, "height": 844}
SPEAK_GERMAN = """new Promise((done) => {
  const link = new WebSocket(`ws://${location.host}/table`);
  const request = { id: 1, do: "set", what: "language", value: "de" };
  link.onopen = () => link.send(JSON.stringify(request));
  link.onmessage = ({ data }) => JSON.parse(data).id && done(link.close());
})"""


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
    assert came.wait(300), "the table was not served"  # machines that test are busy
    found["server"].there = there
    try:
        yield found["url"], found["server"]
    finally:
        found["loop"].call_soon_threadsafe(found["task"].cancel)
        thread.join(300)
        assert not thread.is_alive(), "the server did not end"


def middle(locator):
    box = None
    while box is None:  # a piece that moves is drawn anew, and may be gone again by now
        locator.wait_for()
        box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, start, end):
    start.scroll_into_view_if_needed()
    page.mouse.move(*middle(start))
    page.mouse.down()
    page.mouse.move(*middle(end), steps=2)
    page.mouse.up()


def cell(page, name):
    return page.locator('[data-spot="%s"]' % name)


def stack(page, name):
    """Return the tray's stack with a name like "Red small" or "Cap"."""
    return page.get_by_role("button", name=re.compile("^%s" % name))


def new_game(page, title=None, **players):
    """Begin a game; seats are played as `player0="human"` and so on say."""
    page.get_by_role("button", name="New game").click()
    if title:
        page.locator("dialog .card", has_text=re.compile(title + "(?!:| of)")).first.click()
    for seat, kind in players.items():
        page.locator("[name=%s]" % seat).select_option(kind)
    page.get_by_role("button", name="Begin").click()


def load(page, path):
    """Load a record; who plays on is left as it is offered."""
    page.locator("#file").set_input_files(path)
    page.get_by_role("button", name="Load it").click()


def events(page):
    """The list of what happened, the newest first."""
    return page.locator("#log li[data-seat]")


def heard(page, text):
    """The regions of the page in which a screen reader hears a text."""
    live = "[aria-live]:not([aria-live=off]), [role=status], [role=alert]"
    return page.locator(live).filter(has_text=text)


def colour(page, name):
    """Return the (red, green, blue) of the light in the south of a cell, seen on its canvas."""
    box = cell(page, name).bounding_box()
    return tuple(page.evaluate(
        """([x, y]) => {
            const canvas = document.getElementById("light");
            const box = canvas.getBoundingClientRect();
            const scale = canvas.width / box.width;
            const at = [(x - box.x) * scale, (y - box.y) * scale];
            const [r, g, b, a] = canvas.getContext("2d").getImageData(...at, 1, 1).data;
            return [r, g, b].map((part) => part * a / 255);
        }""",
        [box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.8],
    ))


def next_frame(page):
    """Wait until the browser draws its next frame."""
    page.evaluate("() => new Promise(requestAnimationFrame)")


def until(page, is_so, why):
    """Look at each frame of a page until `is_so()` returns something true, and return that; fail
    with `why()` after 5,000 frames, which take 83 s at least."""
    for _ in range(5000):
        found = is_so()
        if found:
            return found
        next_frame(page)
    raise AssertionError(why())


def hold_answers(page, verb):
    """Hold back the table's answers to requests of this verb on a page that is not open yet;
    return a list to which a function is added for each, which lets it go."""
    held = []

    def between(socket):
        server = socket.connect_to_server()
        asked = []

        def up(text):
            message = json.loads(text)
            if message["do"] == verb:
                asked.append(message["id"])
            server.send(text)

        def down(text):
            if json.loads(text).get("id") in asked:
                held.append(lambda: socket.send(text))
            else:
                socket.send(text)

        socket.on_message(up)
        server.on_message(down)

    page.route_web_socket("**/table", between)
    return held


def until_still(page):
    """Wait until what moves on a page once has come to its end."""
    page.evaluate("""() => Promise.allSettled(document.getAnimations()
        .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
        .map((one) => one.finished))""")


def hand_pause(page, ms):
    """Let a hand wait between two acts, where that time is what the page goes by. It is no way to
    wait for the page."""
    page.wait_for_timeout(ms)


def wait_for_light(page, name, wanted):
    """Wait until the light of a cell, as (red, green, blue), is as wanted."""
    until(page, lambda: wanted(*colour(page, name)),
          lambda: "the light of %s is %s" % (name, colour(page, name)))


def whole_game():
    """Return a game of 35 actions as (seat, word, cell), and its engine at the end."""
    game = make("mars")
    sizes = {seat: ["large", "small", "medium"] * 5 for seat in (0, 1)}
    cells = [column + row for row in "123456" for column in "abcdef"][:35]
    actions = []
    for place in cells:
        [seat] = game.current()
        word = sizes[seat].pop(0) if sizes[seat] else "cap"
        game.apply(seat, game.parse([word, place]))
        actions.append((seat, word, place))
    return actions, game
