"""What hands may do now, and where.

Where, is asked of a few actions at a time: to ask 600 takes an RP2040 180 ms.
"""

from array import array

from micropython import const

_AT_ONCE = const(40)  # 12 ms
_MANY = const(-2)  # an action that touches more than two spots


class Legal:
    """The legal actions of some seats of a game, and `spots`, where they put something, complete
    once `all_asked`."""

    def __init__(self, game, seats):
        self._game = game
        self._actions = []
        self._by = array("b")  # the seat of each: a (by, action) takes 16 bytes more
        for by in seats:
            actions = game.legal(by)
            self._actions += actions
            self._by.extend(array("b", [by] * len(actions)))
        self.spots = set()
        self._asked = 0  # how many actions
        self._touched = array("h", bytes(4 * len(self._by)))  # two spots each, may be the same

    def entries(self):
        """Yield all as (by, action)."""
        for at in range(len(self._actions)):
            yield self._by[at], self._actions[at]

    def all_asked(self):
        return self._asked == len(self._actions)

    def ask(self):
        """Ask some more actions for their spots."""
        for at in range(self._asked, min(self._asked + _AT_ONCE, len(self._by))):
            gesture = self._game.gesture(self._by[at], self._actions[at])
            for spot, _ in gesture:
                self.spots.add(spot)
            first = gesture[0][0] if gesture else -1
            self._touched[2 * at] = first if len(gesture) < 3 else _MANY
            self._touched[2 * at + 1] = gesture[1][0] if len(gesture) == 2 else first
            self._asked += 1

    def touching(self, spot):
        """Yield the (by, action) that may touch a spot; others have been asked and do not."""
        touched = self._touched
        for at in range(len(self._actions)):
            first = touched[2 * at] if at < self._asked else _MANY
            if first == spot or first == _MANY or touched[2 * at + 1] == spot:
                yield self._by[at], self._actions[at]
