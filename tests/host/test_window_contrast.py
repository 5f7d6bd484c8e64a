"""Each text of the window can be read, 4.5 : 1 against what lies behind it, in both looks and in
every state that one game comes to. `test_window_axe.py` looks at all games."""

import pytest
from playwright.sync_api import expect

from tests.contrast import faint
from tests.window import cell, needs_chromium, stack, until_still

pytestmark = needs_chromium
LOOKS = ("dark", "light")
SIZES = ((1280, 720), (844, 390), (360, 640))


def states(page):
    """Bring the page into one state after the other; gives its name."""
    yield "begun"
    stack(page, "Red large").click()
    yield "in hand"
    cell(page, "c3").click()
    expect(page.locator("#log li[data-n]")).to_have_count(1)
    yield "played"
    stack(page, "Red small").click()
    cell(page, "d4").click()
    expect(page.locator(".rail.wrong")).to_be_visible()
    yield "wrong"
    page.get_by_role("button", name="Take back").click()
    page.locator("#look").click()
    yield "looking back"
    page.locator("#replay .now").click()
    for name in ("Rules", "Settings", "Shelf", "New game"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        yield name
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_text_can_be_read(visit, size):
    page = visit(dict(zip(("width", "height"), size, strict=True)), plain=False,
                 reduced_motion="reduce")
    wrong = []
    for state in states(page):
        until_still(page)
        for look in LOOKS:
            page.evaluate("look => { document.documentElement.dataset.look = look; }", look)
            wrong += [(state, look, *one) for one in faint(page)]
    assert not wrong, "\n".join(map(str, wrong))
