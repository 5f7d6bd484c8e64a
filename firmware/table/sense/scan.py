"""The exchange of a visit: set-up if it is due, one question to all its readers, and its
consequences.

No reader sleeps between two visits. A reader that the next visit does not ask turns its field off,
and unless `hear_all` is set, its response to that is left unread.
"""

from micropython import const

from table.drivers.pn532 import DONE, GARBLED, ROOM, Exchange
from table.drivers.pn532_commands import (
    ASK,
    ASK_LIMIT,
    FIELD_OFF,
    OPTIONAL,
    SAM,
    SETUP,
    SETUP_LIMIT,
    packet,
)
from table.sense.codes import DOUBLE, UNKNOWN
from table.sense.responses import CHANGED, Responses
from table.sense.visits import RENEW_EVERY, Visits
from table.tags import FIRST_PAGE

if False:  # only mypy reads this: the names of types
    from typing import Any

    from table.clock import Clock
    from table.drivers.pn532 import Bus
    from table.sense.health import Health
    from table.sense.plan import Plan
    from table.sense.supply import Supply
    from table.sense.tracker import Tracker

_CELLS = const(9)
_AGAINS = const(3)  # extra questions within a visit, if something is new
_PAUSE_US = const(5000)  # the pause when a visit has nobody to ask

_ASK_TWO = packet(0x4A, 0x02, 0x00)
_READ_RECORD = packet(0x40, 0x01, 0x30, FIRST_PAGE)

# In us: from a command to the first possible response, and from the ACKs to the last.
_SETUP_FIRST = const(1400)
_ASK_FIRST = const(6600)  # ISO 14443-3: a tag may wait 5.1 ms before its first request
_ASK_ON_FIRST = const(1900)  # if the field is already on
_ASK_TAG = const(3800)  # a tag comes so much later: ISO 14443-3, two cascade levels
_PAIR_LIMIT = const(27000)
_READ_FIRST = const(2500)
_READ_LIMIT = const(22000)
_WRITE_FIRST = const(5000)
_WRITE_LIMIT = const(30000)
_PATIENCE = const(3600)  # a step's longest wait for passes, instead of a tick

# Stages of a visit.
_PAUSING = const(0)
_SETTING_UP = const(1)
_ASKING = const(2)
_READING = const(3)
_WRITING = const(4)
_TURNING_OFF = const(5)


