"""A fake table with a room around it, and devices that note what they are told."""

import asyncio
import contextlib
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.parse import parse_qsl, urlsplit

from host_tools import web
from host_tools.client import Client
from host_tools.linktable import LinkTable, lay
from host_tools.ports import Simulated
from sim.seats.far import FarRoom
from sim.seats.keys import Keys
from sim.seats.players import Computers
from sim.seats.room import Room
from sim.seats.sealing import DeviceSeals, session_name
from sim.seats.server import SeatsServer
from sim.seats.tables import TableHere
from sim.window import bundle
from sim.window.page_texts import catalogues
from sim.window.pictures import pictures
from table.wiring import grid9, hex37
from tests.portable.fake_table import FakeTable
from tests.tab import files_served

BOARDS = {"landover": hex37}


class Phone:
    """A device that came by the link of `whom`: `facts` are the latest it was told by kind, `told`
    all of them as sent."""

    def __init__(self, room, whom, key="k" * 64, address="", **said):
        self.facts = {}
        self.told = []
        self.room = room
        self.device = room.enter(self, str(whom), key, address)
        self.joined = self.ask("join", **said)

    def tell(self, kind, value):
        self.told.append([kind, json.loads(json.dumps(value))])
        self.facts[kind] = value

    def ask(self, do, **fields):
        return self.room.hear(self.device, {"do": do, **fields})

    @property
    def mine(self):
        return self.facts.get("mine")

    def choices(self):
        """Return the words of all that it may do."""
        if not self.mine:
            return []
        laid = [way["words"] for kind in self.mine["lays"] for way in kind["ways"]]
        return self.mine["actions"] + laid

    def act(self, words, moment=None):
        moment = moment or (self.mine["moment"] if self.mine else 0)
        return self.ask("act", words=words, moment=moment)


class Caller:
    """A device's end of a session, by any carrier: it seals its requests, and keeps what it hears
    in `facts`, and in `answers` by their ids."""

    def __init__(self, link, hello, secret=b"r" * 32, end=b"e" * 16):
        parts = dict(parse_qsl(urlsplit(link).fragment))
        self.session = session_name(end).hex()
        self.end = end
        self._seals = DeviceSeals(
            secret, parts["room"], parts["whom"], parts["token"], hello, end
        )
        self.facts, self.answers = {}, {}
        self.count = self.last = 0

    def up(self, number=None, **request):
        """Return a sealed request, with the next number."""
        self.count = number or self.count + 1
        return self.sealed(self.count, json.dumps(request))

    def sealed(self, number, text):
        return self._seals.seal(number, text)

    def hear(self, data):
        """Take a message from the room; return what it says, None if it came twice or late."""
        number, text = self._seals.unseal(data)
        if number == 0:
            return {"why": text}
        if number <= self.last:
            return None
        self.last = number
        told = json.loads(text)
        if "id" in told:
            self.answers[told["id"]] = told
        else:
            self.facts |= told
        return told


class SocketCaller:
    """A program that came by a link to the socket of a room."""

    def __init__(self, socket, caller):
        self.socket, self.caller = socket, caller

    @classmethod
    async def come(cls, socket, link, secret=b"r" * 32):
        """Take the room's hello, and join; give the program, whose `joined` is the answer."""
        caller = Caller(link, await socket.receive_bytes(), secret)
        there = cls(socket, caller)
        there.joined = await there.ask("join")
        return there

    async def ask(self, do, **fields):
        """Return the answer to a request, past the facts."""
        mark = self.caller.count + 1
        await self.socket.send_bytes(self.caller.up(id=mark, do=do, **fields))
        while mark not in self.caller.answers:
            told = self.caller.hear(await self.socket.receive_bytes())
            if told and "why" in told and "id" not in told:
                return told
        return self.caller.answers[mark]


