"""Measures the firmware on the target chip; `python -m tests.bench_chip` copies it there.

It runs on a real or emulated board with a build on its flash. It needs no readers: it sets what
the readers would find. The game saved on the board is kept. For each game it prints `game part
median most count` (us) and `game heap used free actions` (bytes). Besides `cost:KIND` for each
kind of work in the `probes`, the parts are:

    legal     listing the legal actions
    answer    from a found piece or a turn of the knob to changed lights
    settled   from there to all lights, the legal spots last

and of chance `draw`, the first number of one, `shuffle`, of Landover's tokens, and `secret`,
a new one.

How long a sweep takes only readers can tell: `make chip`, or `leyboard monitor` on a real board.
"""

import gc
import os
import time

_JOURNAL = "bench"
_ACTIONS = 60  # random ones that are measured in each game
_TOKENS = 18  # numbers on Landover's base island
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


class Bare:
    """Replaces the wires to the readers in `machine`, for nobody answers on them."""

    def __init__(self, machine, wiring):
        self._machine = machine
        pins = ("chain_latch", "chain_oe", "pad_select")
        self.Pin = _Pins(machine.Pin, [wiring.PINS[name] for name in pins])

    def __getattr__(self, name):
        return getattr(self._machine, name)

    def SPI(self, number, **how):
        return _Silent()

    def ADC(self, pin):
        return _Volts()


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


class _Silent:
    """An SPI on which nobody answers."""

    def write(self, data):
        pass

    def readinto(self, answer):
        for i in range(len(answer)):
            answer[i] = 0xFF


class _Volts:
    """Reports 5 V, which a bare board may lack."""

    def read_u16(self):
        return 49648  # half of 5 V


class Watch:
    """Times kinds of work, each (name, path from the App, method). Time in a nested kind counts
    only there."""

    def __init__(self, probes):
        self._probes = probes
        self._within = 0  # us of the kinds nested in the current one
        self.times = {}  # by name: us each

    def attach(self, app):
        """Time the work of an App from here on."""
        for name, path, method in self._probes:
            owner = app
            for part in path.split(".") if path else ():
                owner = getattr(owner, part)
            plain = getattr(owner, method)
            self.times[name] = []
            steps = method == "find"
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
    while app.pieces.layout is None:  # the turn begins once the lights of the game before are sent
        app.tick()
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
        if not (by in app.session.seats_by_hand() and _lay(app, by, action)):
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
        app.session.pending_events = []
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


def _fail(error, part):
    """End the measurement by a failure, from which the table would recover without end."""
    raise error


def _silence(sense):
    """Let no reader be asked, and take all for ready."""
    sense.step = lambda may_wait=False: None
    sense.ready = sense.supply.present = True


def _lay(app, by, action):
    """Lay the pieces of an action on places with readers; return whether there were any."""
    sense = app.board.sense
    layout = app.pieces.layout
    laid = False
    for spot, piece in app.session.game.gesture(by, action):
        place = layout.place_of[spot]
        if place >= 0 and layout.reads[place]:
            sense.seen[place] = app.session.game.token(piece)
            sense.tracker.version += 1
            laid = True
    return laid


def _settle(app):
    """Run the table until it has nothing left to do."""
    app.tick()
    while app.is_lighting():
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
    app.board.sense.tracker.version += 1
    _settle(app)


def measure_chance(app):
    """Measure draws from a secret, and a new secret."""
    from games.chance import Draw, Secret

    def take(work, count):
        times = []
        for _ in range(count):
            start = time.ticks_us()
            work()
            times.append(time.ticks_diff(time.ticks_us(), start))
        times.sort()
        return times[len(times) // 2], times[-1], count

    secret = Secret(bytes(32))
    tokens = list(range(_TOKENS))
    print("chance draw", *take(lambda: Draw(secret, "chance 100").below(6), 50))
    print("chance shuffle", *take(lambda: Draw(secret, "chance 100").shuffle(tokens), 20))
    print("chance secret", *take(app.entropy.secret, 3))


def compare(profile, machine, rp2, clock, names, probes=()):
    """Measure games on a board profile."""
    from table.board import Board
    from table.boot import assemble
    from table.drivers.oscillator import Oscillator
    from table.entropy import draw

    wiring = __import__("table.wiring." + profile, None, None, ("NAME",))
    bare = Bare(machine, wiring)
    window = Oscillator(machine.mem32).window
    board = Board(wiring, bare, rp2, clock)
    app = assemble(board, clock, lambda line: None, lambda: draw(window))
    app.session.journal = type(app.session.journal)(name=_JOURNAL)
    app.failures.handle = _fail
    _silence(app.board.sense)
    gc.collect()
    print(profile, "heap", gc.mem_alloc(), gc.mem_free(), 0)
    measure_chance(app)
    watch = Watch(probes)
    watch.attach(app)
    try:
        for name in names:
            measure(app, name, watch)
            app.session.game = app.pieces.layout = app.pieces.legal = None
            app.session.version += 1
            gc.collect()
    finally:
        app.session.journal.close_tail()
        for name in os.listdir():
            if name.startswith(_JOURNAL + "."):
                os.remove(name)


def run(names, probes):
    """Measure games on this board, with its own settings."""
    import json

    import machine
    import rp2

    try:
        import pack

        from small.memory import Memory
    except ImportError:  # frozen modules need no memory
        pass
    else:
        Memory(gc, machine, rp2, pack.Pack(open(pack.FILE, "rb")))
    with open("settings.json") as file:
        compare(json.load(file)["profile"], machine, rp2, Clock(), names, probes)


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
