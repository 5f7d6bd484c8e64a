"""Draws what a builder of the evening's breadboard sees after each step, from the firmware on
virtual parts: the display, and the strip.

python -m tests.evening_pictures   into hardware/harness/evening/
"""

import tempfile

from PIL import Image, ImageDraw

from host_tools import ROOT  # also for its path to the firmware
from sim.virtual.oled import PAGES, WIDTH
from sim.virtual.table import VirtualTable
from table import settings

FOLDER = ROOT / "hardware" / "harness" / "evening"
_DOT, _RIM = 3, 12  # of the display, in points of the picture
_LIGHT = 18         # from light to light
_GAMMA = 0.45       # lights look brighter than their numbers


def display(oled):
    """Return a picture of the display's dots."""
    size = (_DOT * WIDTH + 2 * _RIM, _DOT * 8 * PAGES + 2 * _RIM)
    picture = Image.new("1", size)
    draw = ImageDraw.Draw(picture)
    for y in range(8 * PAGES):
        for x in range(WIDTH):
            if oled.dot(x, y):
                left, up = _DOT * x + _RIM, _DOT * y + _RIM
                draw.rectangle((left, up, left + _DOT - 1, up + _DOT - 1), 1)
    return picture


def strip(lights):
    """Return a picture of the strip, its lights in the order of the wire."""
    frame, count = lights.frame, len(lights.frame) // 3
    most = max(frame) or 1
    picture = Image.new("RGB", (_LIGHT * count + 8, 28), "#444")
    draw = ImageDraw.Draw(picture)
    for n in range(count):
        green, red, blue = (round(255 * (byte / most) ** _GAMMA)
                            for byte in frame[3 * n:3 * n + 3])
        left = _LIGHT * n + 7
        draw.rectangle((left, 8, left + 11, 19), (red, green, blue))
    return picture.quantize(8, dither=Image.Dither.NONE)


def pictures():
    """Return {name: picture} of the steps, in their order."""
    made = {}
    with tempfile.TemporaryDirectory() as folder:
        table = VirtualTable(settings.profile("evening"), folder)
        world = table.world
        table.run(3000)
        made["display"] = display(world.display)
        world.press("push", True)
        table.run(100)
        world.press("push", False)
        table.run(500)
        made["knob"] = display(world.display)
        table.app.host.handle({"do": "new", "game": "mars"})
        table.run(1500)
        table.fill_box()
        world.put(table.pieces[0][0], "pad")
        table.run(1500)
        made["reader"] = display(world.display)
        made["strip"] = strip(world.strip)
    return made


def main():
    FOLDER.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        picture.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
