"""Prints how fast seats are: `python -m tests.bench_seats [TABLES]`.

First from a tap on a phone to light on a virtual board in real time; then far actions at so many
simulated tables (200) whose rooms share one Mosquitto, which is then killed and started again. The
readers of these tables rest: what is measured is rooms, sealing and broker.
"""

import host_tools  # isort: skip  # noqa: F401  puts the firmware on the path

import asyncio
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

import aiohttp
import aiomqtt

from sim.seats.far import FarRoom
from sim.seats.keys import Keys
from sim.seats.room import Room
from sim.seats.server import SeatsServer, at_once
from sim.seats.tables import TableHere
from sim.virtual.table import VirtualTable
from sim.window.server import Server
from table.wiring import grid6
from tests.host.broker import Broker
from tests.host.seated import Caller, SocketCaller

_ACTIONS = 24
_EACH = 2  # far actions at a table


def said(times):
    """Return times in seconds as words: p50 and p95 in ms."""
    ordered = sorted(times)
    return "p50 %.0f ms, p95 %.0f ms" % (
        1000 * statistics.median(ordered), 1000 * ordered[int(0.95 * (len(ordered) - 1))],
    )


async def tap_to_light(folder):
    """Return the seconds from an action of a phone to another light at its cell."""
    server = Server(folder, "grid6", "mars", pace=0.1)
    live = server.live
    table = TableHere(server.handle)
    live.listeners.append(table.hear)
    room = Room(table, Keys())
    seats = SeatsServer(room, at_once)
    started = asyncio.Event()

    def ready(port):
        seats.address = "http://127.0.0.1:%d/" % port
        started.set()
        return seats.address

    tasks = [asyncio.create_task(server.serve("127.0.0.1", 0, lambda port: None)),
             asyncio.create_task(seats.serve("127.0.0.1", 0, ready))]
    await started.wait()
    pixels = {spot["name"]: [pixel for pixel, _, _ in spot["pixels"]]
              for spot in live.facts["board"]["spots"]}
    took = []
    async with aiohttp.ClientSession() as session:
        phones = [await session.ws_connect(seats.address + "table") for _ in range(2)]
        for seat, phone in enumerate(phones):
            phones[seat] = await SocketCaller.come(phone, seats.link(seat), bytes([seat]) * 32)
        await asyncio.sleep(1)
        for n in range(_ACTIONS):
            [seat] = room.views.asked
            mine = room.views.mine(seat, "en")
            way = mine["lays"][n % len(mine["lays"])]["ways"]
            way = way[7 * n % len(way)]
            before = frame(live, pixels[way["spots"][0]])
            start = time.perf_counter()
            await phones[seat].ask("act", words=way["words"], moment=mine["moment"])
            while frame(live, pixels[way["spots"][0]]) == before:
                await asyncio.sleep(0.001)
            took.append(time.perf_counter() - start)
            await asyncio.sleep(0.6)
            while not room.views.asked or room.views.asked == [seat]:
                await asyncio.sleep(0.05)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    return took


def frame(live, pixels):
    strip = live.table.world.strip
    return [bytes(strip.frame[strip_bytes(pixel)]) for pixel in pixels]


def strip_bytes(pixel):
    return slice(3 * pixel, 3 * pixel + 3)


class Player:
    """A far device for both seats of a table, one after the other."""

    def __init__(self, client, far, seat, number):
        end = (2 * number + seat).to_bytes(16, "big")
        self.caller = Caller(far.far_link("", "", seat), far.sealed.hello, bytes([seat]) * 32, end)
        self.up = far.topic("up")
        self.down = far.topic("down", self.caller.session)
        self.client, self.far, self.number = client, far, number
        self.bytes = 0
        self.answered = asyncio.Event()

    async def send(self, **request):
        self.answered.clear()
        data = self.caller.up(id=self.caller.count + 1, **request)
        self.bytes += len(data)
        await self.client.publish(self.up, data, qos=1)
        await self.answered.wait()

    def hear(self, data):
        self.bytes += len(data)
        if "id" in (self.caller.hear(data) or ()):
            self.answered.set()


def memory():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def club(folder, tables):
    """Print the figures of so many tables at one broker."""
    broker = Broker(folder)
    port = int(broker.url.rpartition(":")[2])
    before = memory()
    fars, virtuals = [], []
    for number in range(tables):
        (folder / str(number)).mkdir()
        virtual = VirtualTable(grid6, str(folder / str(number)))
        virtual.run(50)
        here = TableHere(virtual.app.host.handle)
        virtual.send = here.hear
        here.ask("new", game="mars", seed=number)
        room = Room(here, Keys())
        virtuals.append(virtual)
        fars.append(FarRoom(room, at_once, broker.url))
    print("%d tables, %.1f MB each" % (tables, (memory() - before) / tables))
    tasks = [asyncio.create_task(far.serve()) for far in fars]
    await asyncio.gather(*(far.connected.wait() for far in fars))
    heard = {}
    messages = 0
    took = []
    async with aiomqtt.Client("127.0.0.1", port, max_queued_incoming_messages=100_000) as client:

        async def listen():
            nonlocal messages
            async for message in client.messages:
                messages += 1
                heard[str(message.topic)].hear(message.payload)

        players = [[Player(client, far, seat, number) for seat in (0, 1)]
                   for number, far in enumerate(fars)]
        heard.update({player.down: player for pair in players for player in pair})
        listening = asyncio.create_task(listen())
        for topic in heard:
            await client.subscribe(topic)

        async def play(pair):
            await asyncio.sleep(pair[0].number / 2)  # people come one after the other
            for player in pair:
                await player.send(do="join")
            room = pair[0].far.room
            for player in pair:
                player.bytes = 0
            for n in range(_EACH):
                mine = room.views.mine(n % 2, "en")
                words = mine["lays"][0]["ways"][n]["words"]
                start = time.perf_counter()
                await pair[n % 2].send(do="act", words=words, moment=mine["moment"])
                took.append(time.perf_counter() - start)
                virtual = virtuals[pair[0].number]
                while not room.step():
                    virtual.run(20)  # until it tells of the action
                await asyncio.sleep(tables / 2)  # two actions a second in all

        await asyncio.gather(*map(play, players))
        listening.cancel()
    actions = _EACH * tables
    size = sum(player.bytes for pair in players for player in pair) / actions
    print("far action to its answer: %s" % said(took))
    print("%.0f bytes an action for both players, %.1f messages down" % (size, messages / actions))
    broker.stop()
    while any(far.connected.is_set() for far in fars):
        await asyncio.sleep(0.05)
    broker.start()
    start = time.perf_counter()
    await asyncio.gather(*(far.connected.wait() for far in fars))
    print("broker back to all tables back: %.1f s" % (time.perf_counter() - start))
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    broker.stop()


def main():
    with tempfile.TemporaryDirectory() as folder:
        print("tap to light: %s" % said(asyncio.run(tap_to_light(Path(folder)))))
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(club(Path(folder), int(sys.argv[1]) if len(sys.argv) > 1 else 200))


if __name__ == "__main__":
    main()
