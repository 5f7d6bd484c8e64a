"""Hours of asking readers for tags that lie still and are missed now and then.

A Run has the whole sense layer, but its readers answer in no time, without bytes on a bus: that
takes a hundredth of the work. The clock advances by the time of real questions. `ask` has only
what counts the misses, and passes over the questions that are answered.
"""

from math import log

from games.rng import Rng
from sim.virtual.clock import VirtualClock
from sim.virtual.misses import Misses
from table import settings
from table.drivers.pn532 import DONE, ROOM
from table.sense.health import Health
from table.sense.plan import NOWHERE, Plan
from table.sense.responses import Responses
from table.sense.scan import Scan
from table.sense.supply import UP
from table.sense.tracker import Tracker
from table.tags import encode

_ASK, _READ = 0x4A, 0x40
_ASK_US = 10500  # of a visit that finds tags; the field is off before
_AGAIN_US = 3000  # while the field is on, and of all other commands
_STEP_US = 1000


class Wires:
    """Stands for bus, chain and supply: all blocks are up, and commands without answers cost
    nothing."""

    starting = is_switching = False
    pad_stage = 0  # the pad's switch is on

    def __init__(self, blocks):
        self.chain = self
        self.blocks = blocks
        self.pad = 9 * blocks
        self.state = bytes([UP] * blocks)

    def broadcast(self, readers, count, data, off, off_count):
        pass

    def is_pad_up(self, now):
        return True


class Answers:
    """Stands for an Exchange: every reader has answered as soon as it is asked. `tags` has the UID
    under each reader, b"" for none."""

    def __init__(self, plain, clock, tags, misses):
        self.readers, self.state, self.answers = plain.readers, plain.state, plain.answers
        self.count = 0
        self.checked = -1
        self.is_sent = False
        self.questions = 0  # to tags
        self._clock = clock
        self._tags = tags
        self._misses = misses

    def begin(self, data, code, first_us, limit_us, rest=0, off=b"", off_count=0):
        self._clock.advance(_ASK_US if code == _ASK and rest > 6000 else _AGAIN_US)
        for i in range(self.count):
            self.state[i] = DONE
            uid = self._tags[self.readers[i]]
            if not uid or code not in (_ASK, _READ):
                said = b"\x00"
            else:
                self.questions += 1
                missed = self._misses.happens(self, uid)
                if code == _ASK:
                    found = b"\x01\x01\x00\x44\x00\x07" + uid
                    said = b"\x00" if missed else found
                else:
                    said = b"\x01" if missed else b"\x00" + encode(1, uid[1])
            self.answers[ROOM * i] = len(said)
            self.answers[ROOM * i + 1 : ROOM * i + 1 + len(said)] = said

    def step(self, wait=False):
        return 0

    def waited_us(self):
        return 0

    def follow(self, readers, count, off, off_count, check):
        pass  # everything has been answered by then


class Run:
    """A board with `count` tags on its cells, spread evenly, and one on the pad; every `hot`th
    cell is asked often, none if it is 0. `gone` counts tags that the table took for gone."""

    def __init__(self, profile, count, rate, seed=1, hot=0):
        board = settings.profile(profile)
        clock = self.clock = VirtualClock()
        plan = self.plan = Plan(board, clock)
        wires = Wires(board.BLOCKS)
        places = len(board.READERS)
        tracker = self.tracker = Tracker(plan.place, places, wires.pad)
        tracker.set_in_play = 1
        health = Health(len(plan.place))
        scan = self._scan = Scan(wires, wires, plan, tracker, health, clock)
        under = [reader for reader in range(wires.pad) if plan.place[reader] != NOWHERE]
        tags = [b""] * len(plan.place)
        for at in range(count):
            tags[under[at * len(under) // count]] = bytes((4, at + 1, 0, 0, 0, 0, 0x80))
        tags[wires.pad] = bytes((4, count + 1, 0, 0, 0, 0, 0x80))
        misses = Misses(seed)
        self.answers = scan.exchange = Answers(scan.exchange, clock, tags, misses)
        scan._responses = Responses(self.answers, tracker, health)
        plan.hot(range(0, places, hot) if hot else ())
        self.gone = 0
        self.go(2000)
        assert [code for code in tracker.code if code] == list(range(1, count + 2))
        misses.rate = rate

    def go(self, ms):
        """Let time pass."""
        clock, scan, tracker = self.clock, self._scan, self.tracker
        end = clock.ms() + ms
        lying = bytes(tracker.code)
        version = tracker.version
        while clock.ms() < end:
            scan.step(False)
            clock.advance(_STEP_US)
            if tracker.version != version:
                version = tracker.version
                for before, now in zip(lying, tracker.code):
                    self.gone += before > 0 and not now
                lying = bytes(tracker.code)


def ask(questions, rate, seed=1):
    """Ask a tag that lies still many questions, of which `rate` of 1000 begin a run of misses;
    return how often it was taken for gone. It does not matter whether they are one tag's or many
    tags', since each counts by itself."""
    tracker = Tracker(bytearray((0, NOWHERE)), 1, 1)
    tracker.set_in_play = 1
    uid = b"\x07\x04\x01\x02\x03\x04\x05\x80"
    found = bytearray(b"\x0d\x01\x01\x00\x44\x00" + uid)
    none, record = bytearray(2), bytearray(b"\x11\x00" + encode(1, 5))
    misses, rng = Misses(seed), Rng(seed + 1)
    gone = 0
    while questions > 0:
        if tracker.code[0] != 5:
            tracker.on_response(0, found, 0, False)
            tracker.on_record(0, record, 0)
        # Until the next run, a number of questions that is spread as chance has it.
        questions -= int(log((1 + rng.below(1 << 20)) / (1 << 20)) / log(1 - rate / 1000))
        misses.rate = 1000
        while misses.happens(None, uid):
            misses.rate = rate
            questions -= 1
            tracker.on_response(0, none, 0, False)
        tracker.on_response(0, found, 0, False)
        gone += tracker.code[0] != 5
        if tracker.can_read(0):
            tracker.on_record(0, record, 0)
    return gone


def main(args):
    """Run [profile, tags, misses of 1000, seed, s, hot]; prints tags taken for gone, questions."""
    run = Run(args[0], *[int(arg) for arg in args[1:4]], int(args[5]))
    run.go(1000 * int(args[4]))
    print(run.gone, run.answers.questions)
