"""What hands may do now, and where.

Where, is asked of a few actions at a time: to ask 600 takes an RP2040 180 ms.
"""

from array import array

from micropython import const

_AT_ONCE = const(40)  # 12 ms
_MANY = const(-2)  # an action that touches more than two spots


class Legal:
    """The legal actions of some seats of a game: `entries` as (by, action), and `spots`, where
    they put something, complete once `all_asked`."""

    def __init__(self, game, seats):
        self._game = game
        self.entries = []
        for by in seats:
            for action in game.legal(by):
                self.entries.append((by, action))
        self.spots = set()
        self._asked = 0  # how many entries
        self._touched = array("h", bytes(4 * len(self.entries)))  # two spots each, may be the same

    def all_asked(self):
        return self._asked == len(self.entries)

    def ask(self):
        """Ask some more actions for their spots."""
        for at in range(self._asked, min(self._asked + _AT_ONCE, len(self.entries))):
            by, action = self.entries[at]
            gesture = self._game.gesture(by, action)
            for spot, _ in gesture:
                self.spots.add(spot)
            first = gesture[0][0] if gesture else -1
            self._touched[2 * at] = first if len(gesture) < 3 else _MANY
            self._touched[2 * at + 1] = gesture[1][0] if len(gesture) == 2 else first
            self._asked += 1

    def touching(self, spot):
        """Return the entries that may touch a spot; others have been asked and do not."""
        touched = self._touched
        found = []
        for at in range(self._asked):
            first = touched[2 * at]
            if first == spot or first == _MANY or touched[2 * at + 1] == spot:
                found.append(self.entries[at])
        return found + self.entries[self._asked :]
