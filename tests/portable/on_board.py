"""Measures the firmware on the chip it is made for; `python -m tests.bench_board` brings it there.

Runs on a board with a build on its flash, or on an emulated one. No readers are needed: what lies
on the board is told to the table as if they had found it. The game on the board stays as it was.
"""

import gc
import time

_ACTIONS = 60  # of random play that are measured of each game
_BEAT_MS = 33


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

    def __init__(self, places):
        self.seen = bytearray(places)

    def step(self):
        pass

    def hot(self, places):
        pass


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
    times = {"legal": [], "apply": [], "answer": []}
    while len(game.log) < _ACTIONS and game.current() != OVER:
        by = dice.choice(game.current())
        start = time.ticks_us()
        actions = game.legal(by)
        times["legal"].append(time.ticks_diff(time.ticks_us(), start))
        action = game.sample(dice) if by == CHANCE else dice.choice(actions)
        actions = None
        laid = _lay(app, by, action) if by in app.session.hands() else False
        count = len(game.log)
        start = time.ticks_us()
        if not laid:
            app.session.act(by, action)
        for _ in range(3):
            app.tick()
        took = time.ticks_diff(time.ticks_us(), start)
        if len(game.log) > count:
            times["answer" if laid else "apply"].append(took)
        else:  # several actions look the same: the table asks
            _see(app)
            app.ask = None
            app.session.act(by, action)
        _see(app)
        app.session.news = []
    gc.collect()
    for part in ("legal", "answer", "apply"):
        found = sorted(times[part]) or [0]
        print(name, part, found[len(found) // 2], found[-1], len(times[part]))
    print(name, "heap", gc.mem_alloc(), gc.mem_free(), len(game.log))


def _lay(app, by, action):
    """Lay the pieces of an action where readers are; return whether there were any."""
    sense = app.board.sense
    layout = app._layout
    laid = False
    for spot, piece in app.session.game.gesture(by, action):
        place = layout.place_of[spot]
        if place >= 0 and layout.reads[place]:
            sense.seen[place] = app.session.game.token(piece)
            sense.version += 1
            laid = True
    return laid


def _see(app):
    """Let the board lie as the game has it."""
    for _ in range(2):
        app.tick()
        layout = app._layout
        game = app.session.game
        for place in layout.readers:
            spot = layout.spot_of[place]
            piece = game.piece_at(spot) if spot >= 0 else 0
            app.board.sense.seen[place] = game.token(piece)
        app.board.sense.version += 1
    app.tick()


def run(names):
    """Measure games on the board of the settings; prints `game part median most count`, in us, and
    `game heap used free actions`."""
    import json

    import machine
    import rp2

    from games import forget
    from table.boot import assemble

    with open("settings.json") as file:
        profile = json.load(file)["profile"]
    wiring = __import__("table.wiring." + profile, None, None, ("NAME",))
    app = assemble(wiring, machine, rp2, Clock(), lambda line: None)
    app.session.journal._file = "bench.log"
    app.board.sense = Sense(len(wiring.READERS))
    gc.collect()
    print(profile, "idle", gc.mem_alloc(), gc.mem_free(), 0)
    for name in names:
        measure(app, name)
        app.session.give_up()
        app.session.game = app._layout = None
        app.session.version += 1
        forget(name)
        gc.collect()
