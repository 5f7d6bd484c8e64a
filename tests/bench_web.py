"""The table in a browser's tab against its budgets, in headless Chromium. It only prints
them.

    python -m tests.bench_web [SECONDS] [calm]

For the memory computers play for so long, 60 seconds by default: as fast as the table can, or at
the calm pace of a new table.

The line is a server that sends so many bytes a second over all requests together.
The processor is made slower by stopping the page and its workers most of the time.
"""

import contextlib
import gzip
import os
import re
import signal
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

import host_tools  # isort: skip  # noqa: F401  puts the firmware on the path

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.table import Table

from host_tools.web import web
from tests.tab import QUICK, Files, below, files_served, hasten, kept_size
from tests.window import CHROMIUM, DESK, FLAGS, KNOWN, next_frame

BYTES_PER_S = 200_000  # 1.6 Mbit
SLOWER = 4
SLICE_S = 0.02
SQUEEZED = (".html", ".js", ".mjs", ".css", ".json", ".md", ".svg", ".webmanifest")
TICKS = os.sysconf("SC_CLK_TCK")
BUDGETS = {
    "over the wire, all that is kept": (0.8, "MB"), "before the first paint": (0.25, "MB"),
    "first paint": (1.0, "s"), "a lit table": (3.0, "s"), "a table at rest": (1.0, "% of a core"),
    "frames": (30, "a second, at least"), "memory of computers' games, at most": (200, "MB"),
    "the same after them": (200, "MB"), "their actions": (None, ""),
    "a first game from an empty profile": (None, "s"),
    "a lit table, from an empty profile": (1.5, "s"), "the same after a reload": (0.8, "s"),
    "a fair computer's answer": (1.2, "s"), "a hint": (1.0, "s"),
}
# Note when the first light is there, and how many actions the page knows; `count()` counts the
# frames of the page from now on.
WATCH = """
window.lit = 0;
window.frames = 0;
window.actions = 0; // of the games that were watched
window.stated = 0; // actions of the game in the newest state
window.Worker = class extends Worker {
  constructor(...values) {
    super(...values);
    this.addEventListener("message", ({ data }) => {
      if (typeof data !== "string") return;
      // Not parsed: that would leave garbage of its own.
      actions += data.split('"event": "action"').length - 1;
      stated = Number(data.match(/"actions": (\\d+), "current"/)?.[1] ?? stated);
      const now = () => { lit ||= performance.now(); };
      if (!lit && /"frame": "[^"]*[1-9a-f]/.test(data)) requestAnimationFrame(now);
    });
  }
};
window.count = () => {
  frames += 1;
  requestAnimationFrame(count);
};
"""


class Line:
    """A line of so many bytes a second, which all requests share."""

    def __init__(self):
        self.sent = 0  # bytes in all
        self._free = 0.0
        self._lock = threading.Lock()

    def send(self, size):
        """Wait until so many bytes are through."""
        with self._lock:
            self.sent += size
            self._free = max(self._free, time.monotonic()) + size / BYTES_PER_S
            due = self._free
        time.sleep(max(due - time.monotonic(), 0))


def slow_files(line):
    """Return a handler of files on this line; it compresses what a web server would compress."""

    class Handler(Files):
        protocol_version = "HTTP/1.1"

        def do_GET(self):  # noqa: N802
            path = Path(self.translate_path(self.path))
            if path.is_dir():
                path = path / "index.html"
            data = path.read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(str(path)))
            if path.suffix in SQUEEZED:
                data = gzip.compress(data, 9)
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            with contextlib.suppress(ConnectionError):  # the page has gone
                for at in range(0, len(data), 4096):
                    line.send(len(data[at : at + 4096]))
                    self.wfile.write(data[at : at + 4096])

    return Handler


def seconds_used():
    total = 0
    for process in below(os.getpid()):
        with contextlib.suppress(OSError):
            parts = Path("/proc/%d/stat" % process).read_text().rsplit(")", 1)[1].split()
            total += int(parts[11]) + int(parts[12])
    return total / TICKS


def memory():
    """Return the bytes of the process that has the page and its workers: the largest of those that
    render, without what it shares with others."""
    found = [0]
    for process in below(os.getpid(), "--type=renderer"):
        with contextlib.suppress(OSError):
            rollup = Path("/proc/%d/smaps_rollup" % process).read_text()
            found.append(int(re.search(r"Private_Dirty: +(\d+)", rollup)[1]) * 1024)
    return max(found)


@contextlib.contextmanager
def slowed():
    """Stop the page and its workers for all but a part of the time."""
    over = threading.Event()

    def signal_all(which):
        for process in below(os.getpid(), "--type=renderer"):
            with contextlib.suppress(OSError):
                os.kill(process, which)

    def run():
        while not over.is_set():
            signal_all(signal.SIGSTOP)
            time.sleep(SLICE_S * (SLOWER - 1) / SLOWER)
            signal_all(signal.SIGCONT)
            time.sleep(SLICE_S / SLOWER)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        signal_all(signal.SIGCONT)


