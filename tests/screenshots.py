"""Pictures of every game's states at six sizes, to be looked at: make screenshots.

python -m tests.screenshots [GAME ...]   into build/screenshots/GAME-STATE-SIZE.png

That of README is made of one of Mars.
"""

import sys
import tempfile
from pathlib import Path

from PIL import Image
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
README = "mars-100-1440x900.png", host_tools.ROOT / "sim" / "window" / "table.jpg", (960, 600)
SEED = 3
PARTS = (0, 5, 50, 100)  # of a game of greedy players, in percent: when its pictures are taken


def record_of(name, count):
    """Return the lines of a game's record after so many actions of greedy players."""
    return list(lines(played(name, count), SEED))


def played(name, count=None):
    """Return a game that greedy players have played to its end, or so far."""
    game = make(name)
    rng = Rng(SEED)
    greedy = search.player("greedy")
    while game.current() != OVER and len(game.log) != count:
        by = game.current()[0]
        if by == CHANCE:
            game.apply(by, game.sample(rng))
        else:
            game.apply(by, next(filter(None, greedy(game, by, rng))))
    return game


def take(browser, url, name, known=True, ready=None):
    """Take pictures of a table at all sizes; `ready(page)` brings it into its state."""
    for width, height in SIZES:
        context = browser.new_context(viewport={"width": width, "height": height},
                                      reduced_motion="reduce")
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
            game = played(name)
            whole = len(game.log)
            for percent in reversed(PARTS):
                game.rewind(whole * percent // 100)
                record = list(lines(game, SEED))
                state = "%03d" % percent
                with (tempfile.TemporaryDirectory() as folder,
                      served(Path(folder), game=name) as (url, server)):
                    load = {"do": "load", "lines": record, "players": players}
                    answer = server.live.do(None, load)
                    assert answer["ok"], answer
                    take(browser, url, "%s-%s" % (name, state))
                    if not percent:
                        take(browser, url, "%s-welcome" % name, known=False)
                        take(browser, url, "%s-rules" % name, ready=click("Rules"))
        browser.close()
    name, shown, size = README
    if (FOLDER / name).exists():
        picture = Image.open(FOLDER / name).convert("RGB").resize(size)
        picture.save(shown, quality=85, optimize=True)
        print(shown)


if __name__ == "__main__":
    main()
