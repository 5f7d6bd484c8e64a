"""Measures the firmware on the target chip; `python -m tests.bench_chip` copies it there.

It runs on a real or emulated board with a build on its flash. It needs no readers: it sets what
the readers would find. The game saved on the board is kept. For each game it prints `game part
median most count` (us) and `game heap used free actions` (bytes). Besides `cost:KIND` for each
kind of work in the `seams`, the parts are:

    legal     listing the legal actions
    answer    from a found piece or a turn of the knob to changed lights
    settled   from there to all lights, the legal spots last

`profile sweep us us count` is the processor's time to ask all readers once. Fake chips that are
always ready replace them; every second one has a known tag.
"""

import gc
import os
import time

_JOURNAL = "bench"
_ACTIONS = 60  # random ones that are measured in each game
_STEPS = 200  # measured steps of the scan
_SAMPLES = 250  # the most of each kind: a longer list needs a larger free block


class Clock:
    def ms(self):
        return time.ticks_ms()

    def us(self):
        return time.ticks_us()

    def since_us(self, start):
        return time.ticks_diff(time.ticks_us(), start)

    def sleep_us(self, us):
        time.sleep_us(us)


def _turned(data):
    """Return bytes with the bits of each reversed, as on the bus."""
    return bytes([sum([(byte >> bit & 1) << 7 - bit for bit in range(8)]) for byte in data])


def response(code, *data):
    """Return the response frame of a PN532 as seen on the bus, without the final 0."""
    body = bytes((0xD5, code + 1) + data)
    return _turned(bytes((0, 0, 0xFF, len(body), -len(body) & 0xFF)) + body
                   + bytes((-sum(body) & 0xFF,)))  # fmt: skip


ACK = _turned(bytes((0, 0, 0xFF, 0, 0xFF, 0)))
_EMPTY = response(0x4A, 0)
_TAG = response(0x4A, 1, 1, 0, 0x44, 0, 7, 4, 1, 2, 3, 4, 5, 0x80)
_OTHERS = {code: response(code, *data) for code, data in (
    (0x02, (0x32, 1, 6, 7)), (0x14, ()), (0x32, ()), (0x16, (0,)), (0x40, (0,) + (0xA5,) * 16),
)}  # fmt: skip


