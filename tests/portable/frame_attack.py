"""Spoils the frames of readers: no exception may escape, and no piece may appear or vanish.

Frames of all kinds from all readers get wrong bits, bytes and lengths, or wrong data with a right
checksum; or they are cut, stretched, doubled, or replaced.
"""

from games.rng import Rng
from sim.virtual.world import World
from table import tags
from table.board import Board
from table.sense import DOUBLE, FAULT, UNKNOWN
from table.wiring import grid3

_LAID = {"a1": 5, "b2": 6, "pad": 7}
_ROUND = 150  # spoiled frames before a pause in which all readers must recover
_BACK_MS = 40000
_TICK_US = 1000  # between two steps of an idle table


class Failed(Exception):
    """The table saw a piece that was not there; the text says which."""


class Attack:
    """A small board under attack. `run(count)` spoils that many frames; `seed` decides how."""

    def __init__(self, seed):
        self.rng = Rng(seed)
        self.spoiled = 0
        self._rate = 1  # one frame in so many is spoiled
        self.world = World(grid3)
        self.world.cut_power()
        self.sense = Board(grid3, self.world.machine, self.world.rp2, self.world.clock).sense
        self.sense.set_in_play = 1
        for name in _LAID:
            uid = bytes((4, 9, 9, 9, 9, _LAID[name], 128))
            self.world.put(self.world.make(uid, tags.encode(1, _LAID[name])), name)
        self._chips = self.world.chips + [self.world.pad]
        self._live(1000)
        self._check(())

    def run(self, count):
        while self.spoiled < count:
            end = min(count, self.spoiled + _ROUND)
            self._rate = self.rng.choice((1, 2, 5, 20))
            for chip in self._chips:
                chip.spoil = self._spoil
            while self.spoiled < end:
                self._live(20)
                # A spoiled frame may be valid and name another tag or two, but no other piece.
                self._check((FAULT, UNKNOWN, DOUBLE, 0))
            for chip in self._chips:
                chip.spoil = None
            self._mend()

    def _live(self, ms):
        end = self.world.clock.ms() + ms
        while self.world.clock.ms() < end:
            self.sense.step()
            self.world.clock.advance(_TICK_US)

    def _mend(self):
        start = self.world.clock.ms()
        while True:
            self._live(500)
            try:
                self._check(())
            except Failed:
                if self.world.clock.ms() - start > _BACK_MS:
                    raise
                continue
            return

    def _check(self, codes):
        """Raise Failed unless each place shows the piece that lies there, or one of `codes`."""
        names = self.world.names
        for i in range(len(names) + 1):
            name = names[i] if i < len(names) else "pad"
            code = self.sense.seen[i] if i < len(names) else self.sense.pad
            if code != _LAID.get(name, 0) and code not in codes:
                raise Failed("%s has %d after %d spoiled frames" % (name, code, self.spoiled))

    def _spoil(self, frame):
        if self.rng.below(self._rate):
            return frame
        self.spoiled += 1
        rng = self.rng
        frame = bytearray(frame)
        kind = rng.below(8)
        if kind == 0:
            frame[rng.below(len(frame))] ^= 1 << rng.below(8)
        elif kind == 1:
            for _ in range(1 + rng.below(len(frame))):
                frame[rng.below(len(frame))] = rng.below(256)
        elif kind == 2:
            frame = frame[: rng.below(len(frame))]
        elif kind == 3:
            frame = bytearray([rng.below(256) for _ in range(1 + rng.below(60))])
        elif kind == 4:
            frame = bytearray([rng.choice((0, 0xFF))] * 60)
        elif kind == 5:
            frame = frame + frame
        elif kind == 6 and len(frame) > 8:  # a wrong length with a right checksum
            frame[3] = rng.below(256)
            frame[4] = -frame[3] & 0xFF
        elif len(frame) > 8:  # wrong data with a right checksum; a record has its own besides
            at = 6 + rng.below(len(frame) - 8)
            frame[at] = rng.below(256)
            frame[-2] = -sum(frame[5:-2]) & 0xFF
        return bytes(frame)


def main(args):
    count, seed = [int(word) for word in args]
    attack = Attack(seed)
    attack.run(count)
    print("%d frames spoiled" % attack.spoiled)
