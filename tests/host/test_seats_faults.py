"""Faults between seats and their room: lines, phones, brokers, clocks, copied links."""

import asyncio
import random
import stat
import time

import pytest

from games.base import CHANCE
from host_tools.joining import own_key
from sim.seats import sealing
from sim.seats.far import FarRoom
from sim.seats.fardevice import FarDevice
from sim.seats.keys import WATCH
from sim.seats.sealing import packed
from sim.seats.server import at_once
from sim.seats.tasks import together
from tests.host.broker import Broker, needs_mosquitto
from tests.host.seated import Caller, Party, Phone, hosted, simulated
from tests.quick import first

GAMES = (("mars", 2, {}), ("market", 4, {"board": 3}), ("landover", 4, {}))
_ACTIONS = 24
_TRIES = 200
_PATIENCE_S = 120  # on a loaded machine; it takes 3


@pytest.fixture(autouse=True)
def _journals(monkeypatch, tmp_path):
    """A fake table keeps its journal where the tests run."""
    monkeypatch.chdir(tmp_path)


async def settle():
    """Let what was told be sent."""
    for _ in range(8):
        await asyncio.sleep(0)


class Post:
    """A broker that drops, doubles, delays and swaps a fifth of the messages each, by `rng`."""

    def __init__(self, rng, deliver):
        self._rng = rng
        self._deliver = deliver
        self._held = []

    async def publish(self, topic, data, qos=1, retain=False):
        if retain:
            return  # the broker keeps it, so it is not lost
        fate = self._rng.choice(("dropped", "doubled", "delayed", "swapped", "fine"))
        due = {"doubled": 2, "fine": 1}.get(fate, 0) * [(topic, data)]
        if self._held and self._rng.random() < 0.3:
            due.append(self._held.pop(self._rng.randrange(len(self._held))))
        if fate == "swapped":
            due = [*self._held[-1:], (topic, data), *due]
            del self._held[-1:]
        if fate == "delayed":
            self._held.append((topic, data))
        for message in due:
            await self._deliver(*message)


class Mail(Phone):
    """A far phone: it asks until it has an answer, as a page does."""

    def __init__(self, party, far, seat, up):
        self.party, self.far, self.seat, self.up = party, far, seat, up
        secret, end = bytes([seat]) * 32, bytes([seat]) * 16
        self.caller = Caller(far.far_link("", "", seat), far.sealed.hello, secret, end)
        self.down = far.topic("down", self.caller.session)
        self.mark = 0
        self.acted = None  # the moment of its last action

    @property
    def facts(self):
        return self.caller.facts

    async def ask(self, do, **fields):
        self.mark += 1
        for _ in range(_TRIES):
            data = self.caller.up(id=self.mark, do=do, **fields)
            await self.up.publish(self.far.topic("up"), data)
            await settle()
            self.party.now += 1
            if self.mark in self.caller.answers:
                return self.caller.answers[self.mark]
        raise AssertionError("no answer to %s" % do)

    def choices(self):
        """Return what it may do, nothing if it has acted and does not know what came of it."""
        return [] if self.mine and self.mine["moment"] == self.acted else super().choices()


async def play(setup, rng):
    """Play through bad post; return (log of the phones' actions, those that were confirmed)."""
    party = Party(*setup)
    far = FarRoom(party.room, at_once, "mqtt://nowhere")
    phones = {}

    async def deliver(topic, data):
        phones[topic].caller.hear(data)
        for other in phones.values():  # nobody else can read it
            if other.down != topic:
                with pytest.raises(ValueError):
                    other.caller.hear(data)

    far._client = Post(rng, deliver)
    up = Post(rng, far.hear)
    for seat in range(setup[1]):
        phone = Mail(party, far, seat, up)
        phones[phone.down] = phone
        assert (await phone.ask("join"))["ok"]
    confirmed = []
    for _ in range(_TRIES):
        party.run()
        asked = [phone for phone in phones.values() if phone.choices()]
        if not asked or rng.random() < 0.3:
            for phone in phones.values():
                await phone.ask("see")
            continue
        if len(confirmed) == _ACTIONS:
            break
        phone = rng.choice(asked)
        phone.acted, words = phone.mine["moment"], rng.choice(phone.choices())
        if (await phone.ask("act", moment=phone.acted, words=words))["ok"]:
            confirmed.append((phone.seat, words))
    await far.drop_all()
    game = party.fake.app.session.game
    acted = [(by, game.text(tuple(action))) for by, *action in party.log if by != CHANCE]
    return acted, confirmed


