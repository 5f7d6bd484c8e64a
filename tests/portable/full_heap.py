"""Does deeds of hands, hosts and chance with only a few bytes of heap left, as SQLite tests it.

No exception may escape, the game must be unchanged or one action further, and the table must play
on once memory is free again. For MicroPython with a bounded heap: tests/host/test_full_heap.py.
"""

import json
import sys

from games import make
from games.base import CHANCE
from games.record import header_line
from games.rng import Rng
from table.layout import NOWHERE
from table.wiring import grid6, grid9
from tests.portable.fake_table import FakeTable
from tests.portable.test_failures import clear, known, restarted

_HAND = ("hand",)  # stands for laying the pieces of a legal action
_TICKS = 60
_GAMES = {  # the board, and the actions before the deed
    "mars": (grid6, 4), "land": (grid9, 3), "leylines": (grid9, 4), "market": (grid9, 4),
    "landover": (grid6, 30),
}
_SEATS = {"mars": 2, "land": 2, "leylines": 3, "market": 2, "landover": 2}


def _line(do, **values):
    values["id"] = 1
    values["do"] = do
    return (json.dumps(values) + "\n").encode()


# Rows of (game, deed). A deed lists inputs: bytes from a host, steps and presses of the knob, and
# _HAND. With () the table acts by itself.
DEEDS = (
    ("mars", (_HAND,)), ("land", (_HAND,)), ("leylines", (_HAND,)),
    ("mars", ("back",)), ("mars", ("push", 1, "push")),
    ("mars", ("hold", 1, "push")), ("mars", ("hold", "push", 3, "push", "push", "push", "push")),
    ("mars greedy", ()), ("land greedy", ()), ("leylines random", ()), ("market greedy", ()),
    ("landover", ()), ("landover greedy", ()),
    ("mars", (_line("undo"),)), ("mars", (_line("give_up"),)),
    ("mars", (_line("new", game="mars", seed=9),)), ("mars", (_line("new", game="land", seed=9),)),
    ("land", (_line("new", game="landover", seats=3, players=["greedy"], seed=9),)),
    ("mars", (_line("do", by=0, words=["small", "c3"]), _line("do", by=1, words=["small", "c3"]))),
    ("mars", (_line("load", begin=True, end=True, line=header_line(make("mars"), 3)),)),
    ("landover", (_line("state"), _line("state", seat=1), _line("legal", by=0))),
    ("leylines", (_line("legal", by=0), _line("legal", by=1), _line("game", game="landover"))),
    ("mars", (_line("record"), _line("hello"), _line("theme", name="lively"), b"{[[[\n")),
    ("mars", (_line("hint", by=0), _line("lights"), _line("language", name="de"))),
    ("mars", (_line("rematch", seed=3),)), ("land", (_line("undo"),)), ("land", ("back",)),
    ("market", ("push", "push", 1, "push")), ("leylines", ("push", "push", 1, "push")),
    ("landover", ("push", "push", 1, "push", "push")),
)


class Failed(Exception):
    """The table misbehaved; the text says in which deed."""


class Console:
    """A console that has all input at once."""

    def __init__(self):
        self.data = b""

    def read(self):
        data, self.data = self.data, b""
        return data


def fill(left, held):
    """Fill the heap except for one block of `left` bytes, with a chain in held[0]. The caller is a
    generator, whose suspended frame would keep a returned chain alive."""
    hole = bytearray(left)
    size = 65536
    while size >= 16:
        try:
            while True:
                held[0] = [held[0], bytearray(size)]
        except MemoryError:
            size //= 2
    hole[0] = 1


def drop_caches(held):
    """Free what fill() took, link by link: the collector is conservative, and a number that looks
    like a pointer may keep most of the chain alive."""
    link = held[0]
    held[0] = None
    while link is not None:
        link[0], link = None, link[0]


