"""The readers of this visit and of the next one.

The choice of the next visit happens while this one is on the air: the plan names readers, and this
leaves out those that are missing, silent or without power. The pad takes part in every second
visit. Readers that the next visit does not ask turn their field off before it.
"""

from micropython import const

from table.drivers.viper import ptr8, viper
from table.sense.codes import DOUBLE
from table.sense.plan import NOWHERE
from table.sense.supply import UP

if False:  # only mypy reads this: the names of types
    from table.drivers.pn532 import Bus
    from table.sense.health import Health
    from table.sense.plan import Plan
    from table.sense.supply import Supply
    from table.sense.tracker import Tracker

RENEW_EVERY = const(47)  # whole visits; coprime to nine, so that every cell gets its turn
_RENEW_EVERY = const(47)
_PAIR_EVERY = const(16)  # whole visits between two searches for second tags; coprime too
_CELLS = const(9)
_PRIME = const(257)


class Visits:
    """The readers of this visit, the first `here_count` of `here`, and of the next one, the first
    `count` of `readers`."""

    def __init__(
        self, bus: "Bus", supply: "Supply", plan: "Plan", tracker: "Tracker", health: "Health"
    ):
        self._pad = bus.pad
        self._supply = supply
        self._plan = plan
        self._tracker = tracker
        self._health = health
        most = bus.chain.blocks + 1
        self.here = bytearray(most)
        self.here_count = 0
        self.is_chosen = False  # has the next visit been chosen?
        self.readers = bytearray(most)
        self.count = 0
        self.fresh = 0  # how many readers of the next visit need set-up
        self.wants_pair = False  # is the next visit to look for second tags?
        self.off = bytearray(most)  # readers whose field goes off between the two visits
        self.off_count = 0
        self.stays_on = False  # does a field stay on from one visit to the next?
        self._is_next = bytearray(len(plan.place))
        self._dice = 1
        self._sweeps = 0  # sweeps that have been counted

    def stop(self) -> None:
        """Note that the readers have no power."""
        self.here_count = 0
        self.is_chosen = False

    def choose(self, now: int) -> None:
        """Choose the readers of the next visit, and those whose field goes off before it."""
        plan, readers = self._plan, self.readers
        kept = self._keep(readers, plan.choose(readers), now)
        count = kept & 0xFF
        pad = self._pad
        self._choose_pair(kept > count or self._tracker.is_double(pad))
        is_due = self.wants_pair or self.has_pad_rested()
        # Before the pad's set-up is renewed, its field has to be off for a visit.
        renewal = plan.wholes % _RENEW_EVERY
        if is_due and 0 < renewal < _RENEW_EVERY - 1 and self._may_ask_pad(now):
            readers[count] = pad
            count += 1
        self.count = count
        self.is_chosen = True
        if plan.sweeps != self._sweeps:
            self._sweeps = plan.sweeps
            self._health.swept()
        found = self._choose_off()
        self.off_count = found & 0xFF
        self.stays_on = self.off_count < self.here_count
        self.fresh = found >> 8

    def begin(self, spare: bytearray) -> bytearray:
        """Make the next visit this one. Return the buffer with its readers; `spare` takes the
        readers of the visit after it."""
        readers, self.readers = self.readers, spare
        self.is_chosen = False
        self._enter(readers)
        return readers

    @viper
    def _enter(self, readers):
        """Note which readers this visit asks."""
        here = ptr8(self.here)
        asked = ptr8(readers)
        count = int(self.count)
        self.here_count = count
        for i in range(count):
            here[i] = asked[i]

    @viper
    def gather(self, readers, fresh: int) -> int:
        """Put this visit's readers that need set-up into `readers` (`fresh` is 1), or the others
        (0); return their number."""
        here = ptr8(self.here)
        needs = ptr8(self._health.fresh)
        found = ptr8(readers)
        count = 0
        for i in range(int(self.here_count)):
            reader = here[i]
            if fresh == (1 if needs[reader] else 0):
                found[count] = reader
                count += 1
        return count

    def renew(self, on_air: bool, now: int) -> int:
        """Have the readers of the next whole visit set up again, or, while others are `on_air`,
        put into `readers` those that can get the first command of the set-up now; return their
        number. A reader that is turning its field off would miss it, and waits."""
        readers = self.readers
        count = told = 0
        for reader in range(self._plan.next_cell(), self._pad, _CELLS):
            readers[count] = reader
            count += 1
        count = self._keep(readers, count, now) & 0xFF
        if self.has_pad_rested() and self._may_ask_pad(now):
            readers[count] = self._pad
            count += 1
        for i in range(count):
            reader = readers[i]
            self._tracker.recheck(reader)
            if not on_air or self._health.form[reader]:
                self._health.renew(reader)
            elif not self._goes_off(reader):
                readers[told] = reader
                told += 1
        return told

    def has_pad_rested(self) -> bool:
        """Does this visit not ask the pad?"""
        return not self.here_count or self.here[self.here_count - 1] != self._pad

    def _may_ask_pad(self, now: int) -> bool:
        return self._supply.is_pad_up(now) and self._health.may_ask(self._pad, now)

    def _choose_pair(self, double: bool) -> None:
        """Decide whether to look for second tags: now and then, and at random where two lie, so
        that this never falls into step with the visits."""
        self._dice = self._dice * 3 % _PRIME
        if double:
            self.wants_pair = bool(self._dice & 1)
        else:
            self.wants_pair = self._plan.is_whole and self._plan.wholes % _PAIR_EVERY == 0

    @viper
    def _keep(self, readers, count: int, now) -> int:
        """Keep those of the first `count` of `readers`, all on the chain, that have power and are
        neither missing nor silent. Return their number | the number of double tags << 8. In
        bytecode it takes 2.6 ms for 16 readers: the first response would have to wait."""
        some = ptr8(readers)
        health = self._health
        losses = ptr8(health.losses)
        found = ptr8(self._tracker.found)
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

    @viper
    def _choose_off(self) -> int:
        """Find the readers of this visit that are not in the next one, and put a cell without a
        tag first in the next, since an exchange waits for the first. Return the number of the
        readers found | number of readers of the next visit that need set-up << 8."""
        here = ptr8(self.here)
        after = ptr8(self.readers)
        off = ptr8(self.off)
        is_next = ptr8(self._is_next)
        needs = ptr8(self._health.fresh)
        tags = ptr8(self._tracker.expected)
        count = int(self.count)
        pad = int(self._pad)
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
        for i in range(int(self.here_count)):
            if not is_next[here[i]]:
                off[gone] = here[i]
                gone += 1
        for i in range(count):
            is_next[after[i]] = 0
        reader = after[0]
        after[0] = after[first]
        after[first] = reader
        return gone | fresh << 8

    @viper
    def _goes_off(self, reader: int) -> int:
        """Is a reader turning its field off (1 or 0)?"""
        off = ptr8(self.off)
        for i in range(int(self.off_count)):
            if off[i] == reader:
                return 1
        return 0
