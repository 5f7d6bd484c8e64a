"""The pictures of the rules pages and of the gallery, taken from the window: make rules-pictures.

python -m tests.rules_pictures   into sim/window/page/pictures and docs/gallery

Each shows a moment of a game's example (in its package), so that it stays true to the rules,
the drawings and the lights.
"""

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect, sync_playwright

import host_tools  # for its path to the firmware
from games import make, packages
from games.record import lines
from table.example import head
from tests.portable.test_examples import actions, steps
from tests.window import CHROMIUM, DESK, FLAGS, KNOWN, cell, served

FOLDER = host_tools.ROOT / "sim" / "window" / "page" / "pictures"
# The file, the game, the steps of the example that are over, and spots that frame the picture.
PICTURES = (
    ("mars-line", "mars", 7, ("a1", "f6")),
    ("mars-cap", "mars", 12, ("a1", "f6")),
    ("land-closed", "land", 7, ("c3", "g7")),
    ("land-open", "land", 9, ("c3", "g8")),
    ("market-table", "market", 12, ("a1", "g9")),
    ("leylines-flow", "leylines", 6, ("a1", "i8")),
    ("landover-start", "landover", 6, ("0", "36")),
)
GALLERY = host_tools.ROOT / "docs" / "gallery"
EXAMPLES = host_tools.ROOT / "examples" / "games"
# The package, the steps, and the frame, of each game of the gallery.
MORE = (
    ("gomoku.py", 6, ("a1", "f6")),
    ("konane.py", 6, ("a1", "f6")),
    ("sevens", 5, ("a1", "e4")),
    ("ur", 6, ("a1", "h3")),
    ("hex.py", 8, ("a1", "e5")),
    ("halma", 6, ("a1", "g7")),
)
_MARGIN = 14  # pixels around the frame
_SIDE = 900  # of the longer side of a picture


def moment(name, count):
    """Return an example's game after so many steps."""
    game = make(name, *head(name))
    for step in steps(name)[1][:count]:
        for by, words in actions(step, "play")[:1] or actions(step, "do"):
            game.apply(by, game.parse(words))
    return game


def take(browser, path, name, count, frame):
    with (tempfile.TemporaryDirectory() as folder,
          served(Path(folder), game=name) as (url, server)):
        game = moment(name, count)
        load = {"do": "load", "lines": list(lines(game, 1)), "players": ["human"] * game.seats}
        answer = server.there(lambda: server.live.do(None, load))
        assert answer["ok"], answer
        server.there(server.live.fit)
        context = browser.new_context(viewport=DESK, device_scale_factor=2,
                                      reduced_motion="reduce")
        context.add_init_script(KNOWN)
        page = context.new_page()
        page.goto(url)
        expect(page.locator(".piece").first).to_be_visible()
        expect(page.locator(".piece")).to_have_count(
            sum(bool(game.piece_at(spot)) for spot in range(game.spots())))
        boxes = [cell(page, spot).bounding_box() for spot in frame]
        left = min(box["x"] for box in boxes) - _MARGIN
        top = min(box["y"] for box in boxes) - _MARGIN
        right = max(box["x"] + box["width"] for box in boxes) + _MARGIN
        bottom = max(box["y"] + box["height"] for box in boxes) + _MARGIN
        clip = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        picture = Image.open(io.BytesIO(page.screenshot(clip=clip)))
        picture.thumbnail((_SIDE, _SIDE))
        picture.convert("RGB").save(path, quality=72, method=6)
        context.close()


def main():
    todo = [(FOLDER / (file + ".webp"), *rest) for file, *rest in PICTURES]
    for package, *rest in MORE:
        name = packages.add((EXAMPLES / package).as_posix())
        todo.append((GALLERY / (name + ".webp"), name, *rest))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for path, name, count, frame in todo:
            path.parent.mkdir(parents=True, exist_ok=True)
            take(browser, path, name, count, frame)
            print(path)
        browser.close()


if __name__ == "__main__":
    main()