def ready(what):
    """Return a FakeTable with a game as `what` says and its pieces in place."""
    name, *player = what.split(" ")
    profile, count = _GAMES[name]
    clear()
    fake = FakeTable(profile)
    game = fake.new(name, players=player * _SEATS[name] if player else ())
    act(fake.app.session, count)
    for place in fake.app.pieces.layout.readers:
        spot = fake.app.pieces.layout.spot_of[place]
        fake.sense.seen[place] = game.token(game.piece_at(spot)) if spot != NOWHERE else 0
    fake.sense.version += 1
    fake.run(0 if player or game.current()[0] == CHANCE else 200)
    fake.app.host.send_events()
    fake.sent.clear()
    return fake


def act(session, count):
    """Play `count` actions, as whoever is to act."""
    rng = Rng(2)
    for _ in range(count):
        game = session.game
        by = game.current()[0]
        session.act(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))


def gesture(fake):
    """Return the pieces of a legal action as (place, token)."""
    session = fake.app.session
    layout = fake.app.pieces.layout
    by = session.seats_by_hand()[0]
    for action in session.game.legal(by):
        laid = [(layout.place_of[spot], session.game.token(piece))
                for spot, piece in session.game.gesture(by, action)]
        if laid and min(laid)[0] != NOWHERE:
            return laid
    raise Failed("there is nothing to lay")


def put_in(fake, console, laid, what):
    """Give the table one input, without allocating."""
    if what is _HAND:
        for place, token in laid:
            fake.sense.seen[place] = token
        fake.sense.version += 1
    elif isinstance(what, bytes):
        console.data = what
    elif isinstance(what, int):
        fake.knob.steps = what
    elif what:
        fake.knob.press = what


def deed(fake, console, laid, inputs):
    """Yield after each tick of a deed: True once the deed has changed the game."""
    session = fake.app.session
    version = session.version
    for what in inputs:
        put_in(fake, console, laid, what)
        fake.app.read_console(console)
        for _ in range(_TICKS if len(inputs) == 1 else 4):
            fake.app.tick()
            fake.clock.now += 5
            yield session.version != version and not session.inconsistent


def check(fake, before, done, where):
    """Raise Failed if an invariant is broken now that memory is free; a generator."""
    session = fake.app.session
    fake.run(3)
    fake.clock.now += 1100
    fake.run(1)
    after = known(session)
    if session.inconsistent or session.game is None:
        raise Failed("%s: the game is torn" % where)
    if after not in (before, done) and not is_next(before, after):
        raise Failed("%s: the game is another one: %s, before %s" % (where, after, before))
    yield
    if known(restarted()[0]) != after:
        raise Failed("%s: the journal has another game" % where)
    yield
    fake.sent.clear()
    fake.app.host.feed('{"id": 3, "do": "state"}\n')
    if '"ok": true' not in fake.sent[-1]:
        raise Failed("%s: a host is told %s" % (where, fake.sent[-1]))
    if not session.is_over():
        act(session, 1)
        fake.run(30)
        if len(session.game.log) <= len(after[2]):
            raise Failed("%s: it does not play on" % where)


def is_next(before, after):
    """Return whether `after` is one action further than `before`."""
    count = len(before[2])
    return (after[0] == before[0] and len(after[2]) == count + 1
            and after[2][:count] == before[2])


def main(args):
    """Do all deeds with each number of bytes left in `args`, and print the failures. Yields so
    that garbage is collected."""
    for number, (what, inputs) in enumerate(DEEDS):
        done = None
        for left in [0] + [int(word) for word in args]:
            fake = ready(what)
            console = Console()
            laid = gesture(fake) if _HAND in inputs else ()
            where = "deed %d in %s, %d bytes left" % (number, what, left)
            before = known(fake.app.session)
            steps = deed(fake, console, laid, inputs)
            yield True
            held = [None]
            if left:
                fill(left, held)
            yield True  # frees the block of `left` bytes
            error = None
            try:
                for changed in steps:
                    yield True
                    if changed and len(inputs) < 2:
                        break
            except Exception as escaped:
                error = escaped
            drop_caches(held)
            yield True
            if error is not None:
                print("%s: %r escaped" % (where, error))
                sys.print_exception(error)
            elif left:
                try:
                    for _ in check(fake, before, done, where):
                        yield True
                except Failed as failed:
                    print(failed)
            else:
                done = known(fake.app.session)
            yield True
    print("%d deeds" % len(DEEDS))
