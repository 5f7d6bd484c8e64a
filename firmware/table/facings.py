"""How tiles are turned, by the sensors under them.

A tile has two magnets, its north pole up in the east and its south pole up in the west. So it is
felt by the sensor in the east of a cell or by the one in the north, upwards or downwards: four
turns. Where that is unclear, the table asks with the knob, as on a board without these sensors.
"""

from array import array

from micropython import const

from games.base import CHOSEN
from games.pauses import pause
from table.files import size_of
from table.interpret import ACTION, CHOOSE, PARTIAL

if False:  # only mypy reads this: the names of types
    from types import ModuleType
    from typing import Any

    from games.base import Game
    from table.drivers.facings import FacingSensors
    from table.interpret import Verdict
    from table.layout import Layout

FILE = "facings.rest"  # the levels at rest, 4 bytes a sensor
UNSURE = -1
_LOOKING = const(-2)  # not long enough yet
_NOWHERE = const(-1)
_NO_READER = const(255)
_MT = const(715)  # of a level, for a mT: 9 mV, four times (hardware/docs/facings.md)
_LEAST = const(2145)  # 3 mT; a tile gives twice as much, its neighbours together a third
_MOST = const(42900)  # 60 mT; no tile gives as much, but a loose lead does
_EVERY_MS = const(30)
_EQUAL = const(5)  # equal readings in a row: a tile that is turned gives fewer
_OPEN_MS = const(2000)  # a tile that is turned so soon is taken as it then lies
_SPREAD = const(14300)  # 20 mT: what a sensor's level at rest may be off the middle
_MIDDLE = const(131070)
_TIMES = const(8)  # readings for the level at rest