class Quick:
    """Replaces both SPI buses of `machine` by PN532s that are always ready; all else stays real.
    `us` counts the time that the fakes take."""

    def __init__(self, machine, clock, wiring):
        self._machine = machine
        self._clock = clock
        self._bus_off = 1 << wiring.BIT_BUS_OFF
        self._selects = [1 << wiring.BIT_SELECT + cell for cell in range(9)]
        self._image = b""  # what the chain holds
        self._next = [ACK] * (9 * wiring.BLOCKS + 1)
        self._after = list(self._next)
        self._said = ACK
        self.us = 0
        pins = ("chain_latch", "chain_oe", "pad_select")
        self.Pin = _Pins(machine.Pin, [wiring.PINS[name] for name in pins])

    def __getattr__(self, name):
        return getattr(self._machine, name)

    def SPI(self, number, **how):
        return _Shift(self) if number else self

    def ADC(self, pin):
        return _Volts()

    def _bits(self, block):
        at = len(self._image) - 2 - 2 * block
        return self._image[at] << 8 | self._image[at + 1]

    def write(self, data):
        start = self._clock.us()
        code = _turned(data[7:8])[0]
        for block in range(len(self._image) // 2):
            for cell in range(9):
                if not self._bits(block) & self._selects[cell]:
                    self._take(9 * block + cell, code)
        self._take(-1, code)  # the pad
        self.us += self._clock.since_us(start)

    def _take(self, reader, code):
        self._next[reader] = ACK
        self._after[reader] = _OTHERS.get(code) or (_TAG if reader & 1 else _EMPTY)

    def write_readinto(self, data, answer):
        start = self._clock.us()
        if len(answer) == 2:
            answer[1] = 0x80  # ready
        else:
            reader = self._talking()
            self._said = self._next[reader]
            self._next[reader] = self._after[reader]
            answer[1:7] = self._said[:6]
        self.us += self._clock.since_us(start)

    def readinto(self, answer):
        start = self._clock.us()
        if len(answer) == 1:
            answer[0] = 0xFF  # nobody is selected: the block's power switch reports no fault
        else:
            answer[:] = self._said[6:]
        self.us += self._clock.since_us(start)

    def _talking(self):
        for block in range(len(self._image) // 2):
            bits = self._bits(block)
            if not bits & self._bus_off:
                for cell in range(9):
                    if not bits & self._selects[cell]:
                        return 9 * block + cell
        return -1


class _Pins:
    """`machine.Pin`, except that the readers' pins keep their levels."""

    def __init__(self, pin, readers):
        self._pin = pin
        self._readers = readers

    def __getattr__(self, name):
        return getattr(self._pin, name)

    def __call__(self, number, *how, **named):
        return _Still() if number in self._readers else self._pin(number, *how, **named)


class _Still:
    def value(self, level=0):
        return level

    __call__ = value


class _Shift:
    """The chain's SPI."""

    def __init__(self, quick):
        self._quick = quick

    def write(self, image):
        self._quick._image = image


class _Volts:
    """Reports 5 V, which a bare board may lack."""

    def read_u16(self):
        return 49648  # half of 5 V


class Sense:
    """The senses of a board without readers."""

    pad = pad_tags = version = set_in_play = 0
    ready = has_supply = True
    switches = None

    def __init__(self, places):
        self.seen = bytearray(places)
        self.coming = []

    def step(self, wait=False):
        pass

    def hot(self, places):
        pass

    def played(self):
        pass

    def is_elsewhere(self, place):
        return False

    def faulty_block(self):
        return 0

    def is_expecting(self):
        return False


class Watch:
    """Times kinds of work, each (name, path from the App, method). Time in a nested kind counts
    only there."""

    def __init__(self, seams):
        self._seams = seams
        self._within = 0  # us of the kinds nested in the current one
        self.times = {}  # by name: us each

    def attach(self, app):
        """Time the work of an App from here on."""
        for name, path, method in self._seams:
            owner = app
            for part in path.split(".") if path else ():
                owner = getattr(owner, part)
            plain = getattr(owner, method)
            self.times[name] = []
            steps = method == "_find"
            setattr(owner, method, self._steps(name, plain) if steps else self._call(name, plain))

    def _call(self, name, plain):
        def timed(*values):
            outer, self._within = self._within, 0
            start = time.ticks_us()
            did = None
            try:
                did = plain(*values)
                return did
            finally:
                self._note(name, start, outer, did is not False)  # False: it had nothing to do

        return timed

    def _steps(self, name, plain):
        def timed():
            steps = plain()
            while True:
                outer, self._within = self._within, 0
                start = time.ticks_us()
                over = next(steps, self) is self
                self._note(name, start, outer)
                if over:
                    return
                yield

        return timed

    def _note(self, name, start, outer, did=True):
        took = time.ticks_diff(time.ticks_us(), start)
        if did and len(self.times[name]) < _SAMPLES:
            self.times[name].append(took - self._within)
        self._within = outer + took


class Dice:
    """A random generator with a fixed seed."""

    def __init__(self):
        self._state = 1

    def below(self, n):
        self._state = self._state * 1103515245 + 12345 & 0x3FFFFFFF
        return (self._state >> 12) % n

    def choice(self, some):
        return some[self.below(len(some))]

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def measure(app, name, watch):
    """Play a game and print the time of each part."""
    from games.base import CHANCE, OVER

    dice = Dice()
    app.session.new(name, None, None, (), None)
    game = app.session.game
    _see(app)
    for found in watch.times.values():
        found.clear()
    times = {"legal": [], "answer": [], "settled": []}
    while len(game.log) < _ACTIONS and game.current() != OVER:
        by = dice.choice(game.current())
        start = time.ticks_us()
        actions = game.legal(by)
        times["legal"].append(time.ticks_diff(time.ticks_us(), start))
        action = game.sample(dice) if by == CHANCE else dice.choice(actions)
        actions = None
        count = len(game.log)
        start = time.ticks_us()
        if not (by in app.session.hands() and _lay(app, by, action)):
            app.session.act(by, action)
        app.tick()
        answer = time.ticks_diff(time.ticks_us(), start)
        _settle(app)
        if len(game.log) > count:
            times["answer"].append(answer)
            times["settled"].append(time.ticks_diff(time.ticks_us(), start))
        else:  # ambiguous: the table asks
            app.session.act(by, action)
        _see(app)
        app.session.news = []
        gc.collect()  # as an idle table does
    for part in ("legal", "answer", "settled"):
        found = sorted(times[part])
        print(name, part, found[len(found) // 2], found[-1], len(found))
    for part in sorted(watch.times):
        found = sorted(watch.times[part])
        if found:
            print(name, "cost:" + part, found[len(found) // 2], found[-1], len(found))
    print(name, "heap", gc.mem_alloc(), gc.mem_free(), len(game.log))
    if game.current() != OVER:
        app.session.give_up()


def _lay(app, by, action):
    """Lay the pieces of an action on places with readers; return whether there were any."""
    sense = app.board.sense
    layout = app.pieces.layout
    laid = False
    for spot, piece in app.session.game.gesture(by, action):
        place = layout.place_of[spot]
        if place >= 0 and layout.reads[place]:
            sense.seen[place] = app.session.game.token(piece)
            sense.version += 1
            laid = True
    return laid


def _settle(app):
    """Run the table until it has nothing left to do."""
    app.tick()
    while app.stale or app.lights.finding:
        app.tick()
    app.tick()


def _see(app):
    """Put all pieces where the game has them."""
    _settle(app)
    app.ask = None
    layout = app.pieces.layout
    game = app.session.game
    for place in layout.readers:
        spot = layout.spot_of[place]
        piece = game.piece_at(spot) if spot >= 0 else 0
        app.board.sense.seen[place] = game.token(piece)
    app.board.sense.version += 1
    _settle(app)


def sweep(profile, sense, quick, clock):
    """Print the processor time of one sweep over all readers."""
    while not sense.ready:
        sense.step()
    before = sum([row[2] for row in sense.report() if row[0] != "pad"])
    start = clock.us()
    quick.us = 0
    for _ in range(_STEPS):
        sense.step()
    took = clock.since_us(start) - quick.us
    rows = [row for row in sense.report() if row[0] != "pad"]
    reads = sum([row[2] for row in rows]) - before
    took = took // reads * len(rows)
    print(profile, "sweep", took, took, reads)


def compare(profile, machine, rp2, clock, names, seams=()):
    """Measure games on a board profile."""
    from games import forget
    from table.board import Board
    from table.boot import assemble

    wiring = __import__("table.wiring." + profile, None, None, ("NAME",))
    quick = Quick(machine, clock, wiring)
    app = assemble(Board(wiring, quick, rp2, clock), clock, lambda line: None)
    app.session.journal = type(app.session.journal)(name=_JOURNAL)
    if wiring.BLOCKS:
        sweep(profile, app.board.sense, quick, clock)
    app.board.sense = Sense(len(wiring.READERS))
    gc.collect()
    print(profile, "heap", gc.mem_alloc(), gc.mem_free(), 0)
    watch = Watch(seams)
    watch.attach(app)
    try:
        for name in names:
            measure(app, name, watch)
            app.session.game = app.pieces.layout = app.pieces.legal = None
            app.session.version += 1
            forget("games." + name)
            gc.collect()
    finally:
        app.session.journal._shut()
        for name in os.listdir():
            if name.startswith(_JOURNAL + "."):
                os.remove(name)


def run(names, seams):
    """Measure games on this board, with its own settings."""
    import json

    import machine
    import rp2

    from table.boot import run_in_place

    for module in ("table.app", "table.board"):
        __import__(module)
    run_in_place(machine, rp2)
    with open("settings.json") as file:
        compare(json.load(file)["profile"], machine, rp2, Clock(), names, seams)


def main(args):
    """Measure games on a profile's virtual chips: [profile, game, ...]."""
    from sim.virtual.world import World
    from table import settings

    world = World(settings.profile(args[0]))

    def ms():
        world.clock.advance(50)  # the virtual clock does not move by itself
        return world.clock.now // 1000

    world.clock.ms = ms
    compare(args[0], world.machine, world.rp2, world.clock, args[1:])
