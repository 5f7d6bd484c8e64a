"""Two friends, two tabs, no server of theirs: the table of one tab is the host, and the other tab
plays there through a broker."""

import json

import pytest
from playwright.sync_api import expect

from tests.host.broker import listening, needs_mosquitto
from tests.host.seated import lay_by_thumb
from tests.tab import files_served, made
from tests.window import DESK, KNOWN, PLAIN, cell, events, needs_chromium, stack

PATIENCE = 60_000
# The table's worker hears of the room only once the page says so.
HELD = """() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...more) {
        if (message.host === undefined) return post.call(this, message, ...more);
        window.free = () => post.call(this, message, ...more);
    };
}"""

pytestmark = [needs_chromium, needs_mosquitto]


@pytest.fixture
def address(tmp_path_factory):
    """Where the static folder is served."""
    with files_served(made(tmp_path_factory.getbasetemp() / "web")) as url:
        yield url


@pytest.fixture
def tab(phone, address):
    """The tab that has the table."""
    page = phone(address, DESK, KNOWN + PLAIN)
    expect(page.locator("#status")).to_contain_text("Red: put", timeout=PATIENCE)
    return page


def dialog(tab):
    """Open the dialog about the room."""
    tab.get_by_role("button", name="Settings").click()
    tab.get_by_role("button", name="Friends far away").click()


def open_room(tab, broker):
    dialog(tab)
    tab.locator("input[name=broker]").fill(broker.at)
    tab.get_by_role("button", name="Open the room").click()


def invite(tab, broker):
    """Open the room, and the dialog that has the links."""
    open_room(tab, broker)
    links(tab)


def links(tab):
    dialog(tab)
    expect(tab.locator("#dialog [role=status]")).to_contain_text("The room is open")


def link(tab, seat):
    return tab.locator('.place[data-seat="%d"] [data-link]' % seat).get_attribute("data-link")


def lay(tab, piece, place):
    stack(tab, piece).click()
    cell(tab, place).click()


def test_a_room_that_takes_its_time_is_being_opened(tab, broker):
    tab.evaluate(HELD)
    open_room(tab, broker)
    dialog(tab)
    expect(tab.locator("#dialog [role=status]")).to_contain_text("being opened")
    tab.evaluate("window.free()")
    expect(tab.locator("#dialog [role=status]")).to_contain_text("The room is open")


@pytest.mark.deep
def test_two_friends_play_in_two_tabs(phone, tab, broker):
    heard = []
    with listening(broker, heard):
        invite(tab, broker)
        to_blue = link(tab, 1)
        tab.keyboard.press("Escape")
        blue = phone(to_blue)
        expect(blue.locator("#status")).to_contain_text("Red")
        lay(tab, "Red small", "c3")
        expect(blue.locator("#status")).to_have_text("Your turn")
        lay_by_thumb(blue, "Large", "a1")
        expect(events(tab)).to_have_count(2)
        copy = phone(to_blue)
        expect(copy.locator("#status")).to_contain_text("Another device")
    tab.reload()  # as if it had been closed and opened again
    expect(events(tab)).to_have_count(2)
    expect(blue.locator("#lost")).to_be_hidden()
    lay(tab, "Red medium", "f6")
    lay_by_thumb(blue, "Small", "d4")
    expect(events(tab)).to_have_count(4)
    broker.stop()
    expect(blue.locator("#lost")).to_be_visible()
    broker.start()
    lay(tab, "Red large", "e5")
    expect(blue.locator('[data-uid="e5"]')).to_have_count(1)
    said = b"\n".join(heard)
    token = to_blue.rpartition("token=")[2].encode()
    assert heard and not [word for word in (token, b"small", b"mars", b'"do"') if word in said]


@pytest.mark.deep
def test_who_hosts_sees_who_sits_where_and_frees_seats(phone, tab, broker):
    invite(tab, broker)
    blue = phone(link(tab, 1))
    place = tab.locator('.place[data-seat="1"]')
    expect(place).to_contain_text("on a phone")
    tab.locator('[data-key="free 1"]').click()
    expect(blue.locator("#status")).to_contain_text("freed")
    expect(place).to_contain_text("at the table")
    tab.keyboard.press("Escape")
    tab.get_by_role("button", name="Settings").click()
    with tab.expect_download() as download:
        tab.locator("#dialog").get_by_role("button", name="save everything").click()
    kept = json.loads(download.value.path().read_text())["files"]
    assert kept and "seats.json" not in kept  # what opens seats is not passed on
    tab.keyboard.press("Escape")
    links(tab)
    tab.locator('[data-key="door"]').click()
    late = phone(link(tab, 1))
    expect(late.locator("#status")).to_contain_text("door is closed")
    tab.get_by_role("button", name="Close the room").click()
    expect(late.locator("#lost")).to_be_visible()


@pytest.mark.deep
def test_a_flood_and_rubbish_do_not_stop_the_table_of_a_tab(phone, tab, broker):
    invite(tab, broker)
    to_blue = link(tab, 1)
    topic = "leyboard/%s/up" % to_blue.partition("room=")[2].partition("&")[0]
    for number in range(3):
        broker.publish(topic, b"rubbish" * 50 * number)
    broker.publish(topic, b"1" + bytes(200))
    broker.publish(topic, b"x" * 5000)
    expect(tab.locator("#dialog")).to_contain_text("Refused so far: 5")
    tab.keyboard.press("Escape")
    blue = phone(to_blue)
    lay(tab, "Red small", "c3")
    expect(blue.locator("#status")).to_have_text("Your turn")


@pytest.mark.deep
def test_a_tab_corrects_what_a_stranger_says_of_it(phone, tab, broker):
    invite(tab, broker)
    for seat, said in ((0, b""), (1, b"x" * 64)):
        to_seat = link(tab, seat)
        room = to_seat.partition("room=")[2].partition("&")[0]
        broker.publish("leyboard/%s/host" % room, said, retain=True)
        expect(phone(to_seat).locator("#status")).to_contain_text(("Your turn", "Red")[seat])