@pytest.mark.parametrize("setup", GAMES, ids=lambda setup: setup[0])
def test_bad_post_loses_and_doubles_nothing_and_shows_nothing_to_others(setup):
    acted, confirmed = asyncio.run(play(setup, random.Random(4)))
    assert acted == confirmed and len(confirmed) == _ACTIONS


def test_a_far_session_is_its_devices_alone_and_never_comes_again():
    party = Party("mars")
    far = FarRoom(party.room, at_once, "mqtt://nowhere")

    def caller(whom, secret=b"r" * 32):
        return Caller(far.far_link("", "", whom), far.sealed.hello, secret)

    def here():
        return [place["here"] for place in party.phone(WATCH).facts["seats"]["seats"]]

    def refused(data, kind="up"):
        before = party.room.refused
        asyncio.run(far.hear(far.topic(kind), data))
        return party.room.refused - before

    red, blue = caller(0), caller(1)
    joins, says = red.up(do="join"), red.up(do="say", phrase="hello")
    assert not refused(joins) and here() == [True, False]
    assert refused(blue.up(do="say", phrase="sorry"))  # Blue knows the session, not its keys
    assert refused(caller(0, b"x" * 32).up(3, do="say", phrase="sorry"))
    assert refused(caller("host").up(do="join"))
    asyncio.run(far.hear(far.topic("end"), bytes.fromhex(red.session)))  # all hear its name
    assert here() == [True, False]
    assert not refused(says) and party.phone(WATCH).facts["seats"]["said"][2] == "hello"
    assert not refused(red.end, "end") and here() == [False, False]
    assert refused(joins) and refused(says) and here() == [False, False]
    asyncio.run(far.drop_all())  # the host comes anew
    assert refused(joins) and here() == [False, False]
    assert not refused(caller(0).up(do="join")) and here() == [True, False]


UNREAD = {  # what is sealed
    "nothing": packed(""), "no JSON": packed("hello"), "no object": packed("null"),
    "too deep": packed('{"id": 2, "do": "would", "words": %s}' % ("[" * 60 + "]" * 60)),
    "too long": packed('{"id": 2, "do": "would", "words": ["%s"]}' % ("x" * 5000)),
    "cut off": packed('{"id": 2, "do": "see"}')[:-3], "not deflated": b'{"id": 2, "do": "see"}',
}


@pytest.mark.parametrize("what", UNREAD)
def test_a_request_that_cannot_be_read_is_told_so(what, monkeypatch):
    party = Party("mars")
    far = FarRoom(party.room, at_once, "mqtt://nowhere")
    red = Caller(far.far_link("", "", 0), far.sealed.hello)
    asyncio.run(far.sealed.hear(red.up(id=1, do="join")))
    asyncio.run(far.sealed.take())
    with monkeypatch.context() as patch:
        patch.setattr(sealing, "packed", lambda text: UNREAD[what])
        data = red.sealed(2, "")
    assert asyncio.run(far.sealed.hear(data)), "its seal is right"
    ((_, answer),) = asyncio.run(far.sealed.take())
    told = red.hear(answer)
    assert told["id"] is None and not told["ok"] and "cannot be read" in told["why"]


def test_ended_sessions_are_not_remembered_for_ever(monkeypatch):
    monkeypatch.setattr("sim.seats.sessions._MOST_ENDED", 9)
    party = Party("mars")
    far = FarRoom(party.room, at_once, "mqtt://nowhere")
    first = far.sealed.hello
    for number in range(12):
        caller = Caller(far.far_link("", "", 0), far.sealed.hello, end=bytes([number]) * 16)
        asyncio.run(far.hear(far.topic("up"), caller.up(do="join")))
        asyncio.run(far.hear(far.topic("end"), caller.end))
        party.now += 1
    assert far.sealed.hello != first and party.room.devices == []