def measure(seconds, calm):
    """Yield (what, value)."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        web(folder)
        yield "over the wire, all that is kept", kept_size(folder) / 1e6
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield from arrival(browser, folder)
        with files_served(folder) as url:
            yield from to_the_hand(browser, url)
            page = browser.new_page(viewport=DESK)
            page.add_init_script(WATCH)
            start = time.monotonic()
            first_game(page, url)
            yield "a first game from an empty profile", time.monotonic() - start
            page.context.close()
            page = opened(browser)
            page.goto(url)
            wait(page, "lit")
            page.wait_for_timeout(70_000)  # nobody touches it
            start = seconds_used()
            page.wait_for_timeout(10_000)
            yield "a table at rest", (seconds_used() - start) * 10
            page.context.close()
        yield from long_play(browser, folder, seconds, calm)
        browser.close()


def arrival(browser, folder):
    """Yield what budgets say of the way to a lit table."""
    line = Line()
    with files_served(folder, slow_files(line)) as url:
        page = opened(browser)
        sent = painted(page, url, line)
        yield "before the first paint", sent / 1e6
        page.context.close()
        page = opened(browser)
        with slowed():
            page.goto(url, wait_until="commit")
            wait(page, "lit")
        paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000"
        yield "first paint", page.evaluate(paint)
        yield "a lit table", page.evaluate("lit / 1000")
        page.context.close()


def to_the_hand(browser, url):
    """Yield what a person waits for, on a quick line and processor; of answers and hints it is the
    median of five."""
    page = opened(browser)
    page.goto(url)
    wait(page, "lit")
    yield "a lit table, from an empty profile", page.evaluate("lit / 1000")
    page.reload()
    wait(page, "lit")
    yield "the same after a reload", page.evaluate("lit / 1000")
    begin = {"game": "mars", "seats": 2, "profile": "grid6", "players": ["human", "greedy"]}
    page.evaluate("async (begin) => (await import('./link.js')).link.ask('new', begin)", begin)
    # Looked for each 20 ms: a locator that waits looks again after half a second.
    says = "document.querySelector(%r).textContent.includes(%r)"
    is_turn = says % (".tray[data-seat='0'] .who", "to play")
    answers, hints = [], []
    for _ in range(5):
        wait(page, is_turn)
        lay_any(page)
        start = time.monotonic()  # the own action counts
        wait(page, is_turn)
        answers.append(time.monotonic() - start)
        page.locator("#hint[aria-disabled='false']").click()
        start = time.monotonic()
        wait(page, says % ("#status", "An idea"))
        hints.append(time.monotonic() - start)
    yield "a fair computer's answer", statistics.median(answers)
    yield "a hint", statistics.median(hints)
    page.context.close()


def long_play(browser, folder, seconds, calm):
    """Yield what budgets say of games of computers, one after the other."""
    script = folder / "table.js"
    if not calm:
        script.write_text(hasten(script.read_text()))
    most = 0
    with files_served(folder) as url:
        page = opened(browser)
        page.set_default_timeout(120_000)
        page.goto(url)
        wait(page, "lit")
        if not calm:
            page.evaluate(QUICK)
        page.evaluate("count()")
        begin = {"game": "landover", "seats": 4, "profile": "hex37", "players": ["greedy"] * 4}
        result = page.locator("#result")
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            page.evaluate(
                "async (begin) => (await import('./link.js')).link.ask('new', begin)", begin
            )
            result.wait_for(state="detached")
            while time.monotonic() < end and not result.count():
                page.wait_for_timeout(1000)
                most = max(most, memory())
        yield "frames", page.evaluate("frames") / seconds
        yield "their actions", page.evaluate("actions")
        yield "memory of computers' games, at most", most / 1e6
        yield "the same after them", memory() / 1e6


def first_game(page, url):
    """Play Mars from the welcome to its end, against the computer that is offered."""
    page.set_default_timeout(120_000)
    page.goto(url)
    page.locator("dialog .card", has=page.get_by_text("Ley Lines of Mars", exact=True)).click()
    page.get_by_role("button", name="Begin").click()
    turn = page.locator(".tray[data-seat='0'] .who", has_text="to play")
    result = page.locator("#result")
    turn.wait_for()
    while not result.count():
        lay_any(page)
        turn.or_(result).first.wait_for()


def lay_any(page):
    """Lay a piece that is left on the first place that glows, and wait until the page shows the
    position after it: until then it shows the same seat's turn."""
    before = page.evaluate("stated")
    trays = page.locator(".tray.front, .tray[data-seat='-1']")
    trays.locator(".stack[aria-disabled='false']").last.click()
    page.locator(".spot[aria-label$='empty, glows']").first.click()
    wait(page, "stated > %d" % before)
    next_frame(page)


def wait(page, what):
    """Wait until an expression of the page is true."""
    end = time.monotonic() + 120
    while not page.evaluate(what):
        assert time.monotonic() < end, what
        page.wait_for_timeout(20)


def opened(browser):
    context = browser.new_context(viewport=DESK)
    context.add_init_script(KNOWN + WATCH)
    return context.new_page()


def painted(page, url, line):
    """Return how many bytes came until the first paint, on a quick processor."""
    page.goto(url, wait_until="commit")
    wait(page, "performance.getEntriesByName('first-contentful-paint').length")
    return line.sent


def main(seconds, calm):
    table = Table("", "value", "budget", title="the table in a tab, at a load of %.1f"
                  % os.getloadavg()[0])
    for what, value in measure(seconds, calm):
        most, unit = BUDGETS[what]
        print(what, value, flush=True)
        table.add_row(what, "%.2f" % value, ("" if most is None else "%g " % most) + unit)
    Console().print(table)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 60, "calm" in sys.argv)
