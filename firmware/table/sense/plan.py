"""Choose which cells are visited next.

A visit asks at most one reader in each block of nine, and no two closer than three pitches, so
that their fields do not disturb each other (facts: field-distance). A whole visit asks the same
cell of every block; nine of them make a sweep. A hot visit asks cells where something can happen
now; they are packed into as few visits as possible. Hot visits take turns: one after each whole
one but every fourth, so that a piece that is taken away elsewhere is soon missed. There are none
if a hot cell would then wait about as long as in a sweep without them.
"""

from micropython import const

from table.sense.fit import fit

if False:  # only mypy reads this: the names of types
    from types import ModuleType

    from table.clock import Clock

NOBODY = 255  # no cell of a block
_NOBODY = const(255)
NOWHERE = 255  # the reader lies under no place
_NOWHERE = const(255)
_NO_READER = const(255)
_CELLS = const(9)
_MANY = const(0xFFFFFFF)
_FEW = const(4)  # hot visits at most
_ALONE_EVERY = const(4)  # whole visits, for one that no hot one follows


class Plan:
    """Chooses the visits to a `profile`'s readers. `place` has each reader's place, or NOWHERE."""

    def __init__(self, profile: "ModuleType", clock: "Clock"):
        self._clock = clock
        self._blocks = profile.BLOCKS
        self._width = profile.WIDTH
        self.place = bytearray([_NOWHERE] * (_CELLS * self._blocks + 1))
        for place in range(len(profile.READERS)):
            if profile.READERS[place] != _NO_READER:
                self.place[profile.READERS[place]] = place
        self.is_whole = True  # is the chosen visit a whole one?
        self.wholes = 0  # whole visits begun; wraps
        self.sweeps = 0  # sweeps begun; wraps
        self.sweep_ms = 0  # how long the last sweep took
        self._sweep_start = 0
        self._sweep = -1  # the cell of the last whole visit
        # By hot visit: the cell of each block, or _NOBODY.
        self._cells = bytearray([_NOBODY] * (_CELLS * self._blocks))
        self._wanted = bytearray(len(profile.READERS))  # the hot places
        self._asked = bytearray(len(profile.READERS))  # scratch for `hot`
        self._hot_visits = 0
        self._last_hot = 0

    def hot(self, places: list[int]) -> None:
        """Say where something can happen now: those cells are visited more often.

        Each goes into the first hot visit that has room for it. A board whose cells do not lie in
        rows has no hot visits.
        """
        asked = self._asked
        for place in range(len(asked)):
            asked[place] = 0
        for place in places:
            asked[place] = 1
        if asked == self._wanted:
            return
        self._wanted[:] = asked
        self._hot_visits = 0
        if self._width and self._blocks:
            visits = fit(self._cells, asked, self.place, self._blocks, self._width)
            self._hot_visits = visits if visits <= _FEW else 0

    def choose(self, readers: bytearray) -> int:
        """Put the readers of the next visit into `readers`; return their number."""
        alone = not self._hot_visits or not self.wholes % _ALONE_EVERY
        self.is_whole = alone or not self.is_whole
        count = 0
        if self.is_whole:
            self._begin_whole()
            for block in range(self._blocks):
                readers[block] = _CELLS * block + self._sweep
            return self._blocks
        self._last_hot = (self._last_hot + 1) % self._hot_visits
        at = self._last_hot * self._blocks
        for block in range(self._blocks):
            if self._cells[at + block] != _NOBODY:
                readers[count] = _CELLS * block + self._cells[at + block]
                count += 1
        return count

    def _begin_whole(self) -> None:
        self.wholes = self.wholes + 1 & _MANY
        self._sweep = (self._sweep + 1) % _CELLS
        if not self._sweep:
            now = self._clock.ms()
            self.sweep_ms = now - self._sweep_start
            self._sweep_start = now
            self.sweeps = self.sweeps + 1 & _MANY
