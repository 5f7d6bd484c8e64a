"""A browser killed in the middle of a game in its tab: what the page has shown is there again.

The default kills two browsers, and two processes that have the page and its workers;
LEYBOARD_FULL=1 many more, in games of each kind.
"""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import threading
from random import Random

import pytest
from playwright.sync_api import TimeoutError, sync_playwright

from tests.tab import QUICK, below, files_served, hasten
from tests.window import CHROMIUM, FLAGS, KNOWN, PLAIN, needs_chromium

FULL = bool(os.environ.get("LEYBOARD_FULL"))
KILLS = 12 if FULL else 4  # in one game
LATEST_MS = 4000  # until the kill, if not so many more actions come
PATIENCE_MS = 120_000
LINK = re.compile(r"DevTools listening on (ws://\S+)")
GAMES = {
    "landover": "players=greedy,greedy,greedy", "mars": "players=random,random",
    "land": "players=greedy,random", "market": "players=random,random",
    "leylines": "players=greedy,greedy,greedy",
}
# Say each action as the page gets it: the whole log when it opens, then one after the other.
SAY = """window.Worker = class extends Worker {
  constructor(...values) {
    super(...values);
    this.addEventListener("message", ({ data }) => {
      if (typeof data !== "string") return;
      const { log, events = [] } = JSON.parse(data);
      const told = [...(log ?? []), ...events].filter(({ event }) => event === "action");
      const actions = told.map(({ n, do: words }) => [n, words]);
      if (log || actions.length) console.info(JSON.stringify({ all: !!log, actions }));
    });
  }
};"""
# A slow disk: what is shown before it is kept would be lost.
SLOW = """{
const { write } = BrowserStore.prototype;
BrowserStore.prototype.write = async function (...values) {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return write.apply(this, values);
};
}"""

pytestmark = [needs_chromium, pytest.mark.deep]


@contextlib.contextmanager
def browser(profile):
    """A browser of its own with a profile that outlives it; gives (its process, a new page)."""
    process = subprocess.Popen(
        (CHROMIUM, *FLAGS, "--headless=new", "--remote-debugging-port=0",
         "--user-data-dir=%s" % profile, "about:blank"),
        start_new_session=True, stderr=subprocess.PIPE, text=True,
    )
    reading = threading.Thread(target=process.stderr.read)  # or it would wait to write more
    try:
        link = next(filter(None, map(LINK.search, process.stderr)))[1]
        reading.start()
        with sync_playwright() as playwright:
            there = playwright.chromium.connect_over_cdp(link)
            context = there.contexts[0]
            context.set_default_timeout(PATIENCE_MS)
            for script in (KNOWN, PLAIN, SAY):
                context.add_init_script(script)
            yield process, context.new_page()
    finally:
        end_all(process)
        reading.join()


def end_all(process):
    """Kill a browser with all its processes."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def kill_renderers(process):
    """Kill the processes that have the pages and their workers."""
    for one in below(process.pid, "--type=renderer"):
        with contextlib.suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)


class Watcher:
    """The part of a game that a page has shown."""

    def __init__(self, page):
        self.page = page
        self.shown = {}  # by number of the action: its words
        self.first = None  # the same, as the game was when it came
        page.on("console", self._hear)

    def _hear(self, said):
        if said.type == "info" and said.text.startswith("{"):
            told = json.loads(said.text)
            actions = {number: tuple(words) for number, words in told["actions"]}
            self.shown = actions if told["all"] else self.shown | actions
            if self.first is None:
                self.first = actions

    def wait(self, count, most):
        """Wait until so many actions are shown, for `most` ms; raises TimeoutError."""
        if len(self.shown) < count:
            self.page.wait_for_event("console", lambda _: len(self.shown) >= count, timeout=most)


@pytest.mark.parametrize("name", sorted(GAMES) if FULL else ["landover"])
def test_what_was_shown_outlives_a_kill(web_folder, tmp_path, name):
    rng = Random(name)
    folder = shutil.copytree(web_folder, tmp_path / "web")
    (folder / "table.js").write_text(hasten((folder / "table.js").read_text()) + SLOW)
    shown = {}
    with files_served(folder) as url:
        for turn in range(KILLS):
            with browser(tmp_path / "profile") as (process, page):
                watcher = Watcher(page)
                page.goto(url + ("" if turn else "#game=%s&%s" % (name, GAMES[name])))
                if not turn:
                    page.evaluate(QUICK)
                watcher.wait(turn + 1, PATIENCE_MS)  # a busy machine shows few before it is killed
                # Lost actions may come again: computers are asked anew, with the same chance.
                lost = [number for number in shown if watcher.first.get(number) != shown[number]]
                assert not lost, "kill %d" % turn
                with contextlib.suppress(TimeoutError):
                    watcher.wait(len(watcher.shown) + rng.randint(1, 20), rng.random() * LATEST_MS)
                (kill_renderers if turn % 2 else end_all)(process)
                shown = watcher.shown
    assert len(shown) >= KILLS
