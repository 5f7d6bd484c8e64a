"""The readers' bus of a virtual table, by whole frames.

Sending each byte of a frame through SPI, chain, pins and gates took two thirds of the simulator's
time. A `FrameBus` hands frames to the virtual chips at once, at the very times at which the
firmware's own `Bus` would have: tests/portable/test_frames.py compares the two. Whenever the wires
are in an unusual state (`ReaderBus.is_plain`), the bytes pass one by one, as on a board.
"""

from sim.virtual.bus import flip
from sim.virtual.costs import CALL
from sim.virtual.packets import ACK
from table.drivers import pn532
from table.drivers.pn532_commands import FIELD_OFF

if False:  # only mypy reads this: the names of types
    from typing import Any

    from sim.virtual.pn532 import Pn532
    from table.drivers.pn532 import Exchange

_STATUS = b"\x02\x00"  # in the bit order of the chips
_READS = {size: b"\x03" + bytes(size - 1) for size in (7, 8)}
_FIELD_OFF = flip(FIELD_OFF)
_ASKED = 2  # bytes of a transaction that asks for the status
_HEAD = 7  # bytes of the prefix and a whole ACK, or of a response up to its code
_SHORT = 8  # bytes after which the length of a response is known
_QUEUE = 8  # bytes that are on their way while other work is done
_NONE = 0xFF  # where nobody drives the bus
_CELLS = 9
_WORKING = 1  # the states of a reader in an exchange: it has sent its ACK
_DONE = 2
_READY = 8  # added to a state: a frame can be fetched


