"""Pages by plain http from another computer, where browsers have no crypto.subtle and no
crypto.randomUUID: they work there, too."""

import pytest
from playwright.sync_api import expect

from tests.host.broker import needs_mosquitto
from tests.host.seated import hosted, lay_by_thumb, simulated
from tests.tab import files_served, made
from tests.window import DESK, KNOWN, PLAIN, cell, events, needs_chromium, stack

pytestmark = needs_chromium


@pytest.fixture
def plain(phone, chromium):
    """Open a page, its workers too, at a name of this computer that is no secure place."""

    def plain(link, size=None):
        page = phone("about:blank", size, KNOWN + PLAIN)
        page.goto(link.replace("127.0.0.1", "leyboard.test"))
        assert not page.evaluate("isSecureContext || 'subtle' in crypto")
        return page

    return plain


@pytest.mark.deep
def test_a_tab_keeps_its_game(plain, tmp_path_factory):
    with files_served(made(tmp_path_factory.getbasetemp() / "web")) as url:
        page = plain(url, DESK)
        expect(page.locator("#status")).to_contain_text("Red: put", timeout=60_000)
        stack(page, "Red small").click()
        cell(page, "c3").click()
        expect(events(page)).to_have_count(1)
        page.reload()
        expect(events(page)).to_have_count(1)


@needs_mosquitto
def test_a_far_page_plays(plain, tmp_path, broker, pages):
    with hosted(tmp_path, simulated("grid6", "mars", seed=1), broker=broker) as there:
        red = plain(there.far.far_link(pages + "seat.html", broker.at, 0))
        expect(red.locator("#status")).to_have_text("Your turn")
        lay_by_thumb(red, "Small", "c3")
        expect(red.locator("#latest")).to_contain_text("c3")
