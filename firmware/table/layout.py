"""Where the spots of a game lie on a board.

Board and game name their spots; equal names are the same place. A board may have places that the
game lacks (a 6 x 6 game on a 9 x 9 board). Spots that the board lacks are played with the knob
alone.
"""

from array import array

if False:  # only mypy reads this: the names of types
    from types import ModuleType

    from games.base import Game

NOWHERE = -1
_NO_READER = 255


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
        start = 0
        spot = NOWHERE
        for place in range(self.places):
            if reads(profile, place):
                self.reads[place] = 1
                self.readers.append(place)
            end = self._end(start)
            spot = self._find(start, end, spot + 1)
            if spot != NOWHERE:
                self.place_of[spot] = place
                self.spot_of[place] = spot
            start = end + 1

    def _find(self, start: int, end: int, likely: int) -> int:
        """Return the spot whose name begins and ends there, NOWHERE if the game has none.

        It is nearly always the `likely` one: checking that takes 0.3 ms on a board, a search 2.4.
        """
        if likely < len(self.place_of):
            name = self.game.spot_name(likely)
            if len(name) == end - start and self._names.startswith(name, start):
                return likely
        try:
            return self.game.spot(self._names[start:end])
        except ValueError:
            return NOWHERE

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


def reads(profile: "ModuleType", place: int) -> bool:
    """Does a reader or a hall switch lie under a place of a board?"""
    return profile.READERS[place] != _NO_READER or profile.HALL_BITS > 0
