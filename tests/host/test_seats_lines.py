"""Lines that swallow, drop, double and delay, on each carrier: pages and rooms notice, and what
was tapped arrives once."""

import asyncio
import contextlib
import threading

import aiomqtt
import pytest
from playwright.sync_api import expect

from sim.seats import server
from tests.host.broker import needs_mosquitto
from tests.host.proxy import Proxy
from tests.host.seated import hosted, lay_by_thumb, simulated
from tests.quick import first
from tests.window import needs_chromium

PATIENCE_S = 30  # on a busy machine
NOTICED_MS = 10_000
CARRIERS = ("lan", pytest.param("broker", marks=needs_mosquitto))

# A page whose WebSockets drop, double and delay what goes up and down, each by its own chance.
LOSSY = """
const [dropped, doubled, late] = [%s, %s, %s];
let seed = %d;
const chance = () => ((seed = (seed * 48271) %% 0x7fffffff) / 0x7fffffff);
const fate = (pass) => {
  for (let copies = chance() < doubled ? 2 : 1; copies; copies--) {
    if (chance() < dropped) continue;
    if (chance() < late) setTimeout(pass, 1500 * chance());
    else pass();
  }
};
const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (data) {
  fate(() => this.readyState === WebSocket.OPEN && send.call(this, data));
};
const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
Object.defineProperty(WebSocket.prototype, "onmessage", {
  set(hear) {
    const pass = (event) => this.readyState === WebSocket.OPEN && hear(event);
    set.call(this, hear && ((event) => fate(() => pass(event))));
  },
});"""


@contextlib.contextmanager
def reached(carrier, folder, broker, pages):
    """A game of Mars, and a Proxy for one seat; gives them and `link(seat, way)`, where the way is
    the port of the proxy, or None for none."""
    far = carrier == "broker"
    with hosted(
        folder, simulated("grid6", "mars", seed=1), broker=broker if far else None
    ) as there:
        at = broker.at if far else there.url
        port = int(at.rstrip("/").rpartition(":")[2])

        def link(seat, way=None):
            there_at = at.replace(":%d/" % port, ":%d/" % (way or port))
            if far:
                return there.far.far_link(pages + "seat.html", there_at, seat)
            return there.link(seat).replace(at, there_at)

        with Proxy(port) as proxy:
            yield there, proxy, link


@needs_chromium
@pytest.mark.parametrize("carrier", first(1, CARRIERS))
def test_a_page_notices_a_dead_line_and_what_was_tapped_arrives_once(
    phone, tmp_path, broker, pages, carrier
):
    with reached(carrier, tmp_path, broker, pages) as (there, proxy, link):
        red, blue = phone(link(0, proxy.port), own=True), phone(link(1))
        expect(red.locator("#status")).to_have_text("Your turn")
        red.clock.install()
        red.clock.run_for(3000)  # it asks whether the line is alive
        expect(red.locator("#lost")).to_be_hidden()
        proxy.swallow()
        lay_by_thumb(red, "Small", "c3")
        red.clock.run_for(1000)
        expect(red.locator("#status")).to_have_text("Waiting for the table to answer…")
        red.clock.run_for(NOTICED_MS)
        expect(red.locator("#lost")).to_be_visible()
        proxy.cut()
        red.clock.resume()
        expect(red.locator("#lost")).to_be_hidden(timeout=60_000)
        expect(blue.locator("#status")).to_have_text("Your turn")
        assert there.room.views.public["state"]["view"]["actions"] == 1


@needs_chromium
@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.deep
def test_a_page_that_only_waits_notices_a_dead_line_too(phone, tmp_path, broker, pages, carrier):
    with reached(carrier, tmp_path, broker, pages) as (_, proxy, link):
        blue = phone(link(1, proxy.port), own=True)
        expect(blue.locator("#status")).to_contain_text("Red")
        blue.clock.install()
        proxy.swallow()
        blue.clock.run_for(NOTICED_MS)
        expect(blue.locator("#lost")).to_be_visible()


@needs_chromium
@pytest.mark.deep
@pytest.mark.parametrize("carrier", CARRIERS)
def test_a_game_goes_on_over_bad_lines(
    phone,
    tmp_path,
    broker,
    pages,
    carrier,
    rates=(0.2, 0.15, 0.15),
    spots=("c3", "a1", "f6", "d4"),
):
    with reached(carrier, tmp_path, broker, pages) as (there, _, link):
        both = [phone(link(seat), script=LOSSY % (*rates, 7 + seat)) for seat in (0, 1)]
        for number, spot in enumerate(spots):
            page = both[number % 2]
            if number:  # before that piece came, "Your turn" may be that of two actions ago
                expect(page.locator('[data-uid="%s"]' % spots[number - 1])).to_have_count(1)
            expect(page.locator("#status")).to_have_text("Your turn")
            lay_by_thumb(page, "Small", spot)
        for page in both:
            for spot in spots:
                expect(page.locator('[data-uid="%s"]' % spot)).to_have_count(1)
        assert there.room.views.public["state"]["view"]["actions"] == len(spots)