class Party:
    """A game on a fake table whose pieces lie as the game has them, and its room."""

    def __init__(self, game, seats=None, options=None, folder="", kept=None, seed=7, think=True):
        self.fake = FakeTable(BOARDS.get(game, grid9), folder=folder)
        self.now = 0.0
        self.thinks = think
        if not think:  # the test plays chance
            self.fake.app.session.think = lambda: False
        self.game = self.fake.new(game, seats, options, seed=seed)
        self.open(kept)

    def open(self, kept=None):
        """Begin to host, as after a restart."""
        self.fake.sent.clear()
        self.table = TableHere(self.handle)
        self.room = Room(self.table, Keys(kept), Computers(), lambda: self.now)
        self.run() if self.thinks else self.run_quietly()

    def handle(self, request):
        """Return the table's answer to a request."""
        answer = self.fake.app.host.handle(request)
        self._hear()  # the lines of a record
        return answer

    def _hear(self):
        sent, self.fake.sent = self.fake.sent, []
        for line in sent:
            self.table.hear(line)

    def phone(self, seat, key=None, **said):
        """Return a phone that comes by the link of a seat, or of HOST or WATCH, and has `said`
        more as it joined."""
        phone = Phone(self.room, seat, key or "key of seat %8s" % seat, **said)
        assert phone.joined["ok"], phone.joined
        return phone

    def run(self):
        """Let the table and the room go on until neither has anything to do."""
        busy = True
        while busy:
            self.now += 1
            self.settle()
            busy = self.room.step() or self.fake.app.session.is_next()

    def settle(self):
        """Lay the pieces; let the table show and tell all."""
        self._lay()
        self._hear()

    def _lay(self):
        """Lay the pieces, and wait until the table has shown and told all."""
        self.fake.see_all()
        while not self.fake.app.is_displayed() or self.fake.app.session.pending_events:
            self.fake.run(1)

    def run_quietly(self):
        """Lay the pieces, and have the room look; nothing is taken from the table's news."""
        self._lay()
        self.fake.sent.clear()
        self.room.renew()

    @property
    def log(self):
        game = self.fake.app.session.game
        return [game.log[n] for n in range(len(game.log))]


class Hosted:
    """A room that is served; `url` is its address, `room` the Room."""

    def __init__(self, url, server):
        self.url = url
        self.server = server
        self.room = server.room

    def link(self, whom):
        return self.server.link(whom)


@contextlib.contextmanager
def hosted(folder, table, serve_on=0, broker=None, club=None):
    """Host a simulated table (`Simulated`) as `leyboard host --port` does, in a thread of its own,
    and with a Broker for people far away, listed in a club by its Seal; gives a Hosted."""
    came = threading.Event()
    found = {}

    async def serve():
        found["loop"] = asyncio.get_running_loop()
        found["task"] = asyncio.current_task()
        loop = found["loop"]
        with ThreadPoolExecutor(1) as worker:

            async def in_thread(todo, *values):
                return await loop.run_in_executor(worker, todo, *values)

            line = LinkTable(Client(table))
            keys = Keys(str(folder / "seats.json"))
            room = await in_thread(partial(Room, line, keys, pictures=pictures()))
            server = SeatsServer(room, in_thread)

            if broker:
                far = FarRoom(room, in_thread, broker.url)
                if club:
                    await far.list_in(club, "https://watch.example/")
                found["far"] = asyncio.create_task(far.serve())
                await far.connected.wait()

            def ready(port):
                server.address = "http://127.0.0.1:%d/" % port
                found["hosted"] = Hosted(server.address, server)
                found["hosted"].far = far if broker else None
                came.set()
                return server.address

            try:
                await server.serve("127.0.0.1", serve_on, ready)
            finally:
                if broker:
                    found["far"].cancel()
                    await asyncio.wait([found["far"]])

    def run():
        with contextlib.suppress(asyncio.CancelledError):
            asyncio.run(serve())

    thread = threading.Thread(target=run)
    thread.start()
    assert came.wait(300), "the room was not served"
    try:
        yield found["hosted"]
    finally:
        found["loop"].call_soon_threadsafe(found["task"].cancel)
        thread.join(20)


def simulated(profile, game, **settings):
    """Return a simulated table with a game, whose pieces people lay as the game has them."""
    table = Simulated(profile)
    table.acted = lambda: lay(table)
    Client(table).new(game, **settings)
    return table


def lay_by_thumb(page, kind, spot):
    """Lay a piece on the page of a phone: its kind, a place, and a yes."""
    page.locator(".kind", has_text=kind).tap()
    page.locator('[data-spot="%s"]' % spot).tap()
    page.get_by_role("button", name=re.compile(kind, re.I)).last.tap()


@contextlib.contextmanager
def seat_pages(folder):
    """Serve the static pages of seats, as far as phones need them; gives their address."""
    files = web.seat_files() | {"texts/en.json": json.dumps(catalogues("en")).encode()}
    for path in bundle.PAGE.glob("pictures/*.svg"):
        files["pictures/" + path.name] = path.read_bytes()
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    with files_served(folder) as url:
        yield url
