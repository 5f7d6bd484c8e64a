"""A monkey at the browser window: clicks, drags and keys at random, from a seed."""

import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import sync_playwright

from tests.window import CHROMIUM, FLAGS, KNOWN, PLAIN, next_frame, served

KEYS = ("Enter", " ", "Escape", "Tab", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "r", "0",
        "1", "2", "3", "c", "4", "d", "5")
SIZE = {"width": 1100, "height": 720}
# Buttons that may leave the page or open a file of this computer.
LEAVES = "#save, #load, #file, a"
# Where hands go more often than anywhere: (how often, selector).
LURES = ((5, ".spot"), (4, ".tray .stack, .domino"), (3, "#actions button, #actions summary"),
         (2, "dialog[open] button, dialog[open] select, dialog[open] label"),
         (1, ".steps button, .replay button, #knob, .keys button, #log button, .bar button"),
         )


class Monkey:
    """Does things at a page; `rng` chooses them."""

    def __init__(self, page, rng):
        self._page = page
        self._rng = rng

    def act(self):
        """Do one thing."""
        turn = self._rng.random()
        if turn < 0.15:
            self._page.keyboard.press(self._rng.choice(KEYS))
        elif turn < 0.2:
            self._page.mouse.wheel(0, self._rng.choice((-100, 100)))
        else:
            self._page.mouse.move(*self._aim())
            self._page.mouse.down()
            if turn < 0.55:
                self._page.mouse.move(*self._aim(), steps=2)
            self._page.mouse.up(click_count=self._rng.choice((1, 1, 1, 2)))

    def _aim(self):
        """Return a point of the window: often on something that can be used."""
        if self._rng.random() < 0.2:
            return self._rng.random() * SIZE["width"], self._rng.random() * SIZE["height"]
        [lure] = self._rng.choices([lure for _, lure in LURES], [often for often, _ in LURES])
        found = self._page.evaluate(
            """([lure, leaves]) => [...document.querySelectorAll(lure)]
                .filter((one) => one.checkVisibility() && !one.matches(leaves))
                .map((one) => one.getBoundingClientRect()).filter(({ x, y }) => x >= 0 && y >= 0)
                .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])""",
            [lure, LEAVES],
        )
        return self._rng.choice(found) if found else (1, 1)


def _error(said):
    """Return the error that a message of the console is, or none. (The page asks whether there is
    a workshop, which the table served here has not.)"""
    url = said.location.get("url", "")
    if said.type != "error" or url.endswith("/workshop/protocol.json"):
        return []
    return ["%s (%s)" % (said.text, url)]


def play(folder, game, rng, count, browser):
    """Let a monkey do `count` things at a table with a game; return (errors of the page, the lines
    of the record so far)."""
    wrong = []
    with served(folder, game=game, pace=0.05) as (url, server):
        context = browser.new_context(viewport=SIZE)
        for script in (KNOWN, PLAIN):
            context.add_init_script(script)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.extend(_error(said)))
        page.goto(url)
        page.locator(".tray .stack").first.wait_for()
        monkey = Monkey(page, rng)
        for _ in range(count):
            monkey.act()
        next_frame(page)
        assert page.evaluate("!document.getElementById('lost').checkVisibility()"), "out of reach"
        assert not server.task.done(), "the table has stopped"
        context.close()
        record = server.there(lambda: list(server.live.app.session.record()))
    return wrong, record


def main(games, seeds, count):
    """Let monkeys do `count` things; yield (game, seed, errors, record)."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for game in games:
            for seed in seeds:
                with tempfile.TemporaryDirectory() as folder:
                    wrong, record = play(Path(folder), game, Random(seed), count, browser)
                yield game, seed, wrong, record
