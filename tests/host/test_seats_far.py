"""Rooms far away: a real broker, which reads nothing, and pages that reach the room through it."""

import asyncio
import contextlib
import json
import os
import random

import aiomqtt
import pytest
from playwright.sync_api import expect

from games.base import OVER
from host_tools.client import Client
from host_tools.linktable import LinkTable
from host_tools.ports import Simulated
from sim.seats.far import stay
from sim.seats.fardevice import FarDevice
from sim.seats.mirror import Mirror
from tests.host.broker import listening, needs_mosquitto
from tests.host.seated import Caller, Party, hosted, lay_by_thumb, simulated
from tests.window import needs_chromium

LINK = "https://x/#room=1&at=ws://b&whom=1&token=t"


class Far:
    """A far device without a page: it publishes what it wants, and hears what comes."""

    def __init__(self, client, far, whom, secret=b"f" * 32):
        self.client, self.far = client, far
        self.caller = Caller(far.far_link("", "", whom), far.sealed.hello, secret, os.urandom(16))

    @property
    def facts(self):
        return self.caller.facts

    async def send(self, number, **request):
        await self.client.publish(self.far.topic("up"), self.caller.up(number, **request), qos=1)

    async def join(self):
        await self.client.subscribe(self.far.topic("down", self.caller.session))
        await self.send(1, id=1, do="join")
        return await self.answer(1)

    async def answer(self, mark):
        """Return the answer of that id; what else comes is kept in `facts`."""
        while mark not in self.caller.answers:
            message = await anext(self.client.messages)
            self.caller.hear(message.payload)
        return self.caller.answers[mark]


@needs_mosquitto
def test_a_far_program_acts_once_whatever_comes_twice_late_or_unread(tmp_path, broker):
    with hosted(tmp_path, simulated("grid6", "mars", seed=1), broker=broker) as there:
        port = broker.port

        async def play():
            async with aiomqtt.Client("127.0.0.1", port) as client:
                red = Far(client, there.far, 0)
                assert (await red.join())["whom"] == "0"
                before = there.room.refused
                up = there.far.topic("up")
                good = red.caller.up(9, do="see")
                changed = good[:-1] + bytes([good[-1] ^ 1])
                for rubbish in (b"", b"rubbish" * 99, changed, b"9" + good[1:], b"h" + good[1:],
                                red.caller.sealed(2, "x" * 100_000)):
                    await client.publish(up, rubbish, qos=1)
                moment = red.facts["mine"]["moment"]
                act = {"do": "act", "moment": moment, "words": ["small", "c3"]}
                await red.send(3, id=2, **act)
                assert (await red.answer(2))["ok"]
                await red.send(3, id=7, **{**act, "words": ["small", "c4"]})  # it comes again
                await red.send(1, id=8, do="see")  # and another one late
                await red.send(4, id=3, **act)
                assert (await red.answer(3))["ok"]
                return there.room.refused - before, red.facts["state"]["view"]["actions"]

        refused, actions = asyncio.run(play())
        assert refused == 6 and there.room.views.public["state"]["view"]["actions"] == 1
        assert actions <= 1


@needs_mosquitto
@needs_chromium
def test_friends_far_away_play_and_the_broker_reads_nothing(phone, tmp_path, broker, pages):
    heard = []
    with hosted(tmp_path, simulated("grid6", "mars", seed=1), broker=broker) as there:
        links = [there.far.far_link(pages + "seat.html", broker.at, seat) for seat in (0, 1)]
        with listening(broker, heard):
            red, blue = phone(links[0]), phone(links[1])
            expect(red.locator("#status")).to_have_text("Your turn")
            assert "token" not in red.url
            lay_by_thumb(red, "Small", "c3")
            expect(blue.locator("#status")).to_have_text("Your turn")
            copy = phone(links[0])
            expect(copy.locator("#status")).to_contain_text("Another device")
            lay_by_thumb(blue, "Large", "a1")
            expect(red.locator("#latest")).to_contain_text("a1")
        broker.stop()  # with all that it knew
        expect(red.locator("#lost")).to_be_visible()
        broker.start()
        expect(red.locator("#lost")).to_be_hidden()
        lay_by_thumb(red, "Cap", "f6")
        expect(blue.locator("#latest")).to_contain_text("f6")
        tokens = [there.room.keys.token(seat).encode() for seat in (0, 1)]
    said = b"\n".join(heard)
    assert len(heard) > 6
    for secret in (*tokens, b"small", b"moment", b"words", b"mars", b'"do"'):
        assert secret not in said


# A page that hears nothing of as many messages as `lost` counts.
LOSSY = """
globalThis.lost = 0;
const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
Object.defineProperty(WebSocket.prototype, "onmessage", {
  set(hear) {
    set.call(this, (event) => (globalThis.lost > 0 ? globalThis.lost-- : hear(event)));
  },
});"""


