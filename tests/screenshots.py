"""Pictures of every game's states at six sizes, to be looked at: make screenshots.

python -m tests.screenshots [GAME ...]   into build/screenshots/GAME-STATE-SIZE.png
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

import host_tools  # for its path to the firmware
from games import game_class, make, names
from games.base import CHANCE, OVER
from games.record import lines
from games.rng import Rng
from sim import search
from tests.window import CHROMIUM, FLAGS, KNOWN, served

expect.set_options(timeout=120_000)  # machines that take pictures are busy

FOLDER = host_tools.ROOT / "build" / "screenshots"
SIZES = ((1440, 900), (1280, 720), (820, 1180), (390, 844), (360, 740), (844, 390))
SEED = 3
# How many actions into a game of greedy players its pictures are taken; 9999 is the end.
MOMENTS = {"land": (0, 24, 9999), "landover": (0, 20, 300, 9999), "leylines": (0, 60, 9999),
           "market": (5, 42, 9999), "mars": (0, 17, 9999)}  # fmt: skip


def played(name, count):
    """Return the lines of a record of so many actions."""
    game = make(name)
    rng = Rng(SEED)
    greedy = search.player("greedy")
    while len(game.log) < count and game.current() != OVER:
        by = game.current()[0]
        if by == CHANCE:
            game.apply(by, game.sample(rng))
        else:
            game.apply(by, next(filter(None, greedy(game, by, rng))))
    return list(lines(game, SEED))


def take(browser, url, name, known=True, ready=None):
    """Take pictures of a table at all sizes; `ready(page)` brings it into its state."""
    for width, height in SIZES:
        context = browser.new_context(viewport={"width": width, "height": height},
                                      reduced_motion="reduce")  # fmt: skip
        if known:
            context.add_init_script(KNOWN)
        page = context.new_page()
        page.goto(url)
        expect(page.locator(".tray .stack").first).to_be_attached()
        if ready:
            ready(page)
        page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
        path = FOLDER / ("%s-%dx%d.png" % (name, width, height))
        page.screenshot(path=path)
        context.close()
        print(path)


def click(name):
    return lambda page: page.get_by_role("button", name=name).first.click()


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name in sys.argv[1:] or names():
            players = ["human"] + ["greedy"] * (game_class(name).SEATS[0] - 1)
            for count in MOMENTS.get(name, (0, 9999)):
                record = played(name, count)
                state = "end" if count == 9999 else "%03d" % count
                with (tempfile.TemporaryDirectory() as folder,
                      served(Path(folder), game=name) as (url, server)):  # fmt: skip
                    load = {"do": "load", "lines": record, "players": players}
                    answer = server.live.do(None, load)
                    assert answer["ok"], answer
                    take(browser, url, "%s-%s" % (name, state))
                    if not count:
                        take(browser, url, "%s-welcome" % name, known=False)
                        take(browser, url, "%s-rules" % name, ready=click("Rules"))
        browser.close()


if __name__ == "__main__":
    main()