@pytest.mark.parametrize("died", ["before it was sent", "before the answer", "after the answer"])
def test_a_phone_that_dies_in_a_secret_bid_has_bid_wholly_or_not_at_all(died):
    party = Party("market", 4, {"board": 3})
    phones = [party.phone(seat) for seat in range(4)]
    moment = phones[2].mine["moment"]
    if died != "before it was sent":
        answer = phones[2].act(["bid", 3], moment)
        assert answer["ok"]
    party.room.leave(phones[2].device)
    party.run()
    assert not Phone(party.room, 2, "a stranger's key .").joined["ok"]
    again = party.phone(2)
    assert bool(again.choices()) == (died == "before it was sent")
    if died == "before the answer":  # it asks again, as it has heard nothing
        assert again.act(["bid", 3], moment) == answer
    if again.choices():
        assert again.act(["bid", 3])["ok"]
    for seat in (0, 1, 3):
        assert phones[seat].act(["bid", 1])["ok"]
    bids = [entry for entry in party.log if entry[0] == 2]
    assert len(bids) == 1


@pytest.mark.parametrize("hours", [-7, 7])
def test_a_clock_that_is_hours_off_changes_nothing(monkeypatch, hours):
    party = Party("mars")
    red = party.phone(0)
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 3600 * hours)
    blue = party.phone(1)
    for phone, words in ((red, ["small", "c3"]), (blue, ["large", "a1"])):
        assert phone.act(words)["ok"]
        party.run()
    party.now += 3600 * abs(hours)  # the host slept meanwhile
    assert red.act(["cap", "f6"])["ok"] and len(party.log) == 3


def test_a_device_key_is_made_once_and_anew_only_if_it_is_none(tmp_path):
    path = tmp_path / "device.key"
    own = own_key(path)
    assert own_key(path) == own and stat.S_IMODE(path.stat().st_mode) == 0o600
    for broken in (b"", b"cut", b"\xff" * 20, b"ab" * 20):
        path.write_bytes(broken)
        mended = own_key(path)
        assert mended != own and own_key(path) == mended and len(mended) == 32


def test_what_ends_one_part_of_a_command_ends_it_all_and_is_told():
    ended = []

    async def endless():
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    async def failing():
        await asyncio.sleep(0)
        raise OSError("no line")

    with pytest.raises(OSError, match="no line"):
        asyncio.run(together(endless(), failing()))
    assert ended == [True]


@needs_mosquitto
@pytest.mark.parametrize("memory", first(1, [True, False]))
def test_a_far_device_comes_back_by_itself_when_the_broker_does(tmp_path, memory):
    broker = Broker(tmp_path, memory)
    try:
        with hosted(tmp_path, simulated("grid6", "mars", seed=1), broker=broker) as there:
            asyncio.run(asyncio.wait_for(gone_and_back(there.far, broker), _PATIENCE_S))
    finally:
        broker.stop()


async def gone_and_back(far, broker):
    device = FarDevice(
        far.far_link("http://127.0.0.1/seat.html", broker.at, 0), b"r" * 32
    )
    serving = asyncio.create_task(device.serve())

    async def until(done):
        while not done():
            await device.changed.wait()
            device.changed.clear()

    await until(lambda: device.is_in and "mine" in device.facts)
    act = {"moment": device.facts["mine"]["moment"], "words": ["small", "c3"]}
    assert (await device.ask("act", **act))["ok"]
    broker.stop()
    await until(lambda: not device.is_in)
    broker.start()
    await until(lambda: device.is_in)
    while not (await device.ask("act", **act))["ok"]:  # as if it had had no answer
        await until(lambda: device.is_in)
    await until(lambda: device.facts["state"]["view"]["actions"] == 1)
    serving.cancel()
    await asyncio.wait([serving])
