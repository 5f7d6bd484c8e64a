"""The exchange of a visit: set-up where it is due, one question to all its readers, and what that
leads to.

While the readers of a visit are on the air, those of the next are chosen. Between visits nobody is
sent to sleep: those that the next visit does not ask turn their field off. Their answer to that is
not read before the next command is sent, unless `hear_all` is set. The pad takes part in every
second visit.
"""

from micropython import const

from table.drivers.pn532 import (
    ASK,
    ASK_LIMIT,
    DONE,
    FIELD_OFF,
    GARBLED,
    OPTIONAL,
    ROOM,
    SAM,
    SETUP,
    SETUP_LIMIT,
    SILENT,
    Exchange,
    frame,
)
from table.drivers.viper import ptr8, viper
from table.sense.codes import DOUBLE, UNKNOWN
from table.sense.plan import NOWHERE
from table.sense.responses import NEWS, Responses
from table.sense.supply import UP
from table.tags import FIRST_PAGE

if False:  # only mypy reads this: the names of types
    from table.clock import Clock
    from table.drivers.pn532 import Bus
    from table.sense.findings import Findings
    from table.sense.health import Health
    from table.sense.plan import Plan
    from table.sense.supply import Supply
    from table.sense.writer import Talk, Writer

_CELLS = const(9)
_AGAINS = const(3)  # extra looks within a visit, if something is new
_RENEW_EVERY = const(47)  # whole visits; coprime to nine, so that every cell gets its turn
_PAIR_EVERY = const(16)  # whole visits between two looks for second tags; coprime too
_PAUSE_US = const(5000)  # the pause when a visit has nobody to ask
_PRIME = const(257)

_ASK_TWO = frame(0x4A, 0x02, 0x00)
_READ_RECORD = frame(0x40, 0x01, 0x30, FIRST_PAGE)

# In us: from a command to the first possible response, and from the ACKs to the last.
_SETUP_FIRST = const(1400)
_ASK_FIRST = const(6600)  # ISO 14443-3: a tag may wait 5.1 ms before its first request
_ASK_ON_FIRST = const(1900)  # if the field is already on
_ASK_TAG = const(3800)  # a tag comes so much later: ISO 14443-3, two cascade levels
_PAIR_LIMIT = const(27000)
_READ_FIRST = const(2500)
_READ_LIMIT = const(20000)
_WRITE_FIRST = const(5000)
_WRITE_LIMIT = const(30000)
_PATIENCE = const(3600)  # in a step, to wait for passes; to come back for them takes a tick

# Stages of a visit.
_PAUSING = const(0)
_SETTING_UP = const(1)
_ASKING = const(2)
_READING = const(3)
_WRITING = const(4)
_TURNING_OFF = const(5)


