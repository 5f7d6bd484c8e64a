"""The static folder for tests: made once, and served by a plain file server."""

import contextlib
import functools
import gzip
import json
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import expect

from host_tools.web import web
from tests.window import cell, events, stack


class Files(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@functools.cache
def made(folder):
    """Make the folder, once; return it."""
    web(folder)
    return folder


def kept_size(folder):
    """Return how many bytes come over the wire for all that is kept: each file is squeezed if that
    makes it smaller."""
    kept = json.loads((folder / "files.js").read_text().split("FILES = ")[1].rstrip(";\n"))
    data = [(folder / name).read_bytes() for name in kept]
    return sum(min(len(one), len(gzip.compress(one))) for one in data)


@contextlib.contextmanager
def files_served(folder, files=Files):
    """Serve a folder as any web server does; gives its address."""
    handler = functools.partial(files, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield "http://127.0.0.1:%d/" % server.server_port
        finally:
            server.shutdown()
            thread.join()


def begun(page):
    """Lay the first piece of the game that a new table has; return the page."""
    expect(page.locator("#status")).to_contain_text("Red: put")
    stack(page, "Red large").click()
    cell(page, "c3").click()
    expect(events(page)).to_have_count(1)
    return page


# Computers wait for nobody.
QUICK = """import("./link.js").then(({ link }) =>
    link.ask("set", { what: "bots", value: "quick" }))"""


def hasten(script):
    """Return the script of the table's worker with helping hands that move at once."""
    usual = "    think,\n  );"
    assert usual in script
    return script.replace(usual, "    think,\n    0,\n  );")


def below(parent, kind=""):
    """Return the processes of browsers below a process, by what /proc says; or those of one kind,
    as "--type=renderer"."""
    found, left = [], [parent]
    while left:
        process = left.pop()
        with contextlib.suppress(OSError):
            command = Path("/proc/%d/cmdline" % process).read_text()
            if "chrom" in command and kind in command and process != parent:
                found.append(process)
        for path in Path("/proc/%d/task" % process).glob("*/children"):
            with contextlib.suppress(OSError):
                left += [int(child) for child in path.read_text().split()]
    return found