class Facings:
    """Watches the tile on one place by `sensors`. `version` counts the changes of its
    facing."""

    def __init__(self, sensors: "FacingSensors", profile: "ModuleType", folder: str):
        self._sensors = sensors
        self._profile = profile
        self._clock = sensors.clock
        self._file = folder + "/" + FILE if folder else FILE
        # The levels at rest, by reader, in the east and in the north: 0 for a sensor that is not
        # well; None if nobody has calibrated them.
        self._rest: "array[int] | None" = self._load()
        self._place = _NOWHERE  # which it watches
        self._facing = _LOOKING  # quarters clockwise from how it is printed, or UNSURE
        self._last = _LOOKING  # of the last reading
        self._times = 0  # readings in a row that gave it
        self._read_at = 0  # ms
        self._taken = UNSURE  # the facing in which the game has taken the tile,
        self._taken_at = 0  # and when (ms)
        self._alike = 4  # after so many quarters it looks the same
        self.version = 0
        self.reads = 0

    def _load(self) -> "array[int] | None":
        """Return the levels at rest from the flash; None if nobody has calibrated this board."""
        rest = array("i", bytes(4 * 18 * self._profile.BLOCKS))
        if size_of(self._file) != 4 * len(rest):
            return None
        with open(self._file, "rb") as file:
            return array("i", file.read())

    def state(self) -> str:
        """Return the state of all sensors, for the doctor."""
        if self._rest is None:
            return "not calibrated"
        for reader in self._profile.READERS:
            if reader != _NO_READER and not self._rest[2 * reader]:
                return "broken"
        return "ok"

    def step(self) -> None:
        """Look at the tile, if that is due."""
        now = self._clock.ms()
        if self._place == _NOWHERE or now - self._read_at < _EVERY_MS:
            return
        if self._taken >= 0 and now - self._taken_at > _OPEN_MS:
            self._place = _NOWHERE
            return
        self._read_at = now
        self.reads += 1
        facing = self.read(self._profile.READERS[self._place])
        self._times = self._times + 1 if facing == self._last else 1
        self._last = facing
        if self._times >= _EQUAL and facing != self._facing:
            self._facing = facing
            self.version += 1

    def read(self, reader: int) -> int:
        """Return how the tile over a reader is turned now, 0 to 3, or UNSURE."""
        if self._rest is None:
            return UNSURE
        self._sensors.read(reader)
        east, north = self._sensors.levels
        rest = self._rest[2 * reader]  # 0 for both sensors or for none
        east -= rest
        north -= self._rest[2 * reader + 1]
        strong, weak = max(abs(east), abs(north)), min(abs(east), abs(north))
        if not rest or not _LEAST <= strong <= _MOST or 2 * weak > strong:
            return UNSURE
        if strong == abs(east):
            return 0 if east > 0 else 2
        return 3 if north > 0 else 1

    def settle(self, verdict: "Verdict", game: "Game", layout: "Layout") -> None:
        """Leave of a verdict's actions those that lay a tile as it lies. While that is unknown,
        the verdict waits. If none does, people are asked, until they turn the tile."""
        place = self._tile_place(verdict, game, layout) if self._rest is not None else _NOWHERE
        if place == _NOWHERE and self._taken >= 0:
            return  # it may still be turned
        self._taken = UNSURE
        if place != self._place:
            self._place = place
            self._facing = self._last = _LOOKING
        if place == _NOWHERE or self._facing == UNSURE:
            return
        if self._facing == _LOOKING:
            verdict.state = PARTIAL
            verdict.actions = ()
            verdict.marks = [(place, CHOSEN, 0)]
            return
        left = [entry for entry in verdict.actions if self._is_so(entry, game, layout)]
        verdict.state = ACTION if len(left) == 1 else CHOOSE
        if left:
            verdict.actions = left
            verdict.gesture = game.gesture(*left[0])
        else:
            verdict.text = ("turn it", layout.name(place))

    def _tile_place(self, verdict: "Verdict", game: "Game", layout: "Layout") -> int:
        """Return the place of the tile that the actions lay; _NOWHERE if they lay none that can be
        turned there."""
        for by, action in verdict.actions:
            for spot, piece in game.gesture(by, action):
                place = layout.place_of[spot]
                if piece and game.facing(piece) >= 0 and place in verdict.places:
                    self._alike = 2 if game.token(piece) in game.HALF_TURNED else 4
                    return place
        return _NOWHERE

    def _is_so(self, entry: "tuple[int, Any]", game: "Game", layout: "Layout") -> bool:
        """Does an action lay the tile as it lies?"""
        for spot, piece in game.gesture(*entry):
            if piece and layout.place_of[spot] == self._place:
                return (game.facing(piece) - self._facing) % self._alike == 0
        return True

    def note_taken(self) -> None:
        """Note that the game has taken the tile as it lies."""
        self._taken = self._facing
        self._taken_at = self._clock.ms()

    def has_turned(self, place: int) -> bool:
        """Has somebody turned the tile on a place since the game has taken it?"""
        if place != self._place or self._taken < 0 or self._facing < 0:
            return False
        return (self._facing - self._taken) % self._alike != 0

    def calibrate(self) -> "list[list[Any]]":
        """Measure the levels at rest, while no tile lies on the board, and keep them. Return
        [place, level in the east, in the north, "ok" or "broken"] of each cell, the levels in mT
        off the middle. Raises OSError."""
        rows = []
        rest = array("i", bytes(4 * 18 * self._profile.BLOCKS))
        names = self._profile.SPOTS.split(" ")
        for place, reader in enumerate(self._profile.READERS):
            if reader != _NO_READER:
                pause()
                levels = self._at_rest(reader)
                off = [level - _MIDDLE for level in levels]
                well = max(off) <= _SPREAD and min(off) >= -_SPREAD
                if well:
                    rest[2 * reader], rest[2 * reader + 1] = levels
                state = "ok" if well else "broken"
                rows.append([names[place], off[0] // _MT, off[1] // _MT, state])
        with open(self._file, "wb") as file:
            file.write(rest)
        self._rest = rest
        return rows

    def _at_rest(self, reader: int) -> list[int]:
        """Return the mean levels of the sensors under a cell."""
        levels = [0, 0]
        for _ in range(_TIMES):
            self._sensors.read(reader)
            for which in range(2):
                levels[which] += self._sensors.levels[which]
        return [level // _TIMES for level in levels]