class Scan:
    """Asks the readers on `bus` in the order of `plan`; reports to `findings` and `health`."""

    def __init__(
        self,
        bus: "Bus",
        supply: "Supply",
        plan: "Plan",
        findings: "Findings",
        health: "Health",
        clock: "Clock",
    ):
        self._bus = bus
        self._supply = supply
        self._plan = plan
        self._findings = findings
        self._health = health
        self._clock = clock
        self.hear_all = False
        self.writer: "Writer | Talk" = None  # while it has pages left
        most = bus.chain.blocks + 1
        exchange = self._exchange = Exchange(bus, clock, most)
        self._here = bytearray(most)  # readers of this visit
        self._here_count = 0
        self._next = bytearray(most)  # readers of the next visit
        self._next_count = 0
        self.fresh = 0  # how many of them need set-up
        self._off = bytearray(most)  # readers whose field goes off between the two
        self._off_count = 0
        self._responses = Responses(exchange, findings, health)
        self._check = self._responses.check  # bound once: binding allocates
        self._is_next = bytearray(len(plan.place))
        self._prepared = False  # has the next visit been chosen?
        self._pair_next = False
        self._pair_due = False  # does this visit still have to ask for two tags?
        self._pair = False  # were two tags asked for?
        self._stage = _PAUSING
        self._paused = clock.us()
        self._setup = 0  # index in SETUP
        self._form = 0  # index in SAM
        self._agains = 0
        self._renew_due = False  # is it time to renew the set-up of some?
        self._stays_on = False  # does a field stay on from the visit before?
        self._dice = 1
        self._sweeps = 0  # sweeps that have been counted
        plan.missed = findings.missed

    def change(self) -> None:
        """Blocks were switched on or off: choose the next visit again."""
        self._prepared = False
        self._exchange.stay()

    def step(self, wait: bool) -> None:
        """Poll the readers when that is due, and go on to the next stage. `wait`: wait if it is
        due in a moment."""
        stage = self._stage
        if stage == _PAUSING:
            if self._clock.since_us(self._paused) >= _PAUSE_US:
                self._begin()
            return
        left = 0
        # A new tag is lit before it is read. What is missed is set up while nobody else waits. A
        # block that comes up needs its next step in time: its readers hear all that is sent.
        if wait and stage != _READING or stage == _SETTING_UP:
            left = 0 if self._supply.is_switching else _PATIENCE
        due = self._exchange.step(left > 0)
        if due and stage == _ASKING and not self._prepared:
            self._prepare()
            due = self._exchange.step(left > 0)
        while due:
            left -= due
            if left < 0:
                return
            self._clock.sleep_us(due)
            due = self._exchange.step(True)
        if self._exchange.is_sent:
            self._begin()
        elif stage == _ASKING:
            self._end_ask()
        elif stage == _READING:
            self._end_read()
        elif stage == _WRITING:
            self._end_page()
        elif stage == _SETTING_UP:
            self._end_setup()
        else:
            self._begin()

    def stop(self) -> None:
        """Stop because the supply has gone, perhaps in the middle of a visit."""
        self._here_count = 0
        self._prepared = False
        self._pause()

    def _pause(self) -> None:
        self._supply.bus_idle()
        self._stage = _PAUSING
        self._paused = self._clock.us()

    # ---- whom to visit --------------------------------------------------------------------------

    def _prepare(self) -> None:
        """Choose the readers of the next visit, and those whose field goes off before it."""
        plan, readers = self._plan, self._next
        now = self._clock.ms()
        kept = self._keep(readers, plan.choose(readers), now)
        count = kept & 0xFF
        pad = self._bus.pad
        self._choose_pair(kept > count or self._findings.is_double(pad))
        is_due = self._pair_next or self._has_pad_rested()
        # Before its set-up is renewed the field of the pad has to be off for a visit.
        renewal = self._plan.wholes % _RENEW_EVERY
        if is_due and 0 < renewal < _RENEW_EVERY - 1 and self._may_ask_pad(now):
            readers[count] = pad
            count += 1
        self._next_count = count
        self._prepared = True
        if plan.sweeps != self._sweeps:
            self._sweeps = plan.sweeps
            self._health.swept()
        found = self._choose_off()
        self._off_count = found & 0xFF
        self._stays_on = self._off_count < self._here_count
        self.fresh = found >> 8
        if self._stage == _ASKING:
            self._offer()

    @viper
    def _keep(self, readers, count: int, now) -> int:
        """Keep those of the first `count` of `readers`, all on the chain, that have power and are
        neither missing nor silent. Return their number | the number of double tags << 8. In
        bytecode 16 readers took 2.6 ms; the first response was there before that had ended."""
        some = ptr8(readers)
        health = self._health
        losses = ptr8(health.losses)
        found = ptr8(self._findings.found)
        place = ptr8(self._plan.place)
        supply = self._supply
        state = ptr8(supply.state)
        kept = 0
        double = 0
        if supply.starting or supply.pad_stage:
            return 0
        for i in range(count):
            reader = some[i]
            if place[reader] == NOWHERE or state[reader // _CELLS] != UP:
                continue
            if losses[reader] and not health.may_ask(reader, now):
                continue
            some[kept] = reader
            kept += 1
            if found[reader] == DOUBLE:
                double += 1
        return kept | double << 8

    def _may_ask_pad(self, now: int) -> bool:
        return self._supply.is_pad_up(now) and self._health.may_ask(self._bus.pad, now)

    def _has_pad_rested(self) -> bool:
        """Does this visit not ask the pad?"""
        return not self._here_count or self._here[self._here_count - 1] != self._bus.pad

    def _offer(self) -> None:
        """Let the question be passed on to the next visit without a detour, if nothing is to be
        done in between."""
        if self.fresh or self._pair or self._pair_due or self.writer or self.hear_all:
            return
        self._exchange.follow(
            self._next, self._next_count, self._off, self._off_count, self._check
        )

    @viper
    def _choose_off(self) -> int:
        """Find the readers of this visit that are not in the next one, and put a cell without a
        tag first in the next, since an exchange waits for the first. Return the number of those
        found | readers of the next visit that need set-up << 8."""
        here = ptr8(self._here)
        after = ptr8(self._next)
        off = ptr8(self._off)
        is_next = ptr8(self._is_next)
        needs = ptr8(self._health.fresh)
        tags = ptr8(self._findings.expected)
        count = int(self._next_count)
        pad = int(self._bus.pad)
        fresh = 0
        first = 0
        for i in range(count):
            reader = after[i]
            is_next[reader] = 1
            if needs[reader]:
                fresh += 1
            if reader != pad and tags[after[first]]:
                first = i
        gone = 0
        for i in range(int(self._here_count)):
            if not is_next[here[i]]:
                off[gone] = here[i]
                gone += 1
        for i in range(count):
            is_next[after[i]] = 0
        reader = after[0]
        after[0] = after[first]
        after[first] = reader
        return gone | fresh << 8

    def _choose_pair(self, double: bool) -> None:
        """Decide whether to look for second tags: now and then, and where two lie in a random
        order, so that it never falls into step with the visits."""
        self._dice = self._dice * 3 % _PRIME
        if double:
            self._pair_next = bool(self._dice & 1)
        else:
            self._pair_next = self._plan.is_whole and self._plan.wholes % _PAIR_EVERY == 0

    # ---- a visit --------------------------------------------------------------------------------

    def _begin(self, off: int = 0) -> None:
        """Begin the next visit: first of all ask, if nobody needs set-up. `off` readers turn
        their field off before."""
        if not self._prepared:
            self._prepare()
        exchange = self._exchange
        exchange.readers, self._next = self._next, exchange.readers
        exchange.count = self._next_count
        ask = exchange.count > 0 and not self.fresh
        self._prepared = False
        if ask:
            self._begin_ask(off)
        elif off:
            self._bus.broadcast(self._off, off, FIELD_OFF, b"", 0)
        self._pair_due = self._pair_next
        self._pair = False
        self._agains = 0
        self._enter()
        if self._plan.is_whole:
            if self._plan.wholes % _RENEW_EVERY == 0:
                self._renew_due = True
            if self._renew_due and (not self._stays_on or self.hear_all):
                self._renew_due = False
                self._renew(ask and not self.hear_all)
        if ask:
            return
        if self._gather(1):
            self._begin_setup()
        else:
            self._pause()

    def _renew(self, on_air: bool) -> None:
        """Renew the set-up of the readers of the next whole visit: one that was reset would find
        no tags.

        While those of this visit are `on_air` the others get its first command; the answer is not
        read. One that had been reset polls for ever after that, fails to answer its next question,
        and is set up. Otherwise they are set up before that question, which takes 13 ms longer.
        Those that turn their field off just now would miss the command, and wait for the next.
        """
        now = self._clock.ms()
        pad = self._bus.pad
        readers = self._next
        count = told = 0
        for reader in range(self._plan.next_cell(), pad, _CELLS):
            readers[count] = reader
            count += 1
        count = self._keep(readers, count, now) & 0xFF
        if self._has_pad_rested() and self._may_ask_pad(now):
            readers[count] = pad
            count += 1
        for i in range(count):
            reader = readers[i]
            self._findings.doubt(reader)
            if not on_air or self._health.form[reader]:
                self._health.renew(reader)
            elif not self._goes_off(reader):
                readers[told] = reader
                told += 1
        if told:
            self._bus.broadcast(readers, told, SAM[0], b"", 0)

    @viper
    def _goes_off(self, reader: int) -> int:
        """Does a reader turn its field off just now (1 or 0)? In bytecode it took 0.2 ms."""
        off = ptr8(self._off)
        for i in range(int(self._off_count)):
            if off[i] == reader:
                return 1
        return 0

    @viper
    def _enter(self):
        """Note whom this visit asks."""
        exchange = self._exchange
        here = ptr8(self._here)
        readers = ptr8(exchange.readers)
        count = int(exchange.count)
        self._here_count = count
        for i in range(count):
            here[i] = readers[i]

    @viper
    def _gather(self, fresh: int) -> int:
        """Put this visit's readers that need set-up into the exchange (`fresh` is 1), or the
        others (0); return their number."""
        exchange = self._exchange
        here = ptr8(self._here)
        needs = ptr8(self._health.fresh)
        readers = ptr8(exchange.readers)
        count = 0
        for i in range(int(self._here_count)):
            reader = here[i]
            if fresh == (1 if needs[reader] else 0):
                readers[count] = reader
                count += 1
        exchange.count = count
        return count

    def _ask(self) -> None:
        """Ask the readers of this visit that are set up."""
        if self._gather(0):
            self._begin_ask()
        else:
            self._end_visit()

    def _begin_ask(self, off: int = 0) -> None:
        self._stage = _ASKING
        first = _ASK_ON_FIRST if self._stays_on else _ASK_FIRST
        self._exchange.begin(
            ASK, 0x4A, first, ASK_LIMIT, first + _ASK_TAG, self._off, off
        )

    def _begin_pair(self) -> None:
        """Ask for two tags where one lies, after all else: to a reader that is asked for two, the
        removal of the only one looks as if it were still there."""
        self._pair_due = False
        exchange = self._exchange
        count = 0
        for i in range(self._gather(0)):
            reader = exchange.readers[i]
            if self._findings.has_tag(reader):
                exchange.readers[count] = reader
                count += 1
        exchange.count = count
        if count:
            self._stage = _ASKING
            self._pair = True
            exchange.begin(_ASK_TWO, 0x4A, _ASK_ON_FIRST, _PAIR_LIMIT)
        else:
            self._end_visit()

    def _end_ask(self) -> None:
        """Handle the responses that bring news, and read new tags."""
        exchange, findings = self._exchange, self._findings
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
            if state[i] != NEWS:
                self._fail(reader)
                continue
            findings.answered(reader, exchange.answers, ROOM * i, self._pair)
            if findings.can_read(reader) and not self._is_talked_to(reader):
                readers[new] = reader
                new += 1
        if new:
            exchange.count = new
            self._stage = _READING
            exchange.begin(_READ_RECORD, 0x40, _READ_FIRST, _READ_LIMIT)
        else:
            self._look_again()

    def _end_read(self) -> None:
        exchange = self._exchange
        for i in range(exchange.count):
            if exchange.state[i] == DONE:
                self._findings.has_read(exchange.readers[i], exchange.answers, ROOM * i)
            else:
                self._findings.unread(exchange.readers[i])
                self._fail(exchange.readers[i])
        self._look_again()

    def _look_again(self) -> None:
        """Ask again where something has not settled. A tag counts as gone only if the reader
        misses it again after a new set-up: the chip might have been reset."""
        if self._agains == _AGAINS:
            self._end_visit()
            return
        findings, health, readers = self._findings, self._health, self._exchange.readers
        count = doubts = 0
        for i in range(self._here_count):
            reader = self._here[i]
            if findings.is_unsettled(reader) and not health.fresh[reader]:
                doubts += findings.is_in_doubt(reader)
                readers[count] = reader
                count += 1
        if not count:
            self._end_visit()
            return
        self._exchange.count = count
        self._agains += 1
        self._pair = False
        self._stays_on = True
        if doubts:
            self._begin_setup()
        else:
            self._begin_ask()

    def _end_visit(self) -> None:
        """Ask for second tags if that is due, then turn off the fields that the next visit does
        not need."""
        if self._pair_due:
            self._begin_pair()
            return
        if self.writer and self._can_write():
            self._begin_page()
            return
        if not self._prepared:
            self._prepare()
        exchange = self._exchange
        if not self._off_count:
            self._begin()
        elif self.hear_all:
            exchange.count = self._off_count
            for i in range(exchange.count):
                exchange.readers[i] = self._off[i]
            self._stage = _TURNING_OFF
            exchange.begin(FIELD_OFF, 0x32, _SETUP_FIRST, SETUP_LIMIT)
        else:
            self._begin(self._off_count)

    # ---- set-up and failures --------------------------------------------------------------------

    def _begin_setup(self) -> None:
        """Set up the readers in the exchange. One that hears another form of SAMConfiguration than
        the first of them waits for the next visit."""
        self._stage = _SETTING_UP
        self._setup = 0
        exchange, forms = self._exchange, self._health.form
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
        self._exchange.begin(data or SAM[self._form], code, _SETUP_FIRST, SETUP_LIMIT)

    def _end_setup(self) -> None:
        """Go on to the next step of the set-up, with the readers that answered."""
        exchange = self._exchange
        kept = 0
        for i in range(exchange.count):
            reader = exchange.readers[i]
            state = exchange.state[i]
            # A chip that does not know a command refuses it: its frame is none of ours.
            if state == DONE or self._setup == OPTIONAL and state == GARBLED:
                exchange.readers[kept] = reader
                kept += 1
            else:
                if not self._setup and state == SILENT:
                    forms = self._health.form
                    forms[reader] = (forms[reader] + 1) % len(SAM)  # the next time, another one
                self._fail(reader)
        exchange.count = kept
        self._setup += 1
        if kept and self._setup < len(SETUP):
            self._send_setup()
            return
        for i in range(kept):
            self._health.works(exchange.readers[i])
        if not self._agains:
            self._ask()
        elif kept:
            self._begin_ask()
        else:
            self._end_visit()

    def _fail(self, reader: int) -> None:
        """Note that a reader failed to answer properly; after a few times, set it up again."""
        if not self._health.failed(reader):
            return
        self._findings.lose(reader)
        pad = self._bus.pad
        can_cycle = reader != pad or self._supply.can_cycle_pad
        if self._health.lose(reader, self._clock.ms(), can_cycle):
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
            self._findings.code[reader] == UNKNOWN
        )  # fmt: skip

    def _can_write(self) -> bool:
        """Is the pad part of this visit, with one tag on it?"""
        pad = self._bus.pad
        asked = self._here[self._here_count - 1] == pad and not self._health.fresh[pad]
        findings = self._findings
        lies = 0 < findings.code[pad] < DOUBLE and not findings.missed[pad]
        return asked and not self._pair and lies

    def _begin_page(self) -> None:
        self._stage = _WRITING
        self._exchange.count = 1
        self._exchange.readers[0] = self._bus.pad
        writer = self.writer
        self._exchange.begin(writer.command(), writer.code, _WRITE_FIRST, _WRITE_LIMIT)

    def _end_page(self) -> None:
        exchange = self._exchange
        answers = exchange.answers
        done = exchange.state[0] == DONE and answers[0]
        self.writer.take(bytes(answers[1 : 1 + answers[0]]) if done else None)
        if self.writer.result:
            if self.writer.changes:
                self._findings.forget(self._bus.pad)  # reading the tag again verifies it
            self.writer = None
        self._end_visit()
