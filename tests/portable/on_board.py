"""Measures the firmware on the chip it is made for; `python -m tests.bench_chip` brings it there.

Runs on a board with a build on its flash, or on an emulated one. No readers are needed: what lies
on the board is told to the table as if they had found it. The game on the board stays as it was.
It prints, for each game, `game part median most count`, in us, and `game heap used free actions`,
in bytes. The parts:

    legal     listing the legal actions
    answer    from a piece that is found, or an action of the knob, to other lights
    settled   to all lights that belong there, the legal spots being the last
"""

import gc
import time

_ACTIONS = 60  # of random play that are measured of each game


class Clock:
    def ms(self):
        return time.ticks_ms()

    def us(self):
        return time.ticks_us()

    def since_us(self, start):
        return time.ticks_diff(time.ticks_us(), start)

    def sleep_us(self, us):
        time.sleep_us(us)


class Sense:
    """What lies on the board, without readers."""

    pad = pad_tags = version = set_in_play = 0
    ready = True
    switches = None

    def __init__(self, places):
        self.seen = bytearray(places)

    def step(self):
        pass

    def hot(self, places):
        pass

    def is_elsewhere(self, place):
        return False


class Dice:
    """Numbers that are the same every time."""

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


def measure(app, name):
    """Play a game and print what its parts take."""
    from games.base import CHANCE, OVER

    dice = Dice()
    app.session.new(name, None, None, (), None)
    game = app.session.game
    _see(app)
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
        else:  # several actions look the same: the table asks
            app.session.act(by, action)
        _see(app)
        app.session.news = []
    gc.collect()
    for part in ("legal", "answer", "settled"):
        found = sorted(times[part])
        print(name, part, found[len(found) // 2], found[-1], len(found))
    print(name, "heap", gc.mem_alloc(), gc.mem_free(), len(game.log))
    if game.current() != OVER:
        app.session.give_up()


def _lay(app, by, action):
    """Lay the pieces of an action where readers are; return whether there were any."""
    sense = app.board.sense
    layout = app.layout
    laid = False
    for spot, piece in app.session.game.gesture(by, action):
        place = layout.place_of[spot]
        if place >= 0 and layout.reads[place]:
            sense.seen[place] = app.session.game.token(piece)
            sense.version += 1
            laid = True
    return laid


def _settle(app):
    """Let the table do what it still has to do."""
    app.tick()
    while app.stale or not app.legal.all_asked():
        app.tick()
    app.tick()


def _see(app):
    """Let the board lie as the game has it."""
    _settle(app)
    app.ask = None
    layout = app.layout
    game = app.session.game
    for place in layout.readers:
        spot = layout.spot_of[place]
        piece = game.piece_at(spot) if spot >= 0 else 0
        app.board.sense.seen[place] = game.token(piece)
    app.board.sense.version += 1
    _settle(app)


def compare(profile, machine, rp2, clock, names):
    """Measure games on a board profile."""
    from games import forget
    from table.boot import assemble

    wiring = __import__("table.wiring." + profile, None, None, ("NAME",))
    app = assemble(wiring, machine, rp2, clock, lambda line: None)
    app.session.journal.file = "bench.log"
    app.board.sense = Sense(len(wiring.READERS))
    gc.collect()
    print(profile, "heap", gc.mem_alloc(), gc.mem_free(), 0)
    for name in names:
        measure(app, name)
        app.session.game = app.layout = app.legal = None
        app.session.version += 1
        forget("games." + name)
        gc.collect()


def run(names):
    """Measure games on the board whose settings lie here."""
    import json

    import machine
    import rp2

    with open("settings.json") as file:
        compare(json.load(file)["profile"], machine, rp2, Clock(), names)


def main(args):
    """Measure games on a profile's virtual chips: [profile, game, ...]."""
    from sim.virtual.world import World
    from table import settings

    world = World(settings.profile(args[0]))
    compare(args[0], world.machine, world.rp2, world.clock, args[1:])