@needs_chromium
@needs_mosquitto
def test_a_page_notices_what_it_has_not_heard(phone, tmp_path, broker, pages):
    with lossy_phones(phone, tmp_path, broker, pages) as (red, blue):
        blue.evaluate("lost = 1")
        lay_by_thumb(red, "Small", "c3")
        expect(red.locator('[data-uid="c3"]')).to_have_count(1)
        red.locator("#more").tap()
        red.locator('[data-key="hello"]').tap()  # this message tells that one is missing
        expect(blue.locator('[data-uid="c3"]')).to_have_count(1)
        expect(blue.locator("#status")).to_have_text("Your turn")


@contextlib.contextmanager
def lossy_phones(phone, tmp_path, broker, pages):
    """Give the phones of Red and Blue, which lose as many messages as `lost` says."""
    with hosted(tmp_path, simulated("grid6", "mars", seed=1), broker=broker) as there:
        links = [there.far.far_link(pages + "seat.html", broker.at, seat) for seat in (0, 1)]
        red, blue = (phone(link, script=LOSSY, own=True) for link in links)
        expect(blue.locator("#status")).to_contain_text("Red")
        yield red, blue


@pytest.mark.deep
@needs_chromium
@needs_mosquitto
def test_a_page_that_hears_nothing_more_comes_anew(phone, tmp_path, broker, pages):
    with lossy_phones(phone, tmp_path, broker, pages) as (red, blue):
        lay_by_thumb(red, "Small", "c3")
        expect(blue.locator("#status")).to_have_text("Your turn")
        blue.clock.install()
        blue.evaluate("lost = Infinity")
        lay_by_thumb(blue, "Large", "a1")
        expect(red.locator('[data-uid="a1"]')).to_have_count(1)
        expect(blue.locator("#lost")).to_be_hidden()
        expect(blue.locator('[data-uid="a1"]')).to_have_count(0)
        blue.clock.fast_forward(20_000)  # who has no answer for so long comes anew
        expect(blue.locator("#lost")).to_be_visible()
        blue.evaluate("lost = 0")
        blue.clock.fast_forward(20_000)
        expect(blue.locator('[data-uid="a1"]')).to_have_count(1)
        expect(blue.locator("#lost")).to_be_hidden()


@needs_mosquitto
def test_two_boards_show_one_game_and_keep_the_same_record(tmp_path, broker):
    """Red plays at the host's board; Blue's board follows, and what is laid there counts."""
    with hosted(tmp_path, simulated("grid6", "mars", seed=1), broker=broker) as there:
        link = there.far.far_link("http://127.0.0.1/seat.html", broker.at, 1)
        board = simulated("grid6", "land")  # another game is there by chance
        port = broker.port

        async def play():
            device = FarDevice(link, b"b" * 32)
            table = LinkTable(Client(board))
            mirror = Mirror(table, 1, device.ask)
            serving = asyncio.create_task(device.serve())

            async def until(done):
                while not done():
                    await device.changed.wait()
                    device.changed.clear()
                    table.take_events()
                    if device.is_in and "state" in device.facts:
                        await mirror.follow(device.facts)

            def view():
                return table.ask("state", seat=-1)["view"]

            async with aiomqtt.Client("127.0.0.1", port) as client:
                red = Far(client, there.far, 0)
                await red.join()
                await until(lambda: view()["game"] == "mars")
                act = {"do": "act", "moment": red.facts["mine"]["moment"]}
                await red.send(2, id=2, **act, words=["small", "c3"])
                assert (await red.answer(2))["ok"]
                await until(lambda: view()["board"] == [["c3", "small 0"]])
                await until(lambda: (device.facts.get("mine") or {}).get("lays"))
                assert table.ask("do", by=1, words=["large", "a1"])["ok"]  # by hand
                device.changed.set()
                await until(lambda: device.facts["state"]["view"]["actions"] == 2)
                assert table.ask("do", by=0, words=["small", "f6"])["ok"]  # it is not theirs
                device.changed.set()
                await until(lambda: view()["actions"] == 2)
                ours = (await device.ask("record"))["lines"]
                assert table.ask("record")["lines"] == ours and len(ours) == 3
                await red.send(3, id=3, do="back")
                assert (await device.ask("back", yes=True))["ok"]
                await until(lambda: view()["actions"] == 1)
                ours = (await device.ask("record"))["lines"]
                assert table.ask("record")["lines"] == ours and len(ours) == 2
            serving.cancel()
            await asyncio.wait([serving])

        asyncio.run(play())


class Full:
    """A table without a game, whose flash takes none."""

    def ask(self, do, **fields):
        if do == "load":
            return {"ok": False, "why": "the flash did not take it"}
        return {"ok": True, "view": None, "lines": []}


