"""The workshop for tests: games to open there, and what is done with them."""

import json
import re
import zlib
from base64 import urlsafe_b64encode

from playwright.sync_api import expect

from host_tools.workshop import templates
from sim.window.page_texts import FOLDER as TEXTS
from sim.window.page_texts import read


def address(files, by="Ann"):
    """Return the part of an address that carries a game, as the workshop makes it."""
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packed.compress(json.dumps({"by": by, "files": files}).encode()) + packed.flush()
    return "workshop.html?language=en#game=" + urlsafe_b64encode(data).decode().rstrip("=")


def changed(before, after, name="put"):
    """Return the files of a template, with a part of the rules replaced."""
    files = templates()[name]
    assert before in files["game.py"], before
    return files | {"game.py": files["game.py"].replace(before, after)}


def says(page, text):
    """Wait until the workshop says that."""
    expect(page.locator("#said")).to_contain_text(text)


def board(page):
    """The page of the table."""
    return page.frame_locator("#table")


def lay(page, *cells, stones=("red stone", "blue stone")):
    """Lay stones of the template on cells, red first; wait for each."""
    table = board(page)
    for count, cell in enumerate(cells):
        table.get_by_role("button", name=stones[count % 2]).first.click()
        table.locator('[data-spot="%s"]' % cell).click()
        expect(table.locator("#log li[data-seat]")).to_have_count(count + 1)


def rewrite(page, before, after):
    """Replace a part of the rules in the editor, by keys."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+f")
    page.keyboard.type(before)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.type(after)


def share_by_keys(page, language, delay=0):
    """Begin with the first template, change a number of its rules, check the game, and share it,
    by keys alone, `delay` ms each; return the link, and how many keys that took."""
    texts = read("%s%s/workshop.txt" % (TEXTS, language))
    pressed = []

    def press(*keys):
        for key in keys:
            page.keyboard.press(key, delay=delay)
            pressed.append(key)

    def go(control):
        """Go to a control by Tab alone; wait until a new dialog takes keys."""
        for _ in range(80):
            if control.evaluate("one => one === document.activeElement"):
                expect(page.locator(".ignores-input")).to_have_count(0)
                return
            press("Tab")
        raise AssertionError("Tab does not come to %s" % control)

    def button(key):
        return page.get_by_role("button", name=texts[key])

    go(button("ws template put"))
    press("Enter")
    says(page, texts["ws plays"])
    go(page.locator(".cm-content"))
    press("Control+f", *"SIZE = 6", "Enter", "Escape", *"SIZE = 3")
    expect(board(page).locator("[data-spot]")).to_have_count(9)
    press("Escape")  # from now on Tab leaves the editor
    go(page.locator("#check"))
    press("Enter")
    says(page, texts["ws keeps"])
    go(page.locator("#share"))
    press("Enter")
    go(page.get_by_label(texts["ws author"]))
    press(*"Ann")
    go(button("ws copy"))
    press("Enter")
    field = page.get_by_label(texts["ws link"])
    expect(field).to_have_value(re.compile("#game="))
    return field.input_value(), len(pressed)
