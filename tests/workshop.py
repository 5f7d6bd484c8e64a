"""The workshop for tests: games to open there, and what is done with them."""

import json
import zlib
from base64 import urlsafe_b64encode

from playwright.sync_api import expect

from host_tools.workshop import templates


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


def lay(page, *cells):
    """Lay stones of the template on cells, red first; wait for each."""
    table = board(page)
    for count, cell in enumerate(cells):
        colour = ("red", "blue")[count % 2]
        table.get_by_role("button", name=colour + " stone").first.click()
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
