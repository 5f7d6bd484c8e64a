"""The linear Hall sensors under a board's cells, which feel how a tile is turned, and the switches
that choose one pair of them (hardware/docs/facings.md).

Each sensor gives a voltage: half its supply with an error of its own, and some more for each mT
upwards. A block's switch feeds its sensors only while it is on, and its address chooses a cell;
address 0 chooses none.
"""

from sim.virtual.bus import CELLS, BusError
from sim.virtual.magnets import Pair

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterable
    from types import ModuleType

    from sim.virtual.card import Card
    from sim.virtual.clock import VirtualClock
    from sim.virtual.ntag import Tag

RADIUS_UM = 16500  # from a cell's middle to its sensors, and from a tile's to its magnets
GAP_UM = 5800  # from the magnets to what feels in a sensor; 5400 to 6200
_REMANENCE = 1170  # mT, the weakest N35
_ROUND, _THICK = 6, 2  # mm
_FAR = 60  # mm from a sensor; what is farther away is not felt
REST_MV = 1650
_MV_PER_MT = 9  # of a 49E at 3.3 V
_SETTLE_US = 100  # from a switch's start until its sensors' voltage is right
_LEAST_MV, _MOST_MV = 350, 2950  # what a sensor can give
EAST, NORTH = 0, 1


class FacingSensors:
    """The sensors of `profile`; `around(x, y, mm)` yields the tags near a point, each with the
    point's place from its middle, (tag, dx, dy)."""

    def __init__(
        self, profile: "ModuleType", clock: "VirtualClock",
        middles: "dict[int, tuple[int, int]]",
        around: "Callable[[float, float, int], Iterable[tuple[Tag | Card, float, float]]]",
    ):
        self._bit = profile.BIT_FACING
        self._clock = clock
        self._middles = middles  # by reader
        self._around = around
        self._chosen = -1  # the reader over which the chosen sensors lie
        self._since = 0  # us
        self.errors: "dict[tuple[int, int], int]" = {}  # mV, by (reader, EAST or NORTH)
        self.broken: "set[tuple[int, int]]" = set()  # sensors whose lead is loose
        self.set_gap(GAP_UM)

    def set_gap(self, um: int) -> None:
        """Set the height of the tiles' magnets over the sensors."""
        self._pair = Pair(_REMANENCE, _ROUND, _THICK, RADIUS_UM / 1000, um / 1000)

    def latched(self, image: "bytes | None") -> None:
        """Take the outputs of the chain; None: they hold nothing."""
        chosen = []
        size = len(image) if image else 0
        for block in range(size // 2):
            at = size - 2 - 2 * block
            word = (image[at] << 8 | image[at + 1]) >> self._bit if image else 0
            if word & 15 and word >> 4 & 1:
                chosen.append(CELLS * block + (word & 15) - 1)
        if len(chosen) > 1:
            raise BusError("two blocks give the voltage of a sensor at once")
        now = chosen[0] if chosen else -1
        if now != self._chosen:
            self._chosen, self._since = now, self._clock.now

    def east(self) -> int:
        """Return the mV of the chosen cell's sensor in the east; 0 while none is chosen, or not
        fed for long enough."""
        return self._millivolts(EAST)

    def north(self) -> int:
        """Return those of the one in the north."""
        return self._millivolts(NORTH)

    def _millivolts(self, which: int) -> int:
        key = (self._chosen, which)
        if self._chosen not in self._middles or key in self.broken:
            return 0
        if self._clock.now - self._since < _SETTLE_US:
            return 0
        mv = REST_MV + self.errors.get(key, 0) + int(_MV_PER_MT * self.field(*key))
        return min(max(mv, _LEAST_MV), _MOST_MV)

    def field(self, reader: int, which: int) -> float:
        """Return the field in mT at a sensor."""
        x, y = self._middles[reader]
        found: float = 0
        at_x = x + RADIUS_UM / 1000 * (which == EAST)
        at_y = y + RADIUS_UM / 1000 * (which == NORTH)
        for tag, dx, dy in self._around(at_x, at_y, _FAR):
            if tag.turn is not None:
                found += self._pair.field(dx, dy, tag.turn) * tag.strength / 100
        return found
