"""Each text of the window and of the phones can be read, 4.5 : 1 against what lies behind it, in
both looks and in every state that one game comes to. `test_window_axe.py` looks at all games."""

import pytest
from playwright.sync_api import expect

from games.record import lines
from sim.seats.keys import HOST, WATCH
from tests.contrast import faint, in_state
from tests.host.seated import hosted, simulated
from tests.quick import first
from tests.screenshots import played
from tests.window import cell, load, needs_chromium, stack, until_still

pytestmark = needs_chromium
LOOKS = ("dark", "light")
HOVERED = ("played", "New game", "over")  # also seen with a mouse over all
SIZES = ((360, 640), (844, 390), (1280, 720), (1024, 768), (820, 1180))


def states(page, folder):
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
    (folder / "over.jsonl").write_text("".join(line + "\n" for line in lines(played("mars"), 1)))
    load(page, folder / "over.jsonl")
    expect(page.locator("#result .numbers")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    yield "over"


@pytest.mark.parametrize("size", first(0, [pytest.param(size, id=str(size)) for size in SIZES]))
def test_every_text_can_be_read(visit, tmp_path, size):
    page = visit(dict(zip(("width", "height"), size, strict=True)), plain=False,
                 reduced_motion="reduce")
    wrong = [one for state in states(page, tmp_path) for one in looks(page, state)]
    assert not wrong, "\n".join(map(str, wrong))


def looks(page, state):
    """Return (state, look, text, its contrast) of what is hard to read in either look."""
    until_still(page)
    wrong = []
    for look in LOOKS:
        page.evaluate("look => { document.documentElement.dataset.look = look; }", look)
        wrong += [(state, look, *one) for one in faint(page)]
        if state in HOVERED:
            with in_state(page, ":hover"):
                wrong += [(state + ", hovered", look, *one) for one in faint(page)]
    return wrong


@pytest.mark.parametrize(("game", "board", "seats"), first(0, [
    ("land", "grid9", 2), ("landover", "hex37", 4), ("leylines", "isles12", 3),
    ("market", "isles12", 3), ("mars", "grid6", 2),
]))
def test_every_text_on_a_phone_can_be_read(phone, tmp_path, game, board, seats):
    wrong = []
    with hosted(tmp_path, simulated(board, game, seats=seats, seed=1)) as there:
        for whom in (0, 1, HOST, WATCH):
            page = phone(there.link(whom), plain=False, reduced_motion="reduce")
            expect(page.locator("#status")).not_to_be_empty()
            page.evaluate("document.getElementById('latest').textContent = 'Red places a cap'")
            wrong += looks(page, whom)
    assert not wrong, "\n".join(map(str, wrong))
