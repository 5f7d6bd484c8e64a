"""Where the spots of a game lie on a board.

Both name their spots; equal names are the same place. A board may have spots that the game lacks
(a 6 x 6 game on a 9 x 9 board) and the other way round (those are played with the knob alone).
"""

NOWHERE = -1
_NO_READER = 255


class Layout:
    """The spots of `profile` (places) against those of `game` (spots)."""

    def __init__(self, profile, game):
        self.game = game
        names = profile.SPOTS.split(" ")
        self.places = len(names)
        self.names = names
        self.place_of = [NOWHERE] * game.spots()  # by spot
        self.spot_of = [NOWHERE] * self.places  # by place
        for place in range(self.places):
            try:
                spot = game.spot(names[place])
            except ValueError:
                continue
            self.place_of[spot] = place
            self.spot_of[place] = spot
        self.reads = bytearray(self.places)  # 1 where something feels a piece
        for place in range(self.places):
            self.reads[place] = 1 if reads(profile, place) else 0


def reads(profile, place):
    """Does a reader or a hall switch lie under a place of a board?"""
    return profile.READERS[place] != _NO_READER or profile.HALL_BITS > 0
