"""The 5 V supply, and which blocks of readers have it.

Without it (the Pico runs on USB alone) the table switches nothing on, and every select stays low.
With it the blocks come on one after the other; a block's selects stay low until its own supply is
up. Then its power switch reports over MISO, with no reader selected, whether it has to limit the
current (hardware/docs/electronics.md); if so, the block is switched off again.

On boards with a pin for it, the pad's reader has its own switch. Unlike a block it has no gates:
while it is off nobody may use the bus, which would feed it through its inputs.
"""

from micropython import const

if False:  # only mypy reads this: the names of types
    from typing import Any

    from table.clock import Clock
    from table.drivers.pn532 import Bus

_PRESENT = const(43700)  # of 65535 at 3.3 V: half of 4.4 V
_ABSENT = const(39700)  # half of 4.0 V
_MEASURE_MS = const(10)
_STAGGER_MS = const(6)  # between two blocks, so that only one charges its capacitor at a time
_RISE_MS = const(6)  # from power-on to a stable supply
_BOOT_MS = const(50)
_OFF_MS = const(60)  # long enough to reset a hung chip (facts: power-off)

_OFF = const(0)
_RISING = const(1)
_BOOTING = const(2)
UP = 3  # the readers of the block can be asked

# The pad's switch; the table asks no reader until it is on again.
_ON = const(0)
_DUE = const(1)  # to be switched off as soon as the bus is idle
_CUT = const(2)
_COMING = const(3)


class Supply:
    """Switches the blocks of the bus's chain; `volts` is the ADC behind the divider of the 5 V.
    `pad_power` switches the pad's reader, which is on at first; None: there is no such switch."""

    def __init__(self, bus: "Bus", volts: "Any", clock: "Clock", pad_power: "Any" = None):
        self._chain = bus.chain
        self._receive = bus.receive
        self._state_byte = bytearray(1)
        self._pad_select = bus.pad_select
        self._volts = volts
        self._clock = clock
        self.present = False  # is the 5 V there?
        self.faults = 0  # 1 << block where a power switch reports a fault
        self._pad_power = pad_power
        self.pad_stage = _ON
        self._pad_at = 0  # ms: the pad's next step is due, or it can be asked
        self._low = 0  # measurements below the limit, in a row
        self._measured_at = -_MEASURE_MS  # ms: the last measurement
        self.state = bytearray(bus.chain.blocks)  # of each block
        self._until = [0] * bus.chain.blocks  # ms: when each block's next step is due
        self._next_on = 0  # ms: when the next block may be switched on
        # True until all blocks are up. The table asks no reader before, since a late one would
        # have to wait for the next sweep.
        self.starting = True
        self._busy = True  # may a block be on its way up?

    @property
    def is_switching(self) -> bool:
        """Are there blocks that the next steps switch on?"""
        return self.present and min(self.state or (UP,)) < _BOOTING

    def is_pad_up(self, now: int) -> bool:
        return self.present and not self.pad_stage and now >= self._pad_at

    @property
    def can_cycle_pad(self) -> bool:
        return self._pad_power is not None

    def step(self) -> bool:
        """Take the next steps; returns whether a block or the pad has got or lost its supply."""
        now = self._clock.ms()
        changed = False
        if now - self._measured_at >= _MEASURE_MS:
            self._measured_at = now
            changed = self._measure()
        if self.pad_stage > _DUE and self.present:
            # The blocks wait too: their switches are asked over the bus.
            if now < self._pad_at:
                return changed
            changed = self._advance_pad(now) or changed
        if self.present and self._busy and self.pad_stage < _CUT:
            self._busy = False
            # First the blocks whose selects are still low, since their readers hear all bytes on
            # the bus.
            for block in range(len(self.state)):
                if self.state[block] < _BOOTING:
                    self._busy = True
                    if now >= self._until[block]:
                        self._advance(block, now)
            for block in range(len(self.state)):
                if self.state[block] == _BOOTING:
                    self._busy = True
                    if now >= self._until[block]:
                        self._advance(block, now)
                        changed = True
            if not self._busy:
                self.starting = False
        return changed

    def _advance(self, block: int, now: int) -> None:
        """Take a block one step further."""
        state = self.state[block]
        if state == _OFF:
            if now < self._next_on:
                return
            self._next_on = now + _STAGGER_MS
            self._chain.power(block, True)
            self._until[block] = now + _RISE_MS
        elif state == _RISING:
            self._chain.attend(block)
            self._until[block] = now + _BOOT_MS
        else:
            self._check(block)
        self.state[block] = state + 1

    def _check(self, block: int) -> None:
        """Ask the power switch of a block for its state. With a fault the block stays off and its
        readers are silent."""
        self._chain.open_gate(block)
        self._receive(self._state_byte)
        if self._state_byte[0]:
            self._chain.attend(block)
            self.faults &= ~(1 << block)
        else:
            self._chain.power(block, False)
            self.faults |= 1 << block

    def _advance_pad(self, now: int) -> bool:
        """Switch the pad on; once its supply is up, raise its select. Returns whether it has come
        up."""
        if self.pad_stage == _CUT:
            self.pad_stage = _COMING
            self._pad_power(1)
            self._pad_at = now + _RISE_MS
            return False
        self.pad_stage = _ON
        self._pad_select(1)
        self._pad_at = now + _BOOT_MS
        return True

    def cycle_pad(self) -> None:
        """Have the pad switched off for a while, as soon as the bus is idle."""
        if self.pad_stage == _ON:
            self.pad_stage = _DUE

    def bus_idle(self) -> None:
        """Note that the bus is idle: the pad can now be switched off, if that is due."""
        if self.pad_stage == _DUE:
            self._pad_select(0)
            self._pad_power(0)
            self.pad_stage = _CUT
            self._pad_at = self._clock.ms() + _OFF_MS

    def cycle(self, block: int) -> None:
        """Switch a block off for a while."""
        self._switch_off(block)
        self._until[block] = self._clock.ms() + _OFF_MS

    def _switch_off(self, block: int) -> None:
        self._chain.power(block, False)
        self.state[block] = _OFF
        self._busy = True

    def _measure(self) -> bool:
        """Measure the 5 V; returns whether they have come or gone."""
        level = self._volts.read_u16()
        if self.present:
            self._low = self._low + 1 if level < _ABSENT else 0
            if self._low < 2:
                return False
            for block in range(len(self.state)):
                self._switch_off(block)
            self.starting = True
        elif level < _PRESENT:
            return False
        self.present = not self.present
        self._low = 0
        self._pad_at = self._clock.ms() + _BOOT_MS
        self._pad_select(1 if self.present else 0)
        if self._pad_power is not None:
            self._pad_power(1)
            self.pad_stage = _ON
        return True