@pytest.mark.parametrize("kept", ["no game", "landover", "full"])
def test_a_board_takes_the_game_of_a_room_whatever_is_on_it(tmp_path, monkeypatch, kept):
    monkeypatch.chdir(tmp_path)
    party = Party("mars")
    red = party.phone(0)
    board = simulated("hex37", kept) if kept == "landover" else Simulated("grid6")
    table = Full() if kept == "full" else LinkTable(Client(board))

    async def ask(do, **fields):
        return red.ask(do, **fields)

    mirror = Mirror(table, 0, ask)
    asyncio.run(mirror.follow(red.facts))
    if kept == "full":
        assert mirror.problem == "the flash did not take it"
    else:
        assert mirror.problem == "" and table.ask("state", seat=-1)["view"]["game"] == "mars"
        table.close()


def test_a_second_board_gives_a_game_up_and_goes_on_with_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    party = Party("mars")
    red = party.phone(0)

    async def ask(do, **fields):
        return red.ask(do, **fields)

    table = LinkTable(Client(Simulated("grid6")))
    mirror = Mirror(table, 0, ask)
    for change, given_up in ((lambda: None, False), (party.fake.app.session.give_up, True),
                             (lambda: party.table.ask("undo"), False)):
        change()
        party.run()
        asyncio.run(mirror.follow(red.facts))
        assert table.ask("state", seat=-1)["given_up"] is given_up
        assert table.ask("record")["lines"] == red.ask("record")["lines"]
    table.close()


@pytest.mark.parametrize(("last", "seed"), [("here", 2), ("there", 1)])
def test_both_boards_keep_the_end_whichever_side_acts_last(tmp_path, monkeypatch, last, seed):
    """Red plays in the room, Blue at the second board."""
    monkeypatch.chdir(tmp_path)
    party = Party("mars")
    blue = party.phone(1)
    rng = random.Random(seed)
    table = LinkTable(Client(simulated("grid6", "mars")))

    async def ask(do, **fields):
        return blue.ask(do, **fields)

    mirror = Mirror(table, 1, ask)
    game = party.fake.app.session.game
    while game.current() != OVER:
        by = game.current()[0]
        words = game.text(rng.choice(game.legal(by)))
        assert (table if by == 1 else party.table).ask("do", by=by, words=words)["ok"]
        asyncio.run(mirror.follow(blue.facts))
        assert mirror.problem == ""
        party.run()
        asyncio.run(mirror.follow(blue.facts))
    assert party.log[-1][0] == (1 if last == "here" else 0)
    ours, theirs = table.ask("record")["lines"], blue.ask("record")["lines"]
    assert ours == theirs and json.loads(ours[-1])["end"]
    table.close()


def test_a_second_board_gets_a_game_with_secrets_when_it_is_over(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    party = Party("market", 2, {"board": 3})
    red = party.phone(0)
    asked = []

    async def ask(do, **fields):
        asked.append(do)
        return red.ask(do, **fields)

    table = LinkTable(Client(Simulated("isles12")))
    mirror = Mirror(table, 0, ask)
    asyncio.run(mirror.follow(red.facts))
    assert mirror.has_secrets and asked == []
    assert table.ask("state", seat=-1)["view"] is None
    assert red.act(["bid", 1])["ok"]
    party.fake.app.session.give_up()
    party.run()
    asyncio.run(mirror.follow(red.facts))
    assert not mirror.has_secrets and mirror.problem == ""
    assert table.ask("state", seat=-1)["view"]["game"] == "market"
    assert table.ask("record")["lines"] == red.ask("record")["lines"]
    table.close()


def test_who_leaves_is_gone_though_the_line_breaks_on_the_way_out():
    async def attend():
        try:
            await asyncio.Event().wait()
        finally:
            raise aiomqtt.MqttError("no line")

    async def leave():
        task = asyncio.create_task(stay(attend, lambda: None, 0))
        await asyncio.sleep(0)  # it attends
        task.cancel()
        await asyncio.wait([task], timeout=5)
        assert task.cancelled()

    asyncio.run(leave())


def test_an_answer_that_comes_as_patience_ends_is_dropped():
    async def late():
        device = FarDevice(LINK, b"d" * 32)
        device._seals = type("Seals", (), {"unseal": lambda self, data: data})()
        device._waiting[1] = asyncio.get_running_loop().create_future()
        device._waiting[1].cancel()
        for number, told in ((1, {"id": 1, "ok": True}), (2, {"you": {}})):
            device._hear((number, json.dumps([number, 0, json.dumps(told)])))
        assert device.facts == {"you": {}}

    asyncio.run(late())


def test_an_invalid_invitation_is_refused():
    for link in ("", "https://pages.example/seat.html", "https://x/#room=1&at=ws://b&whom=1",
                 "https://x/#room=1&at=b&whom=1&token=t",
                 "https://x/#room=1&at=ws:///&whom=1&token=t"):
        with pytest.raises(ValueError):
            FarDevice(link, b"d" * 32)