class FrameBus(pn532.Bus):
    """A `Bus` on a virtual SPI."""

    def __init__(self, spi: "Any", chain: "Any", pad_select: "Any"):
        super().__init__(spi, chain, pad_select)
        self._wires = spi.device
        self._clock = spi.clock
        self._byte_us = spi.byte_us
        self._chips: "list[Pn532]" = self._wires.chips + [self._wires.pad]
        self._row_us = self._step_us = 0
        if chain.blocks:
            self._row_us = CALL + chain.spi.bytes_us(2 * chain.blocks)
            self._step_us = CALL + chain.spi.bytes_us(2)

    def broadcast(
        self, readers: "Any", count: int, data: "Any", off: "Any", off_count: int
    ) -> None:
        """Send a frame as `Bus.broadcast` does."""
        if not self._wires.is_plain(self.chain.idle):
            super().broadcast(readers, count, data, off, off_count)
            return
        clock = self._clock
        before: "list[int]" = []
        said = b""
        until = 0
        groups = [(flip(bytes(data)), self._group(readers, count)), (b"", [])]
        if off_count:
            groups.insert(0, (_FIELD_OFF, self._group(off, off_count)))
        for frame, group in groups:
            if before and before[-1] != self.pad or group and group[-1] != self.pad:
                clock.now += self._row_us  # the pad alone does not move the chain
            if before:
                self._end(until, len(said))
                for reader in before:
                    self._chips[reader].exchange(said, self._byte_us)
            for reader in before:
                self._chips[reader].select(False)
            for reader in group:
                self._chips[reader].select(True)
            said = frame
            before = group
            until = clock.now + min(len(said), _QUEUE) * self._byte_us

    def _group(self, readers: "Any", count: int) -> "list[int]":
        """Return the first `count` of some readers in the order in which they are deselected: the
        pad, then block by block."""
        group = sorted(readers[:count])
        if group[-1] == self.pad:
            group.insert(0, group.pop())
        return group

    def _end(self, until: int, size: int) -> None:
        """Let time pass until the end of a transaction whose first bytes ended at `until`."""
        clock = self._clock
        if clock.now < until:
            clock.now = until
        if size > _QUEUE:
            clock.now += (size - _QUEUE) * self._byte_us

    def collect(self, exchange: "Exchange", tries: int, alone: int) -> int:
        """Make a pass as `Bus.collect` does."""
        if not self._wires.is_plain(self.chain.idle):
            return int(super().collect(exchange, tries, alone))
        clock = self._clock
        chips = self._chips
        state = exchange.state
        count = exchange.count
        end = 2 * count  # slots: the status of each reader, then the frame of each
        came = waiting = working = 0
        slot = reader = -1
        size = until = 0
        while True:
            after = end if tries and size else _next(exchange, slot)
            if after == end and not size:
                return came | waiting << 8 | working << 16
            following = exchange.readers[after % count] if after < end else -1
            self._shift(reader, following)
            heard = b""
            if size:
                self._end(until, size)
                heard = self._take(chips[reader], size)
                chips[reader].select(False)
            i = slot % count
            slot, reader, size = after, following, 0
            if reader >= 0:
                chips[reader].select(True)
                size = _ASKED
                if slot >= count:
                    size = _HEAD if state[slot - count] == _READY else _SHORT
                until = clock.now + size * self._byte_us
            if len(heard) == _ASKED:
                again, tries = tries, 0
                if heard[1] & 1 and heard[1] != _NONE:
                    state[i] += _READY
                elif not state[i]:
                    waiting += 1
                elif again and not alone:
                    tries = again - 1 - self._skip(exchange.readers[i], again - 1)
                    slot = i - 1
                    continue
                else:
                    working += 1
                    if again:
                        slot = end - 1
                        continue
                if reader < 0:
                    slot = i
            elif heard:
                came += 1
                working += self._store(exchange, i, heard)
                if reader < 0:
                    slot = count + i

    def _skip(self, reader: int, most: int) -> int:
        """Skip up to `most` questions to a reader that certainly come too early; each would select
        the reader anew. Returns their number."""
        each = _ASKED * self._byte_us
        if reader != self.pad:
            each = max(each, self._row_us) + self._row_us
        number: int = min(most, max(0, self._chips[reader].silent_us() - 1) // each)
        self._clock.now += number * each
        return number

    def _shift(self, reader: int, following: int) -> None:
        """Advance the clock by the time of the chain's next image, which deselects `reader` and
        selects `following`; -1 stands for none."""
        if not (0 <= reader < self.pad or 0 <= following < self.pad):
            return  # the pad has a select of its own
        is_step = self.chain.even and reader >= 0 and following == reader + _CELLS
        self._clock.now += self._step_us if is_step else self._row_us

    def _take(self, chip: "Pn532", size: int) -> bytes:
        """Return a chip's bytes of a transaction of `size` bytes, with the rest of a longer
        response."""
        if size == _ASKED:
            return chip.exchange(_STATUS, self._byte_us)
        heard = chip.exchange(_READS[size], self._byte_us)
        rest = heard[4] - 1
        if size == _SHORT and rest > 0 and (heard[4] + heard[5]) & 0xFF == 0:
            self._clock.now += rest * self._byte_us
            heard += chip.exchange(bytes(rest), self._byte_us)
        return heard

    def _store(self, exchange: "Exchange", i: int, heard: bytes) -> int:
        """Note the frame of `readers[i]`; returns 1 if it was an ACK, so that a response is
        due."""
        if len(heard) > _SHORT:
            self.received[: len(heard)] = flip(heard)
            self.note(exchange, i, len(heard) - _HEAD)
        elif len(heard) == _HEAD and heard[1:] == ACK:
            exchange.state[i] = _WORKING
            return 1
        else:
            exchange.state[i] = pn532.GARBLED
        return 0


def _next(exchange: "Exchange", slot: int) -> int:
    """Return the first slot after `slot` that a pass must visit: the status of a reader that is
    not done, or then the frame of one that is ready; the number of slots if there is none."""
    state = exchange.state
    count = exchange.count
    slot += 1
    while slot < count and state[slot] >= _DONE:
        slot += 1
    if slot >= count:
        while slot < 2 * count and state[slot - count] < _READY:
            slot += 1
    return slot