class Scan:
    """Asks the readers on `bus` in the order of `plan`; reports to `tracker` and `health`."""

    def __init__(
        self,
        bus: "Bus",
        supply: "Supply",
        plan: "Plan",
        tracker: "Tracker",
        health: "Health",
        clock: "Clock",
    ):
        self._bus = bus
        self._supply = supply
        self._plan = plan
        self._tracker = tracker
        self._health = health
        self._clock = clock
        self.hear_all = False
        self.writer: "Any" = None  # a Writer or Talk, while it has pages left
        most = bus.chain.blocks + 1
        exchange = self.exchange = Exchange(bus, clock, most)
        self.visits = Visits(bus, supply, plan, tracker, health)
        self._responses = Responses(exchange, tracker, health)
        self._check = self._responses.check  # bound once: binding allocates
        self._pair_due = False  # does this visit still have to ask for two tags?
        self._pair = False  # were two tags asked for?
        self._stage = _PAUSING
        self._paused = clock.us()
        self._setup = 0  # index in SETUP
        self._form = 0  # index in SAM
        self._agains = 0
        self._renew_due = False  # is it time to renew the set-up of some?
        plan.missed = tracker.missed

    def change(self) -> None:
        """Choose the next visit again, since blocks were switched on or off."""
        self.visits.is_chosen = False
        self.exchange.stay()

    def step(self, wait: bool) -> None:
        """Poll the readers when that is due, and go on to the next stage. `wait`: wait if it is
        due in a moment."""
        stage = self._stage
        if stage == _PAUSING:
            if self._clock.since_us(self._paused) >= _PAUSE_US:
                self.begin_visit()
            return
        left = 0
        # Do not wait while a tag is read: its light comes first. Wait while readers are set up,
        # but never while a block is switched on: until its next step its readers hear all bytes.
        if wait and stage != _READING or stage == _SETTING_UP:
            left = 0 if self._supply.is_switching else _PATIENCE
        due = self.exchange.step(left > 0)
        if due and stage == _ASKING and not self.visits.is_chosen:
            self._choose()
            due = self.exchange.step(left > 0)
        while due:
            left -= due
            if left < 0:
                return
            self._clock.sleep_us(due)
            due = self.exchange.step(True)
        if self.exchange.is_sent:
            self.begin_visit()
        elif stage == _ASKING:
            self.end_ask()
        elif stage == _READING:
            self._end_read()
        elif stage == _WRITING:
            self._end_page()
        elif stage == _SETTING_UP:
            self._end_setup()
        else:
            self.begin_visit()

    def stop(self) -> None:
        """Stop because the supply has gone, perhaps in the middle of a visit."""
        self.visits.stop()
        self._pause()

    def _pause(self) -> None:
        self._supply.bus_idle()
        self._stage = _PAUSING
        self._paused = self._clock.us()

    def _choose(self) -> None:
        """Choose the next visit. If nothing comes before it, the command under way is sent on to
        its readers at once."""
        visits = self.visits
        visits.choose(self._clock.ms())
        if self._stage != _ASKING or visits.fresh or self._pair or self._pair_due:
            return
        if not self.writer and not self.hear_all:
            self.exchange.follow(
                visits.readers, visits.count, visits.off, visits.off_count, self._check
            )

    # ---- a visit --------------------------------------------------------------------------------

    def begin_visit(self, off: int = 0) -> None:
        """Begin the next visit: first of all ask, if nobody needs set-up. `off` readers turn
        their field off before."""
        visits = self.visits
        if not visits.is_chosen:
            self._choose()
        exchange = self.exchange
        exchange.readers = visits.begin(exchange.readers)
        exchange.count = visits.here_count
        ask = exchange.count > 0 and not visits.fresh
        if ask:
            self._begin_ask(off)
        elif off:
            self._bus.broadcast(visits.off, off, FIELD_OFF, b"", 0)
        self._pair_due = visits.wants_pair
        self._pair = False
        self._agains = 0
        if self._plan.is_whole:
            if self._plan.wholes % RENEW_EVERY == 0:
                self._renew_due = True
            if self._renew_due and (not visits.stays_on or self.hear_all):
                self._renew_due = False
                self._renew(ask and not visits.stays_on and not self.hear_all)
        if ask:
            return
        if self._gather(1):
            self.begin_setup()
        else:
            self._pause()

    def _renew(self, on_air: bool) -> None:
        """Renew the set-up of the readers of the next whole visit: a reader that was reset finds
        no tags.

        While the readers of this visit are `on_air`, the others get the first command of the
        set-up, and their response is left unread. A reader that had been reset then polls for
        ever: it does not answer its next question, so the table sets it up. Without that, all
        would be set up before the question, 13 ms later.
        """
        visits = self.visits
        told = visits.renew(on_air, self._clock.ms())
        if told:
            self._bus.broadcast(visits.readers, told, SAM[0], b"", 0)

    def _gather(self, fresh: int) -> int:
        """Put this visit's readers that need set-up into the exchange (`fresh` is 1), or the
        others (0); return their number."""
        exchange = self.exchange
        exchange.count = self.visits.gather(exchange.readers, fresh)
        return exchange.count

    def _ask(self) -> None:
        """Ask the readers of this visit after some of them were set up. Anything else waits for
        another visit, because the set-up took long."""
        self._agains = _AGAINS
        self._pair_due = False
        if self._gather(0):
            self._begin_ask()
        else:
            self._end_visit()

    def _begin_ask(self, off: int = 0) -> None:
        self._stage = _ASKING
        first = _ASK_ON_FIRST if self.visits.stays_on else _ASK_FIRST
        self.exchange.begin(
            ASK, 0x4A, first, ASK_LIMIT, first + _ASK_TAG, self.visits.off, off
        )

    def _begin_pair(self) -> bool:
        """Ask for two tags where one lies; return whether there is one. This comes last, because a
        reader that is asked for two tags may still report a removed one."""
        self._pair_due = False
        exchange = self.exchange
        count = 0
        for i in range(self._gather(0)):
            reader = exchange.readers[i]
            if self._tracker.has_tag(reader):
                exchange.readers[count] = reader
                count += 1
        exchange.count = count
        if not count:
            return False
        self._stage = _ASKING
        self._pair = True
        exchange.begin(_ASK_TWO, 0x4A, _ASK_ON_FIRST, _PAIR_LIMIT)
        return True

    def end_ask(self) -> None:
        """Handle the responses that bring something new, and read new tags."""
        exchange, tracker = self.exchange, self._tracker
        said = exchange.checked
        if said < 0:
            said = self._responses.compare(self._pair)
        if not said:
            self._end_visit()
            return
        new = 0
        readers, state = exchange.readers, exchange.state
        for i in range(exchange.count):
            if state[i] == DONE:
                continue
            reader = readers[i]
            if state[i] != CHANGED:
                self._fail(reader)
                continue
            tracker.on_response(reader, exchange.answers, ROOM * i, self._pair)
            if tracker.can_read(reader) and not self._is_talked_to(reader):
                readers[new] = reader
                new += 1
        if new:
            exchange.count = new
            self._stage = _READING
            exchange.begin(_READ_RECORD, 0x40, _READ_FIRST, _READ_LIMIT)
        else:
            self._ask_again()

    def _end_read(self) -> None:
        exchange = self.exchange
        for i in range(exchange.count):
            if exchange.state[i] == DONE:
                self._tracker.on_record(exchange.readers[i], exchange.answers, ROOM * i)
            else:
                self._tracker.on_read_failed(exchange.readers[i])
                self._fail(exchange.readers[i])
        self._ask_again()

    def _ask_again(self) -> None:
        """Ask again where something has not settled. A tag counts as gone only if the reader
        misses it again after a new set-up: the chip might have been reset."""
        if self._agains == _AGAINS:
            self._end_visit()
            return
        tracker, health, readers = self._tracker, self._health, self.exchange.readers
        visits = self.visits
        count = doubts = 0
        for i in range(visits.here_count):
            reader = visits.here[i]
            if tracker.is_unsettled(reader) and not health.fresh[reader]:
                doubts += tracker.is_in_doubt(reader)
                readers[count] = reader
                count += 1
        if not count:
            self._end_visit()
            return
        self.exchange.count = count
        self._agains += 1
        self._pair = False
        visits.stays_on = True
        if doubts:
            self.begin_setup()
        else:
            self._begin_ask()

    def _end_visit(self) -> None:
        """Ask for second tags if that is due, then turn off the fields that the next visit does
        not need."""
        if self._pair_due and self._begin_pair():
            return
        if self.writer and self._can_write():
            self._begin_page()
            return
        visits = self.visits
        if not visits.is_chosen:
            self._choose()
        exchange = self.exchange
        if not visits.off_count:
            self.begin_visit()
        elif self.hear_all:
            exchange.count = visits.off_count
            for i in range(exchange.count):
                exchange.readers[i] = visits.off[i]
            self._stage = _TURNING_OFF
            exchange.begin(FIELD_OFF, 0x32, _SETUP_FIRST, SETUP_LIMIT)
        else:
            self.begin_visit(visits.off_count)

    # ---- set-up and failures --------------------------------------------------------------------

    def begin_setup(self) -> None:
        """Set up the readers in the exchange. A reader that needs another form of SAMConfiguration
        than the first one waits for the next visit."""
        self._stage = _SETTING_UP
        self._setup = 0
        exchange, forms = self.exchange, self._health.form
        self._form = forms[exchange.readers[0]]
        kept = 0
        for i in range(exchange.count):
            reader = exchange.readers[i]
            if forms[reader] == self._form:
                exchange.readers[kept] = reader
                kept += 1
        exchange.count = kept
        self._send_setup()

    def _send_setup(self) -> None:
        data, code = SETUP[self._setup]
        self.exchange.begin(data or SAM[self._form], code, _SETUP_FIRST, SETUP_LIMIT)

    def _end_setup(self) -> None:
        """Go on to the next step of the set-up, with the readers that answered."""
        exchange = self.exchange
        kept = 0
        for i in range(exchange.count):
            reader = exchange.readers[i]
            state = exchange.state[i]
            # A chip that does not know a command refuses it with another kind of frame.
            if state == DONE or self._setup == OPTIONAL and state == GARBLED:
                exchange.readers[kept] = reader
                kept += 1
            else:
                # A reader that does not know this form is silent, or repeats its last answer.
                if not self._setup:
                    forms = self._health.form
                    forms[reader] = (forms[reader] + 1) % len(SAM)  # the next time, another one
                self._fail(reader)
        exchange.count = kept
        self._setup += 1
        if kept and self._setup < len(SETUP):
            self._send_setup()
            return
        for i in range(kept):
            self._health.note_working(exchange.readers[i])
        if not self._agains:
            self._ask()
        elif kept:
            self._begin_ask()
        else:
            self._end_visit()

    def _fail(self, reader: int) -> None:
        """Note that a reader failed to answer properly; after a few times, set it up again."""
        self._pair_due = False
        if not self._health.count_failure(reader):
            return
        self._tracker.mark_offline(reader)
        pad = self._bus.pad
        can_cycle = reader != pad or self._supply.can_cycle_pad
        if self._health.schedule_retry(reader, self._clock.ms(), can_cycle):
            if reader == pad:
                self._supply.cycle_pad()
                self.change()
                return
            block = reader // _CELLS
            self._supply.cycle(block)
            for cell in range(_CELLS):
                self._health.restart(_CELLS * block + cell)
            self.change()

    # ---- writing on the pad ---------------------------------------------------------------------

    def _is_talked_to(self, reader: int) -> bool:
        """Does a tag that refuses to be read wait for another command? A refusal before would
        deselect it."""
        return self.writer is not None and reader == self._bus.pad and (
            self._tracker.code[reader] == UNKNOWN
        )

    def _can_write(self) -> bool:
        """Is the pad part of this visit, with one tag on it?"""
        pad = self._bus.pad
        asked = not self.visits.has_pad_rested() and not self._health.fresh[pad]
        tracker = self._tracker
        lies = 0 < tracker.code[pad] < DOUBLE and not tracker.missed[pad]
        return asked and not self._pair and lies

    def _begin_page(self) -> None:
        self._stage = _WRITING
        self.exchange.count = 1
        self.exchange.readers[0] = self._bus.pad
        writer = self.writer
        self.exchange.begin(writer.command(), writer.code, _WRITE_FIRST, _WRITE_LIMIT)

    def _end_page(self) -> None:
        exchange = self.exchange
        answers = exchange.answers
        done = exchange.state[0] == DONE and answers[0]
        self.writer.receive(bytes(answers[1 : 1 + answers[0]]) if done else None)
        if self.writer.result:
            if self.writer.changes:
                self._tracker.forget(self._bus.pad)  # reading the tag again verifies it
            self.writer = None
        self._end_visit()