@needs_chromium
@pytest.mark.deep
@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize("rates", [(0.3, 0, 0), (0, 0.5, 0), (0, 0, 0.5), (0.2, 0.15, 0.15)])
def test_a_longer_game_goes_on_over_bad_lines(phone, tmp_path, broker, pages, carrier, rates):
    spots = [column + row for row in "16" for column in "abcde"]  # each has five small pyramids
    test_a_game_goes_on_over_bad_lines(phone, tmp_path, broker, pages, carrier, rates, spots)


@needs_chromium
def test_a_room_notices_a_phone_whose_line_is_dead(phone, tmp_path, broker, pages, monkeypatch):
    monkeypatch.setattr(server, "_BEAT_S", 0.5)
    with reached("lan", tmp_path, broker, pages) as (_, proxy, link):
        blue, red = phone(link(1)), phone(link(0, proxy.port))
        expect(red.locator("#status")).to_have_text("Your turn")
        proxy.swallow()
        expect(blue.locator("#status")).to_contain_text("phone")


# ---- the host -----------------------------------------------------------------------------------


@contextlib.contextmanager
def kept_of(broker, far):
    """The messages that the broker keeps of a host, as they come: gives `until(value)`."""
    told, loop = [], asyncio.new_event_loop()
    changed = threading.Condition()

    async def listen(ready):
        async with aiomqtt.Client("127.0.0.1", broker.port) as client:
            await client.subscribe(far.topic("host"), qos=1)
            ready.set()
            async for message in client.messages:
                with changed:
                    told.append(bytes(message.payload))
                    changed.notify_all()

    def until(done):
        with changed:
            assert changed.wait_for(lambda: done(told), PATIENCE_S), told

    ready = threading.Event()
    task = loop.create_task(listen(ready))
    thread = threading.Thread(target=lambda: loop.run_until_complete(asyncio.wait([task])))
    thread.start()
    assert ready.wait(PATIENCE_S)
    yield until
    loop.call_soon_threadsafe(task.cancel)
    thread.join()


@needs_mosquitto
def test_a_host_that_comes_by_another_way_is_here_whatever_its_old_line_says(tmp_path, broker):
    """Its old line stays open at the broker, which would declare it gone a minute later."""
    with Proxy(broker.port) as proxy:
        broker.url = "mqtt://127.0.0.1:%d" % proxy.port
        with hosted(tmp_path, simulated("grid6", "mars", seed=1), broker=broker) as there:
            first = there.far.sealed.hello
            with kept_of(broker, there.far) as until:
                until(lambda told: told[-1:] == [first])
                proxy.strand()
                assert proxy.left.wait(PATIENCE_S)  # the broker has ended the old line,
                until(lambda told: told[1:2] == [b""] and told[-1] not in (b"", first))  # at once
                assert there.far.sealed.hello != first


@needs_mosquitto
@pytest.mark.parametrize("said", [b"", b"another run", b"x" * 64])
def test_a_stranger_who_clears_or_spoofs_a_host_is_corrected(tmp_path, broker, said):
    with hosted(tmp_path, simulated("grid6", "mars", seed=1), broker=broker) as there:
        ours = there.far.sealed.hello
        with kept_of(broker, there.far) as until:
            until(lambda told: told[-1:] == [ours])
            for _ in range(3):
                broker.publish(there.far.topic("host"), said, retain=True)
                until(lambda told: said in told and told[-1] == ours)
        assert there.far.sealed.hello == ours


@needs_mosquitto
@pytest.mark.deep
def test_a_host_notices_that_its_line_to_the_broker_is_dead(tmp_path, broker):
    with Proxy(broker.port) as proxy:
        broker.url = "mqtt://127.0.0.1:%d" % proxy.port
        with hosted(tmp_path, simulated("grid6", "mars", seed=1), broker=broker) as there:
            first = there.far.sealed.hello
            proxy.swallow()
            with kept_of(broker, there.far) as until:
                until(lambda told: b"" in told)  # the broker has noticed
                proxy.cut()
                until(lambda told: told[-1] not in (b"", first))
