"""Choose which cells are visited next.

A visit asks at most one reader in each block of nine, and no two closer than three pitches, so
that their fields do not disturb each other (facts: field-distance). A whole visit asks the same
cell of every block; nine of them make a sweep. A hot visit asks cells where something can happen
now, and first of all where a tag was just missed. Whole visits keep a pace, so that a piece that
is taken away elsewhere is soon missed; hot ones take the time that is left.
"""

from micropython import const

from table.drivers.viper import ptr8, viper

if False:  # only mypy reads this: the names of types
    from types import ModuleType

    from table.clock import Clock

NOWHERE = 255  # the reader lies under no place
_NOWHERE = const(255)
_NO_READER = const(255)
_CELLS = const(9)
_APART = const(9)  # the distance of two fields in pitches, squared
_MANY = const(0xFFFFFFF)
_FEW = const(2)  # hot readers a block: a sweep of whole visits reaches more of them sooner
_PACE_MS = const(22)  # from one whole visit to the next while there are hot ones
_OLDEST = const(254)  # no reader counts as waiting for more visits
_DOUBTED = const(255)  # the gain of a question to a reader that just missed a tag


class Plan:
    """Chooses the visits to a `profile`'s readers. `place` has each reader's place, or NOWHERE."""

    def __init__(self, profile: "ModuleType", clock: "Clock"):
        self.clock = clock
        self._blocks = profile.BLOCKS
        self._width = profile.WIDTH
        self._reader = profile.READERS
        count = _CELLS * self._blocks
        self.place = bytearray([_NOWHERE] * (count + 1))
        for place in range(len(profile.READERS)):
            if profile.READERS[place] != _NO_READER:
                self.place[profile.READERS[place]] = place
        self.is_whole = True  # is the chosen visit a whole one?
        self.wholes = 0  # whole visits begun; wraps
        self.sweeps = 0  # sweeps begun; wraps
        self.sweep_ms = 0  # how long the last sweep took
        self._sweep_start = 0
        self._sweep = -1  # the cell of the last whole visit
        self.due = 0  # ms: when the next whole visit is due, if there are hot ones
        # By reader:
        self._hot = bytearray(count)
        self._waited = bytearray(count)  # visits since the last question
        self._gain = bytearray(count)  # scratch
        self.missed = bytearray(count)  # by reader: 0, or how often it just missed a tag

    def hot(self, places: list[int]) -> None:
        """Say where something can happen now: if these are few cells, they are visited more often.
        A board whose cells do not lie in rows has no hot visits."""
        hot = self._hot = bytearray(len(self._hot))
        for place in places:
            if self._reader[place] != _NO_READER:
                hot[self._reader[place]] = 1
        if sum(hot) > _FEW * self._blocks:
            self._hot = bytearray(len(hot))

    def choose(self, readers: bytearray) -> int:
        """Put the readers of the next visit into `readers`; return their number."""
        now = self.clock.ms()
        count = 0
        is_late = now >= self.due
        if self._width and (self.is_whole or not is_late):
            count = self._choose_hot(readers, is_late)
        self.is_whole = not count
        if self.is_whole:
            self._begin_whole(now)
            for block in range(self._blocks):
                readers[block] = _CELLS * block + self._sweep
            count = self._blocks
        self._wait(readers, count)
        return count

    def next_cell(self) -> int:
        """Return the cell of each block, 0 to 8, that the next whole visit asks."""
        return (self._sweep + 1) % _CELLS

    def _begin_whole(self, now: int) -> None:
        # Make up for one late visit, but for no more, since a tick may have taken long.
        self.due = min(max(self.due, now - _PACE_MS), now) + _PACE_MS
        self.wholes = self.wholes + 1 & _MANY
        self._sweep = (self._sweep + 1) % _CELLS
        if not self._sweep:
            self.sweep_ms = now - self._sweep_start
            self._sweep_start = now
            self.sweeps = self.sweeps + 1 & _MANY

    @viper
    def _choose_hot(self, readers, is_late: bool) -> int:  # noqa: C901  machine code
        """Put into `readers` the hot ones that gain most by a question now and do not disturb each
        other; return their number. It is 0 if the next whole visit gains more, or none is hot. If
        that `is_late`, only those count that just missed a tag. It never asks a reader twice in a
        row, so that its field goes off in between. A reader's gain is the number of visits that it
        has waited."""
        chosen = ptr8(readers)
        hot = ptr8(self._hot)
        waited = ptr8(self._waited)
        missed = ptr8(self.missed)
        gain = ptr8(self._gain)
        place = ptr8(self.place)
        blocks = int(self._blocks)
        width = int(self._width)
        count = _CELLS * blocks
        whole = 0
        cell = (int(self._sweep) + 1) % _CELLS  # that the next whole visit asks
        for reader in range(count):
            gain[reader] = 0
            if missed[reader]:
                if waited[reader]:
                    gain[reader] = _DOUBTED
            elif hot[reader] and not is_late:
                gain[reader] = waited[reader]
                if reader % _CELLS == cell:
                    whole += gain[reader]
        made = 0
        while made < blocks:
            best = 0
            first = 0
            for reader in range(count):
                if gain[reader] > best:
                    best = gain[reader]
                    first = reader
            if not best:
                break
            chosen[made] = first
            made += 1
            whole -= best
            row = place[first] // width
            column = place[first] - row * width
            block = first // _CELLS
            for reader in range(count):
                if gain[reader]:
                    along = place[reader] // width
                    across = place[reader] - along * width - column
                    along -= row
                    near = across * across + along * along < _APART
                    if near or reader // _CELLS == block:
                        gain[reader] = 0
        if whole >= 0:
            made = 0
        return made

    @viper
    def _wait(self, readers, count: int):
        """Note that this visit asks the first `count` of `readers`; all others wait."""
        chosen = ptr8(readers)
        waited = ptr8(self._waited)
        for reader in range(_CELLS * int(self._blocks)):
            if waited[reader] < _OLDEST:
                waited[reader] = waited[reader] + 1
        for i in range(count):
            waited[chosen[i]] = 0


def are_neighbours(profile: "ModuleType", one: int, other: int) -> bool:
    """Do two places of a board touch, at an edge or a corner?"""
    width = profile.WIDTH
    if not width:
        return False
    return abs(one % width - other % width) <= 1 and abs(one // width - other // width) <= 1
