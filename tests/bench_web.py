"""The table in a browser's tab against its budgets, in headless Chromium. It only prints
them.

    python -m tests.bench_web [SECONDS]     how long computers play for the memory; 60 by default

The line is a server that sends so many bytes a second over all requests together.
The processor is made slower by stopping the page and its workers most of the time.
"""

import contextlib
import gzip
import os
import re
import signal
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
from tests.tab import Files, files_served, kept_size
from tests.window import CHROMIUM, DESK, FLAGS, KNOWN

BYTES_PER_S = 200_000  # 1.6 Mbit
SLOWER = 4
SLICE_S = 0.02
SQUEEZED = (".html", ".js", ".mjs", ".css", ".json", ".md", ".svg", ".webmanifest")
TICKS = os.sysconf("SC_CLK_TCK")
BUDGETS = {
    "over the wire, all that is kept": (0.8, "MB"), "before the first paint": (0.25, "MB"),
    "first paint": (1.0, "s"), "a lit table": (3.0, "s"), "a table at rest": (1.0, "% of a core"),
    "frames": (30, "a second, at least"), "memory of computers' games": (200, "MB"),
}  # fmt: skip
# Note when the first light is there; `count()` counts the frames of the page from now on.
WATCH = """
window.lit = 0;
window.frames = 0;
window.Worker = class extends Worker {
  constructor(...values) {
    super(...values);
    this.addEventListener("message", ({ data }) => {
      if (typeof data !== "string") return;
      const { frame } = JSON.parse(data);
      if (!frame) return;
      const now = () => { lit ||= performance.now(); };
      if (/[1-9a-f]/.test(frame)) requestAnimationFrame(now);
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


def below(parent):
    """Return the processes below one, by what /proc says."""
    found, left = [], [parent]
    while left:
        for path in Path("/proc/%d/task" % left.pop()).glob("*/children"):
            with contextlib.suppress(OSError):
                children = [int(child) for child in path.read_text().split()]
                left += children
                found += children
    return found


def browsers(kind=""):
    """Return the processes of the browser, or those of one kind."""
    found = []
    for process in below(os.getpid()):
        with contextlib.suppress(OSError):
            command = Path("/proc/%d/cmdline" % process).read_text()
            if "chrom" in command and kind in command:
                found.append(process)
    return found


def seconds_used():
    total = 0
    for process in browsers():
        with contextlib.suppress(OSError):
            parts = Path("/proc/%d/stat" % process).read_text().rsplit(")", 1)[1].split()
            total += int(parts[11]) + int(parts[12])
    return total / TICKS


def memory():
    """Return the bytes of the process that has the page and its workers: the largest of those that
    render, without what it shares with others."""
    found = [0]
    for process in browsers("--type=renderer"):
        with contextlib.suppress(OSError):
            rollup = Path("/proc/%d/smaps_rollup" % process).read_text()
            found.append(int(re.search(r"Private_Dirty: +(\d+)", rollup)[1]) * 1024)
    return max(found)


@contextlib.contextmanager
def slowed():
    """Stop the page and its workers for all but a part of the time."""
    over = threading.Event()

    def signal_all(which):
        for process in browsers("--type=renderer"):
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


def measure(seconds):
    """Yield (what, value)."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        web(folder)
        yield "over the wire, all that is kept", kept_size(folder) / 1e6
        line = Line()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
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
        with files_served(folder) as url:
            page = opened(browser)
            page.goto(url)
            wait(page, "lit")
            page.wait_for_timeout(70_000)  # nobody touches it
            start = seconds_used()
            page.wait_for_timeout(10_000)
            yield "a table at rest", (seconds_used() - start) * 10
            begin = {"game": "landover", "seats": 4, "profile": "hex37", "players": ["greedy"] * 4}
            page.evaluate(
                "async (begin) => (await import('./link.js')).link.ask('new', begin)", begin
            )
            page.evaluate("count()")
            page.wait_for_timeout(seconds * 1000)
            yield "frames", page.evaluate("frames") / seconds
            yield "memory of computers' games", memory() / 1e6
        browser.close()


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


def main(seconds):
    table = Table("", "value", "budget", title="the table in a tab, at a load of %.1f"
                  % os.getloadavg()[0])  # fmt: skip
    for what, value in measure(seconds):
        most, unit = BUDGETS[what]
        print(what, value, flush=True)
        table.add_row(what, "-" if value is None else "%.2f" % value, "%g %s" % (most, unit))
    Console().print(table)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 60)
