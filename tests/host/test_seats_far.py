"""Rooms far away: a real broker, which reads nothing, and pages that reach the room through it."""

import asyncio
import json
import random
import zlib

import aiomqtt
import pytest
from playwright.sync_api import expect

from games.base import OVER
from host_tools.client import Client
from host_tools.host import LinkTable
from host_tools.ports import Simulated
from sim.seats.far import in_run, key, seal, stay, unseal
from sim.seats.fardevice import FarDevice
from sim.seats.mirror import Mirror
from tests.host.broker import listening, needs_mosquitto
from tests.host.seated import Party, hosted, lay_by_thumb, simulated
from tests.window import needs_chromium


def test_only_who_has_the_key_reads_a_message_and_only_on_its_topic():
    data = seal(key("token"), "up/0", ["session", 1])
    assert unseal(key("token"), "up/0", data) == ["session", 1]
    assert b"session" not in data and data != seal(key("token"), "up/0", ["session", 1])
    changed = data[:-1] + bytes([data[-1] ^ 1])
    for by, topic, sent in ((key("other"), "up/0", data), (key("token"), "up/1", data),
                            (key("token", "own"), "up/0", data), (key("token"), "up/0", changed),
                            (key("token"), "up/0", b"")):  # fmt: skip
        with pytest.raises(ValueError):
            unseal(by, topic, sent)


def test_a_message_is_deflated_and_what_inflates_too_far_is_refused(monkeypatch):
    bomb = seal(key("token"), "up/0", "x" * 1_000_000)
    assert len(bomb) < 2000 and unseal(key("token"), "up/0", bomb) == "x" * 1_000_000
    with pytest.raises(ValueError, match="longer than 4096"):
        unseal(key("token"), "up/0", bomb, 4096)
    with monkeypatch.context() as patch:
        patch.setattr(json, "dumps", lambda value: "[" * 4000)
        deep = seal(key("token"), "up/0", [])
    with pytest.raises(ValueError, match="nested"):
        unseal(key("token"), "up/0", deep)
    plain = type("Plain", (), {"compress": lambda self, data: data, "flush": lambda self: b""})
    monkeypatch.setattr(zlib, "compressobj", lambda wbits: plain())
    with pytest.raises(ValueError, match="not deflated"):
        unseal(key("token"), "up/0", seal(key("token"), "up/0", 7))


class Far:
    """A far device without a page: it publishes what it wants, and hears what comes."""

    def __init__(self, client, far, whom, session="0123456789abcdef", own="own key of device"):
        token = far.room.keys.token(whom)
        self.client = client
        self.whom, self.token, self.own, self.session = whom, token, own, session
        self.far = far
        self.up = far.topic("up", str(whom))
        self.down = far.topic("down", session)

    async def send(self, number, **request):
        value = [self.session, number, self.own, request]
        await self.client.publish(self.up, self.sealed(value), qos=1)

    def sealed(self, value):
        return seal(key(self.token), in_run(self.up, self.far.sessions.run), value)

    async def join(self):
        await self.client.subscribe(self.down)
        await self.send(1, id=1, do="join", token=self.token, key=self.own)
        return await self.answer(1)

    async def answer(self, mark):
        """Return the answer of that id; what else comes is kept in `facts`."""
        self.facts = getattr(self, "facts", {})
        async for message in self.client.messages:
            by = key(self.token, self.own)
            number, text = unseal(by, str(message.topic), message.payload)
            told = json.loads(text)
            if told.get("id") == mark:
                return told
            if "id" not in told:
                self.facts |= told
        raise AssertionError("the broker has gone")


@needs_mosquitto
def test_a_far_program_acts_once_whatever_comes_twice_late_or_unread(tmp_path, broker):
    with hosted(tmp_path, simulated("grid6", "mars", seed=1), broker=broker) as there:
        port = broker.port

        async def play():
            async with aiomqtt.Client("127.0.0.1", port) as client:
                red = Far(client, there.far, 0)
                assert (await red.join())["whom"] == "0"
                before = there.room.refused
                for rubbish in (b"", b"rubbish" * 9, seal(key("other"), red.up, ["x"]),
                                seal(key(red.token), red.up, [red.session, 9, red.own, {}]),
                                red.sealed("x" * 100_000),
                                red.sealed(["0" * 16, 1, "\ud800" * 16, {}]),
                                ):  # fmt: skip
                    await client.publish(red.up, rubbish, qos=1)
                await client.publish(there.far.topic("up", "nobody"), b"x", qos=1)
                moment = red.facts["mine"]["moment"]
                act = {"do": "act", "moment": moment, "words": ["small", "c3"]}
                await red.send(2, id=2, **act)
                assert (await red.answer(2))["ok"]
                await red.send(2, id=7, **{**act, "words": ["small", "c4"]})  # it comes again
                await red.send(1, id=8, do="see")  # and another one late
                await red.send(3, id=3, **act)
                assert (await red.answer(3))["ok"]
                return there.room.refused - before, red.facts["state"]["view"]["actions"]

        refused, actions = asyncio.run(play())
        assert refused == 7 and there.room.views.public["state"]["view"]["actions"] == 1
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
    with hosted(tmp_path, simulated("grid6", "mars", seed=1), broker=broker) as there:
        links = [there.far.far_link(pages + "seat.html", broker.at, seat) for seat in (0, 1)]
        red, blue = (phone(link, script=LOSSY) for link in links)
        expect(blue.locator("#status")).to_contain_text("Red")
        blue.evaluate("lost = 1")
        lay_by_thumb(red, "Small", "c3")
        expect(red.locator('[data-uid="c3"]')).to_have_count(1)
        red.locator("#more").tap()
        red.locator('[data-key="hello"]').tap()  # this message tells that one is missing
        expect(blue.locator('[data-uid="c3"]')).to_have_count(1)
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
            device = FarDevice(link, "the key of Blue's board")
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
                             (lambda: party.table.ask("undo"), False)):  # fmt: skip
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
    own = "own key of device"

    async def late():
        device = FarDevice("https://x/#room=1&at=ws://b&whom=1&token=t", own)
        device._waiting[1] = asyncio.get_running_loop().create_future()
        device._waiting[1].cancel()
        topic = device._topic("down", "")
        for number in (1, 2):
            text = json.dumps({"id": 1, "ok": True} if number == 1 else {"you": {}})
            device._hear(seal(key("t", own), topic, [number, text]))
        assert device.facts == {"you": {}}

    asyncio.run(late())


def test_an_invalid_invitation_is_refused():
    for link in ("", "https://pages.example/seat.html", "https://x/#room=1&at=ws://b&whom=1",
                 "https://x/#room=1&at=b&whom=1&token=t",
                 "https://x/#room=1&at=ws:///&whom=1&token=t"):  # fmt: skip
        with pytest.raises(ValueError):
            FarDevice(link, "own key of device")
