"""The places of a game's spots on a board.

Board and game name their spots; equal names are the same place. A board may have places that the
game lacks (a 6 x 6 game on a 9 x 9 board). People play spots that the board lacks with the knob
alone.
"""

from array import array

from micropython import const

from games.pauses import pause

if False:  # only mypy reads this: the names of types
    from types import ModuleType

    from games.base import Game

NOWHERE = -1
NOT_IN_BOX = -2  # the owner of a token that the game does not have
_NO_READER = 255
_PAUSE = const(32)  # spots between two pauses: 20 to 30 ms


class Layout:
    """Maps the places of `profile` to the spots of `game` and back."""

    def __init__(self, profile: "ModuleType", game: "Game"):
        self.game = game
        self._names = profile.SPOTS  # one string: 265 separate names would take 12 KB
        self.places = len(profile.READERS)
        self.place_of = array("h", [NOWHERE] * game.spots())  # by spot
        self.spot_of = array("h", [NOWHERE] * self.places)  # by place
        self.reads = bytearray(self.places)  # 1 where a reader or a hall switch lies
        self.readers = array("h")  # the places with one
        self.has_switches = profile.HALL_BITS > 0  # they cannot tell one piece from another
        self._owners: bytearray | None = None  # by token: 2 + its owner; made when first asked for
        self._find_readers(profile)
        self._find_spots()

    def _find_readers(self, profile: "ModuleType") -> None:
        for place in range(self.places):
            if has_sensor(profile, place):
                self.reads[place] = 1
                self.readers.append(place)

    def _find_spots(self) -> None:
        """Find the place of each spot that the board has.

        It looks up the game's names among the board's, because the opposite look-up takes 2 ms for
        each name that the game lacks, and hex37 has 265 names. It searches bytes, since in a
        string MicroPython walks from the start to each index.
        """
        names = b" " + self._names.encode() + b" "
        start = place = 0  # nearly always a spot follows the one before it on the board, too
        for spot in range(len(self.place_of)):
            if spot % _PAUSE == 0:
                pause()
            name = b" " + self.game.spot_name(spot).encode() + b" "
            if not names.startswith(name, start):
                found = names.find(name)
                if found < 0:
                    continue
                start = found
                place = names.count(b" ", 0, start)
            self.place_of[spot] = place
            self.spot_of[place] = spot
            start += len(name) - 1
            place += 1

    def owner(self, token: int) -> int:
        """Return the seat that owns a token, -1 if all share it, or NOT_IN_BOX."""
        if self._owners is None:  # once: the names of all pieces of Ley Lines take 45 ms
            self._owners = bytearray(256)
            for known, _, seat, _ in self.game.tokens():
                self._owners[known] = 2 + seat
        return self._owners[token] - 2

    def names(self) -> list[str]:
        """Return the names of all places, for the simulator."""
        return self._names.split(" ")

    def name(self, place: int) -> str:
        """Return the name of a place."""
        start = 0
        for _ in range(place):
            start = self._end(start) + 1
        return self._names[start : self._end(start)]

    def _end(self, start: int) -> int:
        end = self._names.find(" ", start)
        return len(self._names) if end < 0 else end


def has_sensor(profile: "ModuleType", place: int) -> bool:
    """Does a reader or a hall switch lie under a place of a board?"""
    return profile.READERS[place] != _NO_READER or profile.HALL_BITS > 0
