"""A fake board whose senses a test sets, and the table that runs on it."""

from games.pauses import on_pause
from table.app import App
from table.journal import Journal
from table.wiring import grid6


class Sense:
    def __init__(self, profile):
        self.seen = bytearray(len(profile.READERS))
        self.arrivals = []
        self.pad = 0
        self.pad_tags = 0
        self.pad_sak = 0
        self.sweep_ms = 0
        self.version = 0
        self.unread = -1  # the version in which the newest tag was still unread
        self.set_in_play = 0
        self.places = []
        self.switches = None
        self.facings = None
        self.ready = True
        self.has_supply = True
        self.waits = []  # for each step: was it told to wait for answers?
        self.faulty = 0  # the number of a block whose power switch reports a fault

    def faulty_block(self):
        return self.faulty

    def step(self, wait=False):
        self.waits.append(wait)
        if self.arrivals:
            self.unread = self.version

    def played(self):
        pass

    def match(self, wanted):
        pass

    def hot(self, places):
        self.places = places

    def is_elsewhere(self, place):
        return False

    def is_arriving(self, place):
        return self.unread == self.version

    def is_card(self, place):
        return False

    def why(self, place):
        return "unknown tag"

    def why_pad(self):
        return ("pad why", ("unknown tag",))


class Knob:
    def __init__(self):
        self.steps = 0
        self.press = None

    def turned(self):
        steps, self.steps = self.steps, 0
        return steps

    def poll(self):
        pass  # `press` stays until it is asked for

    def pressed(self):
        press, self.press = self.press, None
        return press


class Display:
    def __init__(self):
        self.lines = []

    def show(self, lines):
        self.lines = lines

    def step(self):
        pass


class Buzzer:
    def __init__(self):
        self.beeps = 0

    def beep(self, times):
        self.beeps += times

    def step(self):
        pass


class Pixels:
    def __init__(self):
        self.frames = 0
        self.free = 0

    def write(self, buffer, length):
        self.frames += 1

    def renew(self):
        pass

    def is_busy(self):
        return False


class Clock:
    """A clock that stands still, except that each reading takes `per_look` ms."""

    def __init__(self):
        self.now = 0
        self.per_look = 0

    def ms(self):
        self.now += self.per_look
        return self.now

    def us(self):
        return 1000 * self.now


class FakeTable:
    """An App on a fake board. Places are given by name."""

    def __init__(self, profile=grid6, start=True, folder=""):
        self.profile = profile
        self.sense = Sense(profile)
        self.pixels = Pixels()
        self.display = Display()
        self.facing_sensors = None
        self.knob = Knob()
        self.buzzer = Buzzer()
        self.clock = Clock()
        self.sent = []
        self.names = profile.SPOTS.split(" ")
        self.app = App(self, self.clock, Journal(folder), self._collect, lambda: 7)
        if start:
            self.app.start()
            self.run()

    def _collect(self, piece):
        """Take part of a line for the host."""
        if self.sent and not self.sent[-1].endswith("\n"):
            self.sent[-1] += piece
        else:
            self.sent.append(piece)

    def run(self, ticks=10):
        for _ in range(ticks):
            self.app.tick()
            self.clock.now += 5

    def rest(self):
        """Let 2 s pass: a sliding piece has come to rest by then."""
        self.run(420)

    def poll_in_pause(self):
        """Let the App poll the table in the middle of long work."""
        self.clock.now += 20
        self.app.poll_in_pause()

    def new(self, name="mars", seats=None, options=None, players=(), seed=7):
        self.app.session.new(name, seats, options, players, seed)
        self.run()
        return self.app.session.game

    def token(self, name):
        for token, known, _, _ in self.app.session.game.tokens():
            if known == name:
                return token
        raise ValueError(name)

    def put(self, piece, place):
        """Lay a piece (its token's name, or a code of table.sense) on a place."""
        self.lay(piece, place)
        self.run()

    def lay(self, piece, place):
        """Lay a piece before the table looks again."""
        token = piece if isinstance(piece, int) else self.token(piece)
        self.sense.seen[self.names.index(place)] = token
        self.sense.version += 1

    def see_all(self):
        """Put all pieces where the game has them."""
        game = self.app.session.game
        for spot in range(game.spots()):
            if game.spot_name(spot) in self.names:
                self.lay(game.token(game.piece_at(spot)), game.spot_name(spot))
        self.run()

    def lift(self, place):
        self.put(0, place)

    def show(self, piece):
        """Put a piece on the pad; None clears the pad."""
        self.sense.pad = (
            0 if piece is None else piece if isinstance(piece, int) else (self.token(piece))
        )
        self.sense.pad_tags += 1 if piece else 0
        self.sense.version += 1
        self.run()

    def turn_knob(self, steps):
        self.knob.steps = steps
        self.run()

    def press(self, button):
        self.knob.press = button
        self.run()

    def meanings(self, place):
        """Return the meanings shown at a place, sorted."""
        index = self.names.index(place)
        return sorted([meaning for at, meaning, _ in self.app.marks if at == index])


def mars(players=(), **more):
    """Return (fake, game) with a new game of Mars; `more` is for FakeTable."""
    fake = FakeTable(**more)
    fake.new("mars", players=players)
    return fake, fake.app.session.game


def pauses(work, look=int):
    """Do some work; return what `look()` said in each of its pauses."""
    seen = []
    on_pause(lambda at_once: seen.append(look()))
    try:
        work()
    finally:
        on_pause(None)
    return seen
