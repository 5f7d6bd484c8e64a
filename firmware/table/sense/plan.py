"""Which cells are visited next.

A visit asks at most one reader a block of nine, no two nearer than three pitches, so that no field
disturbs another (facts: field-distance). In a whole visit that is the same cell of every block;
nine of them are a sweep. In a hot visit it is cells where something can happen now, in as few
visits as they fit into. Hot visits come by turns, between any two whole ones; where there are so
many that each would come later than in the next sweep, there are none.
"""

from micropython import const

from table.sense.fit import fit

if False:  # only mypy reads this: the names of types
    from types import ModuleType

    from table.clock import Clock

NOBODY = 255  # of a block's cells
_NOBODY = const(255)
NOWHERE = 255  # of places: the reader lies under none
_NOWHERE = const(255)
_NO_READER = const(255)
_CELLS = const(9)
_MANY = const(0xFFFFFFF)
_FEW = const(4)  # hot visits


class Plan:
    """The visits of a `profile`'s readers. `place` has the place of each reader, or NOWHERE."""

    def __init__(self, profile: "ModuleType", clock: "Clock"):
        self._clock = clock
        self._blocks = profile.BLOCKS
        self._width = profile.WIDTH
        self.place = bytearray([_NOWHERE] * (_CELLS * self._blocks + 1))
        for place in range(len(profile.READERS)):
            if profile.READERS[place] != _NO_READER:
                self.place[profile.READERS[place]] = place
        self.is_whole = True  # the visit that was chosen last
        self.wholes = 0  # visits that have been begun; wraps
        self.sweeps = 0  # likewise
        self.sweep_ms = 0  # what the last one took
        self._sweep_start = 0
        self._sweep = -1  # the last whole visit
        # The hot visits: the cell of each block, or _NOBODY.
        self._cells = bytearray([_NOBODY] * (_CELLS * self._blocks))
        self._wanted = bytearray(len(profile.READERS))  # the hot places
        self._asked = bytearray(len(profile.READERS))  # those of the last call
        self._hot_visits = 0
        self._last_hot = 0

    def hot(self, places: list[int]) -> None:
        """Say where something can happen now: those cells are visited more often.

        Each goes into the first hot visit where it fits; a board whose cells are in no rows has
        none.
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
        """Put the readers of the next visit into `readers`; return how many."""
        self.is_whole = not self._hot_visits or not self.is_whole
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
